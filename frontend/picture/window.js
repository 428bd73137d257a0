/**
 * Which part of a partition a row shows, and where. Pure. Everything is measured in slots: a slot is as wide as a cell.
 *
 * A row shows its newest records. What is older is folded, never dropped: the fold says how many. What is *gone* is not
 * folded: retention took it from the front (`gone`), compaction from between (`gap`), and the row says that it is missing.
 */

/** How many slots each part takes; a fold, and what is gone in front, get theirs from the row. A gap needs less than a cell: it only has to hold its number. */
const WIDTH = { record: 1, gap: .75, next: 1 }
/** Widths are pixels divided by pixels; a cell is not left out for the last digit. */
const NEARLY = 1e-6

/** However wide the row, more than this is no longer taken in at a glance. */
export const MOST = 40

/**
 * @param {object} of
 * @param {number} of.start the oldest offset that can be asked for
 * @param {number} of.end the offset that the next record gets
 * @param {(offset: number) => boolean} of.has whether there is a record
 * @param {number} of.slots how many fit, not always a whole number
 * @param {number} [of.fold] how many a fold takes
 * @param {?number} of.until show what is before this offset; null or `end`: the newest
 * @param {boolean} [of.whole] false where there may be holes between start and end
 * @returns {{parts: object[], from: number, until: number, end: number, start: number, newest: boolean}} parts rise from left to
 *   right: {kind, x, width, …} with `offset` (record, next), `from, to, count` (older, newer, gone, gap)
 */
export function layOut({ start, end, has, slots, fold = 1, until = null, whole = true }) {
  const newest = until === null || until >= end
  const last = newest ? end : Math.max(until, Math.min(start + 1, end))
  const room = Math.max(slots - (newest ? WIDTH.next : fold), fold + 1) + NEARLY
  
  let taken = collect(start, last, has, start > 0 ? room - fold : room)
  if (taken.from > start) taken = collect(start, last, has, room - fold)

  const parts = []
  let x = 0
  const put = part => {
    const width = WIDTH[part.kind] ?? fold
    parts.push({ ...part, x, width })
    x += width
  }
  if (taken.from > start) {
    put({ kind: 'older', from: start, to: taken.from, count: count(start, taken.from, has, whole), torn: start > 0 })
  } else if (start > 0) put({ kind: 'gone', from: 0, to: start, count: start })
  for (const part of taken.parts) put(part)
  if (newest) put({ kind: 'next', offset: end })
  else put({ kind: 'newer', from: last, to: end, count: count(last, end, has, whole) })
  return { parts, from: taken.from, until: last, start, end, newest }
}

/** Walks back from `last` for as long as there is room. A gap is shown only where a record stands before it, or at the start. */
function collect(start, last, has, room) {
  const parts = []
  let left = room
  let records = 0
  let offset = last
  while (offset > start && left >= WIDTH.record && records < MOST) {
    let to = offset
    while (offset > start && !has(offset - 1)) offset--
    const gap = to - offset
    if (gap > 0 && offset === start) {
      if (left < WIDTH.gap) { offset = to; break }
      parts.unshift({ kind: 'gap', from: offset, to, count: gap })
      break
    }
    if (gap > 0 && left < WIDTH.gap + WIDTH.record) { offset = to; break }
    if (gap > 0) {
      parts.unshift({ kind: 'gap', from: offset, to, count: gap })
      left -= WIDTH.gap
    }
    offset--
    parts.unshift({ kind: 'record', offset })
    left -= WIDTH.record
    records++
  }
  return { parts, from: offset }
}

function count(from, to, has, whole) {
  if (whole) return to - from
  let n = 0
  for (let offset = from; offset < to; offset++) if (has(offset)) n++
  return n
}

/**
 * Where ▲ stands for an offset: before the cell that is read next. `where` says when that is no visible cell:
 * `gone` (retention took it), `older` or `newer` (folded). Who is at 0 has read nothing, and so stands before all, folded or gone.
 */
export function place(layout, offset) {
  const { parts, start, from, until, newest } = layout
  if (offset === 0 && from > 0) return { x: parts[0].x, where: start > 0 ? 'gone' : 'older' }
  if (offset < start) return { x: parts[0].x + parts[0].width / 2, where: 'gone' }
  if (offset < from) return { x: parts[0].x + parts[0].width / 2, where: 'older' }
  const last = parts[parts.length - 1]
  if (offset >= until) return { x: last.x, where: newest || offset === until ? 'here' : 'newer' }
  for (const part of parts) {
    // In a gap nothing is read, so ▲ stands before the cell behind it.
    if (part.kind === 'record' && part.offset >= offset) return { x: part.x, where: 'here' }
  }
  return { x: last.x, where: 'here' }
}

/** The `until` of a window that shows `offset`, moved as little as may be from `layout`; null is the newest end. */
export function reveal(layout, offset, of) {
  const shows = look => offset >= look.from && offset < look.until
  if (shows(layout)) return layout.newest ? null : layout.until
  const fits = until => layOut({ ...of, until })
  if (offset < layout.from) {
    // It becomes the first one: the window that ends at `until` begins later the larger `until` is.
    let low = offset + 1
    let high = layout.until
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (shows(fits(middle))) low = middle
      else high = middle - 1
    }
    return low >= of.end ? null : low
  }
  return offset + 1 >= of.end ? null : offset + 1
}

/** The same window, pushed on as far as the beginning of the log lets it be full. */
export function full(until, of) {
  const layout = layOut({ ...of, until })
  return layout.from > of.start ? until : reveal({ from: of.start + 1, until: of.end + 1 }, of.start, of)
}

/** The window before this one, with one cell of it still in sight; and the one after. Null is the newest end. */
export function page(layout, direction, of) {
  if (direction < 0) {
    const until = Math.min(layout.from + 1, layout.until)
    return layOut({ ...of, until }).from >= layout.from ? layout.until : full(until, of)
  }
  const shown = layout.parts.filter(part => part.kind === 'record').length
  let until = layout.until
  let seen = 0
  while (until < of.end && seen < Math.max(1, shown - 1)) if (of.has(until++)) seen++
  return until >= of.end ? null : until
}

/**
 * How a row of so many pixels is divided: `slot` is a cell's width, whole pixels, so that edges stay sharp; `slots` is how
 * many of them fit, and `fold` how many of them a fold of `foldWide` pixels takes.
 */
export function slotsIn(pixels, cell, foldWide, rest) {
  const room = Math.max(1, pixels - rest)
  const records = Math.min(MOST, Math.max(1, Math.floor((room - foldWide) / cell) - 1))
  const slot = Math.max(1, Math.min(Math.floor((room - foldWide) / (records + 1)), Math.floor(cell * 1.3)))
  return { slots: Math.min(room, foldWide + slot * (MOST + 1)) / slot, slot, fold: foldWide / slot }
}
