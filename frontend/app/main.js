import { makeConsole } from '../console/console.js'
import { keepAnswers } from '../console/answers.js'
import { keepHistory } from '../console/history.js'
import { makePicture } from '../picture/picture.js'
import { makeTables } from '../picture/tables.js'
import { makeDoor } from '../projector/door.js'
import { makeBanner } from './bar.js'
import { say } from './dom.js'
import { Facts } from './facts.js'
import { NOTHING, fold } from './fold.js'
import { freshId, makeSocket } from './socket.js'
import { makeTime } from '../time/time.js'
import { makeWords } from './words.js'

// The one place that knows both the socket and the parts, and the only one that holds the sandbox's state.

const $ = id => document.getElementById(id)
/** The sandbox that the page is about. A lesson changes it, and has none while it only shows something. */
let sandbox = document.body.dataset.sandbox ?? null
const isLesson = document.body.dataset.lesson !== undefined
/** What a lesson wants of the page; null on a sandbox's own page. */
const lessonComes = Promise.withResolvers()
if (!isLesson) lessonComes.resolve(null)
const language = document.documentElement.lang
const store = (() => { try { return localStorage } catch { return null } })()
const ofTab = (() => { try { return sessionStorage } catch { return null } })()

const wordsOf = async name => (await fetch(`/words/${name}.json`)).json()
const [patterns, welcoming] = await Promise.all([wordsOf(language), isLesson ? null : import('./welcome.js')])
const words = makeWords(language, patterns, part => wordsOf(`${language}.${part}`))

let state = NOTHING
let live = false
let willDraw = false
/** While a lesson shows something on the stage, the sandbox is not drawn. */
let isLent = false

// ---- parts
if (!isLesson) $('share').addEventListener('click', async () => (await sharing())?.())
const banner = makeBanner({ root: $('banner'), words })
const welcome = welcoming?.makeWelcome({ root: $('welcome'), words })
const picture = makePicture({ root: $('picture'), words, prompt: () => time.isPast ? $('time') : $('console').querySelector('.prompt') })
const table = whenSeen($('table'), async () => (await import('../picture/table-view.js')).makeTableView({ root: $('table'), words }))
/** What a lesson's queries answer, shown beside the log as tables. */
let besideFacts = []
const tables = withBeside(makeTables({ root: $('database'), words }))
const time = makeTime({
  root: $('time'), bench: document.querySelector('.bench'), words, store, picture, split, views: [...[picture, table, tables].map(unlessLent), { draw: () => drawDoor() }], ask,
  parts: { picture: $('picture'), table: $('table'), branches: $('branches'), beside: $('beside') },
  goTo: (entry, event) => send({ type: 'goto', entry, event }),
  run: line => console_.run(line), note: text => console_.note(text), announce,
})
const console_ = makeConsole({
  root: $('console'), words, history: keepHistory(sandbox ?? 'lesson', store), answers: keepAnswers(sandbox, ofTab), announce,
  server: {
    run: line => send({ type: 'command', line }),
    mayRun: text => lesson?.mayRun(text) ?? time.mayRun(text),
    split: async text => (await split(text)) ?? [],
    complete: (line, cursor) => ask({ type: 'complete', line, cursor }),
    real: line => ask({ type: 'real', line }),
  },
})

const door = makeDoor({
  tools: document.querySelector('.tools'), scale: document.querySelector('.scale'), words, sandbox: sandbox ?? 'lesson',
  with: {
    stage: $('stage'), console: $('console'), language, store, travel: time.travel, hold: time.hold,
    run: line => console_.run(line),
    split,
    scripts: {
      read: async () => isLesson ? null : (await script('GET')) || null,
      keep: text => script('PUT', text),
      remove: () => script('DELETE'),
    },
    guide: () => lesson?.guide ?? null,
    prepared: () => lessonComes.promise.then(lesson => lesson?.bringGuide()),
  },
})

const drawDoor = by => door.draw({ facts: state.facts, by, past: time.travel.past })

/** The same, null until it has come. */
let lesson = null

// ---- the line to the server
/** Commands whose reply somebody waits for, and questions likewise, by id. */
const commands = new Map()
const questions = new Map()

let socket = null
if (sandbox !== null) connect(sandbox)

