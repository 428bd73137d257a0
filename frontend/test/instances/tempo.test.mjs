import { test } from 'node:test'
import assert from 'node:assert/strict'
import { makeTempo } from '../../instances/tempo.js'

const at = millis => new Date(Date.UTC(2026, 0, 1) + millis).toISOString()

/** An element whose one animation stands where it was put. */
function makeHand() {
  const hand = { isConnected: true, animation: null }
  hand.animate = () => hand.animation = { currentTime: 0, state: 'running', play() { this.state = 'running' }, pause() { this.state = 'paused' }, cancel() { this.state = 'idle' } }
  return hand
}

test('what lasts stands where the clock of its own picture stands, and goes on only with that one', () => {
  const [now, then] = [makeTempo(), makeTempo()]
  const [left, right] = [makeHand(), makeHand()]
  now.standsAt(at(300))
  now.last(left, [], at(0), at(1000))
  then.standsAt(at(900))
  then.last(right, [], at(0), at(1000))
  now.speed = 2

  assert.deepEqual([left.animation.currentTime, left.animation.state], [300, 'running'])
  assert.deepEqual([right.animation.currentTime, right.animation.state], [900, 'paused'])
})

test('it is placed anew with each moment, and ends when it is taken away', () => {
  const tempo = makeTempo()
  const hand = makeHand()
  tempo.standsAt(at(0))
  tempo.last(hand, [], at(0), at(1000))
  const { animation } = hand
  tempo.standsAt(at(1700))
  tempo.last(hand, [], at(0), at(1000))
  assert.equal(animation.currentTime, 1000)
  assert.equal(hand.animation, animation, 'the same once more changes nothing')
  hand.isConnected = false
  tempo.standsAt(at(1800))
  assert.equal(animation.state, 'idle')
})
