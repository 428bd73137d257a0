import { test } from 'node:test'
import assert from 'node:assert/strict'
import { TEMPLATES, fill, usualSet } from '../../console/templates.js'

const facts = (topics, groups = []) => new Map([
  ...topics.map((topic, place) => ['topic:' + topic, { topic, place }]),
  ...groups.map((group, place) => ['group:' + group, { group, place }])])
const shown = ({ line, from, to }) => `${line.slice(0, from)}[${line.slice(from, to)}]${line.slice(to)}`

test('in an empty sandbox each template is a line that could run', () => {
  const none = facts([])
  assert.equal(shown(fill('create', none, 0)), 'create topic [orders] partitions 3')
  assert.equal(shown(fill('produce', none, 0)), 'produce orders key=customer-7 [{"order":61,"total":12.40}]')
  assert.equal(shown(fill('consume', none, 0)), 'consume orders group [billing] from-beginning')
  for (const kind of Object.values(TEMPLATES).flat()) assert.ok(fill(kind, none, 0).line.length > 0, kind)
})

test('what exists is used: the newest topic, and groups as they came', () => {
  const some = facts(['orders', 'payments'], ['email'])
  assert.equal(shown(fill('create', some, 0)), 'create topic [stock] partitions 3')
  assert.equal(shown(fill('read', some, 0)), 'read [payments]')
  assert.equal(shown(fill('consume', some, 0)), 'consume payments group [email]')
  assert.equal(shown(fill('reset', some, 0)), 'reset group email to [earliest]')
})

test('asking again gives the next one, and in the end a group that is new', () => {
  const some = facts(['orders'], ['billing', 'email'])
  const groups = [0, 1, 2, 3].map(turn => fill('consume', some, turn).line)
  assert.deepEqual(groups, [
    'consume orders group billing', 'consume orders group email',
    'consume orders group analytics from-beginning', 'consume orders group billing'])
})

test('when all example names are taken, a number makes a new one', () => {
  const all = facts(['orders', 'payments', 'stock', 'clicks', 'orders-2'])
  assert.equal(fill('create', all, 0).line, 'create topic orders-3 partitions 3')
})

const living = (...instances) => new Map([...facts(['trips', 'chat']), ['partition:chat:0', { topic: 'chat', partition: 0, start: 0, end: 4 }],
  ...instances.map(([instance, state]) => ['instance:' + instance, { instance, topic: 'chat', group: 'assistant', state }])])

test('instances are started one after the other into the same group, by another design each time', () => {
  assert.equal(shown(fill('start', facts([]), 0)), 'start anna on orders group billing design [lanes] from-beginning')
  assert.equal(shown(fill('start', living(['anna', 'running']), 1)), 'start ben on chat group assistant design [pool] from-beginning')
})

test('what goes wrong is for a topic that instances read, and for its next record', () => {
  const lines = [0, 1, 2, 3].map(turn => shown(fill('fail', living(['anna', 'running']), turn)))
  assert.deepEqual(lines, ['fail chat [10%]', 'slow chat p0:4 [2s]', 'hang chat [p0:4]', 'heal[]'])
})

test('who is up can crash or stop, and who is gone can be restarted', () => {
  const some = living(['anna', 'crashed'], ['ben', 'running'])
  assert.deepEqual([0, 1, 2, 3].map(turn => fill('crash', some, turn).line), ['restart anna', 'crash ben', 'stop ben', 'restart anna'])
  assert.deepEqual([0, 1, 2].map(turn => fill('lanes', some, turn).line), ['lanes anna', 'lanes ben', 'metrics anna'])
})

test('commands for instances are offered where some live', () => {
  assert.equal(usualSet(facts(['orders'])), 'log')
  assert.equal(usualSet(living(['anna', 'stopped'])), 'instances')
})
