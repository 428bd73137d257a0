/**
 * The picture of the log: state in, DOM out. `draw` may be called at any time and leaves the same picture for the same
 * state; it draws once per repaint and keeps the elements that it has. What the person looks at (which window of a row,
 * what has the focus) is the picture's own; everything else is in the facts.
 */
import { el, hide, say, set, sync } from '../app/dom.js'
import { modelAfter, modelOf, recordKey } from './model.js'
import { makeTopic, drawTopic } from './topic.js'
import { moves } from './partition.js'
import { slotsIn } from './window.js'
import { makeDetail } from './detail.js'
import { makeRove } from './rove.js'
import { ownerName } from './readers.js'
import { sentencesOf } from './summary.js'
import { BEAT, TRAVEL, makePlayer, ring } from './motion.js'
import { makePortions } from './portions.js'
import { perform } from './choreography.js'
import { instancesIn } from '../instances/door.js'

/** So many groups are listed under a partition; where there are more, the rest share a row until somebody unfolds them. */
const READERS_UP_TO = 6
/** Commands that let time go on. */
const GOES_ON = /^\s*(?:run|step|wait|goto)\b/
const NONE = new Set()
const NO_OFFSETS = []
const NO_SIGNS = Object.freeze({ wanted: [], extra: NONE, unread: NONE, guess: null })
/**
 * Where the whole picture should be seen at once (the CSS says `--fit: 1`), the first of these in which it is: rows nearer
 * together, partitions in columns, and cells of one line, which keep their offset only,
 * and at last all groups of a topic in one row.
 */
const LAYOUTS = [{ columns: 1, is: '' }, { columns: 1, is: 'tight' }, { columns: 2, is: 'tight' }, { columns: 2, is: 'tight low' }, { columns: 3, is: 'tight low' },
  { columns: 2, is: 'tight low', isFolded: true }, { columns: 3, is: 'tight low', isFolded: true }]
/** So much of the stage, as it is when answers are short, is to be enough. */
const ROOM_LEAST = .7
/** So much of it is the log's where engine instances stand below. */
const LOG_PART = .5
/** A column narrower than this, in --u, has no room for a fold, a record and the next cell. */
const COLUMN_LEAST = 240
/** Where offsets have marks, their cells are wider. */
const COLUMN_LEAST_LIVELY = 280
/** More elements than this, and rows far from the screen are put away. */
const ELEMENTS = 1200
/** So many rows are drawn in a frame while time goes on by itself, and at least one of each topic. */
const ROWS_A_FRAME = 2

/**
 * @param {object} of
 * @param {Element} of.root where the picture goes; the picture owns what is in it
 * @param {(key: string, values?: object) => string} of.words
 * @param {(record: object) => void} [of.onPick] also told by the event `record-picked`
 * @param {() => ?Element} [of.prompt] where produced values come from
 * @param {string} [of.name] which picture it is, where there are more: its parts are then called by it too
 */
