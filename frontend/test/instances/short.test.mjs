import { test } from 'node:test'
import assert from 'node:assert/strict'
import { shortOf } from '../../instances/short.js'

const row = (partition, commitPoint, stretches, topic = 'chat') => ({
  progress: { topic, partition, group: 'sms', instance: 'one', committed: commitPoint, commitPoint, ahead: 0, gap: null, stretches, more: 0 }, letters: new Map(), troubles: new Map(),
})

test('a partition in short is its commit point, and what has become of the offset there', () => {
  const rows = new Map([
    ['chat:0', row(0, 3, [{ from: 3, to: 4, is: 'reprieved' }])],
    ['chat:1', row(1, 7, [])],
    ['chat:2', row(2, null, [])],
  ])
  assert.deepEqual(shortOf(rows).map(({ name, is, point }) => [name, is, point]), [['p0', 'backing-off', '3'], ['p1', 'committed', '7'], ['p2', 'committed', '']])
})

test('where many groups read a partition the first of those that are shown is told; of more topics each is named', () => {
  const first = row(0, 5, [{ from: 5, to: 6, is: 'working' }])
  const rows = new Map([['chat:0', { bands: [first], all: [first, row(0, 1, [])] }], ['mail:0', row(0, 2, [], 'mail')]])
  assert.deepEqual(shortOf(rows).map(({ name, is, point }) => [name, is, point]), [['chat p0', 'working', '5'], ['mail p0', 'committed', '2']])
})
