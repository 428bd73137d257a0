import { test } from 'node:test'
import assert from 'node:assert/strict'
import { NOTHING, fold, of } from '../../app/fold.js'

const snapshot = (revision, facts) => ({ type: 'snapshot', revision, facts })
const changes = (after, set, gone = []) => ({ type: 'changes', after, revision: after + 1, set, gone })
const play = (...frames) => frames.reduce(fold, NOTHING)

test('a snapshot is the whole state', () => {
  const state = play(snapshot(7, { clock: { now: 'nine' } }), snapshot(9, { log: { count: 1 } }))

  assert.equal(state.revision, 9)
  assert.deepEqual([...state.facts.keys()], ['log'])
  assert.equal(state.missed, false)
})

test('changes set and remove by key and keep the order of what stays', () => {
  const state = play(
    snapshot(1, { a: 1, b: 2, c: 3 }),
    changes(1, { b: 20, d: 4 }, ['a']))

  assert.deepEqual([...state.facts], [['b', 20], ['c', 3], ['d', 4]])
})

test('a hole changes nothing and is marked, until a snapshot mends it', () => {
  const holed = play(snapshot(1, { a: 1 }), changes(2, { a: 3 }))
  assert.equal(holed.missed, true)
  assert.equal(holed.facts.get('a'), 1)

  const later = fold(holed, changes(3, { a: 4 }))
  assert.equal(later.facts.get('a'), 1)

  assert.equal(fold(later, snapshot(5, { a: 5 })).missed, false)
})

test('changes that are already in the snapshot are no hole', () => {
  const state = play(snapshot(5, { a: 5 }), changes(3, { a: 4 }), changes(4, { a: 5 }))

  assert.equal(state.missed, false)
  assert.equal(state.facts.get('a'), 5)
})

test('an earlier state is left as it was', () => {
  const before = play(snapshot(1, { a: 1 }))
  fold(before, changes(1, { a: 2 }))

  assert.equal(before.facts.get('a'), 1)
})

test('what is no state leaves the very same state', () => {
  const before = play(snapshot(1, { a: 1 }))

  assert.equal(fold(before, { type: 'reply', id: 'x', ok: true }), before)
})

test('facts of a kind come in the order in which they were made', () => {
  const { facts } = play(snapshot(1, {
    'topic:b': { topic: 'b', place: 1 }, 'group:topic': { group: 'topic', place: 0 }, 'topic:a': { topic: 'a', place: 0 } }))

  assert.deepEqual(of(facts, 'topic').map(fact => fact.topic), ['a', 'b'])
})
