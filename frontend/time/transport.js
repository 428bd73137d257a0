/**
 * The bar under the picture. Its first row goes through the steps; its second has what changes the sandbox, and while
 * the past is shown it says so there, in the same room, so that nothing moves.
 */
import { el, hide, say, set, svg } from '../app/dom.js'
import { makeSlider } from './slider.js'
import { clock } from './steps.js'

const SIGNS = {
  back: 'M12.5 3v10L5 8zM3.2 3H5v10H3.2z',
  on: 'M3.5 3v10L11 8zM11 3h1.8v10H11z',
  play: 'M4 2.5v11L13.5 8z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
}
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 0]

/**
 * @param {object} of
 * @param {Element} of.root
 * @param {(key: string, values?: object) => string} of.words
 * @param {object} of.on what is asked for: back, onward, play, home, goOn, run(line), go(place), page(by), fork(branches), branches, speed(value), hold(value), view(name), answer(name)
 */
export function makeTransport({ root, words, on }) {
  // ---- first row
  const back = key('back', SIGNS.back, on.back)
  const play = key('play', SIGNS.play, on.play)
  const onward = key('on', SIGNS.on, on.onward)
  const slider = makeSlider({ words, onGo: on.go, onPage: on.page, onFork: found => on.fork(found.map(({ tip }) => known.find(branch => branch.tip === tip))) })
  let known = []
  const where = el('b')
  const moment = el('span', { class: 'soft' })
  const place = el('p', { class: 'place num' }, el('span', { class: 'own' }, where, ' ', moment))
  const home = el('button', { type: 'button', class: 'button bare home', onclick: event => pressed(event, on.home) }, words('page.time.now'))
  const speed = el('select', { class: 'speed', 'aria-label': words('page.time.speed'), title: words('page.time.speed'), onchange: () => on.speed(Number(speed.value)) },
    SPEEDS.map(value => el('option', { value }, value === 0 ? words('page.time.speed.off') : words('page.time.speed.times', { speed: { 0.25: '¼', 0.5: '½' }[value] ?? String(value) }))))
  const first = el('div', { class: 'transport', role: 'group', 'aria-label': words('page.time.transport') },
    el('div', { class: 'keys' }, back, play, onward), slider.element, place, home, speed)

  // ---- second row
  const undo = makeStep('undo')
  const redo = makeStep('redo')
  const over = el('button', { type: 'button', class: 'button bare', 'aria-describedby': 'over-also', onclick: event => pressed(event, () => on.run('start over')) }, words('page.time.start-over'))
  const also = el('span', { class: 'also', id: 'over-also' }, words('page.time.undoable'))
  const changes = el('div', { class: 'changes', role: 'group', 'aria-label': words('page.time') }, undo.button, redo.button, over, also)
  const notice = makeNotice({ words, on })
  const hold = el('button', { type: 'button', class: 'button bare', 'aria-pressed': 'false', onclick: () => on.hold(hold.getAttribute('aria-pressed') !== 'true') }, words('page.time.hold'))
  const branches = el('button', { type: 'button', class: 'button bare', 'aria-expanded': 'false', 'aria-controls': 'branches', onclick: on.branches })
  const views = ['picture', 'table'].map(name => el('input', { type: 'radio', name: 'view', value: name, onchange: () => on.view(name) }))
  const view = el('fieldset', { class: 'switch' }, el('legend', { class: 'hidden' }, words('page.time.view')),
    views.map(input => el('label', {}, input, words('page.time.view.' + input.value))))
  const second = el('div', { class: 'second' }, changes,
    el('span', { class: 'rails', 'aria-hidden': 'true' }), notice.element,
    el('div', { class: 'tools' }, hold, branches, view))

  root.append(first, second)

  let placeWide = null
  let switches = null

  function key(name, sign, then) {
    return el('button', { type: 'button', class: 'button bare key', onclick: event => pressed(event, then) },
      svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('path', { d: sign })))
  }

  function makeStep(name) {
    const takes = el('span')
    const room = el('span', { class: 'takes', 'aria-hidden': 'true' }, takes)
    const button = el('button', { type: 'button', class: 'button bare', onclick: event => pressed(event, () => on.run(name)) }, words('page.time.' + name), room)
    let drawn
    return {
      button,
      draw(command, isPast) {
        if (drawn?.command === command && drawn.isPast === isPast) return
        drawn = { command, isPast }
        say(takes, isPast ? '' : command ?? '')
        hide(room, takes.textContent === '')
        set(button, {
          'aria-disabled': String(isPast || command === null),
          'aria-label': isPast ? words(`page.time.${name}-past`) : command === null ? words(`page.time.${name}-nothing`) : words(`page.time.${name}-what`, { command: short(command) }),
          title: isPast ? words(`page.time.${name}-past`) : command,
        })
      },
    }
  }

  return {
    slider,
    notice,
    /** Whether a press on this element holds what moves or takes it on. */
    holds: (element, isHeld) => element === hold || (isHeld && element === onward),
    /** Where the focus goes when what was opened from here is closed. */
    focusBranches: () => branches.hidden ? slider.focus() : branches.focus(),
    draw({ travel, branches: left, isListed, isHeld, speed: rate, view: seen, says }) {
      const { at, steps, count, past, now } = travel
      const log = now.facts.get('log') ?? { count: 0, undo: null, redo: null }
      known = left
      // Where instances do something, the track has a place for each of their events.
      if (travel.isTimed) {
        slider.draw({ at: past?.isOff && !travel.isWaiting ? left.find(({ tip }) => tip === past.entry)?.leavesMoment ?? travel.momentsNow : travel.moment,
          steps: travel.moments, count: travel.momentsNow, branches: left.map(branch => ({ ...branch, leavesAt: branch.leavesMoment, step: branch.leavesAt })), says })
      } else slider.draw({ at, steps, count, branches: left, says })
      const there = past?.isOff ? words('page.time.place.branch', { n: past.at }) : travel.isWithin ? words('page.time.place.within', { at, steps, event: past.event }) : words('page.time.place', { at, steps })
      say(where, there)
      say(moment, timeOf(travel))
      // As wide as the longest it can say, so that the track keeps its length.
      const wide = (travel.isTimed ? words('page.time.place.within', { at: steps, steps, event: travel.moments }) : words('page.time.place', { at: steps, steps })).length + timeOf(now).length + 1
      if (wide !== placeWide) place.style.setProperty('--wide', placeWide = wide)
      undo.draw(log.undo ?? null, past !== null)
      redo.draw(log.redo ?? null, past !== null)
      notice.draw(travel)
      drawSwitches({ isPast: past !== null, isEmpty: steps === 0, isFirst: at === 0, isLast: at === steps && !isHeld, isPlaying: travel.isPlaying, isAnew: log.count === 0,
        isHeld, left: left.length, isListed, rate, seen })
    },
  }

  /** Most commands switch nothing on or off. */
  function drawSwitches(next) {
    const isSame = switches !== null && Object.keys(next).every(key => next[key] === switches[key])
    if (isSame) return
    switches = next
    const { isPast, isEmpty, isFirst, isLast, isPlaying, isAnew, isHeld, left, isListed, rate, seen } = next
    root.classList.toggle('is-past', isPast)
    hide(first, isEmpty)
    name(back, words('page.time.back'), isFirst)
    name(onward, words('page.time.on'), isLast)
    name(play, words(isPlaying ? 'page.time.pause' : 'page.time.play'), isEmpty)
    set(play.querySelector('path'), { d: isPlaying ? SIGNS.pause : SIGNS.play })
    set(home, { 'aria-disabled': String(!isPast) })
    speed.value = String(rate)
    set(over, { 'aria-disabled': String(isPast || isAnew) })
    set(hold, { 'aria-pressed': String(isHeld) })
    hide(hold, isEmpty)
    say(branches, words('page.time.branches.show', { n: left }))
    hide(branches, left === 0 && !isListed)
    set(branches, { 'aria-expanded': String(isListed) })
    for (const input of views) input.checked = input.value === seen
    hide(view, isEmpty)
  }

  function name(button, text, disabled) {
    set(button, { 'aria-label': text, title: text, 'aria-disabled': String(disabled) })
  }
}

