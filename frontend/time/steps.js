/** Where steps stand on a track, and what keys do to them. Pure. */

/** Where a key on the slider leads; null for other keys. */
export function stepped(key, at, steps) {
  const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, PageDown: at - 10, PageUp: at + 10, Home: 0, End: steps }[key]
  return to === undefined ? null : Math.max(0, Math.min(steps, to))
}

/** The step at `x` of a track that is `wide`. */
export function stepAt(x, wide, steps) {
  return wide <= 0 ? 0 : Math.max(0, Math.min(steps, Math.round(x / wide * steps)))
}

/**
 * Branches by where they leave, those together that would stand closer than a finger is wide.
 * @returns {{at: number, branches: object[]}[]} from left to right; `at` is where the first of them leaves
 */
export function forks(branches, steps, wide, least) {
  const groups = []
  for (const branch of [...branches].sort((a, b) => a.leavesAt - b.leavesAt)) {
    const last = groups.at(-1)
    if (last && (branch.leavesAt - last.at) / Math.max(1, steps) * wide < least) last.branches.push(branch)
    else groups.push({ at: branch.leavesAt, branches: [branch] })
  }
  return groups
}

/** A moment's time of day, as exact as it is. */
export const timeOf = moment => (moment ?? '').replace(/^.*T|Z$/g, '')

/** The time of day; the day too when it is no longer the first: after `wait 8d` the time alone would mislead. */
export function clock(moment) {
  return (moment.startsWith('2026-01-01T') ? '' : moment.slice(0, 10) + ' ') + moment.slice(11, 19)
}

/**
 * The branch that is meant by who names none: the one that is shown, else the one chosen last, else the newest.
 * @param {{tip: string}[]} branches the newest first; @param {?string} shown a tip; @param {?string} chosen a tip
 */
export const branchMeant = (branches, shown, chosen) => {
  const by = tip => branches.find(branch => branch.tip === tip)
  return by(shown) ?? by(chosen) ?? branches[0] ?? null
}
