/**
 * What lasts in virtual time: the clock of a back-off. It is an animation of the browser that stands where the virtual
 * clock stands, and goes on only while that one does, at its speed. No timer takes part.
 */
import { millisBetween } from './model.js'

/** How fast virtual time goes by on the page; 0 while it stands still. */
let speed = 0
let now = ''
const running = new Map()

/** The virtual clock stands at `moment`. */
export function standsAt(moment) {
  now = moment
  for (const [element, one] of running) {
    if (!element.isConnected) end(element)
    else place(one)
  }
}

export function setTempo(value) {
  speed = value
  for (const one of running.values()) place(one)
}

function place({ animation, since, until }) {
  const whole = millisBetween(since, until)
  animation.currentTime = Math.min(whole, Math.max(0, millisBetween(since, now)))
  if (speed > 0) {
    animation.playbackRate = speed
    animation.play()
  } else animation.pause()
}

/** Lets an element go through `frames` from one moment to another. The same once more changes nothing. */
export function last(element, frames, since, until) {
  const before = running.get(element)
  if (before && before.since === since && before.until === until) return place(before)
  end(element)
  const whole = millisBetween(since, until)
  if (!(whole > 0)) return
  const animation = element.animate(frames, { duration: whole, fill: 'both', easing: 'linear' })
  animation.pause()
  const one = { animation, since, until }
  running.set(element, one)
  place(one)
}

export function end(element) {
  running.get(element)?.animation.cancel()
  running.delete(element)
}
