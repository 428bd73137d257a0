import { test } from 'node:test'
import assert from 'node:assert/strict'
import { Facts } from '../../app/facts.js'
import { makeTraveller } from '../../time/traveller.js'

const factsAt = (n, count, ahead = 0) => ({ clock: { now: 't' + n }, log: { count: n, ahead: 0, undo: n ? 'produce ' + n : null, head: 'e' + n }, 'partition:orders:0': { topic: 'orders', partition: 0, start: 0, end: n },
  ...Object.fromEntries(Array.from({ length: n }, (_, offset) => [`record:orders:0:${offset}`, { topic: 'orders', partition: 0, offset, value: String(offset) }])) })

/** A server that answers when the test says so, and a clock likewise. */
function start(count = 10, ahead = 0) {
  const seen = { shown: [], asked: [], timers: [] }
  const travel = makeTraveller({
    ask: frame => new Promise(resolve => seen.asked.push({ frame, resolve })),
    onShow: (facts, happened) => seen.shown.push({ end: facts.get('partition:orders:0')?.end, happened: happened.map(({ kind }) => kind).join() }),
    onChange() {},
    world: { after: (millis, then) => { const timer = { millis, then }; seen.timers.push(timer); return timer }, never: timer => { seen.timers = seen.timers.filter(other => other !== timer) } },
  })
  const now = (n, more = {}) => { const facts = factsAt(n); facts.log.ahead = more.ahead ?? 0; travel.follow({ revision: more.revision ?? n, facts: new Facts(Object.entries(facts)) }, more) }
  now(count, { ahead, isFresh: true })
  seen.shown.length = 0
  const answer = async (value = undefined) => {
    const { frame, resolve } = seen.asked.shift()
    const at = frame.at ?? 3
    resolve(value === undefined ? { entry: frame.entry ?? 'e' + at, at, command: 'produce ' + at, facts: factsAt(at) } : value)
    await new Promise(setImmediate)
  }
  const tick = async () => { seen.timers.shift().then(); await new Promise(setImmediate) }
  return { travel, seen, now, answer, tick }
}

test('a step back shows the moment before, and a step on to now needs no question', async () => {
  const { travel, seen, answer } = start()
  travel.step(-1)
  assert.deepEqual([travel.at, travel.past, travel.isWaiting], [9, null, true])
  await answer()
  assert.deepEqual(seen.shown, [{ end: 9, happened: 'undone' }])
  travel.step(1)
  assert.deepEqual(seen.shown.at(-1), { end: 10, happened: 'appended' })
  assert.equal(travel.past, null)
  assert.equal(seen.asked.length, 0)
})

test('what is now goes on behind the past, which stays as it was', async () => {
  const { travel, seen, now, answer } = start()
  travel.go(4)
  await answer()
  now(11)
  assert.equal(seen.shown.length, 1)
  assert.deepEqual([travel.at, travel.count, travel.steps], [4, 11, 11])
  travel.home()
  assert.equal(seen.shown.at(-1).end, 11)
})

test('a drag asks one question at a time, and the last wish wins', async () => {
  const { travel, seen, answer } = start()
  for (let at = 9; at >= 2; at--) travel.go(at)
  assert.equal(seen.asked.length, 1)
  await answer()
  assert.deepEqual(seen.asked.map(({ frame }) => frame.at), [2])
  await answer()
  assert.deepEqual([travel.past.at, seen.asked.length, travel.isWaiting], [2, 0, false])
})

test('an answer for who has gone home meanwhile is not shown', async () => {
  const { travel, seen, answer } = start()
  travel.go(4)
  travel.home()
  await answer()
  assert.equal(travel.past, null)
  assert.ok(seen.shown.every(({ end }) => end === 10))
})

test('without an answer what is shown stays, and it is said', async () => {
  const { travel, answer } = start()
  travel.go(4)
  await answer()
  travel.go(2)
  await answer(null)
  assert.deepEqual([travel.past.at, travel.at, travel.hasFailed], [4, 4, true])
  travel.go(2)
  await answer({ type: 'past', facts: null })
  assert.deepEqual([travel.past.at, travel.hasFailed], [4, true])
})

test('what is otherwise than now is enough to know a moment, also where now has gone on meanwhile', async () => {
  const { travel, seen, now, answer } = start(4)
  const known = travel.now.facts
  travel.go(2)
  now(5)
  await answer({ entry: 'e2', at: 2, command: 'produce 2', since: 'e4', gone: ['record:orders:0:2', 'record:orders:0:3'],
    set: { clock: { now: 't2' }, 'partition:orders:0': { topic: 'orders', partition: 0, start: 0, end: 2 } } })
  assert.deepEqual([...travel.facts.keys()].sort(), ['clock', 'log', 'partition:orders:0', 'record:orders:0:0', 'record:orders:0:1'])
  assert.equal(travel.facts.get('record:orders:0:1'), known.get('record:orders:0:1'))
  assert.equal(seen.shown.at(-1).end, 2)
})

test('a branch stands where it leaves, and steps from it are those of the line', async () => {
  const { travel, seen, answer } = start()
  travel.look('other', 6)
  await answer()
  assert.deepEqual([travel.past.isOff, travel.at], [true, 6])
  travel.step(-1)
  assert.deepEqual(seen.asked[0].frame, { type: 'view', since: 'e10', at: 5 })
  await answer()
  assert.deepEqual([travel.past.isOff, seen.shown.at(-1).happened], [false, ''])
})

test('after somebody took another way, it is asked whether the step is still on the line', async () => {
  const { travel, seen, now, answer } = start()
  travel.go(9)
  await answer()
  now(5, { happened: [{ kind: 'undone' }] })
  assert.equal(seen.asked.length, 1)
  await answer({ entry: 'another', at: 9, command: '', facts: {} })
  assert.equal(travel.past.isOff, true)
  assert.equal(travel.facts.get('partition:orders:0').end, 9)
})

test('playing goes on step by step up to now, and waits for what is not there yet', async () => {
  const { travel, seen, answer, tick } = start(4)
  travel.go(2)
  await answer()
  travel.play()
  await tick()
  assert.equal(seen.asked[0].frame.at, 3)
  assert.equal(seen.timers.length, 1)
  await tick() // the answer has not come
  assert.equal(seen.asked.length, 1)
  await answer()
  await tick()
  assert.deepEqual([travel.past, travel.isPlaying, seen.timers.length], [null, false, 0])
})

test('playing from now begins at the beginning, and a pause stops it', async () => {
  const { travel, seen, answer } = start(4)
  travel.play()
  assert.equal(seen.asked[0].frame.at, 0)
  await answer()
  travel.play()
  assert.deepEqual([travel.isPlaying, seen.timers.length, travel.at], [false, 0, 0])
})

test('after a leap home is reached only when now is as new as the leap', async () => {
  const { travel, now, answer } = start()
  travel.go(4)
  await answer()
  travel.homeWhen(12)
  assert.equal(travel.past.at, 4)
  now(4, { revision: 12, happened: [{ kind: 'undone' }], ahead: 6 })
  assert.deepEqual([travel.past, travel.at, travel.steps], [null, 4, 10])
})
