import { test } from 'node:test'
import assert from 'node:assert/strict'
import { perform } from '../../picture/choreography.js'

const happened = Array.from({ length: 60 }, (_, i) => ({ kind: 'appended', topic: 'chat', partition: 0, offset: i }))

function movedBy(isFlowing) {
  const moved = []
  const view = { element: 'picture' }
  perform({ happened, before: new Map(), after: new Map(), view, player: { room: 50, move: element => moved.push(element) }, still: false, path: null, isFlowing })
  return moved
}

test('where too much would move the picture fades in, but while time goes on it does not blink', () => {
  assert.deepEqual(movedBy(false), ['picture'])
  assert.deepEqual(movedBy(true), [])
})
