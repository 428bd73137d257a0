import { test } from 'node:test'
import assert from 'node:assert/strict'
import { keepAnswers } from '../../console/answers.js'

function storeOf(texts = new Map()) {
  return { getItem: key => texts.get(key) ?? null, setItem: (key, text) => texts.set(key, text), texts }
}
const answer = text => ({ ok: true, kind: 'topics', pieces: [{ sentence: text }] })
const lines = kept => kept.before.map(({ line }) => line)

test('answers are there again after the page was loaded again, each sandbox its own', () => {
  const store = storeOf()
  const kept = keepAnswers('a', store)
  kept.add('topics', answer('orders'))
  kept.add('nonsense', { ok: false, error: { message: 'no such command' } })
  assert.deepEqual(keepAnswers('a', store).before, [{ line: 'topics', reply: answer('orders') }, { line: 'nonsense', reply: { ok: false, error: { message: 'no such command' } } }])
  assert.deepEqual(keepAnswers('b', store).before, [])
})

test('the newest are kept, as long as they are not too much', () => {
  const store = storeOf()
  const kept = keepAnswers('a', store)
  for (let n = 0; n < 50; n++) kept.add('read ' + n, answer('x'))
  assert.equal(lines(keepAnswers('a', store)).length, 40)
  assert.equal(lines(keepAnswers('a', store)).at(-1), 'read 49')
  kept.add('read all', answer('x'.repeat(199_000)))
  assert.ok(lines(keepAnswers('a', store)).length < 20)
  kept.add('read more', answer('x'.repeat(300_000)))
  assert.deepEqual(lines(keepAnswers('a', store)), [])
})

test('what clears the screen clears them, and a store that fails stops nothing', () => {
  const store = storeOf()
  const kept = keepAnswers('a', store)
  kept.add('topics', answer('orders'))
  kept.add('clear', { ok: true, kind: 'clear' })
  assert.deepEqual(lines(keepAnswers('a', store)), [])
  assert.deepEqual(lines(keepAnswers('a', storeOf(new Map([['carril-answers-a', '{"no":"list"}']])))), [])
  keepAnswers('a', null).add('topics', answer('orders'))
  keepAnswers(null, store).add('topics', answer('orders'))
  assert.equal(store.texts.size, 1)
})
