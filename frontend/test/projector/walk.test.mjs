import { test } from 'node:test'
import assert from 'node:assert/strict'
import { back, begin, isLive, kept, logStep, logTotal, momentOf, moved, next, ran, stretch } from '../../projector/walk.js'

const steps = [{ line: null, caption: 'Title' }, { line: 'create topic a', caption: 'one' }, { line: 'read a', caption: 'two' }, { line: 'produce a x', caption: 'three' }]
const log = (count, head = count === 0 ? '' : 'e' + count, undo = null) => ({ count, head, undo })
/** Runs what is next as `id`; `head` is the log after it. */
const run = (walk, id, after, told = 'before') => {
  assert.equal(next(steps, walk).kind, 'run')
  if (told === 'before') return ran(moved(walk, after, [id]), id, after)
  const late = ran(walk, id, { ...after, head: momentOf(walk).entry, count: momentOf(walk).at })
  return moved(late, after, [id])
}

test('along the log, the last command is now and nothing lies beyond', () => {
  assert.equal(logStep({ count: 3, ahead: 0 }, null, -1), 2)
  assert.equal(logStep({ count: 3, ahead: 0 }, 2, 1), null)
  assert.equal(logStep({ count: 3, ahead: 0 }, null, 1), undefined)
  assert.equal(logStep({ count: 3, ahead: 0 }, 0, -1), undefined)
  assert.equal(logStep({ count: 3, ahead: 2 }, null, 1), 4)
  assert.equal(logTotal({ count: 3, ahead: 2 }), 5)
  assert.equal(logTotal(undefined), 0)
})

test('a title is shown at once, and next runs the first command', () => {
  const walk = begin(steps, log(0))
  assert.equal(momentOf(walk).step, 0)
  assert.deepEqual(next(steps, walk), { kind: 'run', line: 'create topic a' })
  assert.equal(back(walk), null)
})

for (const told of ['before', 'after']) {
  test(`what a step changed may be told ${told} its reply: it is one moment`, () => {
    const walk = run(begin(steps, log(0)), 'e1', log(1), told)
    assert.deepEqual(walk.moments.map(({ entry, step }) => [entry, step]), [['', 0], ['e1', 1]])
    assert.equal(walk.place, 2)
    assert.ok(isLive(walk))
  })
}

test('a step that only reads is a moment too, and going back and forward runs nothing', () => {
  let walk = run(begin(steps, log(0)), 'e1', log(1))
  walk = ran(walk, 'r', log(1))
  assert.deepEqual(walk.moments.map(({ entry, step }) => [entry, step]), [['', 0], ['e1', 1], ['e1', 2]])
  walk = back(walk).walk
  walk = back(walk).walk
  assert.equal(walk.at, 0)
  for (const at of [1, 2]) {
    const step = next(steps, walk)
    assert.equal(step.kind, 'look')
    walk = step.walk
    assert.equal(walk.at, at)
  }
  assert.deepEqual(next(steps, walk), { kind: 'run', line: 'produce a x' })
})

test('a command typed in between is a moment, and the script goes on behind it', () => {
  let walk = run(begin(steps, log(0)), 'e1', log(1))
  walk = moved(walk, log(2, 'mine', 'produce a y'), ['mine'])
  assert.deepEqual({ ...momentOf(walk) }, { entry: 'mine', at: 2, step: null, by: 'mine', line: 'produce a y' })
  assert.deepEqual(next(steps, walk), { kind: 'run', line: 'read a' })
  assert.deepEqual(stretch(steps, walk), { at: 3, seen: 3, all: 5 })
})

test('who looks at the past keeps looking at it when somebody else runs a command', () => {
  let walk = back(run(begin(steps, log(0)), 'e1', log(1))).walk
  walk = moved(walk, log(2, 'other'), ['other'])
  assert.equal(walk.at, 0)
  assert.equal(walk.moments.length, 3)
})

test('undo by hand is a moment, and what it took back is not run again', () => {
  let walk = run(begin(steps, log(0)), 'e1', log(1))
  walk = moved(walk, log(0), ['u'])
  assert.equal(momentOf(walk).entry, '')
  assert.deepEqual(next(steps, walk), { kind: 'run', line: 'read a' })
})

test('a step can be left out, and the end is the end', () => {
  let walk = begin(steps, log(0))
  for (let i = 0; i < 3; i++) walk = ran(walk, null, log(0))
  assert.equal(next(steps, walk), null)
  assert.deepEqual(stretch(steps, walk), { at: 4, seen: 4, all: 4 })
})

test('a walk is gone on with after a reload, and nonsense is not', () => {
  const walk = run(begin(steps, log(0)), 'e1', log(1))
  assert.deepEqual(kept(JSON.parse(JSON.stringify(walk)), steps), walk)
  assert.equal(kept({ ...walk, place: 99 }, steps).place, steps.length)
  for (const wrong of [null, 3, {}, { moments: [] }, { moments: [{}], place: 0 }, { ...walk, place: 'x' }]) assert.equal(kept(wrong, steps), null)
})

test('a very long talk keeps its newest moments', () => {
  let walk = begin(steps, log(0))
  for (let i = 1; i <= 1500; i++) walk = moved(walk, log(i), ['e' + i])
  assert.equal(walk.moments.length, 1000)
  assert.ok(isLive(walk))
})
