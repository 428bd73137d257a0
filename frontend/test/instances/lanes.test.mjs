import { test } from 'node:test'
import assert from 'node:assert/strict'
import { beltOf, isShort, seconds } from '../../instances/lanes.js'

test('only names that are sure to have room in a small lane are not cut', () => {
  assert.equal(isShort('s199', 0), true)
  assert.equal(isShort('user-1234', 0), true)
  assert.equal(isShort('user-12345', 0), false)
  assert.equal(isShort('user-1234', 1), false, 'what waits takes room too')
  assert.equal(isShort('WWWWW', 0), true)
  for (const wide of ['WWWWWW', 'mmmmmm', 'DDDDDDD', 'QQQQQQQQ', '+++++++++', '~~~~~~~', 'CUSTOMER1']) assert.equal(isShort(wide, 0), false, wide)
  assert.equal(isShort('iiiiiiiii', 0), true, 'narrow letters take less')
  assert.equal(isShort('user-1234', 0, 1.28), false, 'larger letters take more')
  assert.equal(isShort('東京駅', 0), false, 'how wide other letters are nobody knows')
})

test('what a lane has no room for is counted', () => {
  const records = ['working', 'queued', 'parked', 'parked', 'parked', 'parked'].map((is, offset) => ({ partition: 0, offset, is }))
  const lane = { records, queued: 1, parked: 6 }

  const whole = beltOf(lane, false)
  assert.deepEqual([whole.shown.length, whole.hidden], [5, 3])
  const besideRing = beltOf(lane, true)
  assert.deepEqual([besideRing.shown.length, besideRing.hidden], [2, 6])
})

test('a wait is told in as many digits as say something, however short it is', () => {
  const words = { language: 'en' }
  assert.deepEqual([12_400, 1_440, 250, 2, 0, -5].map(millis => seconds(millis, words)), ['12', '1.4', '0.25', '0.002', '0', '0'])
})
