import { test } from 'node:test'
import assert from 'node:assert/strict'
import { freshId, makeSocket, pause } from '../../app/socket.js'

/** A network and a clock that do what the test says, and nothing else. */
function makeWorld({ random = () => 1 } = {}) {
  const world = { sockets: [], time: 0, timers: [] }
  world.world = {
    open: () => {
      const socket = { sent: [], send: text => socket.sent.push(JSON.parse(text)), close: () => { socket.closed = true } }
      world.sockets.push(socket)
      return socket
    },
    after: (millis, then) => { const timer = { at: world.time + millis, then }; world.timers.push(timer); return timer },
    never: timer => { world.timers = world.timers.filter(other => other !== timer) },
    now: () => world.time,
    random,
  }
  world.pass = millis => {
    const end = world.time + millis
    for (;;) {
      const next = world.timers.filter(timer => timer.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      world.timers = world.timers.filter(timer => timer !== next)
      world.time = next.at
      next.then()
    }
    world.time = end
  }
  world.last = () => world.sockets.at(-1)
  world.tell = frame => world.last().onmessage({ data: JSON.stringify(frame) })
  world.greet = (revision = 1) => { world.last().onopen(); world.tell({ type: 'snapshot', revision, facts: {} }) }
  world.cut = (code = 1006) => world.last().onclose({ code })
  return world
}

function start(world) {
  const seen = { frames: [], lines: [] }
  const socket = makeSocket({
    address: 'ws://here', language: 'en', world: world.world,
    onFrame: frame => seen.frames.push(frame), onLine: line => seen.lines.push(line) })
  return { socket, ...seen }
}

test('it subscribes before anything else', () => {
  const world = makeWorld()
  const { socket } = start(world)
  socket.command({ type: 'command', id: 'id-1', line: 'topics' })

  world.greet()

  assert.deepEqual(world.last().sent, [
    { type: 'subscribe', lang: 'en', plays: true },
    { type: 'command', id: 'id-1', line: 'topics' }])
})

test('a command without a reply is sent again under the same id, in order, and an answered one is not', () => {
  const world = makeWorld()
  const { socket } = start(world)
  world.greet()
  for (const id of ['a', 'b', 'c']) socket.command({ type: 'command', id, line: 'produce orders ' + id })
  world.tell({ type: 'reply', id: 'a', ok: true })

  world.cut()
  socket.command({ type: 'command', id: 'd', line: 'typed meanwhile' })
  world.pass(200)
  world.last().onopen()

  assert.deepEqual(world.last().sent.map(frame => frame.id ?? frame.type), ['subscribe', 'b', 'c', 'd'])
  assert.equal(socket.waiting(), 3)
})

test('it connects again on every close code but the two that mean the end', () => {
  for (const code of [1000, 1001, 1005, 1006, 1009, 1011, 1012, 4429, 4508]) {
    const world = makeWorld()
    start(world)
    world.greet()
    world.cut(code)
    world.pass(3000)
    assert.equal(world.sockets.length, 2, `code ${code}`)
  }
  for (const code of [4000, 4404]) {
    const world = makeWorld()
    const { lines, socket } = start(world)
    world.greet()
    world.cut(code)
    world.pass(60_000)
    socket.wake()
    assert.equal(world.sockets.length, 1, `code ${code}`)
    assert.deepEqual(lines, [{ live: true }, { live: false, over: code }])
  }
})

test('waits double up to the ceiling, and each is anything below its bound', () => {
  const longest = [0, 1, 2, 3, 4, 5, 50].map(attempt => pause(attempt, () => 1))
  assert.deepEqual(longest, [200, 400, 800, 1600, 3000, 3000, 3000])
  assert.equal(pause(4, () => 0), 0)
  assert.equal(pause(4, () => 0.5), 1500)
})

test('however long the server was away, the page is right within five seconds of its return', () => {
  const world = makeWorld()
  const { lines } = start(world)
  world.greet()
  world.cut()
  for (let away = 0; away < 200; away++) {
    world.pass(3000)
    world.cut()
  }

  const back = world.time
  const before = world.sockets.length
  while (world.sockets.length === before) world.pass(10)
  world.greet()

  assert.ok(world.time - back <= 3100, `${world.time - back} ms`)
  assert.deepEqual(lines.at(-1), { live: true })
})

test('a line that held for a while begins with short waits again', () => {
  const world = makeWorld()
  start(world)
  world.greet()
  world.cut()
  for (let again = 0; again < 5; again++) { world.pass(3000); world.cut() }
  world.pass(3000)
  world.greet()
  world.pass(6000)

  const before = world.sockets.length
  world.cut()
  world.pass(200)

  assert.equal(world.sockets.length, before + 1)
})

test('a dead line is let go: no word after the handshake, or after a tab came back', () => {
  const world = makeWorld()
  const { socket, lines } = start(world)
  world.pass(4000)
  assert.equal(world.sockets[0].closed, true)
  world.pass(3000)
  world.greet()

  socket.wake()
  assert.deepEqual(world.last().sent.at(-1), { type: 'subscribe', lang: 'en', plays: true })
  world.pass(4000)
  assert.deepEqual(lines.at(-1), { live: false })
  world.pass(3000)
  assert.equal(world.sockets.length, 3)
})

test('what an abandoned line still says is not heard', () => {
  const world = makeWorld()
  const { frames } = start(world)
  const first = world.last()
  const hear = first.onmessage
  world.pass(4000)
  world.pass(3000)
  world.greet(5)

  hear({ data: JSON.stringify({ type: 'snapshot', revision: 1, facts: {} }) })

  assert.deepEqual(frames.map(frame => frame.revision), [5])
})

test('waking while it waits knocks at once', () => {
  const world = makeWorld()
  const { socket } = start(world)
  world.greet()
  world.cut()

  socket.wake()

  assert.equal(world.sockets.length, 2)
  world.pass(60_000 - 1)
  assert.ok(world.sockets.length > 2, 'and goes on by itself when that fails')
})

test('a command that nobody answers makes it ask who is there', () => {
  const world = makeWorld()
  const { socket } = start(world)
  world.greet()
  socket.command({ type: 'command', id: 'a', line: 'topics' })

  world.pass(10_000)
  assert.deepEqual(world.last().sent.at(-1), { type: 'subscribe', lang: 'en', plays: true })
  world.tell({ type: 'snapshot', revision: 2, facts: {} })

  assert.equal(world.last().closed, undefined)
})

test('an idle line sets no timers', () => {
  const world = makeWorld()
  const { socket } = start(world)
  world.greet()
  socket.command({ type: 'command', id: 'a', line: 'topics' })
  world.tell({ type: 'reply', id: 'a', ok: true })

  assert.equal(world.timers.length, 0)
})

test('ids are made of what the server takes and do not repeat', () => {
  const ids = Array.from({ length: 1000 }, () => freshId())
  assert.equal(new Set(ids).size, 1000)
  for (const id of ids) assert.match(id, /^[A-Za-z0-9_-]{22}$/)
})
