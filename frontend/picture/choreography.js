/**
 * From what happened to what moves. It runs after a drawing: everything stands already where it belongs, and is shown
 * coming from where it was. See the table of motion in the notes on the look.
 */
import { say, set } from '../app/dom.js'
import { BEAT, TRAVEL, pace, stops, walk } from './motion.js'
import { cellOf } from './partition.js'
import { colourOf } from './marks.js'
import { place } from './window.js'

/** For reduced motion: long enough to be found, and then gone. */
const FRAME = 900

/**
 * @param {object} of
 * @param {object[]} of.happened in order
 * @param {Map<string, object>} of.before where each row and reader was; @param {Map<string, object>} of.after where it is
 * @param {object} of.view; @param {object} of.player; @param {boolean} of.still true under reduced motion
 * @param {?{from: DOMRect, row: string, to: DOMRect}} of.path where a produced value comes from, and which row's cells stand where, both
 *   read before the drawing: to read them after it would have the page laid out twice
 * @param {boolean} of.isFlowing time goes on by itself, and the next drawing comes before a value would have landed: rows move on, and no more
 */
export function perform({ happened, before, after, view, player, still, path, isFlowing = false }) {
  if (still) return frame({ happened, before, after, view, player })
  const busy = new Set()
  const movers = happened.filter(h => h.kind === 'appended').length
    + [...after].filter(([key, now]) => now.kind === 'reader' && moved(before.get(key), now)).length * 2
  if (movers > player.room) {
    // Fading with each of the drawings that follow each other, the whole picture would blink.
    if (!isFlowing) player.move(view.element, [{ opacity: .35 }, { opacity: 1 }], { duration: BEAT * 2 })
    return
  }
  const duration = isFlowing ? BEAT : TRAVEL
  slideRows(after, view, player, duration)
  if (!isFlowing) for (const what of happened) {
    if (what.kind === 'appended') arrive(what, view, player, path)
    if (what.kind === 'consumed') read(what, { before, after, view, player, busy })
  }
  for (const [key, now] of after) {
    if (now.kind !== 'reader' || busy.has(key)) continue
    const then = before.get(key)
    if (!then) continue
    glide(now.own.point, then.x, now.x, player, duration)
    glide(now.own.bar, then.solid, now.solid, player, duration)
    glide(now.own.extra.hollow, then.readX, now.readX, player, duration)
    if (now.own.extra.hollow) glide(now.own.extra.lone, then.readX, now.readX, player, duration)
  }
}

const moved = (then, now) => then && (then.x !== now.x || then.readX !== now.readX)

/** A row whose window moves on slides its cells by as much; what is folded goes with them. */
function slideRows(after, view, player, duration) {
  for (const now of after.values()) {
    if (now.kind !== 'row' || !now.before) continue
    const then = new Map(now.before.parts.filter(part => part.kind === 'record').map(part => [part.offset, part.x]))
    const common = now.layout.parts.find(part => part.kind === 'record' && then.has(part.offset))
    if (!common) continue
    const by = view.px(then.get(common.offset)) - view.px(common.x)
    if (by !== 0) player.move(now.cells, [{ transform: `translateX(${by}px)` }, { transform: 'none' }], { duration })
  }
}

