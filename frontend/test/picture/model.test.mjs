import { test } from 'node:test'
import assert from 'node:assert/strict'
import { Facts } from '../../app/facts.js'
import { describeTopic, modelAfter, modelOf, naturally, sizeOf, spanOf } from '../../picture/model.js'
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

test('a model made of the one before it says the same as one made of all facts, after any changes', () => {
  let state = 11
  const random = n => (state = (state * 48271) % 2147483647) % n
  const plain = ({ topics, groups }) => ({ topics, groups })
  let now = new Facts(SHOP)
  let model = modelAfter(null, now)
  for (let round = 0; round < 400; round++) {
    const partition = random(2)
    const changes = [
      topic('orders', 0, 2, round % 7 === 0 ? { retention: { kind: 'records', amount: round + 1 } } : { records: round }),
      { topic: 'orders', partition, start: 0, end: round },
      { topic: 'orders', partition, offset: round, key: 'k' },
      at('billing', 'orders', partition, random(9), random(9), 'billing-1'),
      at('email', 'orders', 1, random(2) ? random(9) : null, null, null, random(3) ? null : random(9)),
      { topic: 'stock', partition: 0, start: 0, end: round },
      topic('stock', random(9) ? 1 : -1, 1),
      at(`more-${random(3)}`, 'stock', 0, 0, 0),
      { group: 'email', place: random(3), lag: 3 },
    ].filter(() => random(3) === 0)
    const gone = [`record:orders:0:${random(400)}`, `position:more-${random(3)}:stock:0`, 'group:email'].filter(() => random(8) === 0)
    now = now.with(changes.map(fact => [keyOf(fact), fact]), gone)
    model = modelAfter(model, now)
    assert.deepEqual(plain(model), plain(modelOf(now)), `round ${round}`)
  }
})

test('what has not changed is the same object in the model that follows', () => {
  const before = modelOf(new Facts(SHOP))
  const end = { topic: 'orders', partition: 0, start: 0, end: 6 }
  const after = modelAfter(before, before.facts.with([['partition:orders:0', end], ['clock', { now: 'nine' }]]))

  const [orders, stock] = after.topics
  assert.equal(stock, before.topics[1])
  assert.equal(orders.rows[1], before.topics[0].rows[1])
  assert.equal(orders.readers, before.topics[0].readers)
  assert.equal(orders.rows[0].end, 6)
  assert.equal(before.topics[0].rows[0].end, 5, 'what was is as it was')
})

test('of a group whose lag alone has changed no row and no reader is another', () => {
  const before = modelOf(new Facts(SHOP))
  const after = modelAfter(before, before.facts.with([['group:billing', { ...before.facts.get('group:billing'), lag: 99 }]]))
  assert.equal(after.topics[0], before.topics[0])
  assert.equal(after.groups.find(({ group }) => group === 'billing').lag, 99)
  assert.deepEqual(after.groups.map(({ group, members }) => [group, members.length]), before.groups.map(({ group, members }) => [group, members.length]))
})

test('a record that is gone is a change of its partition', () => {
  const before = modelOf(new Facts(SHOP))
  const after = modelAfter(before, before.facts.with([], ['record:orders:0:0']))
  assert.notEqual(after.topics[0].rows[0], before.topics[0].rows[0])
  assert.equal(after.topics[0].rows[1], before.topics[0].rows[1])
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
