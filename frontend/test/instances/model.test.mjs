import { test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { Facts } from '../../app/facts.js'
import { instancesOf, isHeldUp, sessionName, signOf, standingAt, stateOf } from '../../instances/model.js'

const words = (key, values = {}) => [key, ...Object.values(values)].join(' ')
const cohort = (more = {}) => ({ group: 'billing', topic: 'orders', handled: 0, letters: 0, violations: 0, duplicates: 0, zombies: 0, ...more })
const progress = (more = {}) => ({ group: 'billing', topic: 'orders', partition: 0, instance: 'anna', committed: 5, commitPoint: 7, ahead: 1, gap: null, stretches: [], more: 0, ...more })
const lane = (number, more = {}) => ({ instance: 'anna', number, session: 's' + number, keyless: null, worker: 0, state: 'working', halted: false, attempt: 1, since: null, until: null, queued: 0, parked: 0, records: [], ...more })
const instance = (more = {}) => ({ instance: 'anna', topic: 'orders', group: 'billing', workers: 4, state: 'running', frozenUntil: null, expelled: false, ...more })

test('lanes stand with their instance and their worker, in the order in which they came', () => {
  const facts = new Facts([['instance:anna', instance()], ['lane:anna:9', lane(9)], ['lane:anna:2', lane(2)], ['lane:anna:4', lane(4, { worker: 2 })], ['lane:gone:1', lane(1, { instance: 'gone' })]])
  const [anna] = instancesOf(facts).instances
  assert.deepEqual(anna.workers.map(({ worker, lanes }) => [worker, lanes.map(({ number }) => number)]), [[0, [2, 9]], [2, [4]]])
})

test('each offset stands somewhere: committed, in a stretch, or not fetched', () => {
  const letters = new Map([[2, { reason: 'terminal' }], [3, { reason: 'gap-timeout' }]])
  const row = { progress: progress({ stretches: [{ from: 5, to: 7, is: 'done' }, { from: 7, to: 8, is: 'backing-off' }, { from: 9, to: 12, is: 'fetched' }] }), letters, troubles: new Map() }
  assert.deepEqual([0, 2, 3, 5, 6, 7, 9, 11, 12].map(offset => standingAt(row, offset)),
    ['committed', 'dead', 'skipped', 'ended', 'ended', 'backing-off', 'queued', 'queued', 'waiting'])
})

test('only what lies beyond the commit point is ahead of it; what has ended before it is to be committed', () => {
  const row = { progress: progress({ commitPoint: 6, stretches: [{ from: 5, to: 8, is: 'done' }] }), letters: new Map(), troubles: new Map() }
  assert.deepEqual([4, 5, 6, 7].map(offset => standingAt(row, offset)), ['committed', 'ended', 'done', 'done'])
})

test('of what lies beyond what is told, nothing is said', () => {
  const row = { progress: progress({ stretches: [{ from: 7, to: 8, is: 'working' }], more: 3 }), letters: new Map(), troubles: new Map() }
  assert.equal(standingAt(row, 9), null)
})

test('without an owner only what is committed is known', () => {
  const row = { progress: progress({ instance: null, commitPoint: null }), letters: new Map(), troubles: new Map() }
  assert.deepEqual([4, 5].map(offset => standingAt(row, offset)), ['committed', null])
})

test('a row that nothing has changed is the same object', () => {
  const facts = new Facts([['cohort:billing:orders', cohort()], ['progress:billing:orders:0', progress()], ['progress:billing:orders:1', progress({ partition: 1 })]])
  const before = instancesOf(facts).rows
  const after = instancesOf(facts.with([['progress:billing:orders:1', progress({ partition: 1, ahead: 2 })]])).rows
  assert.equal(after.get('orders:0'), before.get('orders:0'))
  assert.notEqual(after.get('orders:1'), before.get('orders:1'))
  const letter = instancesOf(facts.with([['cohort:billing:orders', cohort({ letters: 1 })], ['letter:billing:orders:0', { group: 'billing', topic: 'orders', number: 0, partition: 0, offset: 3, reason: 'terminal' }]])).rows
  assert.equal(letter.get('orders:0').letters.get(3).reason, 'terminal')
})

test('what holds a session up is told apart', () => {
  assert.deepEqual([lane(1), lane(1, { state: 'idle' }), lane(1, { state: 'backing-off' }), lane(1, { parked: 2 }), lane(1, { halted: true })].map(isHeldUp), [false, false, true, true, true])
})

test('an instance stands still until its moment, and not after it', () => {
  const frozen = instance({ frozenUntil: '2026-01-01T09:00:20Z' })
  assert.equal(stateOf(frozen, '2026-01-01T09:00:19Z'), 'frozen')
  assert.equal(stateOf({ ...frozen, expelled: true }, '2026-01-01T09:00:19Z'), 'expelled')
  assert.equal(stateOf(frozen, '2026-01-01T09:00:20Z'), 'running')
  assert.equal(stateOf({ ...frozen, state: 'crashed' }, '2026-01-01T09:00:19Z'), 'crashed')
})

test('sessions look alike only if colour and shape are, and always the same', () => {
  const looks = new Set(Array.from({ length: 200 }, (_, i) => JSON.stringify(signOf('s-' + i))))
  assert.equal(looks.size, 36)
  assert.deepEqual(signOf('ana'), signOf('ana'))
})

test('names that stand in sight together differ, as far as there are signs', () => {
  const differ = names => assert.equal(new Set(names.map(name => JSON.stringify(signOf(name)))).size, names.length, names.join())
  for (const from of [0, 1, 7, 990]) differ(Array.from({ length: 36 }, (_, i) => 'trip-' + (from + i)))
  differ(['ana', 'anna', 'ben', 'kai', 'cleo', 'bob', 'alice', 'carol', 'dave', 'eva', 'max', 'tom', 'a', 'b', 'c', 'd', 'e', 'f'])
  for (const lesson of lessonsOf('2-order-for-every-session')) differ(lesson.sessions)
})

test('a number more is another shape and another colour', () => {
  const [seven, eight] = [signOf('trip-7'), signOf('trip-8')]
  assert.notEqual(seven.shape, eight.shape)
  assert.notEqual(seven.hue, eight.hue)
})

/** Each lesson of a track, with the sessions that its scripts write. */
function lessonsOf(track) {
  const folder = new URL(`../../../exercises/${track}/`, import.meta.url)
  return readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory()).map(({ name }) => {
    const script = readFileSync(new URL(`${name}/lesson.yaml`, folder), 'utf8')
    return { name, sessions: [...new Set([...script.matchAll(/(?:key=|session )([a-z]+-\d+)/g)].map(([, session]) => session))] }
  })
}

