import { test } from 'node:test'
import assert from 'node:assert/strict'
import { keepHistory, makeHistory } from '../../console/history.js'

test('up and down walk the lines and give the half-typed one back', () => {
  const history = makeHistory(['one', 'two'])

  assert.equal(history.up('half'), 'two')
  assert.equal(history.up('two'), 'one')
  assert.equal(history.up('one'), null)
  assert.equal(history.down('one'), 'two')
  assert.equal(history.down('two'), 'half')
  assert.equal(history.down('half'), null)
})

test('what is changed in an older line waits there, and is gone once a line has run', () => {
  const history = makeHistory(['one', 'two'])
  history.up('')
  history.up('two, changed')

  assert.equal(history.down('one'), 'two, changed')

  history.add('three')
  assert.equal(history.up(''), 'three')
  assert.equal(history.up('three'), 'two')
})

test('blank lines and a line typed twice in a row are kept once or not at all', () => {
  const history = makeHistory()
  for (const line of ['topics', 'topics', '   ', 'groups', 'topics']) history.add(line)

  assert.deepEqual(history.lines(), ['topics', 'groups', 'topics'])
})

test('it is bounded in lines and in characters', () => {
  const history = makeHistory()
  for (let n = 0; n < 700; n++) history.add('line ' + n)
  assert.equal(history.lines().length, 500)
  assert.equal(history.lines()[0], 'line 200')

  for (let n = 0; n < 10; n++) history.add(String(n).repeat(50_000))
  assert.equal(history.lines().length, 4)

  history.add('x'.repeat(300_000))
  assert.deepEqual(history.lines(), [])
})

test('it is kept for its sandbox, and a store that fails or holds rubbish is no matter', () => {
  const store = new Map()
  const local = { getItem: key => store.get(key) ?? null, setItem: (key, value) => store.set(key, value) }
  keepHistory('a', local).add('topics')

  assert.deepEqual(keepHistory('a', local).lines(), ['topics'])
  assert.deepEqual(keepHistory('b', local).lines(), [])

  store.set('carril-history-a', '{"not":"ours"}')
  assert.deepEqual(keepHistory('a', local).lines(), [])

  const none = { getItem() { throw new Error('no') }, setItem() { throw new Error('no') } }
  const history = keepHistory('a', none)
  history.add('groups')
  assert.equal(history.up(''), 'groups')
})
