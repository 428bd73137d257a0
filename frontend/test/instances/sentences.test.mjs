import { test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { makeWords } from '../../app/words.js'
import { Facts } from '../../app/facts.js'
import { laneSentence } from '../../instances/lanes.js'
import { hindrancesInShort } from '../../instances/model.js'
import { eventSentence } from '../../instances/events.js'
import { markSaid } from '../../instances/marks.js'
import { cellOf, commitSentence, troubleSentence } from '../../instances/rows.js'
import { sentences } from '../../instances/summary.js'
import { standingsOf, tablesOf } from '../../instances/tables.js'

const read = language => makeWords(language, Object.fromEntries(readFileSync(new URL(`../../words/${language}.properties`, import.meta.url), 'utf8')
  .split('\n').filter(line => line.includes(' = ') && !line.startsWith('#')).map(line => [line.slice(0, line.indexOf(' = ')), line.slice(line.indexOf(' = ') + 3)])))
const words = read('en')

const NOW = '2026-01-01T09:00:10Z'
const lane = { instance: 'anna', number: 1, session: 'ana', keyless: null, worker: 2, state: 'backing-off', halted: false, attempt: 2, since: '2026-01-01T09:00:09Z', until: '2026-01-01T09:00:11.4Z', queued: 2, parked: 1, records: [{ partition: 0, offset: 102, is: 'backing-off' }, { partition: 0, offset: 105, is: 'queued' }] }
const anna = { instance: 'anna', topic: 'chat', group: 'sms', design: 'lanes', title: 'lanes', state: 'running', frozenUntil: null, expelled: false, owned: [{ partition: 0, state: 'owned' }], paused: [{ partition: 0, reason: 'held-by-session', session: 'hugo' }], reprieved: 2, workers: 4, laneCapacity: 100, lanes: 1, working: 0, backingOff: 1, queued: 2, parked: 1, halted: [], handled: 9, retries: 2, letters: 1, loads: [] }
const progress = { group: 'sms', topic: 'chat', partition: 0, instance: 'anna', committed: 101, commitPoint: 102, ahead: 3, gap: { offset: 102, session: 'ana', is: 'backing-off', attempt: 2, since: NOW }, stretches: [{ from: 102, to: 103, is: 'backing-off' }, { from: 103, to: 105, is: 'done' }], more: 0 }
const letter = { group: 'sms', topic: 'chat', number: 0, partition: 0, offset: 99, session: 'fin', reason: 'terminal', attempts: 1, instance: 'anna', at: NOW }
const trouble = { group: 'sms', topic: 'chat', number: 0, kind: 'overtaken', partition: 0, offset: 104, session: 'ana', afterPartition: 0, after: 102, instance: 'anna', at: NOW }
const facts = new Facts(Object.entries({
  'clock': { now: NOW }, 'instance:anna': anna, 'lane:anna:1': lane, 'cohort:sms:chat': { group: 'sms', topic: 'chat', handled: 9, letters: 1, violations: 1, duplicates: 0, zombies: 0 },
  'progress:sms:chat:0': progress, 'letter:sms:chat:0': letter, 'trouble:sms:chat:0': trouble,
}))

test('a lane is one sentence that begins with whose it is', () => {
  assert.equal(laneSentence(lane, anna, NOW, words), 'ana backs off with p0:102, attempt 2, 1.4 s left, 2 wait behind, 1 parked')
})

test('the commit point says what holds it', () => {
  assert.equal(commitSentence({ progress }, words), 'commit point 102 · gap: 102 of ana backs off; 3 done ahead of it')
  assert.equal(commitSentence({ progress: { ...progress, gap: null } }, words), 'commit point 102')
})

test('as a table it says what became of each offset, and why a partition is paused', () => {
  const standing = standingsOf(facts, words)
  assert.deepEqual([99, 100, 102, 103, 110].map(offset => standing('chat', 0, offset)), ['dead letter', 'committed', 'backing off', 'done ahead', 'not fetched'])
  assert.equal(standing('other', 0, 1), '')
  const { columns, rows } = tablesOf(facts, words).find(({ name }) => name === 'instances')
  assert.equal(rows[0].cells[columns.indexOf('paused')], 'the dead-letter budget is spent, since nearly everything fails: 2 records are tried again instead of becoming dead letters; p0 is paused: held by session hugo')
})

test('of many partitions that are paused the first few are told one by one', () => {
  const paused = [0, 1, 2, 3, 4].map(partition => ({ partition, reason: 'gap', session: null }))
  const said = all => hindrancesInShort({ paused: all, reprieved: 0 }, words).map(one => one.said)
  assert.equal(said(paused.slice(1)).length, 4)
  assert.deepEqual(said(paused).slice(2), ['p2 is paused: too much is done ahead of its gap', '2 more are paused: p3 p4'])
})

test('what broke order is said with both records', () => {
  assert.equal(troubleSentence(trouble, words), 'Order violation: p0:104 of ana started before p0:102 had ended')
})

test('a cell says what became of its record, and what went wrong with it', () => {
  const row = { progress, letters: new Map(), troubles: new Map([[104, trouble]]) }
  assert.deepEqual(cellOf(row, 'chat', 104, { key: 'ana' }, words), { class: 'is-done is-broken', said: 'done ahead, Order violation: p0:104 of ana started before p0:102 had ended' })
})

test('the summary tells state, pauses, what is held up, gaps, dead letters and what went wrong', () => {
  assert.deepEqual(sentences(facts, words), [
    'Instance anna, running, p0.', '1 lane: 0 at work, 1 backing off; 3 queued.', 'the dead-letter budget is spent, since nearly everything fails: 2 records are tried again instead of becoming dead letters.', 'p0 is paused: held by session hugo.',
    'ana backs off with p0:102, attempt 2, 1.4 s left, 2 wait behind, 1 parked.',
    'p0: commit point 102 · gap: 102 of ana backs off; 3 done ahead of it.', 'sms: 1 dead letter.',
    'sms: 1 order violation, 0 handled twice.', 'Order violation: p0:104 of ana started before p0:102 had ended.',
  ])
})

test('what an instance told is one sentence', () => {
  const event = more => eventSentence({ number: 1, at: NOW, kind: 'began', instance: 'anna', group: 'sms', topic: 'chat', partition: 0, offset: 102, session: 'ana', attempt: 2, until: null, reason: '', other: null, ...more }, words)
  assert.equal(event({}), 'anna starts p0:102 of ana, attempt 2')
  assert.equal(event({ kind: 'backed-off', until: '2026-01-01T09:00:11.6Z' }), 'p0:102 of ana is tried again in 1.6 s; what is behind it waits')
  assert.equal(event({ kind: 'statement-failed', reason: 'missing-parameter :to (:key, :n)' }), 'the statement for p0:102 of ana failed: the record has no :to, but :key, :n')
  assert.equal(event({ kind: 'dead-lettered', reason: 'terminal' }), 'p0:102 of ana is a dead letter: failed for good')
  assert.equal(event({ kind: 'statement-failed', reason: 'UNIQUE constraint failed: t.n' }), 'the statement for p0:102 of ana failed: UNIQUE constraint failed: t.n')
  assert.equal(event({ kind: 'overtaken', other: 99 }), 'Order violation: p0:102 of ana started before p0:99 had ended')
  assert.equal(event({ kind: 'assigned', offset: null }), 'anna gets p0; nothing was saved there')
})

test('the tables have what the picture shows', () => {
  const tables = tablesOf(facts, words)
  assert.deepEqual(tables.map(({ name }) => name), ['instances', 'lanes', 'progress', 'letters', 'troubles'])
  for (const { columns, rows } of tables) for (const { cells } of rows) assert.equal(cells.length, columns.length)
  assert.deepEqual(tables[1].rows[0].cells, ['anna', 'ana', '2', 'backing off', 2, '1.4 s', 2, 1, 'p0:102 p0:105'])
})

for (const language of ['en', 'es']) {
  test(`${language} has words for whatever an instance can say`, () => {
    const said = read(language)
    const has = key => assert.notEqual(said(key, { n: 1 }), key)
    for (const is of ['fetched', 'parked', 'queued', 'working', 'backing-off', 'condemned', 'reprieved']) has('page.instances.gap.' + is)
    for (const state of ['idle', 'ready', 'working', 'backing-off', 'condemned', 'reprieved', 'halted']) { has('page.instances.state.' + state); has('page.instances.lane.' + state) }
    for (const state of ['running', 'draining', 'stopped', 'crashed', 'frozen', 'expelled']) has('page.instances.instance.' + state)
    for (const reason of ['attempts-spent', 'terminal', 'gap-timeout', 'session-halted', 'no-session']) has('page.instances.reason.' + reason)
    for (const reason of ['held-by-session', 'gap', 'user', 'draining']) has('page.instances.paused.' + reason)
    for (const kind of ['already-done', 'parked', 'queued', 'began', 'succeeded', 'repeated', 'failed.terminal', 'failed.transient', 'backed-off', 'condemned', 'reprieved', 'letter-failed', 'dead-lettered', 'finished-after-skip.well', 'finished-after-skip.badly', 'handed-back', 'ended-late.well', 'ended-late.badly', 'lane-opened', 'lane-closed', 'halted', 'released', 'assigned', 'assigned.none', 'metadata-ignored', 'draining', 'let-go.drained', 'let-go.late', 'lost', 'resumed', 'committed', 'commit-failed', 'statement-failed', 'started', 'restarted', 'stopped', 'crashed', 'froze', 'expelled']) has('page.instances.event.' + kind)
    for (const kind of ['overtaken', 'overlap', 'again', 'zombie']) has('page.instances.trouble.' + kind)
  })
}

test('what people look for is said below a moment: a violation in whole, else by its name and whose it is', () => {
  const mark = { number: 1, at: NOW, kind: 'overtaken', instance: 'anna', group: 'sms', topic: 'chat', partition: 0, offset: 104, session: 'ana', attempt: 1, until: null, reason: '', other: 102 }
  assert.equal(markSaid({ ...mark, mark: 'violation' }, words), 'Order violation: p0:104 of ana started before p0:102 had ended')
  assert.equal(markSaid({ ...mark, mark: 'dead-letter', kind: 'dead-lettered' }, words), 'Dead letter: ana.')
  assert.equal(markSaid({ ...mark, mark: 'crash', kind: 'crashed', session: '' }, words), 'Crash.')
})
