import { test } from 'node:test'
import assert from 'node:assert/strict'
import { actionOf } from '../../projector/keys.js'
import { LIST } from '../../projector/list.js'

const press = (key, where = {}, more = {}) => actionOf({ key, ...more }, { projecting: true, ...where })

test('next and back are all that a remote has, and each of its keys does one of them', () => {
  for (const key of ['PageDown', 'ArrowRight', ' ']) assert.equal(press(key), 'next', key)
  for (const key of ['PageUp', 'ArrowLeft']) assert.equal(press(key), 'back', key)
  assert.equal(press(' ', {}, { shiftKey: true }), 'back')
  assert.equal(press('.'), 'pause')
  assert.equal(press('b'), 'blank')
  assert.equal(press('B', {}, { shiftKey: true }), 'blank')
  assert.equal(press('Escape'), 'leave')
})

test('where somebody types, page keys and Escape act and nothing else does', () => {
  for (const key of ['PageDown', 'PageUp', 'Escape']) assert.notEqual(press(key, { typing: true }), null, key)
  for (const key of ['.', 'b', 'B', 'p', '?', ' ', 'i', '+', '0', 'ArrowRight', 'ArrowLeft', 'Home', 'End', 'x']) {
    assert.equal(press(key, { typing: true }), null, key)
    assert.equal(press(key, { typing: true, projecting: false }), null, key)
  }
})

test('arrows lead through the picture while it has the focus, and the space bar presses what has it', () => {
  for (const key of ['ArrowRight', 'ArrowLeft', 'Home', 'End', ' ']) assert.equal(press(key, { picture: true }), null, key)
  assert.equal(press('PageDown', { picture: true }), 'next')
  assert.equal(press(' ', { control: true }), null)
  assert.equal(press('ArrowRight', { control: true }), 'next')
})

test('up and down lead along a stage that is higher than the screen, but where something else is led along', () => {
  assert.equal(press('ArrowDown'), 'down')
  assert.equal(press('ArrowUp', {}, { repeat: true }), 'up')
  for (const where of ['picture', 'scrolls', 'typing']) assert.equal(press('ArrowDown', { [where]: true }), null, where)
  assert.equal(press('ArrowDown', { projecting: false }), null)
})

test('the normal view has two keys, and reload stays reload', () => {
  const normal = { projecting: false }
  assert.equal(press('p', normal), 'project')
  assert.equal(press('?', normal), 'keys')
  for (const key of ['PageDown', 'Escape', 'F5', 'b', '.', ' ', 'ArrowRight', 'i']) assert.equal(press(key, normal), null, key)
  assert.equal(press('F5'), 'nothing')
  assert.equal(press('F5', {}, { shiftKey: true }), 'nothing')
  assert.equal(press('r', {}, { ctrlKey: true }), null)
})

test('a dialog has its keys for itself, and so has whatever took the key already', () => {
  for (const key of ['PageDown', 'Escape', 'b']) assert.equal(press(key, { dialog: true }), null, key)
  assert.equal(press('Escape', {}, { defaultPrevented: true }), null)
})

test('any key brings a blank screen back, but one that only shifts another', () => {
  for (const key of ['PageDown', 'b', 'Escape', 'q', 'F5']) assert.equal(press(key, { blank: true, typing: true }), 'unblank', key)
  assert.equal(press('Shift', { blank: true }), null)
})

test('a key that is held steps once, and goes on making larger', () => {
  assert.equal(press('PageDown', {}, { repeat: true }), 'nothing')
  assert.equal(press('+', {}, { repeat: true }), 'larger')
})

test('the list names each key that does something, and each does what the list says', () => {
  const keyed = { 'page.keys.page-down': 'PageDown', 'page.keys.page-up': 'PageUp', 'page.keys.home': 'Home', 'page.keys.end': 'End', 'page.keys.escape': 'Escape', '↓': 'ArrowDown', '↑': 'ArrowUp', '→': 'ArrowRight', '←': 'ArrowLeft', '−': '-' }
  for (const [action, ...names] of LIST.flatMap(({ keys }) => keys)) {
    for (const name of names) {
      const shift = name.startsWith('page.keys.shift-')
      const key = name === 'page.keys.space' || name === 'page.keys.shift-space' ? ' ' : name === 'page.keys.shift-c' ? 'C' : keyed[name] ?? name.toLowerCase()
      assert.equal(press(key, {}, { shiftKey: shift }), action, name)
    }
  }
})
