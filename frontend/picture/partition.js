/** One partition: its records between two rails, the cell that comes next, its overview, and the groups that read it. */
import { el, find, hide, say, set, sync } from '../app/dom.js'
import { full, layOut, page, reveal } from './window.js'
import { keyTail, valueTail } from './text.js'
import { recordKey } from './model.js'
import { colourOf } from './marks.js'
import { drawReaders, paintMarks } from './readers.js'

const refs = new WeakMap()

/** Bare at first: far from the screen a row has no elements but its own. */
export function makePartition(view) {
  const element = el('div', { class: 'partition', role: 'rowgroup' })
  refs.set(element, { seen: null, row: null })
  view.observe(element)
  return element
}

function furnish(element) {
  const name = el('div', { class: 'name', role: 'rowheader' })
  const cells = el('div', { class: 'cells', role: 'none' })
  const onward = el('i', { class: 'onward' })
  const track = el('div', { class: 'track', role: 'none' }, el('div', { class: 'window', role: 'none' }, cells), onward)
  const readers = el('div', { class: 'readers', role: 'none' })
  element.replaceChildren(el('div', { class: 'line', role: 'row' }, name, track), readers)
  element.style.height = ''
  return { name, cells, onward, track, readers, strip: null, layout: null, shift: 0 }
}

/** By the partition's fact: what was found the last time, and the records that it was found with. */
const laidOut = new WeakMap()

/** Which part of its log a row shows now. While nothing of it has changed, the answer is the same object. */
export function layOutRow(row, topic, view) {
  const id = `${row.topic}:${row.partition}`
  const until = view.windows.get(id) ?? null
  const held = view.held(id)
  const before = laidOut.get(row.fact)
  const mark = view.facts.recordsOf?.(row.topic, row.partition)
  if (before && held === null && before.until === until && before.metrics === view.metrics && before.topic === (topic.compacted ? topic.fact : null)
    && (mark !== undefined && before.mark === mark || before.keys.every((key, i) => view.facts.get(key) === before.records[i]))) return before.laid

  const has = offset => view.facts.has(recordKey(row.topic, row.partition, offset))
  const of = { start: row.start, end: row.end, has, slots: view.metrics.slots, fold: view.metrics.fold, whole: !topic.compacted }
  let layout = layOut({ ...of, until })
  // Who stands on a cell with the keyboard keeps it: the window waits for them.
  if (held !== null && held < layout.from && has(held)) {
    const later = reveal(layout, held, of)
    if (later !== null) view.windows.set(id, later)
    layout = layOut({ ...of, until: later })
  }
  const laid = { id, of, layout }
  const keys = layout.parts.filter(part => part.kind === 'record').map(part => recordKey(row.topic, row.partition, part.offset))
  laidOut.set(row.fact, { laid, mark, until: view.windows.get(id) ?? null, metrics: view.metrics, topic: topic.compacted ? topic.fact : null, keys, records: keys.map(key => view.facts.get(key)) })
  return laid
}

/**
 * Draws a row; where nothing of it has changed, it costs a comparison.
 * @param {?object} laid what `layOutRow` found; nothing where the row is far from the screen; @param {number} lagAt where the lags of the topic stand, in pixels
 */
