import { test } from 'node:test'
import assert from 'node:assert/strict'
import { isShort } from '../../instances/lanes.js'

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
