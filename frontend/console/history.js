/**
 * The lines typed so far, walked with Up and Down. The line being typed is the last place of the walk and is never
 * lost; what is changed in an older line stays changed there until a line runs, as in a shell.
 */
const LINES_MAX = 500
/** What all lines together may take in the browser's store: enough for a long day, far below its quota. */
const CHARACTERS_MAX = 200_000

export function makeHistory(kept = []) {
  const lines = []
  let edits = new Map()
  let at = 0

  const reset = () => { edits = new Map(); at = lines.length }
  const shown = place => edits.get(place) ?? lines[place] ?? ''
  const move = (step, current) => {
    const next = at + step
    if (next < 0 || next > lines.length) return null
    edits.set(at, current)
    at = next
    return shown(at)
  }
  const add = line => {
    if (line.trim() !== '' && lines.at(-1) !== line) lines.push(line)
    if (lines.length > LINES_MAX) lines.shift()
    let characters = lines.reduce((sum, each) => sum + each.length, 0)
    while (characters > CHARACTERS_MAX) characters -= lines.shift().length
    reset()
  }

  for (const line of kept) add(line)

  return {
    add,
    /** The older line, or null at the oldest; `current` is what the input holds now. */
    up: current => move(-1, current),
    /** The newer line, the half-typed one at the end, or null after that. */
    down: current => move(1, current),
    /** True while the line being typed is shown, and not an older one. */
    isAtEnd: () => at === lines.length,
    lines: () => [...lines],
  }
}

/** The history of one sandbox, kept in this browser. Where there is no store (private windows), it lasts as long as the page. */
export function keepHistory(sandbox, store) {
  const key = 'carril-history-' + sandbox
  const history = makeHistory(readLines())

  function readLines() {
    try {
      const lines = JSON.parse(store.getItem(key) ?? '[]')
      return Array.isArray(lines) ? lines.filter(line => typeof line === 'string') : []
    } catch {
      return [] // somebody else's text under our key, or no store: both mean that there is no history
    }
  }

  return {
    ...history,
    add(line) {
      history.add(line)
      try {
        store.setItem(key, JSON.stringify(history.lines()))
      } catch {
        // A full or missing store must not stop a command from running.
      }
    },
  }
}
