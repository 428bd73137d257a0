import { test } from 'node:test'
import assert from 'node:assert/strict'
import { makePortions } from '../../picture/portions.js'

/** Frames that come when the test says so. */
function makeBench() {
  const asked = new Map()
  let id = 0
  const portions = makePortions(then => { asked.set(++id, then); return id }, one => asked.delete(one))
  const drawn = []
  return {
    portions, drawn,
    ask: name => portions.ask(name, () => drawn.push(name)),
    frame() {
      const now = [...asked.values()]
      asked.clear()
      for (const then of now) then()
    },
    get awaited() { return asked.size },
  }
}

test('each frame draws one portion, in the order in which they asked, and then no frame is asked for', () => {
  const { ask, frame, drawn, ...bench } = makeBench()
  for (const name of ['log', 'i1', 'i2']) ask(name)
  assert.deepEqual(drawn, [], 'none at once')
  frame()
  assert.deepEqual(drawn, ['log'])
  frame()
  frame()
  assert.deepEqual(drawn, ['log', 'i1', 'i2'])
  frame()
  assert.deepEqual(drawn, ['log', 'i1', 'i2'])
})

test('who asks again while it waits keeps its place and is drawn once; who has been drawn comes behind the others', () => {
  const { ask, frame, drawn } = makeBench()
  for (const name of ['log', 'i1', 'i2', 'i1']) ask(name)
  frame()
  // A change with each frame would keep the last one waiting for ever, were the first ones always first.
  for (let i = 0; i < 5; i++) {
    for (const name of ['log', 'i1', 'i2']) ask(name)
    frame()
  }
  assert.deepEqual(drawn, ['log', 'i1', 'i2', 'log', 'i1', 'i2'])
})

test('what waits can be drawn at once, and what that asks for too; what is cleared is not drawn', () => {
  const bench = makeBench()
  let rest = 2
  const log = () => {
    bench.drawn.push('log')
    if (rest-- > 0) bench.portions.ask('log', log)
  }
  bench.portions.ask('log', log)
  bench.ask('i1')
  bench.portions.settle()
  assert.deepEqual(bench.drawn, ['log', 'i1', 'log', 'log'])
  assert.equal(bench.awaited, 0, 'no frame is left')
  bench.ask('i2')
  bench.portions.clear()
  bench.frame()
  assert.equal(bench.drawn.length, 4)
  assert.equal(bench.awaited, 0)
})
