/**
 * Plays a reel on the stage: a script that the server has played out, frame by frame. Nothing runs here, so every step
 * back is the frame before, and the same step looks the same each time.
 */
import { el, say, set, svg, sync } from '../app/dom.js'
import { Facts } from '../app/facts.js'
import { drawPieces } from '../console/reply.js'
import { instancesIn } from '../instances/door.js'
import { happenedBetween, kept, keptEntries } from '../time/happened.js'
import { timeOf } from '../time/steps.js'
import { SPEEDS } from '../time/transport.js'

/** A step stands at least so long, and longer where there is more to read. */
const BEAT_MILLIS = 1200
const LETTER_MILLIS = 45
const LOOK_MILLIS = 100
/** The moments of a step pass in about so long together, none of them in less than a blink; an order violation stands longer. */
const STRETCH_MILLIS = 6000
const MOMENT_MILLIS = [140, 700]
const BROKEN_TIMES = 6

const SIGNS = {
  back: 'M12.5 3v10L5 8zM3.2 3H5v10H3.2z', 'event-back': 'M10 4.5v7L5 8z', 'event-on': 'M6 4.5v7L11 8z', on: 'M3.5 3v10L11 8zM11 3h1.8v10H11z', play: 'M4 2.5v11L13.5 8z', pause: 'M4 3h3v10H4zM9 3h3v10H9z',
}

/**
 * @param {object} of
 * @param {Element} of.root the bar; it is hidden while nothing plays
 * @param {(key: string, values?: object) => string} of.words
 * @param {(facts: ?Map<string, object>, happened?: object[]) => void} of.show draws the stage; null gives it back
 * @param {(frames: object[]) => void} of.hold keeps as much room as each of these needs
 * @param {() => boolean} of.isMoving; @param {() => number} of.speed; @param {(value: number) => void} of.setSpeed
 * @param {(place: object) => void} of.onChange where it stands has changed
 * @param {(at: number) => void} of.tryFrom
 */
