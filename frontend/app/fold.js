import { Facts, restOf } from './facts.js'

/**
 * What the page knows of its sandbox, as a plain value: the facts of now by key, the revision they belong to,
 * and whether a frame was missed. `fold` is the only place where it changes, and it changes nothing in place:
 * the same frames give the same state, so stepping back is folding a shorter list.
 */

/** Before the first snapshot. `missed` is true, so that whoever holds it asks for one. */
export const NOTHING = Object.freeze({ revision: -1, facts: new Facts(), missed: true })

/** The state after a frame. Frames that say nothing about the state leave it as it is. */
export function fold(state, frame) {
  switch (frame.type) {
    case 'snapshot':
      return { revision: frame.revision, facts: new Facts(Object.entries(frame.facts)), missed: false }
    case 'changes':
      return changed(state, frame)
    default:
      return state
  }
}

function changed(state, frame) {
  // A hole means that what we hold is not what the changes were made for. Nothing is guessed: a snapshot mends it.
  // What is older than our revision came before that snapshot and is already in it.
  if (frame.revision <= state.revision) return state
  if (state.missed || frame.after !== state.revision) return state.missed ? state : { ...state, missed: true }
  return { revision: frame.revision, facts: state.facts.with(Object.entries(frame.set ?? {}), frame.gone), missed: false }
}

/** The facts of one kind (`topic`, `group` …; not records), in the order in which they were made. */
export function of(facts, kind) {
  const start = kind + ':'
  const found = []
  for (const [key, fact] of restOf(facts)) if (key.startsWith(start)) found.push(fact)
  return found.sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
}
