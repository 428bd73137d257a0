/**
 * What moves, and how fast. Every animation plays from an old place to the one that the drawing has already given its
 * element, so skipping one loses nothing, and a picture that never moved is the same picture.
 */

export const BEAT = 180
export const TRAVEL = 420
const SETTLE = 'cubic-bezier(.2, .7, .2, 1)'
/** However many records are read, it is over by then. */
export const LONGEST = 2000
/** So many steps are seen one by one; what is left goes in one. */
export const STEPS = 8
/** More than this moving at once is no motion but noise: jump instead. */
const MOVERS = 50

/**
 * A movement of nothing: it ends after so long, and is held, sped up and skipped as movements are. An animation without
 * frames would do as well, but has the page styled anew in each frame until it ends.
 */
class Wait extends EventTarget {
  #millis
  #ran = 0
  #since = null
  #rate = 1
  #timer = null
  #isOver = false

  constructor(millis) {
    super()
    this.#millis = millis
    this.effect = { getComputedTiming: () => ({ endTime: millis }) }
    this.play()
  }

  get currentTime() { return this.#ran + (this.#since === null ? 0 : (performance.now() - this.#since) * this.#rate) }
  set currentTime(value) { this.#change(() => { this.#ran = value }) }
  set playbackRate(value) { this.#change(() => { this.#rate = value }) }

  #change(how) {
    const isGoing = this.#since !== null
    this.pause()
    how()
    if (isGoing) this.play()
  }

  pause() {
    this.#ran = this.currentTime
    this.#since = null
    clearTimeout(this.#timer)
  }

  play() {
    if (this.#since !== null || this.#isOver || this.#rate <= 0) return
    this.#since = performance.now()
    this.#timer = setTimeout(() => this.finish(), Math.max(0, this.#millis - this.#ran) / this.#rate)
  }

  finish() {
    if (this.#isOver) return
    this.pause()
    this.#isOver = true
    this.dispatchEvent(new Event('finish'))
  }
}

export function makePlayer() {
  const running = new Set()
  let speed = 1
  let paused = false

  function keep(animation) {
    animation.playbackRate = speed
    running.add(animation)
    const over = () => running.delete(animation)
    animation.addEventListener('finish', over)
    animation.addEventListener('cancel', over)
    if (paused) animation.pause()
    return animation
  }

  return {
    get on() { return speed > 0 },
    get busy() { return running.size > 0 },
    get room() { return MOVERS - running.size },
    move(element, frames, { duration, delay = 0, easing = SETTLE, pseudo }) {
      return keep(element.animate(frames, { duration, delay, easing, fill: 'backwards', pseudoElement: pseudo }))
    },
    /** A timer that can be paused, sped up and skipped like a movement. */
    after(delay, then) {
      const wait = new Wait(delay)
      wait.addEventListener('finish', then)
      return keep(wait)
    },
    /** Takes all that moves on by so much of its own time; what comes to its end has ended. */
    step(millis) {
      for (const animation of [...running]) {
        const at = (animation.currentTime ?? 0) + millis
        if (at < animation.effect.getComputedTiming().endTime) animation.currentTime = at
        else animation.finish()
      }
    },
    skip() {
      for (const animation of [...running]) animation.finish()
    },
    set speed(value) {
      speed = value
      if (value <= 0) this.skip()
      else for (const animation of running) animation.playbackRate = value
    },
    pause(value) {
      paused = value
      for (const animation of running) value ? animation.pause() : animation.play()
    },
  }
}

/** How long each of `n` steps takes, so that all of them together stay within the longest time. */
export function pace(n) {
  return Math.min(BEAT, LONGEST / Math.max(1, n))
}

/** Which of many stops are shown one by one: the first ones, and the last. */
export function stops(list, most = STEPS) {
  return list.length <= most ? list : [...list.slice(0, most - 1), list[list.length - 1]]
}

/** Keyframes that go from place to place, resting at each for as long as it takes to see it. */
export function walk(places, last) {
  return places.map((x, i) => ({ transform: `translateX(${x - last}px)`, offset: places.length < 2 ? 1 : i / (places.length - 1) }))
}
