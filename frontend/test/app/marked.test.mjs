import { test } from 'node:test'
import assert from 'node:assert/strict'
import { marked, mended, shortened } from '../../console/marked.js'

test('the place of an error is the middle of three parts', () => {
  assert.deepEqual(marked('consume ordres group email', 9, 6), { before: 'consume ', at: 'ordres', after: ' group email' })
})

test('where something is missing nothing is marked, at its place', () => {
  assert.deepEqual(marked('create topic', 13, 0), { before: 'create topic', at: '', after: '' })
  assert.deepEqual(marked('create topic', 99, 5), { before: 'create topic', at: '', after: '' })
})

test('of a long line only what is around the error is shown', () => {
  const parts = marked('a'.repeat(5000) + 'WRONG' + 'b'.repeat(5000), 5001, 5)

  assert.equal(parts.at, 'WRONG')
  assert.match(parts.before, /^… a{120}$/)
  assert.match(parts.after, /^b{275} …$/)
})

test('a very long error is cut too', () => {
  const parts = marked('produce orders {' + 'x'.repeat(100_000), 16, 100_000)

  assert.ok((parts.before + parts.at + parts.after).length < 500)
  assert.equal(parts.after, ' …')
})

test('a suggestion takes the place of what was marked', () => {
  assert.deepEqual(mended('consume ordres group email', 9, 6, 'orders'), { line: 'consume orders group email', caret: 14 })
  assert.deepEqual(mended('create topic a', 15, 0, ' partitions 1'), { line: 'create topic a partitions 1', caret: 27 })
})

test('characters are never cut in two', () => {
  const { text, more } = shortened('🛒'.repeat(10), 5)

  assert.equal(text, '🛒🛒')
  assert.equal(more, 16)
  assert.ok(marked('🛒'.repeat(1500) + 'x' + '🛒'.repeat(1500), 3002, 2).before.isWellFormed())
})
