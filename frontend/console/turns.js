/**
 * Runs lines one after the other, each when the one before has its answer; the first error stops the rest of its paste.
 * What is typed while a paste runs waits behind it, so that the order on the screen is the order in the log.
 *
 * @param {(line: string, paste: object|null) => Promise<{ok: boolean}>} run
 */
export function makeTurns(run) {
  let last = Promise.resolve()
  let stopping = false
  let waiting = 0

  const queue = work => {
    waiting++
    const mine = last.then(work).finally(() => waiting--)
    last = mine.catch(() => {})
    return mine
  }

  return {
    line: line => queue(() => run(line, null)),

    /**
     * Runs the lines of a paste. The answer says how many ran well, how many did not run at all, and why:
     * `error` or `stopped`, or null when all ran.
     */
    paste: lines => queue(async () => {
      stopping = false
      for (let place = 0; place < lines.length; place++) {
        if (stopping) return { ran: place, left: lines.length - place, why: 'stopped' }
        const reply = await run(lines[place].text, { place: place + 1, of: lines.length })
        if (!reply.ok) return { ran: place, left: lines.length - place - 1, why: 'error' }
      }
      return { ran: lines.length, left: 0, why: null }
    }),

    /** The running paste ends after the line that is under way. */
    stop() { stopping = true },

    isBusy: () => waiting > 0,
  }
}

/** True for a paste that is more than one line; a line break at its very end does not make it two. */
export function hasLines(text) {
  return /[\r\n\u2028\u2029]/.test(text.trim())
}
