/**
 * Engine instances in the picture: a panel for each with its lanes, dead letters, what went wrong, and marks on the log.
 * State in, DOM out, like the rest of the picture; it is loaded when a sandbox has instances.
 */
import { el, find, hide, say, set, sync } from '../app/dom.js'
import { TRAVEL } from '../picture/motion.js'
import { needsIn } from '../picture/readers.js'
import { makeBoxed, sayBoxed } from './boxed.js'
import { follow, isFollowed, onFollow, whom } from './follow.js'
import { drawWorker, hasPairs, laneOf, makeLaneKeys, makeWorker } from './lanes.js'
import { BANDS, STANDINGS, at, countsOf, hindrancesInShort, instancesOf, isUp, sessionName, signOf, stateOf, stateSaid } from './model.js'
import { cellOf, drawBands, drawCommit, gapsSaid, troubleSentence } from './rows.js'
import { makeClock } from './clock.js'
import { makeEvents } from './events.js'
import * as marks from './marks.js'
import { drawRing, makeRing, ringOf } from './ring.js'
import { makeShort } from './short.js'
import * as summary from './summary.js'
import * as tables from './tables.js'
import { makeTempo } from './tempo.js'

/** What the rest of the page asks for, by way of `door.js`. */
export const makeSheets = tables.makeSheets
export const sentences = summary.sentences
export const standingsOf = tables.standingsOf
export const markSaid = marks.markSaid

/** So many dead letters and troubles are listed, the newest. */
const LETTERS = 12
const TROUBLES = 6
/** In a hall, which does not scroll, fewer. */
const LETTERS_FIT = 4
const TROUBLES_FIT = 2
/** From so many --u on, a panel has room for the ring beside its lanes. */
const RING_FROM = 540
/** So long must have passed since the last movement for the next to be seen as one. */
const APART = 250

/**
 * @param {object} view the picture's; @param {Element} root what the panels stand in, the picture's too
 * @param {object} player; @param {() => void} again draws the picture once more
 */
