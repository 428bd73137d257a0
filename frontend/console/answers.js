/**
 * The newest answers, for as long as the tab lives: what was said is there again when the page is loaded again. They are
 * kept as they were told, since to ask the sandbox once more would be another moment's answer.
 */
const TURNS_MAX = 40
/** What all of them together may take: a table of thousands of rows is not worth the store's quota. */
const CHARACTERS_MAX = 200_000

/** @param {?string} sandbox null where answers belong to no sandbox of their own; @param {?Storage} store of the tab */
export function keepAnswers(sandbox, store) {
  const key = 'carril-answers-' + sandbox
  const before = sandbox === null ? [] : read()
  /** Each as text, so that one more costs no more than itself. */
  let kept = before.map(turn => JSON.stringify(turn))

  function read() {
    try {
      const turns = JSON.parse(store.getItem(key) ?? '[]')
      return Array.isArray(turns) ? turns.filter(turn => typeof turn?.line === 'string' && typeof turn.reply?.ok === 'boolean') : []
    } catch {
      return [] // No store, or somebody else's text under our key.
    }
  }

  return {
    /** {line, reply} of those that were there when the page was loaded. */
    before,
    add(line, reply) {
      if (sandbox === null) return
      kept = reply.ok && reply.kind === 'clear' ? [] : [...kept, JSON.stringify({ line, reply })].slice(-TURNS_MAX)
      let characters = kept.reduce((sum, turn) => sum + turn.length, 0)
      while (characters > CHARACTERS_MAX) characters -= kept.shift().length
      try {
        store.setItem(key, `[${kept.join()}]`)
      } catch {
        // A full or missing store must not stop a command from running.
      }
    },
  }
}
