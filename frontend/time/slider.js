/** The track: all steps of the line, where we look, where now is, and where branches leave it. */
import { el, hide, say, set, svg, sync } from '../app/dom.js'
import { forks, stepAt, stepped } from './steps.js'

/** From so many pixels a step on, steps are told apart. */
const TOLD_APART = 7
/** A fork is a target, so two of them stand at least so far apart. */
const FORK_WIDE = 26

/**
 * @param {object} of
 * @param {(key: string, values?: object) => string} of.words
 * @param {(place: number) => void} of.onGo
 * @param {(by: number) => void} of.onPage a leap of several places
 * @param {(branches: object[]) => void} of.onFork somebody asks for branches by their sign
 */
export function makeSlider({ words, onGo, onPage, onFork }) {
  const did = el('i', { class: 'did' })
  const ahead = el('i', { class: 'ahead' })
  const now = el('i', { class: 'now' })
  const head = el('i', { class: 'head' })
  const track = el('div', { class: 'track', role: 'slider', tabindex: 0, 'aria-label': words('page.time.slider') },
    el('div', { class: 'ways', role: 'none' }, el('i', { class: 'rails' }), did, ahead, now, head))
  const signs = el('div', { class: 'forks' })
  const element = el('div', { class: 'slider' }, track, signs)
  let state = { at: 0, steps: 0, count: 0, branches: [], says: '' }
  let wide = 0

  track.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const to = stepped(event.key, state.at, state.steps)
    if (to === null) return
    event.preventDefault()
    if (event.key.startsWith('Page')) onPage(event.key === 'PageDown' ? -1 : 1)
    else onGo(to)
  })
  const drag = event => onGo(stepAt(event.clientX - track.getBoundingClientRect().left, wide, state.steps))
  track.addEventListener('pointerdown', event => {
    if (event.button !== 0) return
    track.setPointerCapture(event.pointerId)
    drag(event)
  })
  track.addEventListener('pointermove', event => { if (track.hasPointerCapture(event.pointerId)) drag(event) })

  // Told after layout and before paint, so the width costs no layout of its own.
  new ResizeObserver(([{ contentRect }]) => {
    wide = contentRect.width
    draw(state)
  }).observe(track)

  function draw(next) {
    state = next
    const { at, steps, count, branches, says } = state
    const percent = step => steps === 0 ? '0%' : step / steps * 100 + '%'
    const isTold = steps > 0 && wide / steps >= TOLD_APART
    set(track, { 'aria-valuemin': 0, 'aria-valuemax': steps, 'aria-valuenow': at, 'aria-valuetext': says, class: isTold ? 'track told' : 'track' })
    track.style.setProperty('--step', isTold ? wide / steps + 'px' : '100%')
    did.style.width = percent(at)
    head.style.left = percent(at)
    now.style.left = percent(count)
    hide(now, at === count)
    ahead.style.left = percent(count)
    sync(signs, forks(branches, steps, wide, FORK_WIDE), fork => String(fork.at), makeFork, (sign, fork) => {
      sign.style.left = percent(fork.at)
      const name = fork.branches.length === 1
        ? words('page.time.fork', { at: fork.branches[0].step ?? fork.at, n: fork.branches[0].length, first: short(fork.branches[0].first) })
        : words('page.time.forks', { at: fork.branches[0].step ?? fork.at, n: fork.branches.length })
      set(sign, { 'aria-label': name, title: name })
      forkOf.set(sign, fork)
    })
  }

  const forkOf = new WeakMap()
  function makeFork() {
    return el('button', { type: 'button', class: 'fork', onclick: event => onFork(forkOf.get(event.currentTarget).branches) },
      svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' },
        svg('path', { class: 'line', d: 'M8 16V10M8 11 2.6 4.5M8 11l5.4-6.5' }), svg('path', { d: 'M0 1.5h5.6L1 6.8zM16 1.5h-5.6L15 6.8z' })))
  }

  return { element, draw, focus: () => track.focus() }
}

const short = text => text.length > 60 ? text.slice(0, 60) + '…' : text
