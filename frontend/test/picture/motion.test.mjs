import { test } from 'node:test'
import assert from 'node:assert/strict'
import { BEAT, LONGEST, STEPS, lasting, pace, ring, stops, walk } from '../../picture/motion.js'

test('however many records are read, it is over within two seconds', () => {
  for (const n of [1, 5, 11, 12, 200, 10_000]) assert.ok(pace(n) * n <= LONGEST + 1e-9)
  assert.equal(pace(3), BEAT)
})

test('so many steps are seen one by one, and the rest goes in one', () => {
  assert.deepEqual(stops([1, 2, 3]), [1, 2, 3])
  const many = stops(Array.from({ length: 100 }, (_, i) => i))
  assert.equal(many.length, STEPS)
  assert.equal(many.at(-1), 99)
})

test('a walk begins where it was and ends where it is', () => {
  const frames = walk([10, 20, 40], 40)
  assert.deepEqual(frames.map(f => f.transform), ['translateX(-30px)', 'translateX(-20px)', 'translateX(0px)'])
  assert.deepEqual(frames.map(f => f.offset), [0, .5, 1])
})

test('an animation waits first and rests in the end', () => {
  const { frames, whole } = lasting([{ opacity: 0 }, { opacity: 1 }], { duration: 200, delay: 100, easing: 'linear' })
  assert.ok(whole > 300, 'its end is told before it ends')
  assert.deepEqual(frames.map(({ opacity, offset }) => [opacity, Math.round(offset * whole)]), [[0, 0], [0, 100], [1, 300], [1, whole]])
  assert.ok(frames.every(({ easing }) => easing === 'linear'))
})

test('frames that say where they stand keep their part of the way', () => {
  const { frames, whole } = lasting([{ opacity: 0 }, { opacity: 1, offset: .7 }, { opacity: 0 }], { duration: 100, delay: 0, easing: 'linear' })
  assert.deepEqual(frames.map(({ offset }) => Math.round(offset * whole)), [0, 70, 100, whole])
})

test('what is due nearly at the same time is done in one turn, and what was taken back is not', async () => {
  const order = []
  ring(10, () => {
    order.push('first')
    queueMicrotask(() => order.push('turn over'))
  })
  ring(14, () => order.push('second'))
  ring(12, () => order.push('taken back'))()
  await new Promise(done => ring(40, done))
  assert.deepEqual(order, ['first', 'second', 'turn over'])
})
