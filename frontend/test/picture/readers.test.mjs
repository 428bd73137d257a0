import { test } from 'node:test'
import assert from 'node:assert/strict'
import { noteAt } from '../../picture/readers.js'

const ROW = { mark: 0, needs: 96, lagX: 200, lagEnds: 200, hasLag: false, width: 800, u: 1 }

test('without a position the words begin with the row', () => {
  assert.deepEqual(noteAt({ ...ROW, dashes: true }), { left: 0, room: 800 })
})

test('words never cover what became of an offset: with a band they stand behind it', () => {
  for (const band of [60, 180, 600]) {
    const { left, room } = noteAt({ ...ROW, dashes: true, band })
    assert.ok(left > band && room > 0, `${band}: ${left}`)
  }
  assert.deepEqual(noteAt({ ...ROW, mark: 30, lagX: 700, hasLag: true, band: 300 }), { left: 312, room: 388 })
})

test('where words have no room behind a band, the dashes alone are there; other words are left out', () => {
  const { left, room, isShort } = noteAt({ ...ROW, dashes: true, band: 700 })
  assert.ok(isShort && left > 700 && room <= 28)
  assert.equal(noteAt({ ...ROW, mark: 30, lagX: 340, hasLag: true, band: 300 }).room, 0)
  assert.equal(noteAt({ ...ROW, dashes: true, band: 660, larger: 1.5 }).isShort, true, 'larger letters need more')
})

test('a note stands before its lag, else behind it, and is left out where little of it could be read', () => {
  const lag = { ...ROW, hasLag: true, lagX: 200, lagEnds: 250 }
  assert.deepEqual(noteAt({ ...lag, mark: 40 }), { left: 52, room: 148 })
  assert.deepEqual(noteAt({ ...lag, mark: 150 }), { left: 262, room: 538 })
  assert.equal(noteAt({ ...lag, mark: 150, width: 300 }).room, 0)
})
