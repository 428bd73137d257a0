/**
 * Time on the page: the bar that goes through the steps, the past that it shows, and the branches that were left.
 * It holds which moment is looked at; what is now is given to `follow`.
 */
import { actOf } from './keys.js'
import { same } from './happened.js'
import { clock } from './steps.js'
import { makeTransport, SPEEDS } from './transport.js'
import { makeTraveller } from './traveller.js'

/**
 * @param {object} of
 * @param {Element} of.root the bar; @param {Element} of.bench gets the class `is-past`, which frames the work area
 * @param {(key: string, values?: object) => string} of.words
 * @param {?Storage} of.store
 * @param {object} of.picture; @param {object[]} of.views all that show facts, the picture among them: `draw({facts}, happened)`
 * @param {(frame: object) => Promise<?object>} of.ask
 * @param {(entry: string) => Promise<object>} of.goTo answers with the server's reply
 * @param {(line: string) => void} of.run runs a line as if it were typed
 * @param {(text: string) => void} of.announce; @param {(text: string) => void} of.note leaves a sentence in the console
 */
export function makeTime({ root, bench, words, store, picture, views, ask, goTo, run, announce, note }) {
  let branches = []
  let line = ''
  let isHeld = false
  let speed = remembered()
  /** A command that waits to be told where it shall run. */
  let waiting = null
  let willDraw = false
  let speaking = false

  const travel = makeTraveller({
    ask,
    isMoving: () => picture.moving,
    onShow(facts, happened) {
      for (const view of views) view.draw({ facts }, happened)
    },
    onChange: draw,
  })
  const transport = makeTransport({ root, words, on: {
    back: () => spoken(() => travel.step(-1)),
    onward: () => spoken(() => travel.step(1)),
    play,
    home,
    goOn,
    run,
    go: step => travel.go(step),
    fork: branch => travel.look(branch.tip, branch.leavesAt),
    branches() {},
    speed: setSpeed,
    hold,
    view() {},
    answer,
  } })
  setSpeed(speed)

  document.addEventListener('keydown', event => {
    const act = actOf(event)
    if (!act || travel.steps === 0) return
    event.preventDefault()
    // Before the console hears of it: Alt with Enter is no order to run.
    event.stopPropagation()
    if (act === 'play') play()
    else if (act === 'home') home()
    else spoken(() => travel.step(act === 'back' ? -1 : 1))
  }, { capture: true })

  // ---- drawing
  function draw() {
    if (willDraw) return
    willDraw = true
    queueMicrotask(() => {
      willDraw = false
      if (travel.past === null && waiting) settle(false)
      bench.classList.toggle('is-past', travel.past !== null)
      transport.draw({ travel, branches, isListed: false, isHeld, speed, view: 'picture', says: says() })
      if (speaking && !travel.isWaiting) {
        speaking = false
        announce(says())
      }
    })
  }

  function says() {
    const { past } = travel
    const values = { at: travel.at, steps: travel.steps, time: clock(travel.facts.get('clock')?.now ?? ''), command: past?.command ?? '' }
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

  function play() {
    if (!travel.isPlaying && isHeld) hold(false)
    travel.play()
  }

  async function goOn() {
    const { past, at, count } = travel
    if (past === null || travel.isWaiting) return true
    const reply = await goTo(past.entry)
    if (!reply.ok) {
      note(reply.error.message)
      announce(reply.error.message)
      return false
    }
    travel.homeWhen(reply.revision ?? -1)
    const sentence = past.isOff ? words('page.time.taken-up', { n: past.at })
      : at < count ? words('page.time.went-on', { at, n: count - at }) : words('page.time.went-forward', { at })
    note(sentence)
    announce(sentence)
    return true
  }

  function setSpeed(value) {
    speed = value
    travel.speed = value
    picture.setSpeed(value)
    try { store?.setItem('carril-speed', String(value)) } catch { /* Then it lasts as long as the page. */ }
    draw()
  }

  function remembered() {
    const value = Number(store?.getItem('carril-speed') ?? 1)
    return SPEEDS.includes(value) ? value : 1
  }

  function hold(value) {
    isHeld = value
    picture.hold(value)
    draw()
  }

  // ---- where a command shall run
  function settle(may) {
    const { resolve } = waiting
    waiting = null
    transport.notice.ask(null)
    resolve(may)
  }

  async function answer(name) {
    if (!waiting) return
    if (name === 'now') home()
    settle(name === 'now' || name === 'here' && await goOn())
  }

  // ---- branches
  async function askForBranches() {
    const answer_ = await ask({ type: 'branches' })
    if (answer_) branches = answer_.branches
    draw()
  }

  return {
    /** What is now, and what happened on the way to it. */
    follow(state, happened, isFresh) {
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
      if (waiting) settle(false)
      return new Promise(resolve => {
        waiting = { resolve }
        transport.notice.ask(text)
        announce(`${words('page.time.ask')} ${text}`)
      })
    },

    /** Whether a whole record of now is the one that is shown. */
    isNow: key => same(travel.now.facts.get(key), travel.facts.get(key)),
    again: () => travel.again(),
    step: by => spoken(() => travel.step(by)),
    home,
    hold,
    /** For who leads through time too. */
    travel,
    get isPast() { return travel.past !== null },
    get at() { return travel.at },
    get steps() { return travel.steps },
  }
}
