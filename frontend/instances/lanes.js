/** The lanes of an instance, by worker: those that are held up whole, and where there are many the others small. */
import { el, hide, say, set, sync } from '../app/dom.js'
import { isFollowed, follow } from './follow.js'
import { at, isHeldUp, millisBetween, sessionName, shownAs, signOf } from './model.js'

const refs = new WeakMap()

const SMALL_FROM = 12
/** So many records of a lane are shown, the first ones; beside a ring there is less room. */
const RECORDS = 5
const RECORDS_BESIDE_RING = 2

/** What a lane shows of its records, and how many it does not: what is cut at its end would be in neither. Pure. */
export function beltOf({ records, queued, parked }, isBesideRing) {
  const shown = records.slice(0, isBesideRing ? RECORDS_BESIDE_RING : RECORDS)
  const unnamed = queued + parked - records.filter(({ is }) => is === 'queued' || is === 'fetched' || is === 'parked').length
  return { shown, hidden: records.length - shown.length + Math.max(0, unnamed) }
}

const SMALL = { working: 'run', 'backing-off': 'wait', reprieved: 'wait', condemned: 'dead', ready: 'queued', idle: '' }

export function makeWorker() {
  const id = el('span', { class: 'id' })
  const list = el('ul', { class: 'lanes' })
  const element = el('div', { class: 'worker' }, id, list)
  refs.set(element, { id, list })
  return element
}

/** From so many lanes of an instance on, what is not held up is made small. */
const isCrowded = instance => instance.lanes >= SMALL_FROM
const isSmall = (lane, instance) => isCrowded(instance) && !isHeldUp(lane)

/** Whether some worker has more lanes than one that are shown whole. */
export const hasPairs = instance => instance.workers.some(({ lanes }) => lanes.filter(lane => !isSmall(lane, instance)).length > 1)

export function drawWorker(element, { worker, lanes }, instance, view) {
  const { words } = view
  const own = refs.get(element)
  set(element, { class: worker === null ? 'worker any' : `worker w${worker % 4}` })
  say(own.id, worker === null ? '' : String(worker))
  set(own.id, { title: worker === null ? null : words('page.instances.worker', { n: String(worker) }) })
  set(own.list, { 'aria-label': worker === null ? words('page.instances.lanes', { instance: instance.instance }) : words('page.instances.lanes.of', { instance: instance.instance, n: String(worker) }) })
  set(own.list, { class: lanes.some(lane => isSmall(lane, instance)) ? 'lanes with-small' : 'lanes' })
  sync(own.list, lanes, lane => String(lane.number), makeLane, (item, lane) => drawLane(item, lane, isSmall(lane, instance), instance, view))
}

/** The element of a session's lane, where there is one. */
export const laneOf = (root, number) => root.querySelector(`[data-lane="${number}"]`)

function makeLane({ number }) {
  const who = el('span', { class: 'who' })
  const belt = el('span', { class: 'belt' })
  const rest = el('span', { class: 'rest' })
  const hand = el('i')
  const dial = el('span', { class: 'dial' }, hand)
  const word = el('b')
  const more = el('span', { class: 'soft' })
  const doing = el('span', { class: 'doing' }, dial, word, more)
  const sign = el('i')
  const mark = el('i')
  const button = el('button', { type: 'button', tabindex: -1, 'data-lane': number }, sign, who, mark, el('span', { class: 'rails' }, belt, rest), doing)
  const item = el('li', {}, button)
  button.addEventListener('click', () => follow(refs.get(item).of))
  refs.set(item, { button, sign, who, mark, belt, rest, doing, dial, hand, word, more, seen: null, idle: null, faded: 0 })
  return item
}

function drawLane(item, lane, isSmall, instance, view) {
  const own = refs.get(item)
  const followed = isFollowed(instance.topic, lane.session)
  const now = view.now
  fade(own, lane, view.nowMillis)
  // What is left of a back-off changes with the clock; nothing else does.
  const isTimed = BACKS_OFF.has(lane.state)
  const before = own.seen
  if (before && before.lane === lane && before.isSmall === isSmall && before.followed === followed && before.words === view.words && before.laneCapacity === instance.laneCapacity && before.isBesideRing === view.isBesideRing && (!isTimed || before.now === now)) return
  own.seen = { lane, isSmall, followed, words: view.words, laneCapacity: instance.laneCapacity, isBesideRing: view.isBesideRing, now }
  const { words } = view
  const { shape, hue } = signOf(lane.session)
  const isFull = lane.queued + lane.records.length > 0 && lane.parked > 0
  set(item, { class: isSmall ? 'small' : 'whole' })
  set(own.button, { class: `lane is-${lane.state}${lane.halted ? ' is-halted' : ''}${isFull ? ' is-full' : ''}${followed ? ' followed' : ''}`, 'aria-pressed': String(followed), 'aria-label': laneSentence(lane, instance, now, words), title: isSmall ? laneSentence(lane, instance, now, words) : null })
  set(own.sign, { class: `session shape-${shape} hue-${hue}` })
  own.of = { topic: instance.topic, session: lane.session }
  const name = sessionName(lane, words)
  say(own.who, name)
  set(own.who, { class: isSmall && isShort(name, lane.queued + lane.parked, view.metrics?.larger) ? 'who short' : 'who' })
  set(own.mark, { class: SMALL[lane.state] === '' ? 'mark none' : `mark m-${SMALL[lane.state]}` })
  hide(own.mark, !isSmall)
  hide(own.doing, isSmall)
  if (!isSmall) {
    const { shown, hidden } = beltOf(lane, view.isBesideRing)
    sync(own.belt, shown, at, () => el('span'), (cell, record) => {
      set(cell, { class: `rec is-${shownAs(record.is)}` })
      say(cell, at(record))
    })
    say(own.rest, hidden > 0 ? `+${hidden}` : '')
    say(own.word, doingWord(lane, now, words))
    say(own.more, doingMore(lane, words))
  } else {
    const waits = lane.queued + lane.parked
    sync(own.belt, [], at, () => el('span'))
    say(own.rest, waits > 0 ? `+${waits}` : '')
  }
  hide(own.dial, isSmall || !isTimed)
  if (!own.dial.hidden) view.tempo.last(own.hand, [{ rotate: '0turn' }, { rotate: '1turn' }], lane.since, lane.until)
  else view.tempo.end(own.hand)
}

