import { test } from 'node:test'
import assert from 'node:assert/strict'
import { describeTopic, modelOf, naturally, sizeOf, spanOf } from '../../picture/model.js'
import { SHAPES, classesOf, styleOf } from '../../picture/marks.js'

const facts = entries => new Map(entries.map(fact => [keyOf(fact), fact]))
const keyOf = f => f.offset !== undefined ? `record:${f.topic}:${f.partition}:${f.offset}` : f.position !== undefined ? `position:${f.group}:${f.topic}:${f.partition}`
  : f.member ? `member:${f.group}:${f.member}` : f.group ? `group:${f.group}` : f.partition !== undefined ? `partition:${f.topic}:${f.partition}` : `topic:${f.topic}`
const topic = (topic, place, partitions, more = {}) => ({ topic, place, partitions, records: 0, partitioner: 'sum', retention: null, compacted: false, ...more })
const at = (group, topic, partition, position, lag, member = null, read = null) => ({ group, topic, partition, position, lag, member, read })

const SHOP = facts([
  topic('stock', 1, 1), topic('orders', 0, 2),
  { topic: 'orders', partition: 1, start: 0, end: 4 }, { topic: 'orders', partition: 0, start: 0, end: 5 }, { topic: 'stock', partition: 0, start: 0, end: 0 },
  { group: 'email', place: 1, lag: 3 }, { group: 'billing', place: 0, lag: 2 },
  { group: 'billing', member: 'billing-10', owned: [{ topic: 'orders', partitions: [] }] },
  { group: 'billing', member: 'billing-2', owned: [{ topic: 'orders', partitions: [1] }] },
  { group: 'billing', member: 'billing-1', owned: [{ topic: 'orders', partitions: [0] }] },
  at('email', 'orders', 0, 2, 3), at('email', 'orders', 1, null, null, null, 2), at('billing', 'orders', 0, 5, 0, 'billing-1'), at('billing', 'orders', 1, 2, 2, 'billing-2'),
  { topic: 'orders', partition: 0, offset: 0, key: 'reset' },
])

test('topics and groups stand in the order in which they were made, partitions by number', () => {
  const { topics } = modelOf(SHOP)
  assert.deepEqual(topics.map(t => t.topic), ['orders', 'stock'])
  assert.deepEqual(topics[0].rows.map(r => r.partition), [0, 1])
  assert.deepEqual(topics[0].rows[0].readers.map(r => r.group), ['billing', 'email'])
})

test('a topic sums the lag of each group over it; what has no position counts for nothing', () => {
  const [orders, stock] = modelOf(SHOP).topics
  assert.deepEqual(orders.readers.map(r => [r.group, r.lag]), [['billing', 2], ['email', 3]])
  assert.equal(orders.readers[1].unsaved, true)
  assert.deepEqual(stock.readers, [])
})

test('a member that owns nothing is named', () => {
  assert.deepEqual(modelOf(SHOP).topics[0].readers[0].idle, ['billing-10'])
})

test('a group without any position has no lag, which is not lag 0', () => {
  const one = facts([topic('t', 0, 1), { topic: 't', partition: 0, start: 0, end: 3 }, { group: 'g', place: 0, lag: null }, at('g', 't', 0, null, null)])
  assert.equal(modelOf(one).topics[0].readers[0].lag, null)
})

test('names are counted as people do', () => {
  assert.deepEqual(['m-10', 'm-9', 'm-1'].sort(naturally), ['m-1', 'm-9', 'm-10'])
})

test('spans and sizes are said in the largest unit that is exact', () => {
  assert.deepEqual(spanOf(7 * 86_400_000), { unit: 'days', n: 7 })
  assert.deepEqual(spanOf(90 * 60_000), { unit: 'minutes', n: 90 })
  assert.deepEqual(spanOf(1500), { unit: 'millis', n: 1500 })
  assert.deepEqual(sizeOf(10_000), { unit: 'kB', n: 10 })
  assert.deepEqual(sizeOf(10_240), { unit: 'B', n: 10240 })
})

test('retention, compaction and an unusual partitioner are said', () => {
  const words = (key, values) => key.replace('page.picture.', '') + (values ? JSON.stringify(values) : '')
  assert.equal(describeTopic(topic('t', 0, 1, { retention: { kind: 'records', amount: 20 }, compacted: true, partitioner: 'murmur2' }), words),
    'size{"partitions":1,"records":0}, keeps.records{"n":20}, compacted, murmur2')
})

test('twenty groups look different from each other, the first five by colour', () => {
  const looks = Array.from({ length: 20 }, (_, place) => classesOf(place))
  assert.equal(new Set(looks).size, 20)
  assert.deepEqual([0, 1, 2, 3, 4].map(place => styleOf(place).colour), [1, 2, 3, 4, 5])
  assert.equal(styleOf(5).colour, null)
  assert.equal(styleOf(5).shape, SHAPES[1])
  const withoutColour = Array.from({ length: 20 }, (_, place) => JSON.stringify({ ...styleOf(place), colour: null }))
  assert.equal(new Set(withoutColour).size, 20)
})
