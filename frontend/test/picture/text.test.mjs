import { test } from 'node:test'
import assert from 'node:assert/strict'
import { characters, halves, head, keyTail, pretty, tail, valueTail, visible } from '../../picture/text.js'

test('a key that fits is shown whole, else its end', () => {
  assert.equal(keyTail('order-61', 8), 'order-61')
  assert.equal(keyTail('customer-7', 8), '…tomer-7')
})

test('a key is cut between characters as people see them', () => {
  assert.deepEqual(characters('é👨‍👩‍👧🇪🇸'), ['é', '👨‍👩‍👧', '🇪🇸'])
  assert.equal(keyTail('aaaa👨‍👩‍👧👨‍👩‍👧', 4), '…👨‍👩‍👧')
  assert.equal(keyTail('aaaaé', 2), '…é')
  assert.equal(keyTail('🇪🇸🇩🇪🇫🇷', 5), '…🇩🇪🇫🇷')
})

test('wide characters take two columns', () => {
  assert.equal(keyTail('客户七号', 8), '客户七号')
  assert.equal(keyTail('客户七号', 7), '…户七号')
})

test('the end of a key of 64 kB is found without cutting up the whole', () => {
  assert.equal(keyTail('x'.repeat(64_000) + 'end', 4), '…end')
  assert.equal(keyTail('👨‍👩‍👧'.repeat(5000), 5), '…👨‍👩‍👧👨‍👩‍👧')
})

test('the empty key and a key of blanks can be seen', () => {
  assert.equal(keyTail('', 8), '""')
  assert.equal(keyTail('  ', 8), '␣␣')
})

test('a line break in a key does not break the cell', () => {
  assert.equal(keyTail('a\nb', 8), 'a␊b')
  assert.equal(tail('abc', 3), 'abc')
})

test('without a key the last word of the value is shown, without its quotes and braces', () => {
  assert.equal(valueTail('{"order":61,"event":"shipped"}', false, 9), 'shipped')
  assert.equal(valueTail('{"order":61,"total":12.40}', false, 9), '12.40')
  assert.equal(valueTail('[1,2,{"a":null}]', false, 9), 'null')
  assert.equal(valueTail('{"a":"say \\"x\\""}', false, 9), 'say "x"')
  assert.equal(valueTail('{}', false, 9), '{}')
})

test('of plain text the end is shown, of a cut value the beginning', () => {
  assert.equal(valueTail('partition 3 is down', false, 8), '…is down')
  assert.equal(valueTail('{"note":"a very long', true, 8), '{"note"…')
  assert.equal(head('short', 8), 'short')
})

test('a short value stands as it was typed', () => {
  assert.deepEqual(pretty('{"total":12.40, "n" : 1}'), [{ depth: 0, text: '{"total":12.40, "n" : 1}' }])
})

test('a long JSON value is laid out, every token as it was typed', () => {
  const value = '{"order":61,"total":12.40,"lines":[{"sku":"a","n":1},{"sku":"b \\" , {","n":1e5}],"note":"' + 'x'.repeat(60) + '"}'
  const lines = pretty(value)
  assert.deepEqual(lines.map(line => line.depth), [0, 1, 1, 1, 1, 0])
  assert.equal(lines[2].text, '"total": 12.40,')
  assert.equal(lines[3].text, '"lines": [{"sku": "a", "n": 1}, {"sku": "b \\" , {", "n": 1e5}],')
  const bare = text => text.replace(/\s/g, '')
  assert.equal(bare(lines.map(line => line.text).join('')), bare(value))
})

test('what is no JSON keeps its lines, and a value cut in the middle is not guessed at', () => {
  assert.deepEqual(pretty('one\ntwo').map(line => line.text), ['one', 'two'])
  const cut = '{"a":"' + 'y'.repeat(100)
  assert.deepEqual(pretty(cut), [{ depth: 0, text: cut }])
})

test('layout never throws and never loses a token', () => {
  const parts = ['{', '}', '[', ']', ',', ':', '"a"', '"\\""', '12.40', 'null', ' ', '\n', '👍', '"']
  for (let seed = 1; seed < 3000; seed++) {
    let state = seed
    const next = n => (state = (state * 1103515245 + 12345) & 0x7fffffff) % n
    const value = '{' + Array.from({ length: 60 }, () => parts[next(parts.length)]).join('')
    const bare = text => text.replace(/\s/g, '')
    assert.equal(bare(pretty(value, 20).map(line => line.text).join('')), bare(value), `seed ${seed}`)
  }
})

test('a long name keeps its end', () => {
  assert.deepEqual(halves('billing-service-12'), ['billing-servic', 'e-12'])
  assert.deepEqual(halves('billing'), ['billing', ''])
})

test('what cannot be seen, or would turn the writing, has a picture', () => {
  assert.equal(visible('a\tb\u007F\u2028'), 'a␉b␡␤')
  assert.equal(visible('pay-\u202Eevil\u202C\u200B'), 'pay-↔evil↔↔')
  assert.equal(visible('👨‍👩‍👧 مرحبا'), '👨‍👩‍👧 مرحبا', 'joined emoji and writing from right to left are left alone')
})