/** So much room has a name in the narrowest of small lanes, what waits counted with it: in hundredths of the size of its letters. */
const SHORT_UP_TO = 540
/** How wide a letter is at most, by what it is; others are as wide as a digit. */
const WIDTHS = [[/[ijlI.,:;'|!()[\] -]/g, 40], [/[mMwW@%]/g, 100], [/[A-HJ-LN-VX-Z+~=<>#^&]/g, 84]]
const WIDTH = 62

/**
 * Whether a name is sure to have room in a small lane, and need not be cut: each cut is one more box to paint, and there may be 200. Pure.
 * @param {number} larger by so much letters are larger than usual, as in a hall
 */
export function isShort(name, waits, larger = 1) {
  if (!/^[\x20-\x7e]*$/.test(name)) return false
  let takes = name.length * WIDTH + (waits > 0 ? (String(waits).length + 2) * WIDTH : 0)
  for (const [letters, wide] of WIDTHS) takes += (name.length - name.replace(letters, '').length) * (wide - WIDTH)
  return takes * larger <= SHORT_UP_TO
}

const BACKS_OFF = new Set(['backing-off', 'reprieved'])

/** So many steps an idle lane's sign fades in. Of an animation for each of 200 lanes a browser makes 200 layers. */
const FADES = 16
/** What is left of a sign when its lane goes. */
const PALE = .15

/** It fades with virtual time and is gone in the end; its name can be read all the while. */
function fade(own, lane, nowMillis) {
  if (own.idle?.lane !== lane) own.idle = { lane, since: Date.parse(lane.since), millis: lane.state === 'idle' && !lane.halted ? millisBetween(lane.since, lane.until) : 0 }
  const { since, millis } = own.idle
  const step = millis > 0 ? Math.min(FADES, Math.max(0, Math.floor((nowMillis - since) / millis * FADES))) : 0
  if (step === own.faded) return
  own.faded = step
  own.sign.style.opacity = step === 0 ? '' : 1 - (1 - PALE) * step / FADES
}

function doingWord(lane, now, words) {
  if (lane.halted && lane.state !== 'condemned') return words('page.instances.state.halted')
  if (BACKS_OFF.has(lane.state)) return words('page.instances.in', { n: seconds(millisBetween(now, lane.until), words) })
  return words(`page.instances.state.${lane.state}`)
}

function doingMore(lane, words) {
  const said = []
  if (lane.attempt > 0) said.push(words('page.instances.attempt', { n: lane.attempt }))
  if (lane.parked > 0) said.push(words('page.instances.parked', { n: lane.parked }))
  return said.join(', ')
}

/** By language and digits: to make one takes a hundred times as long as to use it. */
const formats = new Map()

function formatOf(language, digits) {
  const key = language + digits
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(language, { maximumFractionDigits: digits }))
  return formats.get(key)
}

/** 12, 1.4, 0.25 or 0.002: as many digits as say something. */
export const seconds = (millis, words) => formatOf(words.language ?? 'en', millis < 10 ? 3 : millis < 1000 ? 2 : millis < 10_000 ? 1 : 0).format(Math.max(0, millis) / 1000)

/** A lane in one sentence. It begins with what can be seen. */
export function laneSentence(lane, instance, now, words) {
  const session = sessionName(lane, words)
  const [head] = lane.records
  const values = { session, place: head ? at(head) : '', attempt: lane.attempt, n: BACKS_OFF.has(lane.state) ? seconds(millisBetween(now, lane.until), words) : '' }
  const said = [words(`page.instances.lane.${lane.halted && lane.state === 'idle' ? 'halted' : lane.state}`, values)]
  const waits = lane.queued - (lane.state === 'ready' && lane.queued > 0 ? 1 : 0)
  if (waits > 0) said.push(words('page.instances.lane.behind', { n: waits }))
  if (lane.parked > 0) said.push(words('page.instances.lane.parked', { n: lane.parked }))
  if (lane.halted && lane.state !== 'idle') said.push(words('page.instances.state.halted'))
  return said.join(', ')
}

/** Arrow keys go through the lanes of an instance; they are one tab stop. */
export function makeLaneKeys(root) {
  const all = () => [...root.querySelectorAll('.lane')]
  root.addEventListener('keydown', event => {
    const from = event.target.closest('.lane')
    if (!from || event.altKey || event.ctrlKey || event.metaKey) return
    const lanes = all()
    const here = lanes.indexOf(from)
    const to = { ArrowRight: here + 1, ArrowDown: here + 1, ArrowLeft: here - 1, ArrowUp: here - 1, Home: 0, End: lanes.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    lanes[to]?.focus()
  })
  root.addEventListener('focusin', event => {
    const lane = event.target.closest('.lane')
    if (lane) settle(lane)
  })
  let stop = null
  function settle(next) {
    if (next === stop) return
    if (stop) stop.tabIndex = -1
    stop = next
    if (stop) stop.tabIndex = 0
  }
  /** After a drawing: exactly one lane can be tabbed to. */
  return () => settle(stop?.isConnected ? stop : root.querySelector('.lane'))
}

