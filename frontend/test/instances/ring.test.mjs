import { test } from 'node:test'
import assert from 'node:assert/strict'
import { lensOf, radiiOf, sharesOf, tracksOf } from '../../instances/ring.js'

const RING = { around: 100, points: [[10, 0], [30, 1], [50, 1], [90, 0]] }

test('a stretch belongs to the point at its end, and the one over the top to the first', () => {
  assert.deepEqual(tracksOf(RING, 2), [[[-.1, .1], [.5, .9]], [[.1, .5]]])
})

test('what the workers have is the whole ring', () => {
  const shares = sharesOf(RING, 2)
  assert.deepEqual(shares.map(({ points }) => points), [2, 2])
  assert.ok(Math.abs(shares[0].share - .6) < 1e-9 && Math.abs(shares[1].share - .4) < 1e-9)
})

test('a session is in the stretch that ends at the next point, also over the top', () => {
  for (const [angle, worker] of [[0, 0], [10, 0], [11, 1], [50, 1], [51, 0], [91, 0], [99, 0]]) {
    const { stretches, at } = lensOf(RING, angle)
    let from = 0
    for (const one of stretches) {
      if (one.isOwn) {
        assert.equal(one.worker, worker, `${angle}`)
        assert.ok(at >= from - 1e-9 && at <= from + one.wide + 1e-9, `${angle} at ${at} in ${from} and ${one.wide}`)
      }
      from += one.wide
    }
    assert.ok(Math.abs(from - 1) < 1e-9)
  }
})

test('the tracks of all workers lie beside one another', () => {
  for (const workers of [1, 4, 64]) {
    for (let worker = 1; worker < workers; worker++) assert.ok(radiiOf(worker, workers).outer < radiiOf(worker - 1, workers).inner)
  }
})
