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

/** What is due so many milliseconds apart is done at once: each end by itself has the page styled and laid out by itself. */
const NEARLY = 10
const bells = new Set()

/** Does something after so long, in one turn with whatever else is due then. @returns {() => void} takes it back */
export function ring(millis, then) {
  const due = performance.now() + millis
  const bell = [...bells].find(one => Math.abs(one.due - due) <= NEARLY) ?? hang(due, millis)
  bell.all.add(then)
  return () => {
    bell.all.delete(then)
    if (bell.all.size === 0) takeDown(bell)
  }
}

function hang(due, millis) {
  const bell = { due, all: new Set(), timer: setTimeout(() => {
    bells.delete(bell)
    for (const then of bell.all) then()
  }, millis) }
  bells.add(bell)
  return bell
}

function takeDown(bell) {
  clearTimeout(bell.timer)
  bells.delete(bell)
}

/**
 * What lasts so long: a movement, or only a wait. It is held, sped up and skipped, and tells its end.
 *
 * Its end is told by a timer and not by the animation, which goes on a little, at rest: before the end of an animation a
 * browser styles the page anew in each of some frames, and at its end once more. A wait without an animation has no
 * animation without frames either, for the same reason.
 */
class Movement extends EventTarget {
  #millis
  #animation
  #ran = 0
  #since = null
  #rate = 1
  #quiet = () => {}
  #isOver = false

  constructor(millis, animation = null) {
    super()
    this.#millis = millis
    this.#animation = animation
    this.play()
  }

  get endTime() { return this.#millis }
  get currentTime() { return this.#ran + (this.#since === null ? 0 : (performance.now() - this.#since) * this.#rate) }
  set currentTime(value) {
    this.#change(() => { this.#ran = value })
    if (this.#animation) this.#animation.currentTime = value
  }
  set playbackRate(value) {
    this.#change(() => { this.#rate = value })
    if (this.#animation) this.#animation.playbackRate = value
  }

  #change(how) {
    const isGoing = this.#since !== null
    this.#stop()
    how()
    if (isGoing) this.#go()
  }

  #stop() {
    this.#ran = this.currentTime
    this.#since = null
    this.#quiet()
  }

  #go() {
    if (this.#since !== null || this.#isOver || this.#rate <= 0) return
    this.#since = performance.now()
    this.#quiet = ring(Math.max(0, this.#millis - this.#ran) / this.#rate, () => this.finish())
  }

  pause() {
    this.#stop()
    this.#animation?.pause()
  }

  play() {
    if (this.#animation?.playState === 'paused') this.#animation.play()
    this.#go()
  }

  finish() {
    if (this.#isOver) return
    this.#stop()
    this.#isOver = true
    this.#animation?.cancel()
    this.dispatchEvent(new Event('finish'))
  }
}

/** So long an animation rests at its end, for the timer that ends it. */
const REST = 120

/** Keyframes that wait first and rest in the end, as parts of one animation. */
export function lasting(frames, { duration, delay, easing }) {
  const whole = delay + duration + REST
  const timed = frames.map((frame, i) => ({ ...frame, easing, offset: (delay + (frame.offset ?? i / Math.max(1, frames.length - 1)) * duration) / whole }))
  const first = delay > 0 ? [{ ...timed[0], offset: 0 }] : []
  return { frames: [...first, ...timed, { ...timed.at(-1), offset: 1 }], whole }
}

export function makePlayer() {
  const running = new Set()
  let speed = 1
  let paused = false

  function keep(movement) {
    if (speed !== 1) movement.playbackRate = speed
    running.add(movement)
    movement.addEventListener('finish', () => running.delete(movement))
    if (paused) movement.pause()
    return movement
  }

  return {
    get on() { return speed > 0 },
    get busy() { return running.size > 0 },
    get room() { return MOVERS - running.size },
    /** Frames are so many parts of the whole apart from each other unless they say otherwise. */
    move(element, frames, { duration, delay = 0, easing = SETTLE, pseudo }) {
      const { frames: timed, whole } = lasting(frames, { duration, delay, easing })
      const animation = element.animate(timed, { duration: whole, pseudoElement: pseudo })
      // Told when it began, the browser need not find out and style the page anew to tell it.
      if (!paused) animation.startTime = element.ownerDocument.timeline.currentTime
      return keep(new Movement(delay + duration, animation))
    },
    /** A timer that can be paused, sped up and skipped like a movement. */
    after(delay, then) {
      const wait = new Movement(delay)
      wait.addEventListener('finish', then)
      return keep(wait)
    },
    /** Takes all that moves on by so much of its own time; what comes to its end has ended. */
    step(millis) {
      for (const movement of [...running]) {
        const at = movement.currentTime + millis
        if (at < movement.endTime) movement.currentTime = at
        else movement.finish()
      }
    },
    skip() {
      for (const movement of [...running]) movement.finish()
    },
    set speed(value) {
      speed = value
      if (value <= 0) this.skip()
      else for (const movement of running) movement.playbackRate = value
    },
    pause(value) {
      paused = value
      for (const movement of running) value ? movement.pause() : movement.play()
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