export function makeReel({ root, words, show, hold, isMoving, speed, setSpeed, onChange, tryFrom }) {
  /** {steps, facts, captions} of what is on the stage; null where nothing is. */
  let reel = null
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  let at = 0
  let facts = new Facts()
  /** How many moments of the step that comes next are shown: 0, unless it is under way. */
  let mid = 0
  /** Whether the learner is asked where the next step will lead; and what they have pointed at. */
  let asking = false
  let guess = null
  let playing = null
  /** The step that was told of last, from its beginning. */
  let begun = null

  const caption = el('p', { class: 'caption', role: 'status' })
  const line = el('p', { class: 'said mono' })
  const reply = el('div', { class: 'reply' })
  const claims = el('ul', { class: 'claims' })
  const below = el('div', { class: 'told' }, line, reply, claims)
  const key = (name, act) => el('button', { type: 'button', class: 'button bare key', onclick: act, 'aria-label': words('page.lesson.' + name) },
    svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('path', { d: SIGNS[name] })))
  const ago_ = key('event-back', () => { stop(); event(-1) })
  const then_ = key('event-on', () => { stop(); event(1) })
  const back_ = key('back', () => { stop(); back() })
  const play_ = key('play', () => playing ? stop() : play())
  const on_ = key('on', () => { stop(); next() })
  const track = el('div', { class: 'steps', role: 'img' })
  const place = el('b', { class: 'num', 'aria-hidden': 'true' })
  const speeds = el('select', { class: 'speed', 'aria-label': words('page.time.speed'), onchange: () => { setSpeed(Number(speeds.value)); draw() } },
    SPEEDS.map(value => el('option', { value }, value === 0 ? words('page.time.speed.off') : words('page.time.speed.times', { speed: { 0.25: '¼', 0.5: '½' }[value] ?? String(value) }))))
  const again = el('button', { type: 'button', class: 'button bare', onclick: () => { stop(); go(0) } }, words('page.lesson.restart'))
  const here = el('button', { type: 'button', class: 'button', onclick: () => tryFrom(at) }, words('page.lesson.try-from'))
  // The keys stand first: what is said below them is longer or shorter, and they stay where the pointer is.
  root.append(el('div', { class: 'transport', role: 'group', 'aria-label': words('page.lesson.transport') }, el('div', { class: 'keys' }, back_, ago_, play_, then_, on_), track, place, speeds, again, here),
    caption, below)

  function frame(step) {
    return step === 0 ? reel.facts : reel.steps[step - 1].facts
  }

  const moments = step => reel.steps[step]?.moments ?? []

  /** After so many steps, and so many moments of the next. */
  function put(step, happened, moment = 0) {
    const before = facts
    const isOn = step === at && moment === mid + 1
    facts = isOn ? told(facts, moments(step)[mid]) : moments(step).slice(0, moment).reduce(told, kept(Object.entries(frame(step)), facts))
    at = step
    mid = moment
    show(facts, isOn ? happenedBetween(before, facts, null) : happened)
    draw()
  }

  const told = (known, { set, gone }) => known.with(keptEntries(Object.entries(set), known), gone)

  /** One event on or back, or a step where nothing happens by itself. */
  function event(by) {
    if (!reel || asking) return
    if (by > 0) {
      if (mid < moments(at).length) put(at, [], mid + 1)
      else if (at < reel.steps.length) put(at + 1, mid > 0 ? [] : reel.steps[at].happened)
    } else if (mid > 0) put(at, [{ kind: 'undone' }], mid - 1)
    else if (at > 0) put(at - 1, [{ kind: 'undone' }], moments(at - 1).length)
  }

  function next() {
    if (!reel) return
    if (at >= reel.steps.length) return stop()
    const step = reel.steps[at]
    if (step.predict && !asking && guess === null) {
      asking = true
      stop()
      return draw()
    }
    asking = false
    // What a step lets happen is seen as it comes; who asks for more is at its end.
    if (mid > 0) {
      if (playing?.isStep) stop()
      return put(at + 1, [])
    }
    if (moments(at).length === 0 || still.matches || speed() === 0) return put(at + 1, step.happened)
    put(at, [], 1)
    goOn()
  }

  /** A step that is under way goes on to its end. */
  function goOn() {
    if (mid === 0 || playing) return
    playing = { isStep: true }
    wait(playing)
    draw()
  }

  function back() {
    if (!reel) return
    if (asking) {
      asking = false
      return draw()
    }
    guess = null
    if (mid > 0) return put(at, [{ kind: 'undone' }])
    if (at > 0) put(at - 1, [{ kind: 'undone' }])
  }

  function go(step) {
    if (!reel) return
    if (mid > 0) stop()
    asking = false
    guess = null
    put(Math.max(0, Math.min(reel.steps.length, step)), [])
  }

  function play() {
    if (!reel) return
    if (at === reel.steps.length) go(0)
    playing = {}
    if (asking) next()
    wait(playing)
    draw()
  }

  function wait(mine) {
    const read = mid > 0 ? lasts(moments(at), mid - 1) : BEAT_MILLIS + LETTER_MILLIS * caption.textContent.length
    mine.timer = setTimeout(function look() {
      if (playing !== mine) return
      if (mid === 0 && isMoving()) return mine.timer = setTimeout(look, LOOK_MILLIS)
      if (mid > 0) event(1)
      else next()
      if (playing !== mine) return
      if (at === reel.steps.length || (mine.isStep && mid === 0)) stop()
      else wait(mine)
    }, at === 0 && mid === 0 ? 400 : read / (speed() || 1.5))
  }

  function stop() {
    if (!playing) return
    clearTimeout(playing.timer)
    playing = null
    draw()
  }

  function lasts(all, i) {
    const usual = Math.max(MOMENT_MILLIS[0], Math.min(MOMENT_MILLIS[1], STRETCH_MILLIS / all.length))
    return all[i].marks.some(({ mark }) => mark === 'violation') ? usual * BROKEN_TIMES : usual
  }

  /** Somebody has pointed at a place, as a guess where the next step will lead. */
  function point(spot) {
    if (!asking) return false
    guess = { spot, step: at, isRight: reel.steps[at].spots.includes(spot) }
    next()
    return true
  }

  function says() {
    if (!reel) return ''
    if (asking) return asks(reel.steps[at])
    if (mid > 0) {
      // What says marks comes with the first instances, and may be on its way still.
      const instances = instancesIn(facts, words, draw)
      const marks = moments(at)[mid - 1].marks
      return [reel.captions[at] ?? '', ...instances ? marks.map(one => instances.markSaid(one, words)) : []].join(' ')
    }
    const told = at === 0 ? words('page.lesson.before') : reel.captions[at - 1] ?? ''
    return guess !== null && guess.step === at - 1 ? `${words(guess.isRight ? 'page.lesson.predict.right' : 'page.lesson.predict.wrong', { spot: spotName(guess.spot) })} ${told}` : told
  }

  /** The question before a step: it names the command that is about to run, and who reads. */
  function asks({ predict, replies }) {
    const verbs = predict === 'lands' ? /^produce\b/ : predict === 'reads' ? /^consume\b/ : /^(consume|reset)\b/
    const command = replies.map(one => one.command).find(one => verbs.test(one)) ?? ''
    const who = (command.match(/ as (\S+)/) ?? command.match(/ group (\S+)/))?.[1] ?? ''
    // What is done with each record does not matter here, and is long.
    return words('page.lesson.predict.' + predict, { command: command.replace(/ then sql .*/s, ' then sql …'), who })
  }

  function draw() {
    // A question only has a picture; there is nothing to play.
    root.hidden = reel === null || reel.isQuestion === true
    root.closest('.bench').classList.toggle('has-reel', !root.hidden)
    if (!reel) return onChange({ at: 0, all: 0, guess: null })
    if (guess !== null && guess.step !== at && guess.step !== at - 1) guess = null
    const step = mid > 0 ? { ...reel.steps[at], claims: [] } : at > 0 && !asking ? reel.steps[at - 1] : null
    const seen = mid > 0 ? at + 1 : at
    say(caption, says())
    const replies = step?.replies ?? []
    line.hidden = replies.length === 0
    say(line, replies.map(one => '› ' + one.command).join('\n'))
    reply.replaceChildren(...replies.flatMap(answered))
    set(reply, { class: replies.some(one => !one.ok) ? 'reply wrong' : 'reply' })
    sync(claims, step?.claims ?? [], claim => claim, () => el('li'), (item, claim) => say(item, words('page.lesson.checked', { claim })))
    if (reel.steps[seen - 1] !== begun) {
      begun = reel.steps[seen - 1]
      below.scrollTop = 0
      // The way of a record is told from its beginning; what a step is about is its end.
      if (replies.at(-1)?.kind === 'trace') below.scrollTop = reply.getBoundingClientRect().bottom - below.getBoundingClientRect().bottom
    }
    sync(track, reel.steps.map((_, i) => i), String, () => el('i'), (mark, i) => set(mark, { class: (i < seen ? 'did' : 'to-come') + (i + 1 === seen ? ' head' : '') }))
    set(track, { 'aria-label': placeIn(at, reel.steps.length, words), class: at === 0 ? 'steps at-start' : 'steps' })
    say(place, mid > 0 ? `${seen} / ${reel.steps.length} · ${timeOf(facts.get('clock')?.now)}` : `${at} / ${reel.steps.length}`)
    set(play_, { 'aria-label': words(playing ? 'page.lesson.pause' : 'page.lesson.play') })
    set(play_.querySelector('path'), { d: playing ? SIGNS.pause : SIGNS.play })
    const hasMoments = reel.steps.some(one => one.moments?.length > 0)
    for (const one of [ago_, then_]) one.hidden = !hasMoments
    set(ago_, { 'aria-disabled': String(seen === 0) })
    set(then_, { 'aria-disabled': String(at === reel.steps.length) })
    set(back_, { 'aria-disabled': String(seen === 0 && !asking) })
    set(on_, { 'aria-disabled': String(at === reel.steps.length) })
    speeds.value = String(speed())
    onChange({ at: seen, all: reel.steps.length, guess: guess?.spot ?? null, isAsking: asking })
  }

  function answered(one) {
    if (!one.ok) return [el('p', {}, words('page.console.error', { message: one.error.message }))]
    const sentences = (one.pieces ?? []).filter(piece => piece.sentence)
    return drawPieces(one.kind === 'consume' && sentences.length > 0 ? sentences : one.pieces ?? [], words)
  }

  return {
    /** Brings a reel on the stage, at its beginning or somewhere in it. */
    load(what, step = 0) {
      stop()
      reel = what
      mid = 0
      facts = new Facts()
      // The keys below the stage stay where they are while rows and tables come and go.
      hold(tallest([reel.facts, ...reel.steps.map(one => one.facts)]))
      go(step)
    },
    /** Gives the stage back. */
    unload() {
      if (!reel) return
      stop()
      reel = null
      mid = 0
      hold([])
      asking = false
      guess = null
      draw()
      show(null)
    },
    play, stop, next, back, go, point, event, goOn,
    /** Whether a step is shown while it happens. */
    get isUnderWay() { return mid > 0 },
    get isOn() { return reel !== null },
    get isAsking() { return asking },
    get isPlaying() { return playing !== null },
    get at() { return at },
    get all() { return reel?.steps.length ?? 0 },
    /** What the step says, and what it ran: for who shows it otherwise. */
    get shown() {
      const step = mid > 0 ? reel?.steps[at] : at > 0 && !asking ? reel?.steps[at - 1] : null
      const last = step?.replies.at(-1) ?? null
      return { caption: says(), line: last?.command ?? null, reply: last }
    },
  }
}

/** At which step it stands; before the first, how many there are. */
export const placeIn = (at, all, words) => at > 0 ? words('page.lesson.step', { n: at, all }) : words('page.lesson.steps', { n: all })

/** Of these states the one with the most rows of partitions and readers, and the one with the most rows of tables. */
export function tallest(states) {
  const most = worth => states.reduce((best, one) => worth(one) > worth(best) ? one : best)
  const one = most(facts => Object.keys(facts).filter(key => /^(topic|partition|position|member):/.test(key)).length)
  const other = most(facts => Object.entries(facts).reduce((sum, [key, fact]) => key.startsWith('table:') ? sum + 2 + fact.rows.length : sum, 0))
  return one === other ? [one] : [one, other]
}

/** `orders p1:0` as people say it. */
export const spotName = spot => spot.replace(/^(\S+) (\S+) (p\d+)$/, '$1 ▲ $3')