export function drawPartition(element, row, topic, laid, lagAt, view) {
  const own = refs.get(element)
  const id = `${row.topic}:${row.partition}`
  const seen = [laid, laid && lagAt, view.words, view.ghostsOf(id),
    view.unfolded.has(row.topic), view.readersShown(row.topic), view.pickedIn(id), view.differs, view.signsOf(id), view.live?.seenOf(id), view.live?.followedIn(row.topic), ...row.readers.map(reader => reader.fact)]
  if (own.seen && seen.length === own.seen.length && seen.every((value, i) => value === own.seen[i])) {
    view.rows.set(id, own.row)
    return
  }
  own.seen = seen
  if (!laid) return putAway(element, own, row, id, view)
  const { of, layout } = laid
  if (!own.cells) Object.assign(own, furnish(element))
  const before = own.layout
  own.shift = shiftOf(before, layout, own.shift, view)
  own.row = { id, row, topic, of, layout, shift: own.shift, element, cells: own.cells, track: own.track, readers: own.readers }
  view.rows.set(id, own.row)

  say(own.name, 'p' + row.partition)
  set(own.name, { 'aria-label': view.words('page.picture.partition', { partition: String(row.partition), start: String(row.start), end: String(row.end) }) })
  own.cells.style.left = -own.shift + 'px'
  sync(own.cells, layout.parts, keyOfPart, part => makePart(part, id, view), (cell, part) => drawPart(cell, part, row, own.shift, view))
  const last = layout.parts[layout.parts.length - 1]
  own.onward.style.left = view.px(last.x + last.width) + 'px'
  hide(own.onward, !layout.newest)
  drawWanted(own, row, layout, view)
  drawStrip(own, row, layout, id, view)
  drawReaders(own.readers, row, layout, lagAt, view)
  if (view.live) view.live.drawRow(own.row)
  else if (own.isLively) own.track.querySelector('.commits')?.remove()
  own.isLively = view.live !== null
  view.moved(id, { kind: 'row', element, cells: own.cells, layout, before, row })
  own.layout = layout
}

/** Further than this no row goes on without its cells being placed anew: browsers count pixels in few digits. */
const SHIFT_MOST = 1e6

/**
 * By how much the cells stand further to the right than their row's window, which is pulled back by as much. When a window
 * moves on, its cells keep their places and only they all together are moved: to place each of them anew would cost most
 * of the drawing.
 */
function shiftOf(before, layout, shift, view) {
  if (!before) return 0
  const now = layout.parts.find(({ kind }) => kind === 'record')
  const then = now && before.parts.find(({ kind, offset }) => kind === 'record' && offset === now.offset)
  const next = then ? view.px(then.x) + shift - view.px(now.x) : 0
  return Math.abs(next) > SHIFT_MOST ? 0 : next
}

/** Far from the screen a row keeps its height and gives back its elements. */
function putAway(element, own, row, id, view) {
  element.replaceChildren()
  element.classList.remove('is-folded')
  element.style.height = view.heightOf(row) + 'px'
  own.cells = own.layout = own.strip = own.wanted = null
  own.row = { id, row, element }
  view.rows.set(id, own.row)
}

export function keyOfPart(part) {
  return part.kind === 'record' ? 'record:' + part.offset : part.kind === 'gap' ? 'gap:' + part.from : part.kind
}

/** The cell of a record, or of the next offset, if it is on the page. */
export function cellOf(row, offset) {
  return find(row.cells, offset === 'next' ? 'next' : 'record:' + offset)
}

function makePart(part, id, view) {
  if (part.kind === 'older' || part.kind === 'newer') {
    const button = el('button', { type: 'button', tabindex: -1, onclick: () => view.turn(id, part.kind === 'older' ? -1 : 1) })
    return el('div', { class: 'fold ' + part.kind, role: 'gridcell' }, button)
  }
  if (part.kind === 'record' || part.kind === 'next') return el('div', { role: 'gridcell', tabindex: -1 })
  return el('div', { role: 'gridcell' })
}

const places = new WeakMap()

/** Puts an element where it should stand; where it does already, nothing is asked of the browser. */
function stand(element, left, width) {
  const at = places.get(element)
  if (at?.left !== left) element.style.left = left + 'px'
  if (at?.width !== width) element.style.width = width + 'px'
  if (at?.left !== left || at.width !== width) places.set(element, { left, width })
}