export function makePicture({ root, words, onPick = () => {}, prompt = () => null, name = '' }) {
  const topics = el('div', { class: 'topics' })
  const empty = el('div', { class: 'empty', hidden: true }, el('div', { class: 'empty-lane' }, el('i'), el('i')), el('p'))
  const probe = el('div', { class: 'probe', 'aria-hidden': 'true' }, el('span', {}, '0'.repeat(20)), el('b'))
  const told = el('p', { class: 'told' })
  const flown = el('div', { class: 'flown' })
  /** One value flies at a time; `to` is the cell that waits for it. */
  const flight = { to: null, cell: flown, element: el('div', { class: 'flight', popover: 'manual', 'aria-hidden': 'true' }, flown) }
  const panels = el('div', { class: 'instances', hidden: true })
  const element = el('div', { class: 'picture bare' }, el('div', { class: 'aloud' }, told), topics, panels, empty, probe, flight.element)

  let state = null
  let model = modelOf(new Map())
  /** Something else than the facts has changed since the last drawing. */
  let isStirred = true
  let happened = []
  let scheduled = 0 // the frame that will draw; -1: this very turn will
  let drawnAt = null
  let picked = null
  let hovered = null
  let pointedAt = ''
  /** Where each row and reader stands, and where those stood that were drawn in this round. */
  let after = new Map()
  let before = new Map()
  /** Only what was drawn in this round has a place to come from and one to go to. */
  let fresh = new Map()
  let ghostMarks = new Map()
  let signs = new Map()
  let typed = []
  let wanted = []
  let longest = 0
  let untell = () => {}
  let performedAt = -Infinity
  let flowedAt = -Infinity
  const portions = makePortions()
  /** The facts are others than at the last drawing. */
  let isChanged = false
  /** Whether this frame had no time for some row, which the next one draws. */
  let isRowLeft = false
  let layout = LAYOUTS[0]
  let fitted = { of: '', room: Infinity }
  let tallest = { of: '', high: 0 }
  let stageHigh = 0

  const view = {
    element,
    flight,
    words,
    called: text => name === '' ? text : `${text}, ${name}`,
    facts: new Map(),
    /** The same object while nothing but facts has changed: whoever draws one fact may then leave the others as they are. */
    look: {},
    metrics: null,
    rows: new Map(),
    things: new WeakMap(),
    windows: new Map(),
    unfolded: new Set(),
    ghosts: new Map(),
    get readersUpTo() { return view.metrics?.isFolded ? 1 : READERS_UP_TO },
    readersShown: topic => (readersOf.get(topic) ?? 0) > view.readersUpTo ? view.readersUpTo - 1 : view.readersUpTo,
    ghostsOf: id => ghostMarks.get(id) ?? '',
    /** So many rows of a topic may be drawn in this frame. */
    rowsAFrame: Infinity,
    /** Some are left, and are to be asked for in the next. */
    leaveRows() { isRowLeft = true },
    /** What a lesson has to say about a row: {wanted: [{offset, text}], extra, unread, guess}, or nothing. */
    signsOf: id => signs.get(id) ?? NO_SIGNS,
    px: x => Math.round(x * view.metrics.slot),
    isPicked: record => picked !== null && picked.record === record,
    pickedIn: id => picked && `${picked.topic}:${picked.partition}` === id ? picked.offset : null,
    held: id => rove.held(id),
    get hasReaders() { return model.topics.some(topic => topic.readers.length > 0) },
    moved(key, movement) {
      if (!before.has(key)) before.set(key, after.get(key))
      after.set(key, movement)
      fresh.set(key, movement)
    },
    keyless: false,
    /** What shows engine instances, where there are some: see instances.js. */
    live: null,
    /** Keys of facts that another moment, beside this one, has otherwise. */
    differs: NONE,
    /** Whether another moment has a record otherwise among those from one offset up to another. */
    differsBetween: (topic, partition, from, to) => differing(topic, partition).some(offset => offset >= from && offset < to),
    near: row => isWhole || !sparing || near.has(row),
    observe(row) {
      watcher.observe(row)
      seer?.observe(row)
    },
    heightOf: row => view.metrics.cellHigh + view.metrics.readerHigh
      * (view.unfolded.has(row.topic) ? row.readers.length : Math.min(row.readers.length, view.readersUpTo)),
    unfold(topic) {
      if (!view.unfolded.delete(topic)) view.unfolded.add(topic)
      repaint()
    },
    turn: (id, direction) => look(id, row => moves.page(row, direction)),
    reveal: (id, offset) => look(id, row => moves.reveal(row, offset)),
    centre: (id, offset) => look(id, row => moves.centre(row, offset)),
    follow: id => look(id, () => null),
    pick,
  }
  /** The offsets of records that differ, by partition; made anew for each set of differences. */
  let differingIn = { of: NONE, offsets: new Map() }
  function differing(topic, partition) {
    if (differingIn.of !== view.differs) {
      differingIn = { of: view.differs, offsets: new Map() }
      for (const key of view.differs) {
        const [kind, ofTopic, ofPartition, offset] = key.split(':')
        if (kind !== 'record') continue
        const id = `${ofTopic}:${ofPartition}`
        if (!differingIn.offsets.has(id)) differingIn.offsets.set(id, [])
        differingIn.offsets.get(id).push(Number(offset))
      }
    }
    return differingIn.offsets.get(`${topic}:${partition}`) ?? NO_OFFSETS
  }
  const readersOf = new Map()
  const near = new Set()
  let sparing = false
  let isWhole = false

  const watcher = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) isIntersecting ? near.add(target) : near.delete(target)
    if (sparing) stir()
  }, { rootMargin: '400px 0px', scrollMargin: '400px 0px' })

  /** Rows that stand wholly where they are seen well: to know it when something happens costs no layout. */
  const seen = new Set()
  let seer = null
  function watchSight(u) {
    seer?.disconnect()
    seen.clear()
    // As the scroll margins of a row.
    seer = new IntersectionObserver(entries => {
      for (const { target, intersectionRatio } of entries) intersectionRatio > .99 ? seen.add(target) : seen.delete(target)
    }, { threshold: [0, .99], scrollMargin: `${-Math.ceil(u * 54)}px 0px ${-Math.ceil(u * 100)}px` })
    for (const row of element.querySelectorAll('.partition')) seer.observe(row)
  }

  /** Lifts what flies above the page ahead of time. A picture that is not on the page yet does it when it is drawn. */
  function lift() {
    if (element.isConnected && !flight.element.matches(':popover-open')) flight.element.showPopover()
  }

  const detail = makeDetail(element, view)
  element.append(detail.element)
  root.append(element)
  lift()
  const rove = makeRove(element, view)
  const player = makePlayer()
  const still = matchMedia('(prefers-reduced-motion: reduce)')

  new ResizeObserver(() => { if (measure()) repaint() }).observe(element)
  new ResizeObserver(() => { if (measure()) repaint() }).observe(probe)
  new ResizeObserver(([{ contentRect }]) => {
    stageHigh = contentRect.height
    if (view.metrics?.isToFit) schedule()
  }).observe(root.parentElement)

  element.addEventListener('pointerover', event => {
    // What comes to lie under a pointer that rests was not pointed at: in a hall nobody holds the mouse.
    const where = `${event.screenX},${event.screenY}`
    if (where !== pointedAt || !view.metrics?.isToFit) point(event.target)
    pointedAt = where
  })
  element.addEventListener('pointermove', event => { pointedAt = `${event.screenX},${event.screenY}` })
  element.addEventListener('pointerleave', () => point(null))
  element.addEventListener('focusin', () => tell())
  element.addEventListener('focusout', () => tell())
  element.addEventListener('click', event => {
    const thing = thingAt(event.target)
    if (thing?.kind === 'record') pick(thing)
  })
  // A press on a cell gives it the focus by itself; on Safari only if it is asked to.
  element.addEventListener('pointerdown', event => {
    const cell = event.target.closest?.('.cell, .lag')
    if (cell) requestAnimationFrame(() => cell.isConnected && cell.focus({ preventScroll: true }))
  })

  function thingAt(target) {
    for (let at = target; at && at !== element; at = at.parentElement) {
      if (view.things.has(at)) return view.things.get(at)
    }
    return null
  }

  function point(target) {
    hovered = target
    tell()
  }

  /** What has just changed should be seen, unless somebody is at work in the picture. Tells whether it had to be moved. */
  function bringIntoSight(events) {
    if (hovered || element.contains(document.activeElement)) return false
    for (const what of events) {
      const { topic, partition } = what.reads?.find(read => read.offsets.length > 0) ?? what.reads?.[0] ?? what
      const row = topic === undefined ? null : view.rows.get(`${topic}:${partition}`)
      if (!row) continue
      if (seen.has(row.element)) return false
      row.element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      return true
    }
    return false
  }

  /** The details line follows the pointer, else the focus, else what was picked. */
  function tell() {
    const focused = element.contains(document.activeElement) ? document.activeElement : null
    const thing = (hovered?.isConnected && thingAt(hovered)) || (focused && thingAt(focused)) || (picked && !view.metrics?.isToFit && stillPicked())
    detail.show(thing || null)
  }

  function stillPicked() {
    const record = view.facts.get(recordKey(picked.topic, picked.partition, picked.offset))
    return record === picked.record ? picked : null
  }

  function pick(thing) {
    picked = thing
    const { topic, partition, offset } = thing
    if (thing.record?.key) view.live?.follow(topic, thing.record.key)
    repaint()
    element.dispatchEvent(new CustomEvent('record-picked', { bubbles: true, detail: { topic, partition, offset } }))
    onPick({ topic, partition, offset })
  }

  function look(id, until) {
    const row = view.rows.get(id)
    if (!row) return
    if (row.layout) {
      const to = until(row)
      if (to === null) view.windows.delete(id)
      else view.windows.set(id, to)
    } else near.add(row.element)
    repaint()
  }

  /** Sizes come from CSS; here they become numbers, only when they have changed. */
  function measure() {
    const style = getComputedStyle(element)
    const u = parseFloat(style.getPropertyValue('--u')) || 1
    const gap = u * 24
    const full = Math.floor((topics.clientWidth - gap * (layout.columns - 1)) / layout.columns)
    const narrow = full < u * 560
    // A theme with larger letters needs more room for the same names.
    const larger = (parseFloat(getComputedStyle(probe.firstChild).fontSize) || u * 12.5) / (u * 12.5)
    const names = Math.round(u * namesWide(narrow, larger))
    const cell = (parseFloat(style.getPropertyValue('--cell')) || 60) * (narrow ? .72 : 1)
    const letter = probe.firstChild.getBoundingClientRect().width / 20 || 7
    say(probe.lastChild, view.words('page.picture.lag'))
    const lagWord = Math.ceil(probe.lastChild.getBoundingClientRect().width)
    const width = Math.max(0, full - names)
    // Behind the next cell the rails go on, and under both there is room for a lag.
    const isLow = layout.is.includes('low') || view.live?.isMany === true
    const { slots, slot, fold } = slotsIn(width, cell, u * (narrow ? (isLow ? 60 : 48) : 76), Math.max(u * 16, lagWord + u * 40 - cell))
    const cellHigh = probe.clientHeight
    const readerHigh = parseFloat(getComputedStyle(probe).getPropertyValue('line-height')) || u * 24
    const next = { u, full, columns: layout.columns, isLow, isFolded: layout.isFolded ?? false, isToFit: style.getPropertyValue('--fit').trim() === '1', width, names, slots, slot, fold, narrow, lagWord, larger, room: Math.max(3, Math.floor((slot - u * 10) / letter)), ghostRoom: Math.max(3, Math.floor((slot - u * 16) / letter)), cellHigh, readerHigh }
    if (view.metrics && Object.entries(next).every(([name, value]) => view.metrics[name] === value)) return false
    if (view.metrics?.u !== u) watchSight(u)
    view.metrics = next
    Object.assign(view, { u, width, lagWide: lagWord + u * 40, stripWide: Math.round(Math.min(width * (view.live ? .25 : .5), u * 280)) })
    element.style.setProperty('--names', names + 'px')
    element.style.setProperty('--columns', layout.columns)
    element.style.setProperty('--gap', gap + 'px')
    return true
  }

  /** Marks where positions would go, or should. What is being typed is told before what is wanted. */
  function dream() {
    const list = typed.length > 0 ? typed : wanted
    view.ghosts = new Map(list.map(ghost => [`${ghost.group}:${ghost.topic}:${ghost.partition}`, ghost.position]))
    ghostMarks = new Map()
    for (const { group, topic, partition, position } of list) {
      const id = `${topic}:${partition}`
      ghostMarks.set(id, `${ghostMarks.get(id) ?? ''}${group}=${position};`)
    }
    stir()
  }

  /**
   * Looks for the layout in which everything is seen at once: from the first one on where there is more or less to see than
   * before, from the present one on where there is less room. So an answer that comes and goes moves things once at most.
   */
  function fit(draw) {
    if (!view.metrics.isToFit) {
      if (fitted.of !== '') arrange(LAYOUTS[0], draw)
      fitted = { of: '', room: Infinity }
      return
    }
    const screen = `${innerWidth}:${innerHeight}:${view.u}`
    if (tallest.of !== screen) tallest = { of: screen, high: stageHigh = root.parentElement.clientHeight }
    else tallest.high = Math.max(stageHigh, tallest.high)
    // A caption of two lines is usual. A very long answer stands before a picture that scrolls.
    const room = Math.max(Math.min(stageHigh, tallest.high - view.u * 28), tallest.high * ROOM_LEAST) * (view.live ? LOG_PART : 1)
    const now = [screen, topics.clientWidth, view.live !== null, ...model.topics.map(topic => [topic.rows.length, topic.readers.length, view.unfolded.has(topic.topic), topic.rows.some(row => row.end > 4)])].join()
    const isAnew = now !== fitted.of
    if (!isAnew && room >= fitted.room) return
    fitted = { of: now, room }
    for (const next of LAYOUTS.slice(isAnew ? 0 : LAYOUTS.indexOf(layout))) {
      if (next.columns > 1 && (topics.clientWidth / next.columns < view.u * (view.live ? COLUMN_LEAST_LIVELY : COLUMN_LEAST) || model.topics.every(topic => topic.rows.length < next.columns))) continue
      arrange(next, draw)
      if (topics.getBoundingClientRect().height <= room) return
    }
  }

  function arrange(next, draw) {
    if (next === layout) return
    layout = next
    set(element, { class: classOf() })
    if (!measure()) return
    view.look = {}
    draw()
  }

  const classOf = () => ['picture', model.topics.length ? '' : 'bare', layout.is, view.live ? view.live.isMany ? 'lively many' : 'lively' : ''].join(' ').replace(/ +/g, ' ').trim()

  /** As wide as the names need, in steps of nothing up to a usual name: a first reader should not push the log aside. */
  function namesWide(narrow, larger) {
    return Math.min((narrow ? 100 : 152) * larger, Math.max(narrow ? 84 : 96, longest * 6.6 * larger + (narrow ? 26 : 34)))
  }

  function stir() {
    isStirred = true
    schedule()
  }

  function repaint() {
    isStirred = true
    paint()
  }

  /** At once if nothing was drawn in this frame yet: who calls from within a frame is seen in that frame. */
  function schedule() {
    if (scheduled) return
    if (drawnAt === document.timeline.currentTime) scheduled = requestAnimationFrame(paint)
    else {
      scheduled = -1
      queueMicrotask(() => { if (scheduled === -1) paint() })
    }
  }

  function paint() {
    lift()
    if (scheduled > 0) cancelAnimationFrame(scheduled)
    scheduled = 0
    // Only rows that the frame before had no time for: nothing else has changed.
    const isRest = isRowLeft && !isChanged && !isStirred
    isChanged = false
    drawnAt = document.timeline.currentTime
    if (!state) return
    const then = model
    model = modelAfter(then, state.facts)
    enliven(state.facts)
    const isSameTopics = model.topics.length === then.topics.length && model.topics.every(({ topic, rows }, i) => topic === then.topics[i].topic && rows.length === then.topics[i].rows.length)
    const isSameReaders = isSameTopics && model.topics.every(({ readers }, i) => readers === then.topics[i].readers)
    const metrics = view.metrics
    const now = isSameReaders && !isStirred ? longest : longestName(model, view.words)
    if (!view.metrics || now !== longest) {
      longest = now
      measure()
    }
    if (view.metrics.width === 0) { // hidden: the ResizeObserver calls again
      happened = []
      isStirred = true
      return
    }
    const events = happened
    happened = []
    // What comes by itself while time goes on comes from no prompt, and is in so many places that none can be turned to.
    const isTyped = !goesOn(state.facts)
    const path = isTyped ? pathOf(events) : null
    before = new Map()
    fresh = new Map()
    const hadFocus = rove.hadFocus()

    const wasSparing = sparing
    // More rows than fit do not become fewer by one record.
    if (!sparing || !isSameTopics || isStirred) sparing = weight(model, view) > ELEMENTS
    isStirred ||= !isSameTopics || metrics !== view.metrics || wasSparing !== sparing || view.differs !== (state.differs ?? NONE)
    view.facts = state.facts
    view.differs = state.differs ?? NONE
    if (isStirred) {
      view.look = {}
      view.rows = new Map()
      readersOf.clear()
      hide(empty, model.topics.length > 0)
      say(empty.lastChild, view.words('page.picture.empty'))
      set(element, { class: classOf() })
    }
    if (!isSameReaders || isStirred) for (const topic of model.topics) readersOf.set(topic.topic, topic.readers.length)
    const isAll = isStirred
    isStirred = false
    const isInFlow = !isTyped && isFlowing()
    if (!isTyped && !isRest) flowedAt = performance.now()
    const isInPortions = isInFlow && !isAll && !document.hidden
    view.rowsAFrame = isInPortions ? Math.max(1, Math.floor(ROWS_A_FRAME / model.topics.length)) : Infinity
    isRowLeft = false
    drawTopics()
    fit(drawTopics)
    if (isInFlow) set(element, { 'data-flowing': true })
    if (!isInPortions) {
      portions.clear()
      view.live?.draw()
    } else {
      if (isRowLeft) portions.ask('log', paint)
      if (!isRest) view.live?.drawInPortions(portions)
    }
    if (isAll) for (const id of view.windows.keys()) if (!view.rows.has(id)) view.windows.delete(id)
    if (isAll || !isSameReaders) for (const [key, movement] of after) if (!movement.element.isConnected) after.delete(key)

    // When what moves has arrived, and so in the same frame.
    untell()
    untell = ring(TRAVEL, atRest)
    rove.settle()
    if (hadFocus) rove.restore()
    tell()
    const hasMoved = isTyped && events.length > 0 && !document.hidden && bringIntoSight(events)
    if ((events.length || isRest) && player.on && !document.hidden) {
      const now = performance.now()
      const isNext = isRest || !isTyped && now - performedAt < TRAVEL
      if (!isRest) performedAt = now
      perform({ happened: events, before, after: fresh, view, player, still: still.matches, path: hasMoved ? pathOf(events) : path, isFlowing: isNext })
    }
  }

  const goesOn = facts => GOES_ON.test(facts.get('log')?.undo ?? '')

  /** Time goes on by itself, and the next drawing comes before what moves has arrived. */
  const isFlowing = () => performance.now() - flowedAt < TRAVEL

  function atRest() {
    set(element, { 'data-flowing': null })
    tellAloud()
  }

  /** Each sentence is laid out by itself: of many one or two have changed. */
  function tellAloud() {
    sync(told, sentencesOf(view.facts, view.words, model).map((text, i) => ({ text, i })), ({ i }) => String(i), () => el('span'), (span, { text }) => say(span, text + ' '))
  }

  /** Engine instances take their part of the picture, which leaves less to the log, or give it back. */
  let instances = null
  let ofInstances = ''
  function enliven(facts) {
    const part = instancesIn(facts, view.words, schedule)
    if (part) instances ??= part.makeInstances({ view, root: panels, player, still, again: stir })
    if (view.live !== (part ? instances : null)) isStirred = true
    view.live = part ? instances : null
    view.live?.prepare(facts)
    hide(panels, view.live === null)
    const now = classOf()
    if (now === ofInstances) return
    ofInstances = now
    isStirred = true
    set(element, { class: now })
    root.classList.toggle('has-instances', view.live !== null)
    if (view.metrics) measure()
  }

  /** Where a value that is produced comes from, and where the cells of its row stand. */
  function pathOf(events) {
    const what = document.hidden ? undefined : events.find(({ kind }) => kind === 'appended')
    const row = what && view.rows.get(`${what.topic}:${what.partition}`)
    const from = row?.cells && prompt()?.getBoundingClientRect()
    return from ? { from, row: row.id, to: row.track.getBoundingClientRect() } : null
  }

  function drawTopics() {
    sync(topics, model.topics, topic => topic.topic, topic => makeTopic(topic, view), (section, topic) => drawTopic(section, topic, view))
  }

  return {
    element,
    /** @param {{facts: Map<string, object>, differs?: Set<string>}} next @param {object[]} what what happened on the way to it; none: it is simply so */
    draw(next, what = []) {
      if (state?.differs !== next.differs) isStirred = true
      state = next
      isChanged = true
      // After a snapshot, and for who does not look, there was no way: only where things stand now.
      happened = what.length === 0 || document.hidden ? [] : happened.concat(what)
      // Behind the portions of the moment before that still wait for a frame, and never in one with them.
      if (!isStirred && isFlowing() && goesOn(next.facts)) portions.ask('log', paint)
      else schedule()
    },
    /** Draws at once what waits to be drawn, for who wants to measure it. */
    settle() {
      if (scheduled) paint()
      portions.settle()
    },
    /** Something else stands here now: whom somebody followed, and what was picked, is not in it. */
    letGo() {
      picked = null
      view.live?.follow('', '')
    },
    /** Where positions would go: [{group, topic, partition, position}]; none takes the marks away. */
    ghosts(list) {
      typed = list
      dream()
    },
    /** What a goal still wants, as the server says it: cells, marks, and records that should not be there or were not read. */
    wants(list, guess = null) {
      wanted = list.filter(({ kind, position }) => kind === 'position' && position !== null)
      signs = signsFrom(list, guess)
      dream()
    },
    /** Which place an element stands for, as lessons write it: `orders p1:0`, `orders p1`, `billing orders p1`; null where it is none. */
    spotAt(target) {
      const thing = target instanceof Element && element.contains(target) ? thingAt(target) : null
      if (thing?.kind === 'record') return `${thing.topic} p${thing.partition}:${thing.offset}`
      if (thing?.kind === 'next') return `${thing.topic} p${thing.partition}:${thing.part.offset}`
      if (thing?.kind === 'lag') return `${thing.reader.group} ${thing.row.topic} p${thing.row.partition}`
      const line = target instanceof Element ? target.closest('.partition') : null
      for (const { row, element: one } of view.rows.values()) if (one === line) return `${row.topic} p${row.partition}`
      return null
    },
    /** 1 is as designed, 0 is no motion. */
    setSpeed: value => { player.speed = value },
    /** Ends every movement at once. */
    skip: () => player.skip(),
    /** Holds every movement where it is, or lets it go on. */
    hold: value => player.pause(value),
    /** Takes every movement on by one beat. */
    step: () => player.step(BEAT),
    /** How many elements all of it takes, whether they are there or not. */
    get weight() { return view.metrics ? weight(model, view) : 0 },
    /** Draws every row for as long as `work` looks at it, also those that are far from the screen; nothing moves. */
    wholly(work) {
      player.skip()
      isWhole = sparing
      if (isWhole) repaint()
      try {
        return work()
      } finally {
        if (isWhole) {
          isWhole = false
          repaint()
        }
      }
    },
    get moving() { return player.busy },
    /** The answer to `record-wanted`. */
    whole: record => detail.whole(record),
    /** Other words, as after a change of language. */
    setWords(next) {
      view.words = next
      stir()
    },
  }
}

