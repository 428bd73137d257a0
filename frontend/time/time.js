/**
 * Time on the page: the bar that goes through the steps, the past that it shows, and the branches that were left.
 * It holds which moment is looked at; what is now is given to `follow`.
 */
import { set } from '../app/dom.js'
import { actOf } from './keys.js'
import { makeBranches } from './branches.js'
import { same } from './happened.js'
import { branchMeant, clock } from './steps.js'
import { makeTransport, SPEEDS } from './transport.js'
import { makeTraveller } from './traveller.js'

/** After these there may be less to see than before. */
const LESS = new Set(['undone', 'emptied', 'removed'])

/** Two pictures side by side come when somebody wants them first. */
const ALONE = { isOpen: false, moving: false, pictures: [], draw() {}, step() {}, skip() {}, close() {}, setSpeed() {}, hold() {}, at: () => null }

/** So much of a line that waits is said again; of a paste its first line. */
const shortened = text => text.length > 120 || text.includes('\n') ? text.split('\n')[0].slice(0, 120) + ' …' : text

/**
 * @param {object} of
 * @param {Element} of.root the bar; @param {Element} of.bench gets the class `is-past`, which frames the work area
 * @param {object} of.parts elements: `picture`, `table` (one of the two is hidden), `branches`, `beside`
 * @param {(key: string, values?: object) => string} of.words
 * @param {?Storage} of.store
 * @param {object} of.picture; @param {object[]} of.views all that show facts, the picture among them: `draw({facts}, happened)`
 * @param {(frame: object) => Promise<?object>} of.ask
 * @param {(text: string) => Promise<?object[]>} of.split the commands of a text, and whether each only asks: `isAsked`
 * @param {(entry: string, event?: number) => Promise<object>} of.goTo answers with the server's reply
 * @param {(line: string) => void} of.run runs a line as if it were typed
 * @param {(text: string) => void} of.announce; @param {(text: string) => void} of.note leaves a sentence in the console
 */
