/**
 * The projector view: the stage and a caption over the whole screen, the console folded to one line, and a bar that
 * shows the steps and where we are. Next and back walk along the command log or along the script of a demonstration.
 * What is walked along is in `walk.js`, which key does what in `keys.js`; here both meet the page.
 */
import { el, say, set, sync } from '../app/dom.js'
import { Facts } from '../app/facts.js'
import { makeAnswer } from './answer.js'
import { makeBelow } from './below.js'
import { isLook, makeLooks } from './looks.js'
import { makeScreen } from './screen.js'
import { makeScriptSheet } from './sheets.js'
import { readScript } from './script.js'
import { makeTrack } from './track.js'
import * as walks from './walk.js'

/** So many answers are kept, to be shown again with their moment. */
const REPLIES_MAX = 400

/**
 * @param {object} of
 * @param {HTMLElement} of.scale the container that the view takes whole
 * @param {HTMLElement} of.stage the picture and the database
 * @param {HTMLElement} of.console
 * @param {object} of.travel `go(step)`, `look(entry)`, `home()` and where that has led: `at`
 * @param {(line: string) => Promise<object>} of.run as if it were typed
 * @param {(text: string) => Promise<object[]>} of.split
 * @param {object} of.scripts the script that is kept with the sandbox: `read() → ?string`, `keep(text)`, `remove()`; promises, which fail where nobody answers
 * @param {(value: boolean) => void} of.hold holds what moves
 * @param {() => void} of.keys opens the list of the keys
 * @param {() => void} of.onLeave
 * @param {() => ?object} [of.guide] a lesson's own way, where there is one: `next`, `back`, `end`, `arrive` and what is `shown`
 */
