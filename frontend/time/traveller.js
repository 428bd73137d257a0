/**
 * Which moment is shown: now, or one that was asked for. It knows no page. One question is out at a time, and the
 * newest wish is asked next, so that a drag over five thousand steps is a few questions and the last one wins.
 */
import { Facts } from '../app/facts.js'
import { happenedBetween, kept, keptEntries } from './happened.js'

/** What a step of playing takes at least, at the usual speed; without motion, always. */
const BEAT_MILLIS = 900
const STILL_MILLIS = 500
/** Somebody who plays waits until what moves has arrived; it is looked at this often. */
const LOOK_MILLIS = 100

const BROWSER = { after: (millis, then) => setTimeout(then, millis), never: timer => clearTimeout(timer) }

/** The facts of an answer, with the objects of `held` where they say the same. */
function told(answer, known, held) {
  if (answer.facts) return kept(Object.entries(answer.facts), held)
  return known.with(keptEntries(Object.entries(answer.set), held), answer.gone)
}

/**
 * @param {object} of
 * @param {(frame: object) => Promise<?object>} of.ask
 * @param {(facts: Map<string, object>, happened: object[]) => void} of.onShow what is to be drawn
 * @param {() => void} of.onChange where we are or what is wanted has changed
 * @param {() => boolean} [of.isMoving] whether the last step is still on its way
 * @param {object} [of.world] timers
 */
