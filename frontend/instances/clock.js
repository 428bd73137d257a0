/**
 * The virtual clock's own bar: play, pause, one event, speed. To play is to let the clock run on by a little, again and
 * again, as one `run` that becomes longer: one command, and one undo. It is asked for by the event `clock-wanted`.
 */
import { el, hide, say, set } from '../app/dom.js'
import { makeBoxed, sayBoxed } from './boxed.js'
import { makeMarks } from './marks.js'
import { timeOf } from '../time/steps.js'

const SPEEDS = [.1, .25, .5, 1, 2, 5, 10, 100]
/** So often the clock is told to go on. Between two times what lasts is moved by the browser. */
const EVERY_MILLIS = 200

export function makeClock(root, own) {
  const now = makeBoxed('b', { class: 'now' })
  const toggle = el('button', { type: 'button', class: 'button', onclick: () => playing ? pause() : order({ line: `play ${speed.value}` }) })
  const step = el('button', { type: 'button', class: 'button bare', onclick: async () => {
    if (isPast) return go(1)
    pause()
    await order({ line: 'step' })
  } })
  const speed = el('select', {}, ...SPEEDS.map(value => el('option', { value, selected: value === 1 }, `${value}×`)))
  const slowed = el('span', { class: 'note', role: 'status' })
  const label = el('label', {}, el('span', { class: 'hidden' }), speed)
  const ago = el('button', { type: 'button', class: 'button bare', onclick: () => go(-1) })
  const marks = makeMarks(root, own)
  root.append(toggle, ago, step, label, marks.element, slowed, now)
  let isPast = false
  let playing = null
  let mayPlay = false
  /** Commands that were undone and could be brought back. */
  let ahead = 0

  speed.addEventListener('change', () => { if (playing) own.tempo.speed = Number(speed.value) })
  // `play 5` and `pause` at the console are the same as these buttons, and reach every page of the sandbox, whoever orders
  // them: who plays leaves off when another page begins, or the clock would go twice as fast.
  document.addEventListener('clock-ordered', ({ detail }) => {
    if (detail.speed === null || !detail.isOurs) return pause()
    if (!mayPlay) return
    offer(detail.speed)
    if (playing) own.tempo.speed = Number(speed.value)
    else play()
  })
  document.addEventListener('visibilitychange', () => { if (document.hidden) pause() })

  /** Through what has happened already. */
  function go(by) {
    pause()
    root.dispatchEvent(new CustomEvent('moment-wanted', { bubbles: true, detail: { by } }))
  }

  const order = what => new Promise(resolve => root.dispatchEvent(new CustomEvent('clock-wanted', { bubbles: true, detail: { ...what, resolve } })))

  /** A speed that is typed need not be among those that are offered. */
  function offer(value) {
    if (![...speed.options].some(option => Number(option.value) === value)) speed.append(el('option', { value }, `${value}×`))
    speed.value = String(value)
  }

  async function play() {
    const mine = playing = {}
    draw()
    own.tempo.speed = Number(speed.value)
    /** The command that is under way: its entry, and how much time it has let go by. */
    let run = null
    while (playing === mine) {
      const began = performance.now()
      const by = Math.max(1, Math.round(EVERY_MILLIS * Number(speed.value)))
      let reply = run === null ? null : await order({ entry: run.entry, millis: run.millis + by })
      if (reply?.ok) run.millis += by
      else if (playing === mine) {
        // It is the first, or somebody has done something meanwhile: another command begins.
        reply = await order({ line: `run ${by}ms` })
        if (reply?.ok) run = { entry: reply.id, millis: by }
      }
      if (!reply?.ok) return playing === mine && pause()
      say(slowed, reply.slowedMillis ? own.words('page.instances.clock.slowed') : '')
      await new Promise(resolve => setTimeout(resolve, Math.max(0, EVERY_MILLIS - (performance.now() - began))))
    }
  }

  function pause() {
    if (!playing) return
    playing = null
    own.tempo.speed = 0
    draw()
  }

  function draw() {
    const { words } = own
    sayBoxed(now, timeOf(own.now))
    say(toggle, words(playing ? 'page.instances.clock.pause' : 'page.instances.clock.play'))
    say(step, words('page.instances.clock.step'))
    say(label.firstChild, words('page.instances.clock.speed'))
    say(ago, words('page.instances.clock.back'))
    set(toggle, { disabled: !mayPlay })
    set(step, { disabled: !mayPlay && !isPast })
    hide(root, false)
  }

  return {
    /** @param {boolean} anyRuns whether something runs at the moment that is shown; @param {object} facts of it */
    draw(anyRuns, facts) {
      const where = {}
      const isNow = root.dispatchEvent(new CustomEvent('clock-asked', { bubbles: true, cancelable: true, detail: where }))
      mayPlay = anyRuns && isNow
      isPast = where.isPast ?? false
      const before = ahead
      ahead = facts?.get('log')?.ahead ?? 0
      // What was played and is undone does not come back by itself.
      if (!mayPlay || ahead > before) pause()
      draw()
      set(ago, { disabled: where.isElsewhere || (where.moment ?? 0) === 0 })
      marks.draw(facts, where)
      // Beside another picture, and of what a lesson shows, time is not ours.
      hide(root, where.isElsewhere === true)
    },
  }
}
