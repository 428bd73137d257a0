/** What has become of each offset, on the log: a mark on its cell, the commit point as a line, and the gap that holds it. */
import { el, find, hide, say, set, sync } from '../app/dom.js'
import { GAP, needsIn, takenIn } from '../picture/readers.js'
import { place } from '../picture/window.js'
import { TRAVEL } from '../picture/motion.js'
import { isFollowed } from './follow.js'
import { at, sessionName, standingAt } from './model.js'

const refs = new WeakMap()

/** What a cell is besides its record: {class, said}. */
export function cellOf(row, topic, offset, record, words) {
  const classes = []
  const said = []
  for (const one of row?.all ?? (row ? [row] : [])) {
    const standing = standingAt(one, offset)
    if (standing === null) continue
    const is = words('page.instances.standing.' + standing)
    if (!row.all) classes.push('is-' + standing)
    said.push(row.all ? words('page.instances.standing.of', { group: one.progress.group, is }) : is)
  }
  const trouble = row?.all ? row.all.map(({ troubles }) => troubles.get(offset)).find(Boolean) : row?.troubles.get(offset)
  if (trouble) {
    classes.push('is-broken')
    said.push(troubleSentence(trouble, words))
  }
  if (record.key !== null && isFollowed(topic, record.key)) {
    classes.push('followed')
    said.push(words('page.instances.followed'))
  }
  return { class: classes.join(' '), said: said.join(', ') }
}

export function troubleSentence(trouble, words) {
  return words('page.instances.trouble.' + trouble.kind, {
    session: sessionName(trouble, words),
    place: `p${trouble.partition}:${trouble.offset}`, after: `p${trouble.afterPartition}:${trouble.after}`, instance: trouble.instance,
  })
}

/** The commit point in words, and what holds it. */
export function commitSentence({ progress }, words) {
  const { commitPoint, gap } = progress
  if (commitPoint === null) return ''
  const point = words('page.instances.point', { offset: String(commitPoint) })
  return gap === null ? point : `${point} · ${gapSentence(progress, words)}`
}

const gapOf = ({ gap, partition }, words) => sessionName({ session: gap.session, partition }, words)

const gapSentence = (progress, words) => words('page.instances.gap', {
  offset: String(progress.gap.offset), session: gapOf(progress, words), is: words('page.instances.gap.' + progress.gap.is), n: progress.ahead,
})

/**
 * What holds the commit points of a page whose rows have no room for it, in one line: where most is done ahead first. Pure.
 * @param {Iterable<object>} rows as in the model; @param {number} letters so many have room
 */
export function gapsSaid(rows, letters, words) {
  const held = [...rows].flatMap(row => row.all ?? [row]).map(({ progress }) => progress).filter(({ gap }) => gap !== null).sort((a, b) => b.ahead - a.ahead)
  if (held.length === 0) return words('page.instances.held.none')
  const names = held.map(progress => words('page.instances.held', { place: at({ partition: progress.partition, offset: progress.gap.offset }), session: gapOf(progress, words), is: words('page.instances.gap.' + progress.gap.is), n: progress.ahead }))
  const more = n => n > 0 ? ' · ' + words('page.instances.held.more', { n }) : ''
  let shown = names.length
  const said = () => names.slice(0, shown).join(' · ') + more(names.length - shown)
  while (shown > 1 && said().length > letters) shown--
  return said()
}

const bands = new WeakMap()

/** What instances of each group have come to, in the group's own row: a band of what became of each offset, its commit point and its gap. */
export function drawBands({ readers, layout }, row, view) {
  const shown = row?.bands ?? []
  for (const { progress } of row?.all ?? []) if (!shown.some(one => one.progress.group === progress.group)) takeBand(find(readers, 'group:' + progress.group))
  if (!row?.all) for (const reader of readers.children) takeBand(reader)
  for (const one of shown) {
    const reader = find(readers, 'group:' + one.progress.group)
    if (reader) drawBand(reader, one, layout, view)
  }
}

function takeBand(reader) {
  const band = reader && bands.get(reader)
  if (!band) return
  band.remove()
  bands.delete(reader)
  reader.classList.remove('has-band')
}

function drawBand(reader, row, layout, view) {
  if (!bands.has(reader)) {
    const made = el('div', { class: 'band', 'aria-hidden': 'true' }, el('div', { class: 'pieces' }), el('i', { class: 'bracket' }), el('i', { class: 'commit' }))
    bands.set(reader, made)
    reader.querySelector('.way').prepend(made)
  }
  reader.classList.add('has-band')
  const band = bands.get(reader)
  const [pieces, bracket, line] = band.children
  const records = layout.parts.filter(({ kind }) => kind === 'record')
  const stands = records.map(part => ({ part, standing: standingAt(row, part.offset) })).filter(({ standing }) => standing !== null)
  sync(pieces, stands, ({ part }) => String(part.offset), () => el('i'), (piece, { part, standing }) => {
    set(piece, { class: `piece is-${standing}` })
    piece.style.left = view.px(part.x) + 'px'
    piece.style.width = view.px(part.x + part.width) - view.px(part.x) + 'px'
  })
  const { commitPoint, gap } = row.progress
  const spot = commitPoint === null ? null : place(layout, commitPoint)
  const isHere = spot !== null && (spot.where === 'here' || spot.where === 'gone')
  hide(line, !isHere)
  if (isHere) line.style.left = view.px(spot.x) + 'px'
  const held = gap && records.find(({ offset }) => offset === gap.offset)
  hide(bracket, !held)
  if (held) {
    bracket.style.left = view.px(held.x) + 'px'
    bracket.style.width = view.px(held.x + held.width) - view.px(held.x) + 'px'
  }
  set(band, { title: commitSentence(row, view.words) })
}

