/**
 * Where next and back lead. Pure: a walk is a plain value, and each function gives the walk after something.
 *
 * Without a script one walks along the command log: steps 0 to `count + ahead`, of which `count` is now. `at` is null
 * as long as one is with now, so that what is typed is followed.
 *
 * With a script one walks along moments: what the hall has seen, in that order, whoever caused it. The script's own
 * steps are moments, and so is a command that was typed in between. Back never undoes anything; forward shows again what
 * ran already, and only past the last moment does the next command of the script run. A command that was taken back is
 * not run again by itself.
 */

/** More moments than this nobody walks back through. */
const MOMENTS_MAX = 1000

// ---- along the log
export const logTotal = log => (log?.count ?? 0) + (log?.ahead ?? 0)

/** The step before or after, null for now; undefined where there is none. */
export function logStep(log, at, by) {
  const now = log?.count ?? 0
  const to = (at ?? now) + by
  if (to < 0 || to > logTotal(log)) return undefined
  return to === now ? null : to
}

// ---- along a script
/**
 * A moment is an entry of the log and how many commands led to it, and the script's step if it was one.
 *
 * @typedef {{entry: string, at: number, step: ?number, by: ?string, line: ?string}} Moment
 */

/** The walk at its beginning. A first step that only shows words is shown at once. */
export function begin(steps, log) {
  const titled = steps[0]?.line === null
  return { place: titled ? 1 : 0, at: 0, moments: [{ ...here(log), step: titled ? 0 : null, by: null, line: null }] }
}

const here = log => ({ entry: log.head, at: log.count })

export const isLive = walk => walk.at === walk.moments.length - 1
export const momentOf = walk => walk.moments[walk.at]

/** What the next press asks for: `look` at another moment, `show` words, `run` a command, or null at the end. */
export function next(steps, walk) {
  if (!isLive(walk)) return { kind: 'look', walk: { ...walk, at: walk.at + 1 } }
  const step = steps[walk.place]
  if (step === undefined) return null
  if (step.line !== null) return { kind: 'run', line: step.line }
  return { kind: 'show', walk: pushed({ ...walk, place: walk.place + 1 }, { ...momentOf(walk), step: walk.place, by: null, line: null }) }
}

export function back(walk) {
  return walk.at === 0 ? null : { kind: 'look', walk: { ...walk, at: walk.at - 1 } }
}

/** After the command of the step that was next ran well (or was left out: `id` null). */
export function ran(walk, id, log) {
  const last = walk.moments.at(-1)
  const after = { ...walk, place: walk.place + 1 }
  // What it changed was told before its reply.
  if (id !== null && last.by === id && last.step === null) {
    const moments = [...walk.moments.slice(0, -1), { ...last, step: walk.place }]
    return { ...after, moments, at: moments.length - 1 }
  }
  return pushed(after, { ...here(log), step: walk.place, by: id, line: null })
}

/** After the head of the log moved, by whatever commands. Who looks at the past keeps looking at it. */
export function moved(walk, log, by) {
  const last = walk.moments.at(-1)
  if (last.entry === log.head) return walk
  // What it changed was told after its reply.
  if (last.by !== null && by.includes(last.by)) return { ...walk, moments: [...walk.moments.slice(0, -1), { ...last, ...here(log) }] }
  const moment = { ...here(log), step: null, by: by.at(-1) ?? null, line: log.undo ?? null }
  return isLive(walk) ? pushed(walk, moment) : { ...pushed(walk, moment), at: Math.max(0, walk.at - (walk.moments.length >= MOMENTS_MAX ? 1 : 0)) }
}

function pushed(walk, moment) {
  const moments = [...walk.moments, moment].slice(-MOMENTS_MAX)
  return { ...walk, moments, at: moments.length - 1 }
}

/** How many steps the script has and how many of the walk's moments were not among them: what the bar shows. */
export function stretch(steps, walk) {
  const rest = steps.length - walk.place
  return { at: walk.at + 1, seen: walk.moments.length, all: walk.moments.length + rest }
}

/** A walk that was kept, if it can be gone on with; else null. */
export function kept(value, steps) {
  if (!value || !Array.isArray(value.moments) || value.moments.length === 0) return null
  const moments = value.moments.filter(moment => typeof moment?.entry === 'string' && Number.isInteger(moment.at) && (moment.step === null || Number.isInteger(moment.step)))
  if (moments.length !== value.moments.length || !Number.isInteger(value.place) || value.place < 0) return null
  // An edited script may have become shorter. What ran stays what it was.
  return {
    place: Math.min(value.place, steps.length), at: moments.length - 1,
    moments: moments.map(moment => ({ entry: moment.entry, at: moment.at, step: moment.step !== null && moment.step < steps.length ? moment.step : null, by: moment.by ?? null, line: moment.line ?? null })),
  }
}
