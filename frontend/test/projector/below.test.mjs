import { test } from 'node:test'
import assert from 'node:assert/strict'
import { moreBelow } from '../../projector/below.js'

test('instances that are not seen whole are counted, and nothing is said where all is seen', () => {
  assert.equal(moreBelow({ rest: 300, ends: [400, 612, 900], end: 610 }), 1)
  assert.equal(moreBelow({ rest: 300, ends: [400], end: 610 }), 0)
  assert.equal(moreBelow({ rest: 4, ends: [400, 630], end: 610 }), null)
})
