import { test } from 'node:test'
import assert from 'node:assert/strict'
import { happenedBetween, kept, same } from '../../time/happened.js'

const partition = (end, start = 0) => ['partition:orders:0', { topic: 'orders', partition: 0, start, end }]
const record = offset => [`record:orders:0:${offset}`, { topic: 'orders', partition: 0, offset, key: null, value: 'v' + offset, headers: [] }]
const position = (at, more = {}) => ['position:billing:orders:0', { group: 'billing', topic: 'orders', partition: 0, position: at, read: null, member: 'billing-1', ...more }]
const log = (end, ...more) => new Map([partition(end), ...Array.from({ length: end }, (_, offset) => record(offset)), ...more])

test('what stands behind the old end was appended', () => {
  assert.deepEqual(happenedBetween(log(1), log(3), 'produce orders v'), [
    { kind: 'appended', topic: 'orders', partition: 0, offset: 1 }, { kind: 'appended', topic: 'orders', partition: 0, offset: 2 }])
})

test('a position that rises by consume was read up to there, record by record', () => {
  const [read] = happenedBetween(log(3, position(1)), log(3, position(3)), 'consume orders group billing')
  assert.deepEqual(read, { kind: 'consumed', group: 'billing', member: 'billing-1', saved: true, fellOver: null,
    reads: [{ topic: 'orders', partition: 0, from: 1, to: 3, offsets: [1, 2] }] })
})

test('a position that rises by anything else was moved, and nothing was read', () => {
  assert.deepEqual(happenedBetween(log(3, position(1)), log(3, position(3)), 'reset group billing to latest'),
    [{ kind: 'moved', group: 'billing', topic: 'orders', partition: 0, from: 1, to: 3 }])
})

test('a new group begins at the end and has read nothing, unless it is told to begin at the beginning', () => {
  const offsets = command => happenedBetween(log(2), log(2, position(2)), command)[0].reads[0].offsets
  assert.deepEqual(offsets('consume orders group billing'), [])
  assert.deepEqual(offsets('consume orders group billing from-beginning'), [0, 1])
})

test('reading without saving is told as such', () => {
  const [read] = happenedBetween(log(3, position(1)), log(3, position(1, { read: 3 })), 'consume orders group billing no-commit')
  assert.equal(read.saved, false)
  assert.deepEqual(read.reads[0].offsets, [1, 2])
})

test('where nothing moved, nothing happened', () => {
  assert.deepEqual(happenedBetween(log(2, position(1)), log(2, position(1)), 'create topic payments partitions 1'), [])
})

test('facts that say the same stay the same objects, and the others do not', () => {
  const held = log(2, position(1))
  const next = new Map(JSON.parse(JSON.stringify([...log(3, position(2))])))
  const facts = kept(next, held)
  assert.deepEqual(new Map(facts), next)
  assert.equal(facts.get('record:orders:0:1'), held.get('record:orders:0:1'))
  assert.notEqual(facts.get('position:billing:orders:0'), held.get('position:billing:orders:0'))
})

test('sameness is that of JSON', () => {
  assert.ok(same({ a: [1, null, { b: 'x' }] }, { a: [1, null, { b: 'x' }] }))
  for (const [a, b] of [[1, '1'], [null, {}], [[], {}], [[1], [1, 2]], [{ a: 1 }, { b: 1 }], [{ a: null }, {}]]) assert.ok(!same(a, b), JSON.stringify([a, b]))
})
