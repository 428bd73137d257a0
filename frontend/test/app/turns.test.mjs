import { test } from 'node:test'
import assert from 'node:assert/strict'
import { hasLines, makeTurns } from '../../console/turns.js'

const lines = (...texts) => texts.map((text, place) => ({ line: place + 1, text }))

/** Runs a line when the test says so. `bad` lines are errors. */
function makeBench() {
  const ran = []
  const open = []
  const turns = makeTurns((line, paste) => new Promise(resolve => {
    ran.push(paste ? `${line} ${paste.place}/${paste.of}` : line)
    open.push(() => resolve({ ok: !line.startsWith('bad') }))
  }))
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return { turns, ran, async answer(count = 1) { for (; count > 0; count--) { await settle(); open.shift()?.(); await settle() } } }
}

test('the lines of a paste run in order, each after the answer to the one before', async () => {
  const { turns, ran, answer } = makeBench()
  const done = turns.paste(lines('a', 'b', 'c'))
  await answer(0)
  await answer()
  assert.deepEqual(ran, ['a 1/3', 'b 2/3'])

  await answer(2)
  assert.deepEqual(await done, { ran: 3, left: 0, why: null })
})

test('the first error stops the rest, and it is known how many did not run', async () => {
  const { turns, ran, answer } = makeBench()
  const done = turns.paste(lines('a', 'bad', 'c', 'd'))
  await answer(2)

  assert.deepEqual(await done, { ran: 1, left: 2, why: 'error' })
  assert.deepEqual(ran, ['a 1/4', 'bad 2/4'])
})

test('what is typed while a paste runs waits behind it, also when the paste fails', async () => {
  const { turns, ran, answer } = makeBench()
  const paste = turns.paste(lines('bad', 'b'))
  const typed = turns.line('typed')
  assert.equal(turns.isBusy(), true)
  await answer(2)
  await Promise.all([paste, typed])

  assert.deepEqual(ran, ['bad 1/2', 'typed'])
  assert.equal(turns.isBusy(), false)
})

test('a paste can be stopped, and the line under way still counts', async () => {
  const { turns, answer } = makeBench()
  const done = turns.paste(lines('a', 'b', 'c'))
  await answer()
  turns.stop()
  await answer()

  assert.deepEqual(await done, { ran: 2, left: 1, why: 'stopped' })
  const next = turns.paste(lines('d'))
  await answer()
  assert.equal((await next).left, 0)
})

test('five hundred lines need no five hundred frames of stack', async () => {
  let count = 0
  const turns = makeTurns(async () => ({ ok: ++count > 0 }))

  assert.equal((await turns.paste(lines(...Array(500).fill('topics')))).ran, 500)
})

test('a line break at the end does not make a paste of several lines', () => {
  assert.equal(hasLines('topics\n'), false)
  assert.equal(hasLines('\n topics \r\n'), false)
  assert.equal(hasLines('topics\ngroups'), true)
  assert.equal(hasLines('topics\rgroups'), true)
})
