/**
 * What lasts in virtual time: the clock of a back-off. It is an animation of the browser that stands where the virtual
 * clock stands, and goes on only while that one does, at its speed. No timer takes part.
 */
import { millisBetween } from './model.js'

/** One for each picture: of two beside each other each has a moment of its own, and one at most goes on. */
export function makeTempo() {
  /** How fast virtual time goes by in the picture; 0 while it stands still. */
  let speed = 0
  let now = ''
  const running = new Map()

  function place({ animation, since, until }) {
    const whole = millisBetween(since, until)
    animation.currentTime = Math.min(whole, Math.max(0, millisBetween(since, now)))
    if (speed > 0) {
      animation.playbackRate = speed
      animation.play()
    } else animation.pause()
  }

  function end(element) {
    running.get(element)?.animation.cancel()
    running.delete(element)
  }

  return {
    /** The virtual clock stands at `moment`. */
    standsAt(moment) {
      now = moment
      for (const [element, one] of running) {
        if (!element.isConnected) end(element)
        else place(one)
      }
    },
    set speed(value) {
      speed = value
      for (const one of running.values()) place(one)
    },
    /** Lets an element go through `frames` from one moment to another. The same once more changes nothing. */
    last(element, frames, since, until) {
      const before = running.get(element)
      if (before && before.since === since && before.until === until) return
      end(element)
      if (!(millisBetween(since, until) > 0)) return
      const animation = element.animate(frames, { duration: millisBetween(since, until), fill: 'both', easing: 'linear' })
      animation.pause()
      const one = { animation, since, until }
      running.set(element, one)
      place(one)
    },
    end,
  }
}