/** That this is the past, what it stands after, and the ways on. When a command waits to be told where to run, it asks that. */
function makeNotice({ words, on }) {
  const title = el('b')
  const command = el('code')
  const text = el('p', { class: 'says' }, title, ' ', command)
  const home = el('button', { type: 'button', class: 'button home', onclick: on.home }, words('page.time.home'))
  const goOn = el('button', { type: 'button', class: 'button', title: words('page.time.go-on.why'), onclick: on.goOn }, words('page.time.go-on'))
  const runNow = el('button', { type: 'button', class: 'button', onclick: () => on.answer('now') }, words('page.time.ask.now'))
  const runHere = el('button', { type: 'button', class: 'button', onclick: () => on.answer('here') }, words('page.time.ask.here'))
  const not = el('button', { type: 'button', class: 'button bare', onclick: () => on.answer('not') }, words('page.time.ask.not'))
  const element = el('div', { class: 'notice', role: 'group', hidden: true }, text, home, goOn, runNow, runHere, not)
  element.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || asked === null) return
    event.preventDefault()
    on.answer('not')
  })
  let asked = null
  let travel = null

  function draw() {
    if (!travel) return
    const { past, hasFailed, isWaiting } = travel
    const isAsked = asked !== null
    if (past === null && !isAsked && element.hidden && !element.classList.contains('asks')) return
    hide(element, past === null)
    element.classList.toggle('asks', isAsked)
    for (const button of [home, goOn]) hide(button, isAsked)
    for (const button of [runNow, runHere, not]) hide(button, !isAsked)
    if (past === null) return
    // Of a command that does more than let time go by there is no half.
    const isStuck = !past.mayGoOn && !isWaiting
    for (const button of [goOn, runHere]) set(button, { 'aria-disabled': String(isWaiting || isStuck), title: words(isStuck ? 'page.time.go-on.not' : 'page.time.go-on.why') })
    say(title, isAsked ? words('page.time.ask') : hasFailed ? words('page.time.no-answer')
      : isStuck ? words('page.time.past.within')
      : past.isOff ? words('page.time.past.branch') : past.command === null ? words('page.time.past.beginning') : words('page.time.past'))
    const line = isAsked ? asked : past.command ?? ''
    say(command, line)
    set(text, { title: line })
    set(element, { 'aria-label': title.textContent })
  }

  return {
    element,
    draw(next) {
      travel = next
      draw()
    },
    /** Asks where a command shall run; null asks nothing. */
    ask(line) {
      asked = line
      draw()
      if (line !== null) runNow.focus()
    },
  }
}

function timeOf({ facts }) {
  const moment = facts.get('clock')?.now
  return moment ? clock(moment) : ''
}

function pressed(event, then) {
  if (event.currentTarget.getAttribute('aria-disabled') !== 'true') then()
}

const short = text => text.length > 120 ? text.slice(0, 120) + ' …' : text
