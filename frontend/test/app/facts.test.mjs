import { test } from 'node:test'
import assert from 'node:assert/strict'
import { Facts, restOf } from '../../app/facts.js'

test('facts are what a map with the same changes would be, after any changes', () => {
  let state = 7
  const random = n => (state = (state * 48271) % 2147483647) % n
  const key = () => random(3) === 0 ? `partition:orders:${random(9)}` : `record:orders:0:${random(900)}`
  let facts = new Facts()
  let map = new Map()
  for (let round = 0; round < 400; round++) {
    const gone = Array.from({ length: random(6) }, key)
    const set = Array.from({ length: random(8) }, () => [key(), { round, n: random(1000) }])
    const before = map
    const earlier = facts
    map = new Map(before)
    for (const one of gone) map.delete(one)
    for (const [one, fact] of set) map.set(one, fact)
    facts = facts.with(set, gone)

    const sorted = entries => [...entries].sort(([a], [b]) => a < b ? -1 : 1)
    assert.deepEqual(sorted(facts), sorted(map), `round ${round}`)
    if (round % 50 === 0) assert.deepEqual(sorted(earlier), sorted(before), 'what was there before stays as it was')
    for (const one of [key(), key()]) {
      assert.equal(facts.get(one), map.get(one))
      assert.equal(facts.has(one), map.has(one))
    }
  }
})

test('the rest is all but the records', () => {
  const entries = [['clock', { now: 'nine' }], ['record:orders:0:0', { value: 'a' }]]

  assert.deepEqual([...restOf(new Facts(entries)).keys()], ['clock'])
  assert.deepEqual([...restOf(new Map(entries)).keys()], ['clock', 'record:orders:0:0'])
})

test('facts know which keys they changed of those before, and of no others', () => {
  const first = new Facts([['clock', { now: 'nine' }]])
  const second = first.with([['clock', { now: 'ten' }]], ['record:orders:0:0'])
  const third = second.with([])

  assert.deepEqual([...second.changedSince(first)].sort(), ['clock', 'record:orders:0:0'])
  assert.deepEqual([...third.changedSince(third)], [])
  assert.equal(third.changedSince(first), null)
  assert.equal(first.changedSince(second), null)
  assert.equal(first.changedSince(new Map()), null)
})
