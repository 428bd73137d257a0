/**
 * What people look for in a history: order violations, crashes, rebalances, dead letters, gaps that last or were skipped, sessions
 * that were halted. Each is a sign on the track of time and a line in a list; two buttons lead from one to the next.
 */
import { el, hide, say, set, sync } from '../app/dom.js'
import { eventSentence } from './events.js'
import { same } from '../time/happened.js'
import { timeOf } from '../time/steps.js'

/** Signs stand at least so far apart, in hundredths of the track; what is nearer is in the list alone. */
const APART = .6
/** What counts most is shown where there is no room for all. */
const WEIGHT = ['violation', 'crash', 'skipped', 'gap', 'halted', 'dead-letter', 'rebalance']
const AGAIN_MILLIS = 400

function nameOf(one, words) {
  const what = words('page.instances.mark.' + one.mark)
  const said = eventSentence(one, words)
  // A sentence about a violation calls itself one.
  return said.startsWith(what) ? said : `${what}: ${said}`
}

/** The same in short, for the caption of a moment that is shown. */
export const markSaid = (one, words) => one.mark === 'violation' ? eventSentence(one, words)
  : `${words('page.instances.mark.' + one.mark)}${one.session ? ': ' + one.session : ''}.`

/** @param {Element} root asks for marks and moments; @param {object} own words of the picture */
export function makeMarks(root, own) {
  const back = el('button', { type: 'button', class: 'button bare', onclick: () => go(-1) })
  const on = el('button', { type: 'button', class: 'button bare', onclick: () => go(1) })
  const list = el('select', { class: 'marks', onchange: () => {
    // The heading leads nowhere.
    if (list.value !== '') root.dispatchEvent(new CustomEvent('moment-wanted', { bubbles: true, detail: { to: Number(list.value) } }))
  } })
  const said = el('span', { class: 'mark-said', role: 'status' })
  const element = el('span', { class: 'marked', hidden: true }, back, list, on, said)
  const ticks = el('div', { class: 'ticks', 'aria-hidden': 'true' })
  let marks = []
  let known = ''
  let isAsking = false
  let given = { facts: null, where: {} }
  /** The marks with what they are called: a clock that goes on says none of them anew. */
  let named = { marks: null, words: null, all: [] }
  /** The names that the list has, and where the list and the track were when they were drawn. */
  let listed = null
  let drawn = {}

  document.addEventListener('mark-asked', ({ detail: { by } }) => { if (root.isConnected && !element.hidden) go(by) })

  function go(by) {
    root.dispatchEvent(new CustomEvent('moment-wanted', { bubbles: true, detail: { by, marked: marks.map(({ moment }) => moment) } }))
  }

  async function ask() {
    isAsking = true
    const answer = await new Promise(resolve => root.dispatchEvent(new CustomEvent('marks-wanted', { bubbles: true, detail: { resolve } })))
    // Mostly there is none more than before.
    if (answer !== null && !same(answer, marks)) marks = answer
    write()
    // While time is played, a few times a second are enough.
    await new Promise(resolve => setTimeout(resolve, AGAIN_MILLIS))
    isAsking = false
    draw(given.facts, given.where)
  }

  function draw(facts, where) {
    given = { facts, where }
    if (where.isElsewhere || !facts) return hide(element, true)
    const { head, moments, momentsAhead } = facts.get('log') ?? {}
    const line = `${head} ${moments} ${momentsAhead}`
    if (line !== known && !isAsking) {
      known = line
      ask()
    }
    write()
  }

  function write() {
    const { words } = own
    const { moment, moments, isElsewhere } = given.where
    if (isElsewhere || !words) return
    hide(element, marks.length === 0)
    const isAnew = named.marks !== marks || named.words !== words
    if (isAnew) named = { marks, words, all: marks.map(one => ({ ...one, name: nameOf(one, words) })) }
    // Under a hand that chooses the list stays as it is, and is written anew after it.
    const isListed = listed !== named && document.activeElement !== list
    if (isListed) writeList()
    if (isAnew || isListed || drawn.moment !== moment) writePlace(moment)
    if (isAnew || drawn.moments !== moments) drawTicks(moments)
    drawn = { moment, moments }
  }

  function writeList() {
    const { words } = own
    listed = named
    say(back, words('page.instances.mark.back'))
    say(on, words('page.instances.mark.on'))
    const many = words('page.instances.marks', { n: marks.length })
    set(list, { 'aria-label': many })
    const rows = [{ key: '', moment: '', text: many },
      ...named.all.map(({ moment, at, name }, i) => ({ key: `${moment}:${i}`, moment: String(moment), text: `${timeOf(at)} ${name}` }))]
    sync(list, rows, row => row.key, () => el('option'), (option, row) => {
      set(option, { value: row.moment, disabled: row.moment === '' })
      say(option, row.text)
    })
  }

  function writePlace(moment) {
    set(back, { 'aria-disabled': String(!marks.some(one => one.moment < moment)) })
    set(on, { 'aria-disabled': String(!marks.some(one => one.moment > moment)) })
    const here = named.all.filter(one => one.moment === moment)
    list.value = here.length > 0 ? String(moment) : ''
    say(said, here.map(({ name }) => name).join('; '))
  }

  function drawTicks(moments) {
    const track = document.querySelector('#time .slider')
    if (!track) return
    if (ticks.parentElement !== track) track.append(ticks)
    const placed = []
    for (const one of named.all.toSorted((a, b) => WEIGHT.indexOf(a.mark) - WEIGHT.indexOf(b.mark))) {
      const percent = one.moment / Math.max(1, moments) * 100
      if (!placed.some(other => Math.abs(other.percent - percent) < APART)) placed.push({ ...one, percent })
    }
    sync(ticks, placed, one => `${one.mark}:${one.moment}`, () => el('i'), (tick, { mark, name, percent }) => {
      set(tick, { class: `tick is-${mark}`, title: name })
      tick.style.left = percent + '%'
    })
  }

  return { element, draw }
}
