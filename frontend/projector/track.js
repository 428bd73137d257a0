import { el, say, set, svg, sync } from '../app/dom.js'

/** More steps than this are stretches, not steps, on the bar. */
const STEPS_SEEN = 64

const SIGNS = { back: 'M12.5 3v10L5 8zM3.2 3H5v10H3.2z', next: 'M3.5 3v10L11 8zM11 3h1.8v10H11z' }

/**
 * The bar: back, next, the steps and where we are, and what else there is to press. Filled is what lies behind us,
 * solid what has happened, dashed what has not.
 *
 * Event `projector-wanted` with `{action}` bubbles for each press.
 */
export function makeTrack({ words }) {
  const press = (action, ...inside) => el('button', { type: 'button', class: 'button bare', onclick: event =>
    event.currentTarget.dispatchEvent(new CustomEvent('projector-wanted', { bubbles: true, detail: { action } })) }, ...inside)
  const step = name => set(press(name, svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('path', { d: SIGNS[name] }))),
    { class: 'button step', 'aria-label': words('page.projector.' + name) })
  const back = step('back')
  const next = step('next')
  const steps = el('div', { class: 'steps', role: 'img' })
  const place = el('b', { class: 'num', 'aria-hidden': 'true' })
  const held = el('b', { class: 'held', hidden: true }, words('page.projector.paused'))
  const element = el('div', { class: 'track-bar' }, back, next, steps, place, held,
    el('div', { class: 'others' },
      press('demonstration', words('page.projector.demonstration')), press('keys', words('page.keys')), press('leave', words('page.projector.leave'))))

  return {
    element,
    /** @param {{at: number, seen: number, all: number, first: number}} where steps from `first` to `all`; `seen` of them have happened, `at` is shown */
    draw({ at, seen, all, first, paused }) {
      const parts = all - first < STEPS_SEEN ? single(at, seen, all) : stretches(at, seen, all)
      sync(steps, parts, part => part.key, () => el('i'), (element, part) => {
        set(element, { class: part.kind + (part.isHead ? ' head' : '') })
        if (element.style.flexGrow !== String(part.long)) element.style.flexGrow = part.long
      })
      const where = words('page.projector.place', { n: at, all })
      set(steps, { 'aria-label': where, class: at === 0 ? 'steps at-start' : 'steps' })
      say(place, where)
      held.hidden = !paused
    },
  }
}

/** What a step is: behind us, happened, or still to come. */
const kindOf = (step, at, seen) => step <= at ? 'did' : step <= seen ? 'was' : 'to-come'

/** One part a step. */
export function single(at, seen, all) {
  return Array.from({ length: all }, (_, i) => ({ key: 's' + i, kind: kindOf(i + 1, at, seen), isHead: i + 1 === at, long: 1 }))
}

/** One part for all steps of a kind, as long as they are many. */
export function stretches(at, seen, all) {
  return [{ key: 'did', kind: 'did', isHead: at > 0, long: at }, { key: 'was', kind: 'was', isHead: false, long: Math.max(0, seen - at) },
    { key: 'to-come', kind: 'to-come', isHead: false, long: all - Math.max(at, seen) }].filter(part => part.long > 0)
}