export function makeInstances({ view, root, player, still, again }) {
  const refs = new WeakMap()
  const legend = el('ul', { class: 'standings' })
  const panels = el('div', { class: 'panels' })
  const letters = el('div', { class: 'letters' })
  const troubles = el('div', { class: 'troubles' })
  const told = el('p')
  const stop = el('button', { type: 'button', class: 'more', onclick: () => follow(null) })
  const gaps = el('p', { class: 'gaps', hidden: true })
  const followLine = el('div', { class: 'follow-line', hidden: true }, told, stop)
  const clockBar = el('div', { class: 'clock-bar' })
  const story = el('section', { class: 'store story', hidden: true })
  const chooser = el('div', { class: 'chooser', hidden: true }, el('span', { class: 'soft' }), el('span'))
  // Dead letters stand above the lanes: below a ring and many lanes nobody would see them come.
  root.append(gaps, clockBar, followLine, troubles, chooser, letters, panels, story, legend)
  let model = { instances: [], cohorts: [], rows: new Map() }
  let of = null
  let movedAt = 0
  let wasDrawn = false
  /** Whether the rings are shown, where somebody has said so; else, where there is one and room for it. */
  let areRingsWanted = null
  let wide = 0
  /** Groups whose bands somebody wants to see, where there are more than have room. */
  let chosen = []
  const hasRoom = () => wide >= view.u * RING_FROM && !view.metrics?.isToFit
  // In a lesson the stage is low, and where there are dead letters or something went wrong, they and their lanes are what a step is about.
  const isLesson = document.body.dataset.lesson !== undefined
  const isBelow = () => isLesson && model.cohorts.some(({ letters, troubles }) => letters.length + troubles.length > 0)
  const areRingsShown = () => areRingsWanted ?? (hasRoom() && model.instances.length === 1 && !isBelow())
  new ResizeObserver(([{ contentRect }]) => {
    const before = hasRoom()
    wide = contentRect.width
    if (before !== hasRoom()) again()
  }).observe(root)
  /** How wide a panel is: beside others it has less room than all of them. */
  let panelWide = 0
  const ofPanels = new ResizeObserver(all => {
    const next = Math.min(...all.map(({ contentRect }) => contentRect.width))
    if (next === panelWide || next === 0) return
    panelWide = next
    again()
  })
  const known = new WeakSet()
  onFollow(again)
  view.element.addEventListener('keydown', event => {
    if (event.key === 'Escape' && whom() !== null) {
      follow(null)
      event.stopPropagation()
    }
  })

  const own = {
    words: null,
    now: '',
    /** The same, for the many that reckon with it. */
    nowMillis: NaN,
    /** Whether the lanes that are drawn now share their panel's width with a ring. */
    isBesideRing: false,
    tempo: makeTempo(),
    player,
    mayMove() {
      return player.on && !still.matches && !document.hidden && performance.now() - movedAt > APART
    },
    get u() { return view.u },
    get isTight() { return view.element.matches('.many, .tight') },
    get metrics() { return view.metrics },
    get stripWide() { return view.stripWide },
    get width() { return view.width },
    px: x => view.px(x),
  }

  const clock = makeClock(clockBar, own)
  const events = makeEvents(story, own)
  /** Where panels stand below each other, a button leads to each, from above the log. */
  const each = el('div', { class: 'to-each', hidden: true }, el('span', { class: 'soft' }), el('span'))
  view.element.insertBefore(each, root.previousElementSibling)
  const short = makeShort(root, view, () => clockBar.querySelector('button:enabled') ?? root.querySelector('.lane'))

  /** Before the log is drawn, since its cells ask. */
  function prepare(facts) {
    own.words = view.words
    own.now = facts.get('clock')?.now ?? ''
    own.nowMillis = Date.parse(own.now)
    if (of === facts) return
    of = facts
    model = instancesOf(facts, chosen)
  }

  function draw() {
    drawAround()
    drawPanels()
    hasDrawn()
  }

  /** All of it in portions: what stands around the panels, and each panel. @param {object} portions see portions.js */
  function drawInPortions(portions) {
    const names = model.instances.map(({ instance }) => instance)
    if (names.length !== panels.children.length || names.some(name => !find(panels, name))) {
      portions.ask('instances', draw)
      return
    }
    portions.ask('around instances', drawAround)
    for (const name of names) portions.ask('instance ' + name, () => {
      const instance = model.instances.find(one => one.instance === name)
      const panel = find(panels, name)
      if (instance && panel) drawPanel(panel, instance)
      if (instance === model.instances.at(-1)) hasDrawn()
    })
  }

  function drawAround() {
    own.tempo.standsAt(own.now)
    if (model.rows.size > MANY) short.draw(model.rows, own.words)
    drawEach()
    drawChooser()
    drawLetters()
    drawTroubles()
    drawFollowed()
    drawGaps()
    clock.draw(model.instances.some(isUp), of)
    events.draw(of)
    sync(legend, STANDINGS, name => name, name => el('li', {}, el('i', { class: `chip is-${name}` }), el('span')), (item, name) => say(item.lastChild, own.words('page.instances.standing.' + name)))
  }

  function hasDrawn() {
    movedAt = own.mayMove() ? performance.now() : movedAt
    wasDrawn = true
  }

  // ---- panels

  function makePanel() {
    const name = el('b')
    const about = el('span', { class: 'soft' })
    const state = el('b', { class: 'state' })
    const counts = makeBoxed('span')
    const owned = el('span', { class: 'owned' })
    const does = el('p', { class: 'does' }, el('code'))
    const pauses = el('ul', { class: 'pauses' })
    const workers = el('div', { class: 'workers' })
    const loads = el('ul', { class: 'loads' })
    const ring = makeRing()
    const fold = el('button', { type: 'button', class: 'more', onclick: () => {
      areRingsWanted = !areRingsShown()
      again()
    } })
    const deals = el('div', { class: 'deals' }, workers, ring)
    const element = el('section', { class: 'instance' }, el('h3', { class: 'rule', tabindex: -1 }, name, about), el('p', { class: 'stands' }, state, owned, counts, fold), does, pauses, loads, deals)
    ofPanels.observe(element)
    refs.set(element, { name, about, state, counts, owned, does, pauses, workers, loads, deals, ring, fold, settle: makeLaneKeys(workers) })
    return element
  }

  function drawPanels() {
    set(panels, { class: model.instances.length > 1 ? 'panels several' : 'panels' })
    sync(panels, model.instances, ({ instance }) => instance, makePanel, drawPanel)
  }

  function drawPanel(panel, instance) {
    const { words } = own
    const part = refs.get(panel)
    const state = stateOf(instance, own.now)
    const isGone = !isUp(instance)
    const sent = sentNow(instance)
    set(panel, { class: `instance is-${state}${hasCondemned(instance) || sent.size > 0 ? ' leads' : ''}`, 'aria-label': view.called(words('page.instances.instance', { instance: instance.instance })) })
    say(part.name, instance.instance)
    const design = words('page.instances.design', { design: instance.title })
    say(part.about, words('page.instances.about', { design, group: instance.group, topic: instance.topic, n: instance.fact.workers }))
    say(part.state, stateSaid(instance, own.now, words))
    say(part.owned, instance.owned.length === 0 ? words(isGone ? 'page.instances.owned.gone' : 'page.instances.owned.none') : instance.owned.map(({ partition, state }) => state === 'owned' ? `p${partition}` : words('page.instances.owned.' + state, { partition: String(partition) })).join(' '))
    const said = isGone ? '' : words(countsOf(instance), { lanes: instance.lanes, working: instance.working, off: instance.backingOff, queued: instance.queued + instance.parked })
    sayBoxed(part.counts, said, said.length * own.u * 12 < panelWide)
    const sql = instance.fact.sql ?? ''
    say(part.does.firstChild, sql === '' ? '' : 'then sql ' + sql)
    hide(part.does, sql === '')
    const inTheWay = hindrancesInShort(instance, words)
    sync(part.pauses, inTheWay, ({ key }) => key, () => el('li'), (item, { said }) => say(item, said))
    hide(part.pauses, inTheWay.length === 0)
    hide(part.loads, instance.loads.length === 0)
    sync(part.loads, instance.loads, ({ worker }) => String(worker), () => el('li', {}, el('span'), el('i', { class: 'load' }, el('i'), el('i'), el('i')), el('span', { class: 'soft' })), (item, load) => {
      const [name, bar, said] = item.children
      say(name, load.worker < 0 ? '' : String(load.worker))
      const most = Math.max(1, ...instance.loads.map(({ working, backingOff, queued }) => working + backingOff + queued))
      ;[load.working, load.backingOff, load.queued].forEach((n, i) => { bar.children[i].style.width = n / most * 100 + '%' })
      say(said, words('page.instances.load', { lanes: load.lanes, working: load.working, off: load.backingOff, queued: load.queued }))
    })
    set(part.workers, { class: hasPairs(instance) ? 'workers paired' : 'workers' })
    const hasRing = instance.fact.ring && !isGone
    const isShown = hasRing && areRingsShown()
    // Among several panels the ring stands below the lanes.
    own.isBesideRing = isShown && model.instances.length === 1
    sync(part.workers, instance.workers, ({ worker }) => String(worker), makeWorker, (element, worker) => drawWorker(element, worker, instance, own))
    part.settle()
    for (const lane of part.workers.querySelectorAll('.lane.is-sent')) lane.classList.remove('is-sent')
    for (const number of sent) laneOf(part.workers, number)?.classList.add('is-sent')
    // In a lesson that brings in several, what goes on between them matters, and the room is needed.
    hide(part.fold, !hasRing || (isLesson && model.instances.length > 1))
    say(part.fold, words(isShown ? 'page.instances.ring.hide' : 'page.instances.ring.show'))
    set(part.fold, { 'aria-expanded': String(isShown), 'aria-label': words(isShown ? 'page.instances.ring.hide.of' : 'page.instances.ring.show.of', { instance: instance.instance }) })
    set(part.deals, { class: isShown ? 'deals with-ring' : 'deals' })
    drawRing(part.ring, instance, isShown ? ringOf(instance.fact.workers, again) : null, words)
  }

  function drawEach() {
    hide(each, model.instances.length < 2)
    if (model.instances.length < 2) return
    say(each.firstChild, own.words('page.instances.each'))
    sync(each.lastChild, model.instances, ({ instance }) => instance, ({ instance }) => el('button', { type: 'button', class: 'more', onclick: () => {
      const panel = panels.children[model.instances.findIndex(one => one.instance === instance)]
      panel.scrollIntoView({ block: 'start' })
      panel.firstChild.focus({ preventScroll: true })
    } }), (button, { instance }) => {
      say(button, instance)
      set(button, { 'aria-label': own.words('page.instances.each.to', { instance }) })
    })
  }

  /** The lanes whose record has become a dead letter at the very moment that is shown: its way is still to be seen. */
  function sentNow({ instance, topic, group, workers }) {
    const sessions = new Set(model.cohorts.filter(cohort => cohort.topic === topic && cohort.group === group).flatMap(({ letters }) => letters)
      .filter(letter => letter.instance === instance && letter.at === own.now).map(({ session }) => session))
    return new Set(sessions.size === 0 ? [] : workers.flatMap(({ lanes }) => lanes).filter(({ session }) => sessions.has(session)).map(({ number }) => number))
  }

  // ---- whose marks stand on the log, where more groups read a topic than have room

  function drawChooser() {
    const groups = [...new Set([...model.rows.values()].flatMap(({ all = [] }) => all.length > BANDS ? all.map(({ progress }) => progress.group) : []))]
    hide(chooser, groups.length === 0)
    if (groups.length === 0) return
    const shown = new Set([...model.rows.values()].flatMap(({ bands = [] }) => bands.map(({ progress }) => progress.group)))
    say(chooser.firstChild, own.words('page.instances.bands'))
    sync(chooser.lastChild, groups, group => group, group => el('button', { type: 'button', class: 'more', onclick: () => {
      chosen = [group, ...chosen.filter(other => other !== group)].slice(0, BANDS)
      of = null
      again()
    } }), (button, group) => {
      set(button, { 'aria-pressed': String(shown.has(group)) })
      say(button, group)
    })
  }

  // ---- dead letters

  /** How many there are, and that only the newest are listed where it is so. */
  function manyOf(word, n, there, most) {
    const said = own.words(word, { n })
    return Math.min(n, there) > most || n > there ? `${said}, ${own.words('page.instances.newest', { n: Math.min(there, most) })}` : said
  }

  function drawLetters() {
    const { words } = own
    const shown = model.cohorts.filter(({ count, group, topic }) => count > 0 || model.instances.some(instance => instance.group === group && instance.topic === topic && hasCondemned(instance)))
    sync(letters, shown, ({ group, topic }) => `${group}:${topic}`, () => {
      const name = el('b')
      const many = el('span', { class: 'soft' })
      const belt = el('ul', { class: 'belt' })
      const element = el('section', { class: 'store' }, el('h3', { class: 'rule' }, name, many), belt)
      refs.set(element, { name, many, belt })
      return element
    }, (element, cohort) => {
      const part = refs.get(element)
      say(part.name, words('page.instances.letters', { group: cohort.group, topic: cohort.topic }))
      say(part.many, manyOf('page.instances.letters.count', cohort.count, cohort.letters.length, view.metrics?.isToFit ? LETTERS_FIT : LETTERS))
      const listed = cohort.letters.slice(0, view.metrics?.isToFit ? LETTERS_FIT : LETTERS)
      sync(part.belt, listed, ({ number }) => String(number), makeLetter, (item, letter) => {
        const button = item.firstChild
        const followed = isFollowed(letter.topic, letter.session)
        const { shape, hue } = signOf(letter.session)
        refs.get(item).of = { topic: letter.topic, session: letter.session }
        const said = words(letter.redriven ? 'page.instances.letter.redriven' : 'page.instances.letter', { place: at(letter), session: sessionName(letter, words), reason: words('page.instances.reason.' + letter.reason), n: letter.attempts, to: letter.redriven ? at(letter.redriven) : '' })
        set(button, { class: `letter rec ${letter.redriven ? 'is-redriven' : letter.reason === 'gap-timeout' ? 'is-skipped' : 'is-dead'}${letter.at === own.now ? ' is-fresh' : ''}${followed ? ' followed' : ''}`, 'aria-pressed': String(followed), 'aria-label': said, title: said })
        set(button.children[0], { class: `session shape-${shape} hue-${hue}` })
        say(button.children[1], `${at(letter)} ${sessionName(letter, words)}`)
        say(button.children[2], letter.redriven ? words('page.instances.redriven', { to: at(letter.redriven) }) : words('page.instances.reason.' + letter.reason))
        if (!known.has(item)) arrive(item, letter)
      })
    })
    hide(letters, shown.length === 0)
  }

  function makeLetter() {
    const button = el('button', { type: 'button' }, el('i'), el('span', { class: 'who' }), el('span', { class: 'soft' }))
    const item = el('li', {}, button)
    refs.set(item, { of: null })
    button.addEventListener('click', () => follow(refs.get(item).of))
    return item
  }

  /** The record runs from its lane into the letters. */
  function arrive(item, letter) {
    known.add(item)
    const lane = model.instances.find(({ instance }) => instance === letter.instance)?.workers.flatMap(({ lanes }) => lanes).find(({ session }) => session === letter.session)
    const from = lane && laneOf(panels, lane.number)
    if (!from || !wasDrawn || !own.mayMove()) return
    const a = from.getBoundingClientRect()
    const b = item.getBoundingClientRect()
    if (a.width === 0 || b.width === 0) return
    player.move(item, [{ transform: `translate(${a.left - b.left}px, ${a.top - b.top}px)` }, { transform: 'none' }], { duration: TRAVEL })
  }

  // ---- what went wrong

  function drawTroubles() {
    const { words } = own
    const shown = model.cohorts.filter(({ fact }) => fact.violations + fact.duplicates + fact.zombies > 0)
    hide(troubles, shown.length === 0)
    sync(troubles, shown, ({ group, topic }) => `${group}:${topic}`, () => {
      const name = el('b')
      const newest = el('span', { class: 'soft' })
      const list = el('ul')
      const element = el('section', { class: 'store' }, el('h3', { class: 'rule' }, name, newest), list)
      refs.set(element, { name, newest, list })
      return element
    }, (element, cohort) => {
      const part = refs.get(element)
      say(part.name, words('page.instances.troubles', { group: cohort.group, violations: cohort.fact.violations, duplicates: cohort.fact.duplicates, zombies: cohort.fact.zombies }))
      const most = view.metrics?.isToFit ? TROUBLES_FIT : TROUBLES
      say(part.newest, cohort.troubles.length > most ? words('page.instances.newest', { n: most }) : '')
      sync(part.list, cohort.troubles.slice(0, most), ({ number }) => String(number), () => {
        const button = el('button', { type: 'button' }, el('i', { class: 'mark m-broken' }), el('span'))
        const item = el('li', {}, button)
        refs.set(item, { of: null })
        button.addEventListener('click', () => follow(refs.get(item).of))
        return item
      }, (item, trouble) => {
        refs.get(item).of = { topic: trouble.topic, session: trouble.session }
        const followed = isFollowed(trouble.topic, trouble.session)
        set(item.firstChild, { class: followed ? 'trouble followed' : 'trouble', 'aria-pressed': String(followed) })
        say(item.firstChild.lastChild, troubleSentence(trouble, words))
      })
    })
  }

  // ---- what holds the commit points, where rows are too low to say it

  function drawGaps() {
    const isLow = view.metrics?.isToFit && own.isTight
    hide(gaps, !isLow)
    if (isLow) say(gaps, gapsSaid(model.rows.values(), Math.floor(wide / needsIn('m', own)), own.words))
  }

  // ---- who is followed

  function drawFollowed() {
    const { words } = own
    const one = whom()
    hide(followLine, one === null)
    if (one === null) return
    const here = model.instances.flatMap(instance => instance.topic !== one.topic ? [] : instance.workers.flatMap(({ lanes }) => lanes.filter(({ session }) => session === one.session).map(lane => ({ instance, lane }))))
    const dead = model.cohorts.filter(({ topic }) => topic === one.topic).flatMap(cohort => cohort.letters).filter(({ session }) => session === one.session).length
    const where = here.map(({ instance, lane }) => words('page.instances.follow.at', { instance: instance.instance, state: words('page.instances.state.' + (lane.halted ? 'halted' : lane.state)) }))
    if (where.length === 0) where.push(words('page.instances.follow.nowhere'))
    if (dead > 0) where.push(words('page.instances.letters.count', { n: dead }))
    say(told, words('page.instances.follow', { session: one.session, where: where.join(', ') }))
    say(stop, words('page.instances.follow.stop'))
  }

  return {
    prepare,
    draw,
    drawInPortions,
    /** While these are the same, a row of the log is drawn as before. */
    seenOf: id => model.rows.get(id) ?? null,
    followedIn: topic => whom()?.topic === topic ? whom().session : null,
    /** Whether a group's row has a band of what became of each offset. */
    hasBand: (id, group) => model.rows.get(id)?.bands?.some(({ progress }) => progress.group === group) ?? false,
    cell: (topic, partition, offset, record) => cellOf(model.rows.get(`${topic}:${partition}`), topic, offset, record, own.words),
    drawRow(row) {
      drawBands(row, model.rows.get(row.id), own)
      drawCommit(row, model.rows.get(row.id), own)
    },
    follow: (topic, session) => follow({ topic, session }),
    get isMany() { return model.rows.size > MANY },
  }
}

const hasCondemned = ({ workers }) => workers.some(({ lanes }) => lanes.some(({ state }) => state === 'condemned'))

/** From so many partitions on, rows are low. */
const MANY = 6

