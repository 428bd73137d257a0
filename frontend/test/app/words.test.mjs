import { test } from 'node:test'
import assert from 'node:assert/strict'
import { makeWords, parse } from '../../app/words.js'

const say = (pattern, values, language = 'en') => makeWords(language, { key: pattern })('key', values)

test('values stand where their name is', () => {
  assert.equal(say('Use {name} as {other}', { name: 'orders', other: 'x' }), 'Use orders as x')
})

test('numbers are written as the language writes them', () => {
  assert.equal(say('{n} records', { n: 12345 }), '12,345 records')
  assert.equal(say('{n} registros', { n: 12345 }, 'es'), '12.345 registros')
})

test('a plural has its own words for one and for any other number', () => {
  const pattern = '{n, plural, one {# command is} other {# commands are}} waiting in {topic}'

  assert.equal(say(pattern, { n: 1, topic: 'a' }), '1 command is waiting in a')
  assert.equal(say(pattern, { n: 0, topic: 'a' }), '0 commands are waiting in a')
  assert.equal(say(pattern, { n: 2500, topic: 'a' }), '2,500 commands are waiting in a')
})

test('values stand inside a plural too', () => {
  assert.equal(say('{n, plural, one {one of {all}} other {{n} of {all}}}', { n: 2, all: 5 }), '2 of 5')
})

test('a Spanish million is neither one nor lost', () => {
  assert.equal(say('{n, plural, one {# orden} other {# órdenes}}', { n: 1000000 }, 'es'), '1.000.000 órdenes')
})

test('a doubled apostrophe is one, and a quoted brace is a brace', () => {
  assert.equal(say("don''t write '{'name'}'", { name: 'x' }), "don't write {name}")
  assert.equal(say('it’s {n}', { n: 'x' }), 'it’s x')
})

test('text from people is put in as it stands', () => {
  assert.equal(say('No topic {name}', { name: "{n, plural} '' <b>" }), "No topic {n, plural} '' <b>")
})

test('a key without words shows itself', () => {
  assert.equal(makeWords('en', {})('page.nowhere'), 'page.nowhere')
})

test('broken patterns are found when they are read', () => {
  for (const broken of ['{', '{}', '{n', 'a } b', '{n, plural, one {x}}', '{n, select, a {x} other {y}}']) {
    assert.throws(() => parse(broken), Error, broken)
  }
})
