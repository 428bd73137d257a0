import { test } from 'node:test'
import assert from 'node:assert/strict'
import { differences } from '../../time/differences.js'

const facts = (list, more = []) => new Map([
  ['clock', { now: 'x' + list.length }], ['log', { count: list.length }],
  ['topic:orders', { topic: 'orders', place: 0, partitions: 2, partitioner: 'sum', retention: null, compacted: false, records: list.length, nextPartition: list.length }],
  ...list.map(([partition, offset, key, value], i) => [`record:orders:${partition}:${offset}`, { topic: 'orders', partition, offset, key, value, cut: false, bytes: value.length, headers: [], timestamp: 't' + i + more.length }]),
  ...more])
const position = (partition, at, more = {}) => [`position:billing:orders:${partition}`, { group: 'billing', topic: 'orders', partition, position: at, lag: 0, read: null, member: 'billing-1', ...more }]
const told = ({ said }) => said.map(({ word, values }) => `${word.slice("page.time.differs.".length)} ${Object.values(values).join(' ')}`)

test('the same facts differ in nothing, whenever they were written', () => {
  const one = facts([[0, 0, 'a', 'x']])
  assert.deepEqual(differences(one, new Map(JSON.parse(JSON.stringify([...one])))), { keys: new Set(), said: [] })
  const later = new Map(one).set('record:orders:0:0', { ...one.get('record:orders:0:0'), timestamp: 'later' })
  assert.equal(differences(one, later).keys.size, 0)
})

test('records are told as other or as only in one, and neighbours together', () => {
  const found = differences(facts([[0, 0, null, 'x'], [0, 1, null, 'y'], [0, 2, null, 'z']]), facts([[0, 0, null, 'other'], [1, 0, null, 'y']]))
  assert.deepEqual([...found.keys].sort(), ['record:orders:0:0', 'record:orders:0:1', 'record:orders:0:2', 'record:orders:1:0'])
  assert.deepEqual(told(found), ['record orders 0 0 0  x other', 'records-only orders 0 1 2 A', 'record-only orders 1 0 0 B'])
})

test('positions, what was read, owners and lags are told with both values', () => {
  const lag = n => ['group:billing', { group: 'billing', place: 0, lag: n }]
  const found = differences(facts([], [lag(0), position(0, 3), position(1, null)]), facts([], [lag(2), position(0, 1, { lag: 2 }), position(1, null, { read: 4, member: 'billing-2' })]))
  assert.deepEqual(told(found), ['lag billing 0 2', 'position orders 0 billing 3 1', 'read orders 1 billing  4', 'owner orders 1 billing billing-1 billing-2'])
})

test('a topic or group that only one has is told once, and its parts are only marked', () => {
  const found = differences(facts([]), facts([], [['group:email', { group: 'email', place: 1, lag: 1 }], ['position:email:orders:0', { ...position(0, 1)[1], group: 'email' }],
    ['topic:payments', { topic: 'payments', place: 1 }], ['partition:payments:0', { topic: 'payments', partition: 0, start: 0, end: 1 }], ['record:payments:0:0', { topic: 'payments', partition: 0, offset: 0 }]]))
  assert.deepEqual(told(found), ['topic-only payments B', 'group-only email B'])
  assert.ok(found.keys.has('position:email:orders:0') && found.keys.has('record:payments:0:0'))
})

test('SQL tables differ by their rows', () => {
  const table = (...rows) => ['table:invoices', { table: 'invoices', columns: ['n'], numeric: [true], rows, count: rows.length }]
  assert.deepEqual(told(differences(facts([], [table(['1'])]), facts([], [table(['1'], ['2'])]))), ['rows invoices 1 2'])
  assert.deepEqual(told(differences(facts([], [table(['1'])]), facts([], [table(['2'])]))), ['table invoices'])
  assert.deepEqual(told(differences(facts([], [table(['1'])]), facts([]))), ['table-only invoices A'])
})

test('figures of instances are told with both values', () => {
  const of = (violations, commitPoint, design) => new Map([
    ['cohort:book:trips', { group: 'book', topic: 'trips', violations, duplicates: 0, zombies: 0, letters: 0, handled: 3 }],
    ['progress:book:trips:0', { group: 'book', topic: 'trips', partition: 0, commitPoint, committed: 0 }],
    ['instance:one', { instance: 'one', state: 'running', design, lanes: 1, queued: 0 }]])
  assert.deepEqual(told(differences(of(1, 2, 'pool'), of(0, 3, 'lanes'))),
    ['cohort-violations trips book 1 0', 'progress-commitpoint trips 0 book 2 3', 'instance-design one pool lanes'])
})

test('what instances do is no difference that is told', () => {
  const lane = state => new Map([['instance:one', { instance: 'one' }], ['lane:one:0', { state }], ['events', { count: 1 }]])
  assert.deepEqual(differences(lane('working'), lane('idle')), { keys: new Set(), said: [] })
})