/** By row: what a goal wants there, and the place that somebody has pointed at. */
function signsFrom(list, guess) {
  const signs = new Map()
  const of = (topic, partition) => {
    const id = `${topic}:${partition}`
    if (!signs.has(id)) signs.set(id, { wanted: [], extra: new Set(), unread: new Set(), guess: null })
    return signs.get(id)
  }
  for (const { kind, topic, partition, offset, key, text } of list) {
    if (kind === 'cell') of(topic, partition).wanted.push({ offset, text: [key, text].filter(Boolean).join(' ') })
    else if (kind === 'extra' || kind === 'unread') of(topic, partition)[kind].add(offset)
  }
  const cell = /^(\S+) p(\d+)(?::(\d+))?$/.exec(guess ?? '')
  if (cell) of(cell[1], cell[2]).guess = cell[3] === undefined ? 'row' : Number(cell[3])
  return signs
}

/** How many elements the parts of a picture take: a topic, one group of its legend, a bare row, what is there where records are folded, a group's row. */
const TAKES = { topic: 14, entry: 7, row: 10, fold: 10, reader: 14 }

/** About how many elements the whole picture would take. */
function weight({ topics }, { metrics, readersUpTo, unfolded }) {
  let sum = 0
  for (const topic of topics) {
    sum += TAKES.topic + topic.readers.length * TAKES.entry
    const readers = unfolded.has(topic.topic) ? topic.readers.length : Math.min(topic.readers.length, readersUpTo)
    for (const row of topic.rows) {
      const records = Math.min(Math.floor(metrics.slots), row.end - row.start)
      sum += TAKES.row + records + readers * TAKES.reader + (records < row.end - row.start ? TAKES.fold : 0)
    }
  }
  return sum
}

/** How many characters the longest name of an owner has. */
function longestName({ topics }, words) {
  let most = 0
  for (const topic of topics) {
    for (const row of topic.rows) for (const reader of row.readers) most = Math.max(most, ownerName(reader, words).length)
  }
  return most
}
