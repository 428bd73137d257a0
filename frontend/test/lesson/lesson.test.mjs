import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, money } from '../../lesson/bus.js'
import { inSentences, placeOf, standsWith } from '../../lesson/guide.js'
import { tallest } from '../../lesson/reel.js'
import { kindOf, ledTo } from '../../lesson/pointing.js'

test('a sum of prices is exact', () => {
  const sum = cents('{"product":"cheese","price":12.40}', 'price') + cents('{"price" : 3.1}', 'price') + cents('{"price":-2}', 'price')
  assert.equal(money(sum), '13.50')
  assert.equal(cents('{"order":61}', 'price'), 0n)
  assert.equal(money(-5n), '-0.05')
})

test('what is too long for a hall is cut between sentences', () => {
  const long = 'One sentence is here. '.repeat(30).trim()
  const parts = inSentences(long)
  assert.ok(parts.length > 1)
  assert.ok(parts.every(part => part.length <= 260 && part.endsWith('.')))
  assert.equal(parts.join(' '), long)
  assert.deepEqual(inSentences('Short.'), ['Short.'])
})

const WATCH = 'watch'
const TRY = 'try'
const PAGE = [{ kind: 'says', text: 'title' }, { kind: 'reel', section: WATCH, at: 0 }, { kind: 'reel', section: WATCH, at: 1 }, { kind: 'reel', section: WATCH, at: 2 },
  { kind: 'says', text: 'between' }, { kind: 'solution', section: TRY, at: 0 }, { kind: 'solved', section: TRY }, { kind: 'says', text: 'after' }]

test('whoever comes in the middle of a page comes to what stands on the stage', () => {
  assert.equal(placeOf(PAGE, { section: WATCH, at: 2 }), 3)
  assert.equal(placeOf(PAGE, { section: TRY, at: 1 }), 6)
  assert.equal(placeOf(PAGE, { section: WATCH, at: 0 }), 0)
  assert.equal(placeOf(PAGE, null), 0)
})

test('beside words stands what came before them, and in front of all of it its beginning', () => {
  assert.deepEqual(standsWith(PAGE, 0), PAGE[1])
  assert.deepEqual(standsWith(PAGE, 4), PAGE[3])
  assert.deepEqual(standsWith(PAGE, 7), { kind: 'solution', section: TRY, at: Infinity })
  assert.deepEqual(standsWith(PAGE, 2), PAGE[2])
  assert.deepEqual(standsWith([PAGE[0]], 0), PAGE[0])
  // A Watch without a word of its own begins with its first step.
  assert.deepEqual(standsWith([PAGE[0], PAGE[2]], 0), PAGE[1])
})

test('a command is guessed about by what it does', () => {
  assert.deepEqual(['produce orders a', ' CONSUME orders group g', 'reset group g to 0', 'topics'].map(kindOf), ['lands', 'reads', 'position', null])
})

test('a guess is held against what has happened', () => {
  const before = new Map([['record:orders:0:0', { topic: 'orders', partition: 0, offset: 0 }], ['position:g:orders:0', { topic: 'orders', partition: 0, position: 1 }]])
  const after = new Map([...before, ['record:orders:1:0', { topic: 'orders', partition: 1, offset: 0 }], ['position:g:orders:0', { topic: 'orders', partition: 0, position: 0 }]])
  assert.deepEqual(ledTo('lands', before, after, 'produce orders a', {}), ['orders p1:0', 'orders p1'])
  assert.deepEqual(ledTo('position', before, after, 'reset group g to 0', {}), ['orders p0:0'])
  assert.deepEqual(ledTo('reads', before, after, 'consume orders group g', { data: { records: [{ partition: 1, offset: 0 }] } }), ['orders p1:0'])
  assert.deepEqual(ledTo('reads', before, after, 'consume orders group g', { data: { records: [] } }), [])
})

test('room is kept for the state with the most rows, and for the one with the most rows of tables', () => {
  const empty = {}
  const log = { 'topic:a': {}, 'partition:a:0': {}, 'position:g:a:0': {}, 'record:a:0:0': {} }
  const table = { 'topic:a': {}, 'table:t': { rows: [[1], [2]] } }
  assert.deepEqual(tallest([empty, log, table, log]), [log, table])
  assert.deepEqual(tallest([empty, { ...log, ...table }]), [{ ...log, ...table }])
})