function drawPart(cell, part, row, shift, view) {
  const { words, px } = view
  const left = px(part.x)
  stand(cell, left + shift, px(part.x + part.width) - left)
  const thing = { kind: part.kind, topic: row.topic, partition: row.partition, part, row }
  switch (part.kind) {
    case 'record': return drawRecord(cell, part, row, view)
    case 'next':
      set(cell, { class: view.signsOf(`${row.topic}:${row.partition}`).guess === part.offset ? 'cell next guessed' : 'cell next', 'aria-label': words('page.picture.next', { partition: String(row.partition), offset: String(part.offset) }) })
      say(cell, String(part.offset))
      break
    case 'older':
    case 'newer':
      drawFold(cell, part, row, view)
      break
    default:
      set(cell, { class: part.kind === 'gone' ? 'missing torn' : 'missing' })
      say(cell, words('page.picture.gone', { n: part.count }))
  }
  view.things.set(cell, thing)
}

function drawFold(cell, { kind, torn, count, from, to }, row, view) {
  const { words } = view
  const differs = view.differsBetween(row.topic, row.partition, from, to)
  set(cell, { class: `fold ${kind}${torn ? ' torn' : ''}${differs ? ' differs' : ''}` })
  const { narrow, isLow } = view.metrics
  const shown = words(narrow || isLow ? 'page.picture.folded' : `page.picture.${kind}`, { n: count })
  // A low row has one line for it, and a narrow one room for the number alone.
  say(cell.firstChild, !isLow ? shown : narrow ? shown.replace(/^\S+\s+/, '') : shown.replace(/\s+/g, '\u00a0'))
  const name = words(`page.picture.${kind}`, { n: count }).replace(/\s+/g, ' ')
  set(cell.firstChild, { 'aria-label': differs ? `${name}, ${words('page.picture.differs')}` : name })
}

function drawRecord(cell, { offset, x }, row, view) {
  const key = recordKey(row.topic, row.partition, offset)
  const record = view.facts.get(key)
  const differs = view.differs.has(key)
  const { extra, unread, guess } = view.signsOf(`${row.topic}:${row.partition}`)
  const sign = extra.has(offset) ? 'extra' : unread.has(offset) ? 'unread' : ''
  const live = view.live?.cell(row.topic, row.partition, offset, record)
  const class_ = `cell${live ? ' ' + live.class : ''}${x === 0 ? ' first' : ''}${record.value === null ? ' tombstone' : ''}${record.key === null ? ' keyless' : ''}${view.isPicked(record) ? ' picked' : ''}${differs ? ' differs' : ''}${sign && ' is-' + sign}${guess === offset ? ' guessed' : ''}${view.flight.to === cell ? ' awaited' : ''}`
  set(cell, { class: class_ })
  const thing = view.things.get(cell)
  if (thing?.record === record && thing.room === view.metrics.room && thing.isLow === view.metrics.isLow && thing.words === view.words && thing.differs === differs && thing.sign === sign && thing.live === live?.said) return
  view.things.set(cell, { kind: 'record', topic: row.topic, partition: row.partition, offset, record, differs, sign, live: live?.said, room: view.metrics.room, isLow: view.metrics.isLow, words: view.words })
  if (record.key === null) view.keyless = true
  const shown = cellText(record, view.metrics.room)
  say(cell, view.metrics.isLow ? String(offset) : `${offset}\n${shown}`)
  const name = recordName(record, shown, view.words)
  set(cell, { 'aria-label': [name, live?.said, differs && view.words('page.picture.differs'), sign && view.words('page.picture.' + sign)].filter(Boolean).join(', ') })
}

function cellText({ key, value, cut }, room) {
  if (key !== null) return keyTail(key, room)
  return value === null ? '' : valueTail(value, cut, room)
}

/** A record in one sentence, for those who hear it. It begins with what can be seen, so that those who speak to the page can say it. */
export function recordName({ partition, offset, key, value, cut }, shown, words) {
  const values = { shown: `${offset} ${shown}`.trim(), partition: String(partition), key, value: value === null ? words('page.picture.record.tombstone') : value + (cut ? '…' : '') }
  return words(key === null ? 'page.picture.record.noKey' : key === shown ? 'page.picture.record.whole' : 'page.picture.record.key', values)
}

