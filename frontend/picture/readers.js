/**
 * The thin rows under a partition, one a group: who reads here, how far, and what is left.
 * Solid ▲ and hatched bar are what is saved; hollow ▲ and pale bar what was read without being saved.
 */
import { el, hide, say, set, sync } from '../app/dom.js'
import { classesOf, colourOf } from './marks.js'
import { place } from './window.js'
import { halves } from './text.js'

const refs = new WeakMap()

/** @param {object} row the partition of the model; @param {object} layout its window; @param {number} lagX where lags stand; @param {object} view see picture.js */
export function drawReaders(list, row, layout, lagX, view) {
  const shown = view.unfolded.has(row.topic) ? row.readers : row.readers.slice(0, view.readersShown(row.topic))
  const items = shown.map(reader => ({ key: 'group:' + reader.group, reader }))
  if (shown.length < row.readers.length) items.push({ key: 'more', rest: row.readers.slice(shown.length) })
  sync(list, items, item => item.key, item => item.reader ? makeReader() : makeRest(), (element, item) =>
    item.reader ? drawReader(element, item.reader, row, layout, lagX, view) : drawRest(element, item.rest, row, layout, lagX, view))
}

function makeReader() {
  const front = el('span')
  const back = el('span')
  const bar = el('i', { class: 'bar' })
  const point = el('i', { class: 'point' })
  const lagWord = el('span')
  const lagNumber = el('b')
  const lag = el('span', { class: 'lag', role: 'gridcell', tabindex: -1 }, lagWord, ' ', lagNumber)
  const bars = el('div', { class: 'bars' }, bar)
  const way = el('div', { class: 'way', role: 'none' }, bars, point, lag)
  const who = el('div', { class: 'who', role: 'rowheader' }, el('i', { class: 'swatch' }), el('span', { class: 'halves' }, front, back))
  const element = el('div', { role: 'row' }, who, way)
  refs.set(element, { front, back, who, bars, bar, point, way, lag, lagWord, lagNumber, extra: {} })
  return element
}

function drawReader(element, reader, row, layout, lagX, view) {
  const { words, px } = view
  const own = refs.get(element)
  const differs = view.differs.has(`position:${reader.group}:${row.topic}:${row.partition}`)
  set(element, { class: `reader ${classesOf(reader.place)}${differs ? ' differs' : ''}` })
  const name = ownerName(reader, words)
  const [front, back] = halves(name)
  say(own.front, front)
  say(own.back, back)
  set(own.who, { title: name })

  const at = reader.position === null ? null : place(layout, reader.position)
  const read = reader.read === null || reader.read === undefined ? null : place(layout, reader.read)
  const x = at && px(at.x)
  const readX = read && px(read.x)
  const beyond = at?.where === 'newer'
  // A bar is as wide as the row and stands with its end where it should: what is left of the row is clipped, so that it
  // can be pulled out and pushed in by moving it.
  const last = layout.parts[layout.parts.length - 1]
  const end = beyond ? px(last.x + last.width) : x ?? 0
  const solid = read && readX < end ? readX : end
  own.bar.style.left = solid - view.width + 'px'
  hide(own.point, !at || beyond)
  if (at) own.point.style.left = x + 'px'

  // Read and not saved, or (commit first, then fallen over) saved and never read. It goes on under the solid bar.
  const lone = part(own, 'lone', read && readX !== end, () => el('i', { class: 'bar pale' }), own.bars)
  if (lone) {
    lone.style.left = Math.max(end, readX) - view.width + 'px'
    set(lone, { class: readX >= end ? 'bar pale' : 'bar unread' })
  }
  const hollow = part(own, 'hollow', read && read.where !== 'newer', () => el('i', { class: 'point hollow' }))
  if (hollow) hollow.style.left = readX + 'px'

  const ghost = view.ghosts.get(`${reader.group}:${row.topic}:${row.partition}`)
  const dream = part(own, 'ghost', ghost !== undefined && ghost !== reader.position, () => el('i', { class: 'point ghost' }))
  if (dream) dream.style.left = px(place(layout, ghost).x) + 'px'

  own.taken = { upTo: Math.max(end, readX ?? 0, dream ? px(place(layout, ghost).x) : 0) + view.u * POINT, from: lagX, behind: lagX + (reader.lag === null ? 0 : view.lagWide) }
  drawNote(own, { reader, row, layout, at, x, read, readX, lagX, ghost: dream ? ghost : undefined, view })
  own.lag.style.left = lagX + 'px'
  own.counting = null
  const lagIs = reader.lag === null ? '' : words('page.picture.number', { n: reader.lag })
  say(own.lagWord, reader.lag === null ? '' : words('page.picture.lag'))
  say(own.lagNumber, lagIs)
  const sentence = lagSentence(reader, row, words) + (differs ? `, ${words('page.picture.differs')}` : '')
  set(own.lag, { 'aria-label': reader.lag === null ? sentence : `${words('page.picture.lag')} ${lagIs}, ${sentence}`, class: reader.lag === null ? 'lag blank' : 'lag' })
  view.things.set(own.lag, { kind: 'lag', reader, row })
  view.things.set(element, { kind: 'lag', reader, row })
  view.moved(`${reader.group}:${row.topic}:${row.partition}`, {
    kind: 'reader', element, reader, row, layout, own,
    x, solid, readX: readX ?? null, lag: reader.lag,
  })
}