export function makeTraveller({ ask, onShow, onChange, isMoving = () => false, world = BROWSER }) {
  let now = { facts: new Facts(), revision: -1 }
  /** The moment that is looked at: {entry, at, command, event, events, moment, facts, isOff}; null is now. */
  let past = null
  /** {at}, {moment} or {entry}; what will be asked next, or is being asked. */
  let wanted = null
  let asking = false
  let failed = false
  let playing = null
  let homeAt = null
  let speed = 1

  const log = () => now.facts.get('log') ?? { count: 0, ahead: 0, undo: null }
  const steps = () => log().count + (log().ahead ?? 0)
  /** Each command ends at a moment, and each event of instances within one is a moment too. */
  const momentsNow = () => log().moments ?? log().count
  const moments = () => momentsNow() + (log().momentsAhead ?? log().ahead ?? 0)
  const shownMoment = () => past ? past.moment ?? past.at : momentsNow()
  const moment = () => wanted?.moment ?? shownMoment()
  const shownAt = () => past ? past.at : log().count
  /** A branch stands on the line where it leaves it. */
  const at = () => wanted?.at ?? (past?.isOff ? past.leavesAt ?? log().count : shownAt())
  const shown = () => past?.facts ?? now.facts
  /** Whether it stands within a command. */
  const isWithin = () => past !== null && past.event < past.events

  function show(next, command) {
    const from = { facts: shown(), at: shownAt(), moment: shownMoment(), isOff: past?.isOff ?? false }
    past = next
    failed = false
    const neighbours = !from.isOff && !(next?.isOff ?? false)
    const by = Math.abs(shownMoment() - from.moment) === 1 ? shownMoment() - from.moment : shownAt() - from.at
    onShow(shown(), neighbours && by === 1 ? happenedBetween(from.facts, shown(), command)
      : neighbours && by === -1 ? [{ kind: 'undone' }] : [])
    onChange()
  }

  function want(next) {
    wanted = next
    onChange()
    if (!asking) asked()
  }

  async function asked() {
    asking = true
    let isWhole = false
    while (wanted) {
      const mine = wanted
      // What we have of now need not be sent again: only what is otherwise at that moment.
      const known = now.facts
      const { at, moment, entry, event } = mine
      const answer = await ask({ type: 'view', ...(isWhole ? {} : { since: log().head ?? null }), ...(entry !== undefined ? event === undefined ? { entry } : { entry, event } : moment !== undefined ? { moment } : { at }) })
      if (wanted === null) break // Somebody went back to now meanwhile.
      // While time is played on, an entry has more than one state: what is told since another one says nothing.
      isWhole = answer?.sinceNow !== undefined && answer.sinceNow !== known.get('clock')?.now
      if (isWhole) continue
      if (wanted === mine) wanted = null
      if (!answer?.facts && !answer?.set) {
        // No line to the server, or a moment that this line no longer has. What is shown stays.
        wanted = null
        failed = true
        stop()
        onChange()
        break
      }
      show({ entry: answer.entry, at: answer.at, command: answer.command, event: answer.event, events: answer.events, moment: answer.moment, mayGoOn: answer.mayGoOn !== false, isOff: mine.entry !== undefined, leavesAt: mine.leavesAt,
        facts: told(answer, known, shown()) }, answer.command)
    }
    asking = false
  }

  function go(step) {
    const to = Math.max(0, Math.min(steps(), step))
    if (to === log().count) return home()
    // From a branch a step leads back to the line.
    if (!wanted && to === shownAt() && !past?.isOff && !isWithin()) return
    want({ at: to })
  }

  function goMoment(to) {
    const within = Math.max(0, Math.min(moments(), to))
    if (within === momentsNow()) return home()
    if (!wanted && within === shownMoment() && !past?.isOff) return
    want({ moment: within })
  }

  /** The next event, or the end of the next command where nothing happens in it. */
  function stepMoment(by) {
    if (!past?.isOff) return goMoment(moment() + by)
    // A branch has no line of its own to go along: its last command has its events.
    const event = (wanted?.event ?? past.event) + by
    if (event >= 1 && event <= past.events) want({ entry: past.entry, event, leavesAt: past.leavesAt })
  }

  function home() {
    const was = past !== null || wanted !== null
    wanted = null
    homeAt = null
    if (was) show(null, log().undo)
  }

  // ---- playing
  function play() {
    const count = log().count
    if (steps() === 0) return
    if (at() === count && !past) go(0)
    const to = at() < count ? count : steps()
    playing = { to, timer: null }
    onChange()
    wait(playing)
  }

  function wait(mine) {
    mine.timer = world.after(speed > 0 ? BEAT_MILLIS / speed : STILL_MILLIS, function look() {
      if (playing !== mine) return
      if (wanted || isMoving()) mine.timer = world.after(LOOK_MILLIS, look)
      else if (at() >= mine.to || past === null) stop()
      else {
        go(at() + 1)
        if (at() >= mine.to) stop()
        else wait(mine)
      }
    })
  }

  function stop() {
    if (!playing) return
    world.never(playing.timer)
    playing = null
    onChange()
  }

  /** Whether the step that is looked at is still one of the line. */
  async function check() {
    const mine = past
    const answer = await ask({ type: 'view', since: log().head ?? null, at: mine.at })
    if (past !== mine || !answer) return
    past = { ...mine, isOff: answer.entry !== mine.entry }
    onChange()
  }

  return {
    /** What is now has changed; what is looked at has not. */
    follow(state, { happened = [], isFresh = false } = {}) {
      const before = log()
      now = state
      if (!past) onShow(now.facts, happened)
      else if (homeAt !== null && now.revision >= homeAt) return home()
      else if (!past.isOff && (isFresh || before.ahead > 0 || happened.some(({ kind }) => kind === 'undone' || kind === 'redone'))) check()
      onChange()
    },
    go(step) { stop(); go(step) },
    /** Within a command, on leads to its end. */
    step(by) { stop(); go(at() + (by > 0 && isWithin() && !wanted ? by - 1 : by)) },
    goMoment(to) { stop(); goMoment(to) },
    stepMoment(by) { stop(); stepMoment(by) },
    home() { stop(); home() },
    /** Looks at any command of the log, on this line or not. */
    look(entry, leavesAt) { stop(); want({ entry, leavesAt }) },
    play() { playing ? stop() : play() },
    stop,
    /** Back to now as soon as now is at least that new: what was gone to shall not flicker. */
    homeWhen(revision) {
      if (now.revision >= revision) home()
      else homeAt = revision
    },
    /** Draws again what is shown, without motion. */
    again() { if (now.revision >= 0) onShow(shown(), []) },
    set speed(value) { speed = value },
    get now() { return now },
    get past() { return past },
    get facts() { return shown() },
    get isPlaying() { return playing !== null },
    get isWaiting() { return wanted !== null },
    get hasFailed() { return failed },
    /** Where the pointer stands: what was asked for, before the answer has come. */
    get at() { return at() },
    get steps() { return steps() },
    get count() { return log().count },
    /** The same along moments, of which there are more than commands where instances do something. */
    get moment() { return moment() },
    get moments() { return moments() },
    get momentsNow() { return momentsNow() },
    get isTimed() { return moments() > steps() },
    get isWithin() { return isWithin() },
  }
}