/** The value leaves the prompt and lands in the dashed cell; then the next dashed cell appears behind it. */
function arrive({ topic, partition, offset }, view, player, path) {
  const row = view.rows.get(`${topic}:${partition}`)
  if (!row?.layout) return
  const cell = cellOf(row, offset)
  if (!cell) return
  // In the top layer it would fly over an open dialog as well.
  const arrival = path?.from.width && !hasDialog(cell.ownerDocument) && path.row === row.id && view.flight.to === null ? fly(cell, offset, row, path, view, player)
    : player.move(cell, [{ transform: 'translateY(140%)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: TRAVEL })
  const next = cellOf(row, 'next')
  if (!next || offset !== row.of.end - 1) return
  // No movement of its own: each has the page styled anew a few times.
  next.classList.add('coming')
  arrival.addEventListener('finish', () => next.classList.remove('coming'))
}

/** An open dialog has the focus in it; only where nothing has it, every cell is looked at to find one. */
function hasDialog(document) {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body ? document.querySelector(':modal') !== null : activeElement.closest(':modal') !== null
}

/**
 * From the prompt, over everything between: the picture may scroll and would clip it, so another element flies in the
 * top layer. It is there from the beginning, unseen: to come there has the page laid out at once.
 */
function fly(cell, offset, row, { from, to }, view, player) {
  const { flight } = view
  const left = to.left + view.px(place(row.layout, offset).x)
  flight.to = cell
  set(flight.cell, { class: cell.className.replace(/^cell\b/, 'flown') })
  say(flight.cell, cell.textContent)
  Object.assign(flight.cell.style, { width: cell.style.width, height: to.height + 'px' })
  cell.classList.add('awaited')
  const start = { transform: `translate(${from.left}px, ${from.top}px)`, opacity: 1 }
  const flying = player.move(flight.element, [start, { transform: `translate(${left}px, ${to.top}px)`, opacity: 1 }], { duration: TRAVEL })
  flying.addEventListener('finish', () => {
    if (flight.to === cell) flight.to = null
    cell.classList.remove('awaited')
  })
  return flying
}

/** Cells light up in the order in which they are read, and ▲ goes from one to the next; the lag counts down with it. */
function read({ group, reads, saved }, { before, after, view, player, busy }) {
  const step = pace(reads.reduce((sum, { offsets }) => sum + offsets.length, 0))
  let delay = 0
  for (const { topic, partition, to, offsets } of reads) {
    const key = `${group}:${topic}:${partition}`
    const now = after.get(key)
    const row = view.rows.get(`${topic}:${partition}`)
    if (now && row?.layout) {
      busy.add(key)
      const then = before.get(key)
      const colour = colourOf(now.reader.place)
      const x = offset => view.px(place(row.layout, offset).x)
      offsets.forEach((offset, i) => light(cellOf(row, offset), colour, delay + i * step, Math.max(step, BEAT), player))
      const ways = stops([x(offsets[0] ?? to), ...offsets.slice(1).map(x), x(to)])
      const play = { duration: Math.max(1, offsets.length) * step, delay, easing: 'linear' }
      const point = saved ? now.own.point : now.own.extra.hollow
      const bar = saved ? now.own.bar : now.own.extra.lone
      if (offsets.length && point) player.move(point, walk([startOf(then, saved) ?? ways[0], ...ways.slice(1)], saved ? now.x : now.readX), play)
      if (offsets.length && bar?.isConnected) player.move(bar, walk(ways, saved ? now.solid : now.readX), play)
      if (saved && offsets.length) count(now, offsets.length, delay, step, view, player)
      if (!offsets.length && then) glide(now.own.point, then.x, now.x, player)
    }
    delay += offsets.length * step
  }
}

const startOf = (then, saved) => saved ? then?.x : then?.readX ?? then?.x

function light(cell, colour, delay, duration, player) {
  if (!cell) return
  cell.style.setProperty('--lit', colour)
  cell.classList.add('lit')
  player.move(cell, [{ opacity: 0 }, { opacity: 1, offset: .2 }, { opacity: 1, offset: .7 }, { opacity: 0 }], { duration: duration * 1.8, delay, easing: 'linear', pseudo: '::before' })
    .addEventListener('finish', () => cell.classList.remove('lit'))
}

function count(now, n, delay, step, view, player) {
  const { own, reader } = now
  if (reader.lag === null) return
  const mine = own.counting = {}
  let seen = -1
  const tell = (at, lag) => {
    if (own.counting !== mine || at <= seen) return
    seen = at
    say(own.lagWord, view.words('page.picture.lag'))
    say(own.lagNumber, view.words('page.picture.number', { n: lag }))
  }
  tell(0, reader.lag + n)
  const shown = Math.min(n, STEPS_OF_COUNT)
  for (let i = 1; i <= shown; i++) {
    const done = Math.round(n * i / shown)
    player.after(delay + done * step, () => tell(i, reader.lag + n - done))
  }
}

const STEPS_OF_COUNT = 8

function glide(element, then, now, player, duration = TRAVEL) {
  if (!element || element.hidden || then === null || then === undefined || now === null || now === undefined || then === now) return
  player.move(element, [{ transform: `translateX(${then - now}px)` }, { transform: 'none' }], { duration })
}

/** Nothing travels: what has changed is framed for a moment, and the sentence in the console says it. */
function frame({ happened, before, after, view, player }) {
  const around = element => {
    if (!element || player.room < 1) return
    element.style.setProperty('--lit', 'var(--ink)')
    element.classList.add('lit')
    player.move(element, [{ opacity: 1 }, { opacity: 1, offset: .8 }, { opacity: 0 }], { duration: FRAME, easing: 'linear', pseudo: '::before' })
      .addEventListener('finish', () => element.classList.remove('lit'))
  }
  for (const what of happened) {
    if (what.kind !== 'appended') continue
    const row = view.rows.get(`${what.topic}:${what.partition}`)
    if (row?.layout) around(cellOf(row, what.offset))
  }
  for (const [key, now] of after) {
    if (now.kind === 'reader' && before.has(key) && moved(before.get(key), now)) around(now.own.lag)
  }
}