test('a session without a key is called by its partition', () => {
  assert.equal(sessionName({ session: '', keyless: 2 }, words), 'page.instances.keyless 2')
  assert.equal(sessionName({ session: 'ana', keyless: null }, words), 'ana')
})

test('where instances of many groups read a topic each has a band, three at a time, and the same facts make the same row', () => {
  const facts = new Map()
  for (const [place, group] of ['sms', 'mail', 'push', 'fax'].entries()) {
    facts.set('group:' + group, { group, place })
    facts.set(`cohort:${group}:chat`, { group, topic: 'chat', handled: 0, letters: 0, violations: 0, duplicates: 0, zombies: 0 })
    facts.set(`progress:${group}:chat:0`, { group, topic: 'chat', partition: 0, instance: group + '-1', committed: 0, commitPoint: 0, ahead: 0, gap: null, stretches: [{ from: 0, to: 1, is: 'working' }], more: 0 })
  }
  const groups = row => row.bands.map(({ progress }) => progress.group)
  const row = instancesOf(facts).rows.get('chat:0')
  assert.deepEqual(groups(row), ['sms', 'mail', 'push'])
  assert.equal(instancesOf(facts).rows.get('chat:0'), row)
  assert.deepEqual(groups(instancesOf(facts, ['fax']).rows.get('chat:0')), ['fax', 'sms', 'mail'])
  assert.equal(row.all.length, 4)
})
