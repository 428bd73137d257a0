import { test } from 'node:test'
import assert from 'node:assert/strict'
import { gapsSaid, longestIn, spotFor } from '../../instances/rows.js'

const ROW = { upTo: 100, from: 400, behind: 450, width: 600, gap: 10 }

test('the words of a commit point stand between what is read and the lag, and cover neither', () => {
  assert.deepEqual(spotFor([200, 90], ROW), { which: 0, left: 110, room: 285 })
})

test('where they have no room before the lag they stand behind it, and else they are fewer or none', () => {
  assert.deepEqual(spotFor([200, 90], { ...ROW, upTo: 350 }), { which: 1, left: 460, room: 140 })
  assert.deepEqual(spotFor([400, 90], ROW), { which: 1, left: 110, room: 285 })
  assert.equal(spotFor([200, 90], { ...ROW, upTo: 350, width: 500 }), null)
})

test('beside the short log above a row stand the longest words that are not cut, and else the shortest', () => {
  assert.equal(longestIn([300, 200, 90], 310), 0)
  assert.equal(longestIn([300, 200, 90], 120), 2)
  assert.equal(longestIn([300, 200, 90], 50), 2)
  assert.equal(longestIn([300], 50), 0)
})

const words = (key, values = {}) => [key.slice('page.instances.'.length), ...Object.values(values)].join(' ')
const row = (partition, offset, ahead) => ({ progress: { partition, ahead, gap: offset === null ? null : { offset, session: 's', is: 'working' } } })

test('what holds commit points is told in one line, the worst first, and how many more there are', () => {
  const rows = [row(0, 3, 1), row(1, null, 0), { all: [row(2, 5, 9), row(2, 4, 2)] }]
  assert.equal(gapsSaid(rows, 200, words), 'held p2:5 s gap.working 9 · held p2:4 s gap.working 2 · held p0:3 s gap.working 1')
  assert.equal(gapsSaid(rows, 50, words), 'held p2:5 s gap.working 9 · held.more 2')
  assert.equal(gapsSaid([row(0, null, 0)], 50, words), 'held.none')
})