function connect(id) {
  socket?.close()
  const before = sandbox
  sandbox = id
  if (before !== id || state !== NOTHING) forget()
  drawStage()
  if (id === null) return
  socket = makeSocket({
    address: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/sandbox/${id}/socket`,
    language, onFrame, onLine })
  banner.lost()
}

/** What there is to see: time belongs to a sandbox, and where nothing stands on the stage there is nothing to scroll. */
function drawStage() {
  $('time').hidden = isLent || sandbox === null
  $('stage').classList.toggle('bare', !isLent && sandbox === null)
}

/** What was known of another sandbox. */
function forget() {
  state = NOTHING
  live = false
  socket = null
  banner.live()
  for (const id of [...commands.keys()]) settle(commands, id, refusal(words('page.console.no-line')))
  for (const id of [...questions.keys()]) settle(questions, id, null)
  time.follow({ facts: NOTHING.facts, revision: -1 }, [], true)
  time.travel.home()
  drawSoon()
}

/** The sandbox's tables, and those that a lesson has put beside them. */
function withBeside(view) {
  return { draw: ({ facts, ...more }, ...what) => view.draw({ facts: facts.with(besideFacts), ...more }, ...what) }
}

/** A view that is fetched when its root is shown for the first time. */
function whenSeen(root, fetched) {
  let view = null
  let last = null
  return {
    draw(...what) {
      last = what
      if (root.hidden) return
      view ??= fetched().catch(() => { view = null })
      view.then(view => view?.draw(...last))
    },
  }
}

/** The dialog of the bar, from its first press on. */
let shareDialog = null
function sharing() {
  return shareDialog ??= import('./share.js').then(({ makeShare }) => makeShare({ button: $('share'), words, language, sandbox, time, stage: $('stage') }), () => {
    shareDialog = null
    announce(words('page.share.failed'))
  })
}

/** A view that rests while somebody else draws on the stage. */
function unlessLent(view) {
  return { draw: (...what) => { if (!isLent) view.draw(...what) } }
}

function onFrame(frame) {
  switch (frame.type) {
    case 'snapshot':
    case 'changes': return onState(frame)
    case 'reply': return settle(commands, frame.id, frame)
    // One clock is played by one page, and the server says by which.
    case 'clock': return document.dispatchEvent(new CustomEvent('clock-ordered', { detail: { speed: frame.speed, isOurs: frame.yours } }))
    case 'refused': return onRefused(frame)
    default: return settle(questions, frame.id, frame)
  }
}

function onState(frame) {
  const before = state
  state = fold(state, frame)
  if (state === before) return
  // A hole is asked about once; until the snapshot comes, what is shown is old but true.
  if (state.missed) return before.missed || socket.subscribe()
  // After a snapshot there was no way to what is now, so nothing moves.
  // First, since only it asks which commands made the change.
  drawDoor(frame.by)
  if (frame.type === 'snapshot') show([], true)
  else if (!console_.isHurried()) show(frame.happened, false)
  else hurry ??= setTimeout(() => show([], true), HURRY_MILLIS)
}

/** While a long paste runs, a few times a second are enough: to draw each line would take longer than to run it. */
const HURRY_MILLIS = 150
let hurry = null

function show(happened, isFresh) {
  clearTimeout(hurry)
  hurry = null
  time.follow(state, happened, isFresh)
  drawSoon()
}

function onLine(line) {
  live = line.live
  if (live) {
    banner.live()
    for (const question of questions.values()) socket.ask(question.frame)
  } else {
    banner.lost(line.over)
    for (const [id, question] of questions) if (!question.keep) settle(questions, id, null)
    if (line.over !== undefined) for (const id of commands.keys()) settle(commands, id, refusal(words('page.console.no-line')))
  }
  drawSoon()
}

function onRefused(frame) {
  if (commands.has(frame.id)) settle(commands, frame.id, refusal(frame.error.message))
  else settle(questions, frame.id, null)
}

const refusal = message => ({ ok: false, error: { message, suggestion: null } })

function settle(waiting, id, answer) {
  const one = waiting.get(id)
  waiting.delete(id)
  one?.resolve(answer)
}

/** Says what must be answered: it is said again after a lost line, until it is. */
function send(frame) {
  const id = freshId()
  return new Promise(resolve => {
    commands.set(id, { resolve })
    socket.command({ ...frame, id })
  })
}

/** Asks the server something. Unless it is to be kept over a lost line, the answer is null when there is none. */
function ask(frame, { keep = false } = {}) {
  const id = freshId()
  return new Promise(resolve => {
    const question = { frame: { ...frame, id }, keep, resolve }
    if (socket?.ask(question.frame) || keep) questions.set(id, question)
    else resolve(null)
  })
}

/** The commands of a text, and whether each only asks; null where nobody answers. */
async function split(text) {
  return (await ask({ type: 'split', text }, { keep: true }))?.lines ?? null
}

/** Reads or changes the script that is kept with the sandbox. */
async function script(method, body) {
  const answer = await fetch(`/sandbox/${sandbox}/script`, { method, body })
  if (!answer.ok) throw new Error(`script: ${answer.status}`)
  return answer.text()
}

// ---- drawing: once a repaint, and so not at all in a tab that nobody sees
function drawSoon() {
  if (willDraw) return
  willDraw = true
  requestAnimationFrame(() => {
    willDraw = false
    console_.draw({ facts: state.facts, live })
    welcome?.draw(state.facts)
  })
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) return
  // What happened meanwhile is not played back: one jump to now.
  time.again()
  socket?.wake()
})
addEventListener('online', () => socket?.wake())
addEventListener('pageshow', event => { if (event.persisted) socket?.wake() })

// ---- what the parts want from each other
let previewed = 0
document.addEventListener('line-changed', async ({ detail: { line } }) => {
  const mine = ++previewed
  const ghosts = /^\s*reset\s/i.test(line) ? (await ask({ type: 'preview', line }))?.ghosts : null
  if (mine === previewed) picture.ghosts(time.isPast || isLent ? [] : ghosts ?? [])
})
document.addEventListener('line-wanted', ({ detail }) => console_.type(detail.line, detail))
document.addEventListener('record-wanted', async ({ target, detail }) => {
  if (isLent) return // What a lesson shows is short enough to be there whole.
  const { topic, partition, offset } = detail
  const asks = time.besideAt(target) ?? { picture, facts: time.facts, entry: time.entry }
  // Another moment may have another one there. Of now is asked without an entry: now may move on meanwhile.
  const isNow = time.isNow(`record:${topic}:${partition}:${offset}`, asks.facts)
  const answer = await ask({ type: 'record', topic, partition, offset, ...(isNow ? {} : { entry: asks.entry }) })
  if (answer?.record) asks.picture.whole(answer.record)
})
/** Whoever shows engine instances asks whether the clock is theirs: not in the past, and not of what a lesson shows. */
document.addEventListener('clock-asked', event => {
  const isElsewhere = isLent || Boolean(time.besideAt(event.target))
  Object.assign(event.detail, { isElsewhere, isPast: !isElsewhere && time.isPast, moment: time.travel.moment, moments: time.travel.moments })
  if (isElsewhere || time.isPast) event.preventDefault()
})
document.addEventListener('clock-wanted', async ({ detail }) => {
  const { line, entry, millis, resolve } = detail
  const reply = isLent || time.isPast || !live ? null : await send(entry === undefined ? { type: 'command', line } : { type: 'lengthen', entry, millis })
  if (reply?.ok) document.dispatchEvent(new CustomEvent('time-went'))
  resolve(reply)
})
/** To a moment, one event on or back, or the next or last of the moments that are `marked`. */
document.addEventListener('moment-wanted', ({ detail: { to, by, marked } }) => {
  if (isLent) return
  if (to !== undefined) return time.goMoment(to)
  const { moment } = time.travel
  if (marked === undefined) return time.stepMoment(by)
  const next = by > 0 ? marked.find(it => it > moment) : marked.findLast(it => it < moment)
  if (next !== undefined) time.goMoment(next)
})
document.addEventListener('marks-wanted', async ({ detail: { resolve } }) => resolve((await ask({ type: 'marks' }))?.marks ?? null))
document.addEventListener('events-wanted', async ({ target, detail: { before, session, resolve } }) => {
  if (isLent) return resolve(null)
  const asks = time.besideAt(target) ?? { entry: time.isPast ? time.entry : undefined, event: time.event }
  const answer = await ask({ type: 'events', ...(asks.entry ? { entry: asks.entry, event: asks.event } : {}), ...(before === undefined ? {} : { before }), ...(session === '' ? {} : { session }) })
  resolve(answer?.events ?? null)
})
// Any key ends what moves; the key itself still does what it does.
document.addEventListener('keydown', event => {
  if (door.holds(event) || time.holds(event)) return
  picture.skip()
  time.skip()
}, { capture: true })

let said = false
function announce(text) {
  // The same sentence twice would not be read twice; a blank more makes it another text.
  said = !said
  say($('live'), text + (said ? '' : '\u00a0'))
}

// ---- a lesson
/** Draws what is no sandbox's; `null` gives the stage back. */
function lend(facts, happened = []) {
  isLent = facts !== null
  drawStage()
  // A lesson that shows only tables has no log to wait for.
  $('stage').classList.toggle('logless', isLent && ![...facts.rest.keys()].some(key => key.startsWith('topic:')))
  if (isLent) for (const view of [picture, table, tables]) view.draw({ facts }, happened)
  else time.again()
}

if (isLesson) {
  // Not waited for: what it imports is in this module, which would then never end.
  import('../lesson/lesson.js').then(({ makeLesson }) => { lesson = makeLesson({
    root: $('lesson'), reelRoot: $('reel'), words, picture, time, announce, door, connect,
    console: console_,
    facts: () => state.facts,
    stage: {
      show: lend,
      /** Makes room for each of these states, before one of them is drawn. */
      hold(states) {
        const room = Math.max(0, ...states.map(facts => {
          lend(new Facts(Object.entries(facts)))
          picture.settle()
          return Math.max($('picture').offsetHeight, $('database').offsetHeight)
        }))
        $('stage').style.setProperty('--held', room === 0 ? null : `${room}px`)
      },
      /** More tables beside the log than the sandbox has: what queries answer. */
      beside: more => { besideFacts = more; if (!isLent) time.again() },
    },
  }); lessonComes.resolve(lesson) })
}

if (!isLesson && matchMedia('(hover: hover) and (pointer: fine)').matches && document.activeElement === document.body) console_.focus()
