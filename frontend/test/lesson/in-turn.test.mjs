import { test } from 'node:test'
import assert from 'node:assert/strict'
import { oneByOne } from '../../lesson/in-turn.js'

test('what is asked for is done in turn, also after something that failed', async () => {
  const inTurn = oneByOne()
  const done = []
  const later = (name, millis) => async () => {
    await new Promise(then => setTimeout(then, millis))
    done.push(name)
    return name
  }
  const first = inTurn(later('first', 20))
  const failing = inTurn(async () => { throw new Error('no line') })
  const last = inTurn(later('last', 0))
  assert.equal(await first, 'first')
  await assert.rejects(failing, /no line/)
  assert.equal(await last, 'last')
  assert.deepEqual(done, ['first', 'last'])
})
