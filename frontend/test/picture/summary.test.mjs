import { test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { makeWords } from '../../app/words.js'
import { summary } from '../../picture/summary.js'
import { tablesOf } from '../../picture/table-view.js'

/** The catalogue as the server reads it: a properties file. */
function wordsOf(language) {
  const text = readFileSync(new URL(`../../words/${language}.properties`, import.meta.url), 'utf8')
  const unescape = value => value.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))).replaceAll('\\n', '\n')
  return makeWords(language, Object.fromEntries(text.split('\n').filter(line => line.includes(' = ')).map(line => {
    const at = line.indexOf(' = ')
    return [line.slice(0, at), unescape(line.slice(at + 3))]
  })))
}

const EN = wordsOf('en')
const ES = wordsOf('es')

const FACTS = new Map(Object.entries({
  'topic:orders': { topic: 'orders', place: 0, partitions: 2, partitioner: 'sum', retention: { kind: 'records', amount: 20 }, compacted: false, records: 3 },
  'partition:orders:0': { topic: 'orders', partition: 0, start: 3, end: 5 },
  'partition:orders:1': { topic: 'orders', partition: 1, start: 0, end: 1 },
  'record:orders:0:3': { topic: 'orders', partition: 0, offset: 3, key: 'order-61', value: '{"total":12.40}', cut: false, bytes: 1, headers: [], timestamp: '2026-01-01T09:00:01Z' },
  'record:orders:0:4': { topic: 'orders', partition: 0, offset: 4, key: null, value: 'x', cut: false, bytes: 1, headers: [{ key: 'a', value: 'b' }], timestamp: '2026-01-01T09:00:02Z' },
  'record:orders:1:0': { topic: 'orders', partition: 1, offset: 0, key: 'k', value: null, cut: false, bytes: 1, headers: [], timestamp: '2026-01-01T09:00:03Z' },
  'group:billing': { group: 'billing', place: 0, lag: 2 },
  'group:email': { group: 'email', place: 1, lag: null },
  'member:billing:billing-1': { group: 'billing', member: 'billing-1', owned: [{ topic: 'orders', partitions: [0] }] },
  'member:billing:billing-2': { group: 'billing', member: 'billing-2', owned: [{ topic: 'orders', partitions: [1] }] },
  'member:billing:billing-3': { group: 'billing', member: 'billing-3', owned: [{ topic: 'orders', partitions: [] }] },
  'position:billing:orders:0': { group: 'billing', topic: 'orders', partition: 0, position: 1, lag: 2, read: null, member: 'billing-1' },
  'position:billing:orders:1': { group: 'billing', topic: 'orders', partition: 1, position: 1, lag: 0, read: null, member: 'billing-2' },
  'position:email:orders:0': { group: 'email', topic: 'orders', partition: 0, position: null, lag: null, read: 5, member: null },
  'position:email:orders:1': { group: 'email', topic: 'orders', partition: 1, position: null, lag: null, read: null, member: null },
  'table:invoices': { table: 'invoices', columns: ['id'], numeric: [true], rows: [['1']], count: 1 },
}))

test('the summary says topics, ends, who owns what, and each lag', () => {
  assert.equal(summary(FACTS, EN), 'Topic orders: 2 partitions, 3 records, keeps the last 20 records of each partition. '
    + 'Ends: p0 5 (from 3) and p1 1. '
    + 'Group billing, lag 2: billing-1 owns p0 and billing-2 owns p1. Positions: p0 at 1, which is gone, lag 2 and p1 at 1, lag 0. '
    + 'billing-3 owns no partition. '
    + 'Group email, no position yet: it has no member here. Positions: p0 read to 5, nothing saved yet and p1 has no position yet. '
    + 'Table invoices: 1 row.')
})

test('the summary is said in Spanish too, with no word missing', () => {
  const said = summary(FACTS, ES)
  assert.match(said, /Grupo billing, retraso 2: billing-1 tiene p0 y billing-2 tiene p1/)
  assert.doesNotMatch(said, /page\./)
  assert.equal(summary(new Map(), ES), 'Aún no hay ningún topic. Lo que crees aparecerá aquí.')
})

test('the table view holds the facts that the picture shows', () => {
  const [orders] = tablesOf(FACTS, EN)
  assert.deepEqual(orders.partitions.map(p => [p.partition, p.start, p.end]), [[0, 3, 5], [1, 0, 1]])
  assert.deepEqual(orders.readers.map(r => [r.group, r.partition, r.member, r.position, r.read, r.lag]), [
    ['billing', 0, 'billing-1', 1, null, 2], ['billing', 1, 'billing-2', 1, null, 0], ['email', 0, null, null, 5, null], ['email', 1, null, null, null, null]])
  assert.deepEqual(orders.idle.map(one => one.member), ['billing-3'])
  assert.deepEqual(orders.records.map(r => `${r.partition}:${r.offset}`), ['0:3', '0:4', '1:0'])
  assert.equal(orders.older, 0)
})

test('of many records the table view holds the newest and counts the rest', () => {
  const facts = new Map(FACTS)
  facts.set('topic:orders', { ...FACTS.get('topic:orders'), records: 401 })
  facts.set('partition:orders:1', { topic: 'orders', partition: 1, start: 0, end: 399 })
  for (let offset = 0; offset < 399; offset++) facts.set(`record:orders:1:${offset}`, { ...FACTS.get('record:orders:1:0'), offset })
  const [orders] = tablesOf(facts, EN, () => 50)
  assert.deepEqual(orders.records.filter(r => r.partition === 1).map(r => r.offset), Array.from({ length: 25 }, (_, i) => 374 + i))
  assert.equal(orders.older, 401 - 27)
})