export function makeTime({ root, bench, parts, words, store, picture, views, ask, split, goTo, run, announce, note }) {
  const stage = parts.picture.parentElement
  let branches = []
  /** The tip of the branch that somebody looked at last, or laid beside. */
  let chosen = null
  let isListed = false
  let line = ''
  let isHeld = false
  let speed = remembered('carril-speed', SPEEDS, 1, Number)
  let seen = remembered('carril-view', ['picture', 'table'], 'picture')
  /** A command that waits to be told where it shall run. */
  let waiting = null
  let willDraw = false
  let speaking = false

  const travel = makeTraveller({
    ask,
    isMoving: () => isMoving(),
    onShow(facts, happened) {
      keepHeight(happened)
      for (const view of views) view.draw({ facts }, happened)
      drawBeside(happened)
    },
    onChange: draw,
  })
  const transport = makeTransport({ root, words, on: {
    back: () => spoken(() => travel.step(-1)),
    onward,
    play,
    home,
    goOn,
    run,
    go: place => travel.isTimed ? travel.goMoment(place) : travel.go(place),
    page: by => travel.isTimed ? travel.step(by) : travel.go(travel.at + 10 * by),
    fork: branches_ => branches_.length === 1 ? look(branches_[0]) : list(true),
    branches: () => list(!isListed),
    speed: setSpeed,
    hold,
    view: setView,
    answer,
  } })
  const branchList = makeBranches({ root: parts.branches, words, on: { look, takeUp, beside: layBeside, close: () => list(false) } })
  let beside = ALONE
  setSpeed(speed)
  setView(seen)

  document.addEventListener('keydown', event => {
    const act = actOf(event)
    if (!act || travel.steps === 0) return
    event.preventDefault()
    if (event.repeat && act === 'hold') return
    // Before the console hears of it: Alt with Enter is no order to run.
    event.stopPropagation()
    if (act === 'play') play()
    else if (act === 'home') home()
    else if (act === 'hold') hold(!isHeld)
    else if (act === 'on') onward()
    else if (act.startsWith('event')) spoken(() => travel.stepMoment(act === 'event-on' ? 1 : -1))
    // Whoever shows instances knows what is marked.
    else if (act.startsWith('mark')) document.dispatchEvent(new CustomEvent('mark-asked', { detail: { by: act === 'mark-on' ? 1 : -1 } }))
    else spoken(() => travel.step(-1))
  }, { capture: true })

  /**
   * What was is often less than what is, and so is what `undo` and `start over` leave. The bar stays where it is, under the
   * hand that presses it, until the window, the view or the sandbox is another one.
   */
  function keepHeight(happened) {
    const isLess = travel.past === null ? happened.some(({ kind }) => LESS.has(kind)) : !bench.classList.contains('is-past')
    if (!isLess) return
    stage.style.setProperty('--least', stage.offsetHeight + 'px')
    // What the console needs is never less: it may need more by then.
    stage.style.setProperty('--around', bench.offsetHeight + 'px')
  }

  function letHeightGo() {
    stage.style.removeProperty('--least')
  }
  addEventListener('resize', letHeightGo)

  // ---- drawing
  function draw() {
    if (willDraw) return
    willDraw = true
    queueMicrotask(() => {
      willDraw = false
      if (travel.past === null && waiting) settle(false)
      bench.classList.toggle('is-past', travel.past !== null)
      transport.draw({ travel, branches, isListed, isHeld, speed, view: seen, says: says() })
      branchList.draw(branches, travel.past?.isOff ? travel.past.entry : null)
      drawBeside()
      if (speaking && !travel.isWaiting) {
        speaking = false
        announce(says())
      }
    })
  }

  function says() {
    const { past } = travel
    const values = { at: travel.at, steps: travel.steps, time: clock(travel.facts.get('clock')?.now ?? ''), command: past?.command ?? '' }
    if (past && !travel.isWaiting && travel.isWithin) return words('page.time.says.within', { ...values, event: past.event, events: past.events })
    if (past?.isOff) return words('page.time.says.branch', { ...values, n: past.at })
    if (past === null || travel.isWaiting) return words(travel.isWaiting ? 'page.time.place' : 'page.time.says.now', values)
    return words(past.command === null ? 'page.time.says.beginning' : 'page.time.says.past', values)
  }

  /** The slider says by itself where it is; the buttons and keys need somebody who does. */
  function spoken(act) {
    act()
    speaking = true
    draw()
  }

  // ---- what changes
  function home() {
    spoken(() => travel.home())
  }

  /** While motion is held, on means one beat of what moves; only then a step. */
  function onward() {
    if (!isHeld || !isMoving()) return spoken(() => travel.step(1))
    picture.step()
    beside.step()
  }

  const isMoving = () => picture.moving || beside.moving

  function play() {
    if (!travel.isPlaying && isHeld) hold(false)
    travel.play()
  }

  async function goOn() {
    const { past, at, count } = travel
    if (past === null || travel.isWaiting) return true
    if (isStuck()) return false
    if (travel.isWithin) return leap(past.entry, words('page.time.went-within', { event: past.event, events: past.events, command: past.command }), past.event)
    return leap(past.entry, past.isOff ? words('page.time.taken-up', { n: past.at })
      : at < count ? words('page.time.went-on', { at, n: count - at }) : words('page.time.went-forward', { at }))
  }

  /** Whether there is no going on from what is shown; then it is said why. */
  function isStuck() {
    if (travel.past === null || travel.past.mayGoOn) return false
    const said = words('page.time.go-on.not')
    note(said)
    announce(said)
    return true
  }

  async function leap(entry, sentence, event) {
    const reply = await goTo(entry, event)
    const said = reply.ok ? sentence : reply.error.message
    if (reply.ok) travel.homeWhen(reply.revision ?? -1)
    note(said)
    announce(said)
    return reply.ok
  }

  function setSpeed(value) {
    speed = value
    travel.speed = value
    picture.setSpeed(value)
    beside.setSpeed(value)
    remember('carril-speed', value)
    draw()
  }

  function setView(name) {
    seen = name
    letHeightGo()
    parts.picture.hidden = seen !== 'picture'
    parts.table.hidden = seen !== 'table'
    // In the picture its cells have the focus, and it scrolls with them; nothing in a table has.
    set(stage, seen === 'table' ? { tabindex: 0, role: 'region', 'aria-label': words('page.time.view.table') } : { tabindex: -1, role: null, 'aria-label': null })
    remember('carril-view', name)
    // Who was hidden has drawn nothing meanwhile.
    travel.again()
    draw()
  }

  function remembered(key, allowed, usual, read = String) {
    const value = store?.getItem(key)
    return value !== null && value !== undefined && allowed.includes(read(value)) ? read(value) : usual
  }

  function remember(key, value) {
    try { store?.setItem(key, String(value)) } catch { /* Then it lasts as long as the page. */ }
  }

  function hold(value) {
    isHeld = value
    picture.hold(value)
    beside.hold(value)
    draw()
  }

  // ---- where a command shall run
  /** What only asks is told about now, and leads nowhere. */
  async function mayRunInPast(text) {
    const lines = await split(text)
    if (travel.past === null || lines?.every(one => one.isAsked)) return true
    if (waiting) settle(false)
    return new Promise(resolve => {
      waiting = { text: shortened(text), resolve }
      transport.notice.ask(waiting.text)
      note(words('page.time.ask.waits', { line: waiting.text }))
      announce(`${words('page.time.ask')} ${waiting.text}`)
    })
  }

  function settle(may) {
    const { text, resolve } = waiting
    waiting = null
    transport.notice.ask(null)
    if (!may) note(words('page.time.ask.not-run', { line: text }))
    resolve(may)
  }

  async function answer(name) {
    if (!waiting) return
    // Taken first: on the way the past ends, and a question that is still open then is taken back.
    if (name === 'not') return settle(false)
    if (name === 'here' && isStuck()) return
    const { resolve } = waiting
    waiting = null
    transport.notice.ask(null)
    if (name === 'now') home()
    resolve(name === 'now' || await goOn())
  }

  // ---- branches
  function list(open) {
    isListed = open
    parts.branches.hidden = !open
    bench.classList.toggle('has-list', open)
    draw()
    if (open) branchList.focus()
    else transport.focusBranches()
  }

  function look(branch) {
    chosen = branch.tip
    travel.look(branch.tip, branch.leavesAt)
    spoken(() => {})
  }

  async function takeUp(branch) {
    if (!await leap(branch.tip, words('page.time.taken-up', { n: branch.leavesAt + branch.length }))) return
    travel.home()
    // What had the focus goes with the branch, which is one no longer.
    if (isListed) branchList.focus()
  }

  async function layBeside(branch) {
    chosen = branch.tip
    if (beside === ALONE) {
      const come = await import('./beside.js').catch(() => null)
      if (come === null) return announce(words('page.time.no-answer'))
      if (beside === ALONE) beside = come.makeBeside({ root: parts.beside, words, view: entry => ask({ type: 'view', entry }), onClose: closeBeside })
      beside.setSpeed(speed)
      beside.hold(isHeld)
    }
    // The choice of sides has the branches too, and the room is better used.
    isListed = false
    parts.branches.hidden = true
    bench.classList.remove('has-list')
    bench.classList.add('is-beside')
    beside.open(branch.tip, travel.past?.entry)
    draw()
  }

  function closeBeside() {
    chosen = beside.branch ?? chosen
    beside.close()
    bench.classList.remove('is-beside')
    draw()
    transport.focusBranches()
  }

  function drawBeside(happened) {
    if (!beside.isOpen) return
    const { past, now, at, steps, count } = travel
    const name = past?.isOff ? words('page.time.beside.branch', { at: past.leavesAt ?? count, n: past.at - (past.leavesAt ?? 0), last: past.command ?? '' })
      : words(past === null ? 'page.time.beside.line-now' : 'page.time.beside.line', { at, steps })
    beside.draw({ line: { facts: travel.facts, entry: shownEntry(), name }, now: { facts: now.facts, entry: headOf(now), name: words('page.time.beside.now', { at: count }) }, isNow: past === null },
      branches, seen, happened)
  }

  const headOf = now => now.facts.get('log')?.head ?? ''
  const shownEntry = () => travel.past?.entry ?? headOf(travel.now)

  async function askForBranches() {
    const answer_ = await ask({ type: 'branches' })
    if (answer_) branches = answer_.branches
    draw()
  }

  return {
    /** What is now, and what happened on the way to it. */
    follow(state, happened, isFresh) {
      if (state.revision < 0) letHeightGo()
      travel.follow(state, { happened, isFresh })
      const { head = '', ahead = 0, count = 0 } = state.facts.get('log') ?? {}
      // A line that only grew has left nothing behind.
      const left = isFresh || happened.some(({ kind }) => kind === 'undone' || kind === 'redone') || line !== `${ahead}`
      line = `${ahead}`
      if (left && (head || count + ahead === 0)) askForBranches()
    },

    /** Whether a line may run now. Where another moment is shown, somebody is asked where it shall run. */
    mayRun(text) {
      travel.stop()
      if (travel.past === null) {
        travel.home() // Whoever was on the way somewhere is still here.
        return true
      }
      return mayRunInPast(text)
    },

    /** Whether now has the same fact there. */
    isNow: (key, facts) => same(travel.now.facts.get(key), facts.get(key)),
    get facts() { return travel.facts },
    /** The entry whose state is shown, and after how many of its events; undefined is all of them. */
    get entry() { return shownEntry() },
    get event() { return travel.isWithin ? travel.past.event : undefined },
    again: () => travel.again(),
    /** Whether a key is for what moves, instead of ending it: it holds it, lets it go, takes it on, or is on its way to a button that does. */
    holds(event) {
      const act = actOf(event)
      if (event.key === 'Alt' || act === 'hold' || (isHeld && act === 'on')) return true
      return (isHeld && (event.key === 'Tab' || event.key === 'Shift')) || transport.holds(event.target, isHeld)
    },
    /** Ends what moves in the pictures that are ours. */
    skip: () => beside.skip(),
    /** Of the pictures beside each other the one that an element stands in: {picture, facts, entry}; else null. */
    besideAt: element => beside.at(element),
    /** The pictures that are seen: one, or two beside each other. */
    get pictures() { return beside.isOpen ? beside.pictures : [picture] },
    says,
    /** How fast everything moves; 0 is no motion. */
    get speed() { return speed },
    setSpeed,
    step: by => spoken(() => travel.step(by)),
    stepMoment: by => spoken(() => travel.stepMoment(by)),
    goMoment: to => spoken(() => travel.goMoment(to)),
    home,
    hold,
    /** For who leads through time too: beside what is shown it lays the end of a branch, or takes it away again. */
    travel: Object.assign(travel, {
      beside() {
        if (beside.isOpen) return closeBeside()
        const branch = branchMeant(branches, travel.past?.isOff ? travel.past.entry : null, chosen)
        if (branch) layBeside(branch)
        else announce(words('page.time.branches.none'))
      },
    }),
    get isPast() { return travel.past !== null },
    get at() { return travel.at },
    get steps() { return travel.steps },
  }
}
