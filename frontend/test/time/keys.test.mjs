import { test } from 'node:test'
import assert from 'node:assert/strict'
import { KEYS, actOf } from '../../time/keys.js'

const CODES = { ',': 'Comma', '.': 'Period', 'page.keys.enter': 'Enter', 'page.keys.end': 'End', M: 'KeyM', J: 'KeyJ', L: 'KeyL', I: 'KeyI', O: 'KeyO' }
const press = (code, more = {}) => actOf({ code, altKey: true, ...more })

test('each key of the list does something, and each its own', () => {
  const acts = KEYS.map(({ key: [alt, name] }) => {
    assert.equal(alt, 'Alt')
    return press(CODES[name])
  })
  assert.deepEqual(acts, ['back', 'on', 'play', 'home', 'hold', 'event-back', 'event-on', 'mark-back', 'mark-on'])
})

test('without Alt, or with another key beside it, they are left to who types', () => {
  for (const code of Object.values(CODES)) {
    assert.equal(press(code, { altKey: false }), null)
    for (const other of ['ctrlKey', 'metaKey', 'shiftKey', 'isComposing']) assert.equal(press(code, { [other]: true }), null)
  }
})