/** A child that is there only when it is needed: most readers have none of these. */
function part(own, name, needed, make, parent = own.way) {
  if (needed && !own.extra[name]) parent.prepend(own.extra[name] = make())
  if (!needed && own.extra[name]) {
    own.extra[name].remove()
    delete own.extra[name]
  }
  return own.extra[name]
}

/** A few words where a mark alone could be taken for something else: beside the lag, or where there is room before it. */
function drawNote(own, { reader, row, layout, at, x, read, readX, lagX, ghost, view }) {
  const { words, u, width, px } = view
  const { text, mark, dashes } = noteOf({ reader, row, at, x, read, readX, ghost, words })
  const note = part(own, 'note', text !== '', () => el('span', { class: 'aside' }))
  if (!note) return
  say(note, text)
  const hasLag = reader.lag !== null
  const band = view.live?.hasBand(`${row.topic}:${row.partition}`, reader.group) ? px(recordsEnd(layout)) : null
  const { left, room, isShort = false } = noteAt({ mark, dashes, needs: text.length * u * LETTER, larger: view.metrics.larger, lagX, lagEnds: lagX + (hasLag ? view.lagWide : 0), hasLag, width, u, band })
  set(note, { class: `aside${dashes ? ' dashes' : ''}${isShort ? ' short' : ''}` })
  if (room > 0) {
    const isBehind = left >= own.taken.behind
    const ends = left + Math.min(room, needsIn(text, view) + (dashes ? u * (DASHES + GAP) : 0))
    own.taken = isBehind ? { ...own.taken, behind: ends } : { ...own.taken, upTo: Math.max(own.taken.upTo, ends) }
  }
  note.style.left = left + 'px'
  note.style.maxWidth = Math.max(0, room) + 'px'
  hide(note, room <= 0)
}

/** What stands in a group's row: up to where, and where its lag begins and ends, in pixels. Null where the group has no row of its own. */
export const takenIn = element => refs.get(element)?.taken ?? null

/** About how wide a short text is, in the small letters of the picture. */
export const needsIn = (text, { u, metrics }) => text.length * u * LETTER_LARGER * metrics.larger

/** Where the records of a row end, in slots. */
function recordsEnd({ parts }) {
  const last = parts.findLast(({ kind }) => kind === 'record')
  return last ? last.x + last.width : 0
}

/** A small letter is about so wide, in --u. */
const LETTER = 6.4
/** And where it is known by how much letters are larger, there is less to allow for. */
const LETTER_LARGER = 6
/** Half of ▲. */
const POINT = 9
/** So wide, in --u, are the dashes that stand for no position. */
const DASHES = 28
/** And so far from what stands before it a note begins. */
export const GAP = 12

/**
 * Where the words of a group's row stand. Pure.
 * @param {object} of `mark`: behind this they begin; `needs`: what they take at the usual size of letters, which are `larger` by so many
 *   times; `band`: where the band of what became of each offset ends, which they never cover, or null where the row has none
 * @returns {{left: number, room: number, isShort?: boolean}} no room: they are left out; `isShort`: only the dashes are shown
 */
export function noteAt({ mark, dashes = false, needs, larger = 1, lagX, lagEnds, hasLag, width, u, band = null }) {
  const gap = u * GAP
  const stand = (left, room) => ({ left, room: room < needs * .7 ? 0 : room })
  if (band !== null) {
    const left = Math.max(mark, band) + gap
    const room = (hasLag ? lagX : width) - left
    const wide = needs * larger + (dashes ? u * (DASHES + GAP) : 0)
    if (room >= wide) return { left, room }
    return dashes ? { left, room: Math.min(room, u * DASHES), isShort: true } : { left, room: 0 }
  }
  if (dashes) return stand(0, width)
  if (!hasLag) return stand(mark + gap, width - mark - gap)
  if (lagX - mark - gap < needs && width - lagEnds - gap >= needs && mark + gap <= lagEnds) return stand(lagEnds + gap, width - lagEnds - gap)
  return stand(mark + gap, lagX - mark - gap)
}