/** Records that should stand here and do not, as ghosts where they would stand. What they say, the lesson says in words. */
function drawWanted(own, row, layout, view) {
  const { wanted, guess } = view.signsOf(`${row.topic}:${row.partition}`)
  own.track.classList.toggle('guessed', guess === 'row')
  if (wanted.length === 0 && !own.wanted) return
  own.wanted ??= own.track.appendChild(el('div', { class: 'wanted', 'aria-hidden': 'true' }))
  const last = layout.parts[layout.parts.length - 1]
  const shown = layout.newest ? wanted.filter(({ offset }) => view.px(last.x + last.width * (offset - row.end + 1)) <= view.width) : []
  sync(own.wanted, shown, ({ offset }) => String(offset), () => el('div', { class: 'cell ghost' }), (cell, { offset, text }) => {
    cell.style.left = view.px(last.x + last.width * (offset - row.end)) + 'px'
    cell.style.width = view.px(last.x + last.width) - view.px(last.x) + 'px'
    say(cell, view.metrics.isLow ? String(offset) : `${offset}\n${keyTail(text, view.metrics.ghostRoom)}`)
  })
}

/** The whole partition as a thin bar, the window on it, each group's ▲ below: only where something is folded. */
function drawStrip(own, row, layout, id, view) {
  const folded = layout.parts.some(part => part.kind === 'older' || part.kind === 'newer')
  own.row.element.classList.toggle('is-folded', folded)
  if (!folded) {
    if (own.strip) own.strip.element.remove()
    own.strip = null
    return
  }
  own.strip ??= makeStrip(own, id, view)
  const { element, bar, log, here, marks, to } = own.strip
  say(to, String(row.end))
  const wide = view.stripWide
  const whole = Math.round(wide + view.u * 40 + String(row.end).length * view.u * 10)
  stand(element, 0, whole)
  stand(bar, 0, wide)
  const scale = wide / Math.max(1, row.end)
  log.style.left = Math.round(row.start * scale) + 'px'
  const hereWide = Math.max(view.u * 8, Math.round((layout.until - layout.from) * scale))
  here.style.left = Math.min(wide - hereWide, Math.round(layout.from * scale)) + 'px'
  here.style.width = hereWide + 'px'
  paintMarks(marks, row.readers.filter(reader => reader.position !== null)
    .map(reader => ({ x: reader.position * scale, colour: colourOf(reader.place) })), view.u * 9, view.u * 7)
  view.things.set(element, { kind: 'strip', row, layout })
}

function makeStrip(own, id, view) {
  const log = el('i', { class: 'log' })
  const here = el('i', { class: 'here' })
  const marks = el('i', { class: 'marks' })
  const bar = el('div', { class: 'whole' }, log, here, marks)
  const to = el('span')
  const element = el('div', { class: 'strip', 'aria-hidden': 'true' }, el('span', {}, '0'), bar, to)
  const go = event => {
    const { row } = own.row
    const box = bar.getBoundingClientRect()
    const offset = Math.round((event.clientX - box.left) / box.width * row.end)
    view.centre(id, Math.min(row.end, Math.max(row.start, offset)))
  }
  bar.addEventListener('pointerdown', event => {
    if (event.button !== 0) return
    bar.setPointerCapture(event.pointerId)
    go(event)
  })
  bar.addEventListener('pointermove', event => { if (bar.hasPointerCapture(event.pointerId)) go(event) })
  own.track.append(element)
  return { element, bar, log, here, marks, to }
}

/** Window moves, as the row knows them. Each answers with the new `until`, null being the newest end. */
export const moves = {
  page: ({ layout, of }, direction) => page(layout, direction, of),
  reveal: ({ layout, of }, offset) => reveal(layout, offset, of),
  centre: ({ layout, of }, offset) => {
    const until = offset + Math.ceil((layout.until - layout.from) / 2)
    return until >= of.end ? null : full(Math.max(until, of.start + 1), of)
  },
}
