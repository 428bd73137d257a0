import { test } from 'node:test'
import assert from 'node:assert/strict'
import { branchMeant, clock, forks, stepAt, stepped } from '../../time/steps.js'
import { actOf } from '../../time/keys.js'

test('keys go by one and by ten, to both ends, and never beyond', () => {
  assert.deepEqual(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].map(key => stepped(key, 34, 38)), [33, 35, 35, 33, 38, 24, 0, 38])
  assert.equal(stepped('ArrowLeft', 0, 38), 0)
  assert.equal(stepped('Tab', 3, 38), null)
})

test('every one of five thousand steps can be pointed at on a track wide enough, and the ends on any', () => {
  for (const step of [0, 1, 2499, 4999, 5000]) assert.equal(stepAt(step, 5000, 5000), step)
  assert.equal(stepAt(-4, 300, 5000), 0)
  assert.equal(stepAt(999, 300, 5000), 5000)
  assert.equal(stepAt(10, 0, 5000), 0)
})

test('branches that leave close to each other share a sign', () => {
  const at = list => list.map(({ at, branches }) => [at, branches.length])
  const branches = [30, 4, 4, 5].map(leavesAt => ({ leavesAt }))
  assert.deepEqual(at(forks(branches, 40, 400, 26)), [[4, 3], [30, 1]])
  assert.deepEqual(at(forks(branches, 40, 4000, 26)), [[4, 2], [5, 1], [30, 1]])
  assert.deepEqual(at(forks(branches, 0, 400, 26)).length > 0, true)
})

test('who names no branch means the one that is shown, else the one chosen last, else the newest', () => {
  const [newest, middle, oldest] = ['c', 'b', 'a'].map(tip => ({ tip }))
  const all = [newest, middle, oldest]
  assert.equal(branchMeant(all, null, null), newest)
  assert.equal(branchMeant(all, null, 'b'), middle)
  assert.equal(branchMeant(all, 'a', 'b'), oldest)
  assert.equal(branchMeant(all, 'taken up since', 'gone'), newest)
  assert.equal(branchMeant([], null, 'b'), null)
})

test('the day is said when it is no longer the first', () => {
  assert.equal(clock('2026-01-01T09:00:34Z'), '09:00:34')
  assert.equal(clock('2026-01-09T09:00:34Z'), '2026-01-09 09:00:34')
})

test('the keys need Alt and nothing else, whatever the layout makes of them', () => {
  assert.equal(actOf({ code: 'Comma', key: '≤', altKey: true }), 'back')
  assert.equal(actOf({ code: 'Period', altKey: true }), 'on')
  for (const not of [{ code: 'Comma' }, { code: 'Comma', altKey: true, ctrlKey: true }, { code: 'KeyA', altKey: true }, { code: 'End', altKey: true, isComposing: true }]) assert.equal(actOf(not), null)
})