function noteOf({ reader, row, at, x, read, readX, ghost, words }) {
  const position = String(reader.position)
  const to = String(reader.read)
  if (ghost !== undefined) return { text: words('page.picture.ghost', { position: String(ghost) }), mark: Math.max(x ?? 0, readX ?? 0) }
  if (!at && !read) return { text: words('page.picture.noPosition'), mark: 0, dashes: true }
  if (!at) return { text: words('page.picture.noPosition.read', { read: to }), mark: readX }
  if (at.where === 'gone') return { text: words('page.picture.fellOff', { position, start: String(row.start) }), mark: x }
  if (read && reader.read > reader.position) return { text: words('page.picture.readNotSaved', { read: to, position }), mark: readX }
  if (read) return { text: words('page.picture.savedNotRead', { read: to, position }), mark: x }
  if (at.where === 'older') return { text: words('page.picture.at', { position }), mark: x }
  return { text: '', mark: 0 }
}

/** Whose partition it is: the member's name, with the group's where it cannot be read from it. */
export function ownerName({ group, member }, words) {
  if (!member) return words('page.picture.nobody', { group })
  return member.startsWith(group) ? member : words('page.picture.memberOf', { member, group })
}

/** The sum behind a lag, in words. */
export function lagSentence({ group, position, lag, read }, { partition, start, end }, words) {
  const who = words('page.picture.lag.of', { group, partition: String(partition) })
  if (position === null) {
    return `${who}: ${read === null || read === undefined ? words('page.picture.noPosition') : words('page.picture.noPosition.read', { read: String(read) })}`
  }
  const values = { end: String(end), start: String(start), position: String(position), lag: String(lag) }
  const sum = position < start ? words('page.picture.lag.lost', values) : words('page.picture.lag.sum', values)
  if (read === null || read === undefined) return `${who}: ${sum}`
  const aside = read > position ? 'page.picture.readNotSaved' : 'page.picture.savedNotRead'
  return `${who}: ${sum}; ${words(aside, { read: String(read), position: String(position) })}`
}

function makeRest() {
  const who = el('div', { class: 'who', role: 'rowheader' })
  const marks = el('i', { class: 'marks' })
  const lag = el('span', { class: 'lag', role: 'gridcell', tabindex: -1 }, el('span'), ' ', el('b'))
  const element = el('div', { class: 'reader rest', role: 'row' }, who, el('div', { class: 'way', role: 'none' }, marks, lag))
  refs.set(element, { who, marks, lag })
  return element
}

/** The groups that a folded topic does not list, as one row: all their ▲ on one line, and the sum of their lags. */
function drawRest(element, rest, row, layout, lagX, view) {
  const { words, px } = view
  const { who, marks, lag } = refs.get(element)
  const differs = rest.some(({ group }) => view.differs.has(`position:${group}:${row.topic}:${row.partition}`))
  set(element, { class: differs ? 'reader rest differs' : 'reader rest' })
  say(who, words(rest.length === row.readers.length ? 'page.picture.groups.together' : 'page.picture.groups.more', { n: rest.length }))
  const with_ = rest.filter(reader => reader.position !== null)
  paintMarks(marks, with_.map(reader => ({ x: px(place(layout, reader.position).x), colour: colourOf(reader.place) })), view.u * 11, view.u * 9)
  const sum = with_.reduce((all, reader) => all + reader.lag, 0)
  lag.style.left = lagX + 'px'
  say(lag.firstElementChild, with_.length ? words('page.picture.lag') : '')
  say(lag.lastElementChild, with_.length ? words('page.picture.number', { n: sum }) : '')
  const sentence = with_.length ? words('page.picture.groups.more.lag', { n: rest.length, lag: sum }) : words('page.picture.noPosition')
  set(lag, { 'aria-label': differs ? `${sentence}, ${words('page.picture.differs')}` : sentence })
  view.things.set(element, { kind: 'rest', rest, row })
  view.things.set(lag, { kind: 'rest', rest, row })
}

/** Many little ▲ as backgrounds of one element: a node each would cost more than it shows. */
export function paintMarks(element, marks, wide, high) {
  const seen = new Map(marks.map(mark => [mark.x + mark.colour, mark]))
  const list = [...seen.values()]
  const image = list.map(({ colour }) => `conic-gradient(from 148deg at 50% 0, ${colour} 64deg, transparent 0)`).join(', ')
  const position = list.map(({ x }) => `${Math.round(x - wide / 2)}px 0`).join(', ')
  const style = element.style
  if (element.dataset.painted === image + position) return
  element.dataset.painted = image + position
  style.backgroundImage = image
  style.backgroundPosition = position
  style.backgroundSize = `${wide}px ${high}px`
  style.backgroundRepeat = 'no-repeat'
}
