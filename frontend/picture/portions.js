/**
 * Portions of a picture that take their turns, one a frame: while time goes on by itself all of them together would take
 * longer than a frame lasts. Who has just been drawn goes behind those who wait, so that none of them waits for ever,
 * however fast the next change comes.
 */
export function makePortions(after = requestAnimationFrame, never = cancelAnimationFrame) {
  /** In the order in which they asked. */
  const waiting = new Map()
  let frame = 0

  function next() {
    frame = 0
    const [name, draw] = waiting.entries().next().value
    waiting.delete(name)
    if (waiting.size > 0) frame = after(next)
    draw()
  }

  return {
    /** Draws a portion in a frame to come. Who waits already keeps its place. @param {string} name @param {() => void} draw */
    ask(name, draw) {
      waiting.set(name, draw)
      if (frame === 0) frame = after(next)
    },
    /** Draws what waits at once, and what that asks for. */
    settle() {
      while (waiting.size > 0) {
        const all = [...waiting.values()]
        this.clear()
        for (const draw of all) draw()
      }
    },
    /** Forgets what waits: all is drawn anyway. */
    clear() {
      never(frame)
      frame = 0
      waiting.clear()
    },
  }
}