/** The line and the words of one partition's row. `own` is the row as the picture keeps it. */
export function drawCommit({ track, readers, layout }, row, view) {
  let marks = refs.get(track)
  if (!row || row.all) {
    if (marks) marks.box.remove()
    refs.delete(track)
    return
  }
  if (!marks) {
    const line = el('i', { class: 'commit' })
    const saved = el('i', { class: 'saved' })
    const bracket = el('i', { class: 'bracket' })
    const said = el('p', { class: 'commit-said' })
    marks = { line, saved, bracket, said, box: el('div', { class: 'commits', 'aria-hidden': 'true' }, saved, line, bracket, said), x: null, first: null }
    refs.set(track, marks)
  }
  if (!marks.box.isConnected) track.append(marks.box)
  const { progress } = row
  const first = layout.parts.find(part => part.kind === 'record')?.offset ?? null
  const spot = progress.commitPoint === null ? null : place(layout, progress.commitPoint)
  const x = spot && (spot.where === 'here' || spot.where === 'gone') ? view.px(spot.x) : null
  hide(marks.line, x === null)
  if (x !== null) {
    marks.line.style.left = x + 'px'
    // A row that slides carries the line with it.
    if (marks.x !== null && marks.x !== x && marks.first === first && view.mayMove()) {
      view.player.move(marks.line, [{ transform: `translateX(${marks.x - x}px)` }, { transform: 'none' }], { duration: TRAVEL })
    }
  }
  marks.x = x
  marks.first = first
  // What is saved lies beyond the commit point only where a design says more than is true.
  const wrong = progress.committed !== null && progress.commitPoint !== null && progress.committed > progress.commitPoint
  const savedAt = wrong ? place(layout, progress.committed) : null
  hide(marks.saved, !savedAt || savedAt.where !== 'here')
  if (savedAt) marks.saved.style.left = view.px(savedAt.x) + 'px'
  const gapAt = progress.gap ? layout.parts.find(part => part.kind === 'record' && part.offset === progress.gap.offset) : null
  hide(marks.bracket, !gapAt)
  if (gapAt) {
    marks.bracket.style.left = view.px(gapAt.x) + 'px'
    marks.bracket.style.width = view.px(gapAt.x + gapAt.width) - view.px(gapAt.x) + 'px'
  }
  const isFolded = layout.parts.some(part => part.kind === 'older' || part.kind === 'newer')
  const beyond = wrong ? ` · ${view.words('page.instances.beyond', { offset: String(progress.committed) })}` : ''
  const told = saysOf(row, view).map(text => text + beyond)
  // Where rows are low there is no room above them, and the words stand in the group's row, where nothing else does.
  const reader = view.isTight ? find(readers, 'group:' + progress.group) : null
  const taken = reader && takenIn(reader)
  const needs = told.map(text => needsIn(text, view))
  const stands = view.isTight ? taken && spotFor(needs, { ...taken, width: view.width, gap: view.u * GAP }) : null
  const style = marks.said.style
  const left = stands ? stands.left : isFolded && !view.metrics.narrow ? view.stripWide + view.u * 60 : 0
  hide(marks.said, view.isTight && !stands)
  // In a narrow row they may take two lines.
  say(marks.said, told[stands?.which ?? (view.metrics.narrow ? 0 : longestIn(needs, view.width - left))])
  style.left = left + 'px'
  style.maxWidth = stands ? stands.room + 'px' : ''
  style.marginBlockStart = stands ? view.metrics.readerHigh * [...readers.children].indexOf(reader) + 'px' : ''
  set(marks.said, { class: progress.gap || wrong ? 'commit-said held' : 'commit-said' })
}

/** The commit point in words, the longest first. */
function saysOf({ progress }, { words }) {
  const { gap } = progress
  const whole = commitSentence({ progress }, words)
  if (gap === null) return [whole]
  return [whole, gapSentence(progress, words), words('page.instances.gap.short', { offset: String(gap.offset), session: gapOf(progress, words) })]
}

/** Which of the words, the longest first, have room; the shortest where none have. Pure. */
export function longestIn(needs, room) {
  const which = needs.findIndex(need => need <= room)
  return which < 0 ? needs.length - 1 : which
}

/**
 * Where words stand that must cover nothing: before the lag of a group's row, else behind it, the longest of them that has room. Pure.
 * @param {number[]} needs how wide each of the words is; @param {object} row `upTo`: what stands before the lag ends there; `from` and
 *   `behind`: where the lag does; `width` of all; `gap`: so far from each other
 * @returns {?{which: number, left: number, room: number}}
 */
export function spotFor(needs, { upTo, from, behind, width, gap }) {
  const rooms = [[upTo + gap, from - gap], [behind + gap, width]]
  for (const [which, need] of needs.entries()) {
    // How wide they are is guessed: before a lag they may take some of what parts them from it rather than be cut.
    for (const [left, to] of rooms) if (to - left >= need) return { which, left, room: to - left + (to < from ? gap / 2 : 0) }
  }
  return null
}
