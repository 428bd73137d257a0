import { test } from 'node:test'
import assert from 'node:assert/strict'
import { PLAIN, changed, readLooks } from '../../projector/looks.js'
import { single, stretches } from '../../projector/track.js'

test('each key goes one step, and no further than the last', () => {
  assert.equal(changed(PLAIN, 'larger').size, 115)
  assert.equal(changed(PLAIN, 'smaller').size, 100)
  assert.equal(changed(PLAIN, 'invert').invert, true)
  let looks = PLAIN
  for (let i = 0; i < 20; i++) looks = changed(looks, 'darker')
  assert.equal(looks.brightness, 50)
  assert.deepEqual(changed(looks, 'plain'), PLAIN)
})

test('what was kept is taken as far as it means something', () => {
  assert.deepEqual(readLooks('{"invert":true,"size":130,"brightness":7,"contrast":"x"}'), { ...PLAIN, invert: true, size: 130 })
  for (const wrong of [null, '', '[', '3', 'null']) assert.deepEqual(readLooks(wrong), PLAIN)
})

test('the bar has a part a step: behind us, happened, to come', () => {
  assert.deepEqual(single(1, 2, 3).map(({ kind, isHead }) => [kind, isHead]), [['did', true], ['was', false], ['to-come', false]])
  assert.deepEqual(single(0, 0, 0), [])
})

test('many steps are stretches as long as they are many', () => {
  assert.deepEqual(stretches(40, 100, 120).map(({ kind, long }) => [kind, long]), [['did', 40], ['was', 60], ['to-come', 20]])
  assert.deepEqual(stretches(100, 100, 100).map(({ kind }) => kind), ['did'])
})