export function makeProjector({ scale, stage, console, words, language, sandbox, store, travel, run, split, scripts, hold, keys, onLeave, guide = () => null }) {
  const page = document.documentElement
  const earlier = el('b', { class: 'earlier', hidden: true }, words('page.projector.earlier'))
  const text = el('span')
  const caption = el('p', { class: 'caption', role: 'status' }, earlier, text)
  const lines = el('ul')
  const more = el('div', { class: 'caption more', hidden: true })
  const answer = makeAnswer({ words })
  const below = makeBelow({ stage, words })
  const track = makeTrack({ words })
  const blank = el('button', { type: 'button', class: 'blank', hidden: true, 'aria-label': words('page.projector.blank'), onclick: () => darken(false) })
  const looks = makeLooks({ page, store })
  const screen = makeScreen({ page, onLeft: leftByTheBrowser })
  const input = console.querySelector('input')
  const key = 'carril-script-' + sandbox
  const sheet = makeScriptSheet({ root: scale, words, onKeep: keep, onRemove: remove, example: () => example(language) })

  stage.before(caption, more)
  stage.after(below.element, answer.element)
  console.after(track.element)
  scale.append(blank)

  let facts = new Facts()
  let past = null
  let on = false
  let paused = false
  let running = false
  /** The step of the script whose command runs: what it changes may be told before its reply. */
  let stepping = null
  let pressedOn = false
  /** {text, steps} of the script that is kept, and how far it is. */
  let script = null
  let walk = null
  /** What was said last without a moment of its own: a command that only reads, or an error. {line, reply, isStep, isAgain} */
  let latest = null
  const replies = new Map()

  const log = () => facts.get('log') ?? { count: 0, ahead: 0, head: '', undo: null }
  const restored = restore()

  // ---- the view
  function enter() {
    on = true
    scale.classList.add('projecting')
    looks.enter()
    screen.enter()
    tried(() => sessionStorage.setItem('carril-projecting', sandbox))
    stage.focus({ preventScroll: true })
    if (isGuided()) guide().arrive()
    below.enter()
    draw()
  }

  function guided(way) {
    latest = null
    guide()[way]()
  }

  /** A lesson goes its own way, unless somebody has brought a script. */
  function isGuided() {
    return guide() !== null && script === null
  }

  function leave() {
    on = false
    darken(false)
    pause(false)
    scale.classList.remove('projecting')
    looks.leave()
    screen.leave()
    below.leave()
    tried(() => sessionStorage.removeItem('carril-projecting'))
    onLeave()
  }

  /** Full screen ended, by Escape most likely. That closes what is open, and leaves only when nothing is. */
  function leftByTheBrowser() {
    const dialog = document.querySelector('dialog[open]')
    if (dialog) dialog.close()
    else if (!blank.hidden) darken(false)
    else if (input.getAttribute('aria-expanded') === 'true') {
      input.blur() // which closes the list
      input.focus()
    } else leave()
  }

  function darken(value) {
    if (blank.hidden === !value) return
    blank.hidden = !value
    if (value) blank.focus()
    else stage.focus({ preventScroll: true })
  }

  function pause(value) {
    paused = value
    if (isGuided()) guide().pause(value)
    hold(value)
    draw()
  }

  // ---- steps
  function next() {
    if (running) {
      // What a step changed can be seen before its answer has come, and then somebody presses on.
      pressedOn = stepping !== null
      return
    }
    resume()
    if (answer.turn(1)) return
    if (isGuided()) return guided('next')
    if (script === null) return goTo(walks.logStep(log(), travel.at, 1))
    // Next tries a step again that was refused, once; then it goes past it, since a remote has no other key for that.
    if (latest?.isAgain) return skip()
    const isAgain = latest?.isStep ?? false
    latest = null
    const step = walks.next(script.steps, walk)
    if (step === null) return draw()
    if (step.kind === 'run') return runStep(step.line, isAgain)
    walk = step.walk
    stored()
    show()
  }

  function back() {
    if (running) return
    resume()
    if (answer.turn(-1)) return
    if (isGuided()) return guided('back')
    if (script === null) return goTo(walks.logStep(log(), travel.at, -1))
    latest = null
    const step = walks.back(walk)
    if (step === null) return draw()
    walk = step.walk
    show()
  }

  function end(first) {
    resume()
    latest = null
    if (isGuided()) return guide().end(first)
    if (script === null) return goTo(first ? walks.logStep(log(), 0, 0) : null)
    walk = { ...walk, at: first ? 0 : walk.moments.length - 1 }
    show()
  }

  /** A step lets go of what was paused: nobody should wait for what does not come. */
  function resume() {
    if (paused) pause(false)
  }

  function goTo(at) {
    if (at === undefined) return
    latest = null
    if (at === null) travel.home()
    else travel.go(at)
    draw()
  }

  function show() {
    const { entry, at } = walks.momentOf(walk)
    if (walks.isLive(walk) || entry === log().head) travel.home()
    // Along the line a step shows what moved; a moment that is no longer on it is found by its entry.
    else if (at < log().count) travel.go(at)
    else travel.look(entry)
    draw()
  }

  async function runStep(line, isAgain) {
    running = true
    stepping = script.steps[walk.place]
    travel.home()
    const reply = await run(line)
    running = false
    stepping = null
    if (reply.ok) {
      walk = walks.ran(walk, reply.id ?? null, log())
      if (reply.id === undefined) latest = { line, reply, isStep: false }
    } else latest = { line, reply, isStep: true, isAgain }
    stored()
    draw()
    const goesOn = pressedOn && reply.ok
    pressedOn = false
    if (goesOn) next()
  }

  function skip() {
    if (!latest?.isStep || running) return
    latest = null
    walk = walks.ran(walk, null, log())
    stored()
    draw()
  }

  // ---- the script
  /** @returns {Promise<?string>} what is wrong, in words */
  async function keep(source, fromStart) {
    const steps = await read(source)
    if (steps === null) return words('page.projector.script.unreadable')
    if (steps.length === 0) return words('page.projector.script.nothing')
    try {
      await scripts.keep(source)
    } catch {
      return words('page.projector.script.unreadable')
    }
    travel.home()
    latest = null
    if (fromStart && log().count > 0) {
      running = true
      const reply = await run('start over')
      running = false
      if (!reply.ok) return reply.error.message
    }
    script = { text: source, steps }
    walk = fromStart || walk === null ? null : walks.kept(walk, steps)
    if (walk === null) await soon(() => { walk = walks.begin(steps, log()) })
    stored()
    stage.focus({ preventScroll: true })
    draw()
    return null
  }

  async function read(source) {
    const commands = await split(source)
    return commands === null ? null : readScript(source, commands)
  }

  /** @returns {Promise<?string>} what is wrong, in words */
  async function remove() {
    try {
      await scripts.remove()
    } catch {
      return words('page.projector.script.unreadable')
    }
    script = null
    walk = null
    latest = null
    tried(() => store.removeItem(key))
    travel.home()
    draw()
    return null
  }

  function stored() {
    if (script) tried(() => store.setItem(key, JSON.stringify({ text: script.text, walk })))
  }

  async function restore() {
    const text = await scripts.read().catch(() => null)
    if (text === null) return
    const steps = await read(text)
    if (!steps || script) return
    script = { text, steps }
    // How far it is, this browser knows alone, and only of this script.
    const kept = tried(() => JSON.parse(store.getItem(key)))
    walk = (kept?.text === text ? walks.kept(kept.walk, steps) : null) ?? walks.begin(steps, log())
    // What was done to the sandbox meanwhile is one moment more.
    if (facts.has('log')) walk = walks.moved(walk, log(), [])
    draw()
  }

  // ---- drawing
  function draw() {
    if (!on) return
    const shown = isGuided() && latest === null ? ofLesson(guide().shown) : script === null ? ofLog() : ofScript()
    earlier.hidden = shown.isNow
    set(caption, { class: shown.isCommand ? 'caption command' : shown.isProse ? 'caption prose' : 'caption' })
    say(text, shown.caption)
    caption.hidden = shown.caption === ''
    drawMore(shown.block ?? null, shown.more ?? [])
    answer.draw({ line: shown.line, reply: shown.reply, note: shown.note ?? '', canSkip: latest?.isStep ?? false })
    track.draw({ ...shown.stretch, paused })
    set(stage, { 'data-past': !shown.isNow })
    below.watch()
  }

  /** A block of a page stands below the caption as it stands on the page, without its buttons. */
  function drawMore(block, items) {
    more.hidden = block === null && items.length === 0
    sync(lines, items.map((line, i) => ({ line, i })), ({ i }) => String(i), () => el('li'), (item, { line }) => say(item, line))
    if (block === null) {
      if (lines.parentElement !== more) more.replaceChildren(lines)
      return
    }
    const copy = block.cloneNode(true)
    for (const button of copy.querySelectorAll('button')) button.replaceWith(button.textContent)
    if (!more.firstChild?.isEqualNode(copy)) more.replaceChildren(copy)
  }

  function ofLesson({ caption, isCommand, isProse, block, more, line, reply, at, all }) {
    return { isNow: true, isCommand, isProse, caption, block, more, line, reply, note: '', stretch: { at, seen: at, all, first: 1 } }
  }

  function ofLog() {
    const { count, undo } = log()
    const all = walks.logTotal(log())
    const isNow = past === null
    const at = travel.at
    const failed = isNow && latest?.reply.ok === false
    const line = isNow ? failed ? undo : latest?.line ?? undo : past.command
    return {
      // What was refused did not happen, so it is no caption.
      isNow, isCommand: line !== null, line: failed ? latest.line : null,
      caption: line ?? words(all === 0 ? 'page.projector.empty' : 'page.projector.beginning'),
      reply: (isNow ? latest?.reply ?? replies.get(log().head) : replies.get(past.entry)) ?? null,
      note: isNow ? '' : words('page.projector.to-now'),
      stretch: { at, seen: count, all, first: 0 },
    }
  }

  function ofScript() {
    // Somebody went elsewhere by the keys of the log.
    if (past !== null && walks.isLive(walk)) return ofLog()
    const isNow = walks.isLive(walk)
    const moment = walks.momentOf(walk)
    const said = isNow ? latest : null
    const failed = said?.reply.ok === false
    const step = stepping ?? (said?.isStep ? script.steps[walk.place] : said && !failed ? null : script.steps[moment.step] ?? null)
    const own = step ? step.line : said && !failed ? said.line : moment.line
    const caption = step?.caption || own
    return {
      isNow, isCommand: caption === own && own !== null,
      caption: caption ?? words(walk.place < script.steps.length ? 'page.projector.ready' : 'page.projector.done'),
      line: failed ? said.line : caption === own ? null : own,
      reply: said ? said.reply : replies.get(moment.by) ?? null,
      stretch: { ...walks.stretch(script.steps, walk), first: 1 },
    }
  }

  // ---- what happens around it
  document.addEventListener('answered', ({ detail: { line, reply } }) => {
    if (reply.id !== undefined) replies.set(reply.id, reply)
    if (replies.size > REPLIES_MAX) replies.delete(replies.keys().next().value)
    if (!running) latest = { line, reply, isStep: false }
    draw()
  })
  // A command runs now. Whoever looks back and types is brought back first, and keeps the remote: the line gives the focus back.
  console.addEventListener('submit', () => {
    if (!on) return
    latest = null
    if (walk) walk = { ...walk, at: walk.moments.length - 1 }
    travel.home()
    stage.focus({ preventScroll: true })
  }, { capture: true })
  console.addEventListener('paste', () => on && travel.home(), { capture: true })
  scale.addEventListener('projector-wanted', ({ detail }) => act(detail.action))

  function act(action) {
    switch (action) {
      case 'next': return next()
      case 'back': return back()
      case 'first': return end(true)
      case 'last': return end(false)
      case 'pause': return pause(!paused)
      case 'blank': return darken(true)
      case 'unblank': return darken(false)
      case 'project':
      case 'leave': return leave()
      case 'beside': return travel.beside?.()
      case 'down': return below.go(1)
      case 'up': return below.go(-1)
      case 'type': return input.focus()
      case 'keys': return keys()
      case 'demonstration': return guide() !== null ? undefined : sheet.open(script?.text ?? null)
      case 'skip': return skip()
      case 'fullscreen': return screen.turn()
      default: if (isLook(action)) looks.change(action)
    }
  }

  return {
    enter, act,
    isOn: () => on,
    isBlank: () => !blank.hidden,
    isPaused: () => paused,
    /** The facts of now, which commands made them so, and the moment that is looked at: {entry, at, command}, or null for now. */
    draw({ facts: next, by = [], past: looked }) {
      const head = log().head
      facts = next
      // What has moved is in the log, wherever somebody has been below.
      if (looked?.entry !== past?.entry || looked?.event !== past?.event) below.top()
      past = looked
      if (on && walk && past && !walks.isLive(walk) && past.at === walks.momentOf(walk).at && past.entry !== walks.momentOf(walk).entry) travel.look(walks.momentOf(walk).entry)
      if (latest && !latest.isStep && log().head !== head && !by.includes(latest.reply.id)) latest = null
      if (walk && log().head !== head) {
        walk = walks.moved(walk, log(), by)
        stored()
      }
      draw()
    },
    restored,
    /** The lesson has gone on. */
    again() {
      below.top()
      latest = null
      draw()
    },
  }
}

/** The demonstration that comes with Carril. */
async function example(language) {
  const answer = await fetch(new URL(`demo/keys.${language === 'es' ? 'es' : 'en'}.txt`, import.meta.url))
  if (!answer.ok) throw new Error(`demonstration: ${answer.status}`)
  return answer.text()
}

/** After what is under way has been told: a reply may come before the facts that go with it. */
const soon = work => new Promise(resolve => setTimeout(() => { work(); resolve() }, 150))

function tried(work) {
  try {
    return work()
  } catch {
    return null // no store in this browser, or something else under our key
  }
}
