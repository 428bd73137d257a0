/** One topic: what it is, who reads it, and its partitions. */
import { el, find, hide, say, set, sync } from '../app/dom.js'
import { classesOf } from './marks.js'
import { halves } from './text.js'
import { describeTopic } from './model.js'
import { makePartition, drawPartition, layOutRow } from './partition.js'

const refs = new WeakMap()

/** From so many groups on, their rows stand closer. */
const DENSE_FROM = 4

export function makeTopic(topic, view) {
  const name = el('b')
  const about = el('span')
  const legend = el('ul', { class: 'legend' })
  const more = el('button', { type: 'button', class: 'more', hidden: true, onclick: () => view.unfold(topic.topic) })
  const groups = el('div', { class: 'groups' }, legend, more)
  const head = el('header', { class: 'head' }, el('h2', {}, name), el('span', { class: 'about' }, about), el('i', { class: 'lane' }), groups)
  const grid = el('div', { class: 'grid', role: 'grid' })
  const element = el('section', { class: 'topic' }, head, grid)
  refs.set(element, { name, about, groups, legend, more, grid, drawn: null })
  return element
}

/** Draws a topic. While all but its facts is as it was, only those of its rows are drawn of which something has changed. */
export function drawTopic(element, topic, view) {
  const own = refs.get(element)
  const { drawn } = own
  const isAsBefore = drawn !== null && drawn.look === view.look && drawn.rows.length === topic.rows.length
  // What becomes of an offset for an instance is no change of the log: each row is asked whether it has something new.
  const seen = topic.rows.map(row => view.live?.seenOf(`${row.topic}:${row.partition}`))
  const isNew = i => !isAsBefore || topic.rows[i] !== drawn.rows[i] || seen[i] !== drawn.seen[i]
  if (isAsBefore && drawn.topic === topic && seen.every((_, i) => !isNew(i))) return
  drawHead(element, own, topic, view)
  if (!isAsBefore || drawn.topic.readers !== topic.readers) drawLegend(own, topic, view)

  const now = isAsBefore ? { ...drawn, rows: [...drawn.rows], seen: [...drawn.seen], topic } : { look: view.look, topic, rows: [], seen: [], laid: [], ends: [], lagAt: 0, from: 0 }
  own.drawn = now
  const take = i => {
    const row = topic.rows[i]
    now.rows[i] = row
    now.seen[i] = seen[i]
    now.laid[i] = view.near(find(own.grid, String(row.partition))) ? layOutRow(row, topic, view) : undefined
    now.ends[i] = now.laid[i] ? endOf(now.laid[i].layout) : 0
  }
  const lagAt = () => topic.readers.length === 0 ? 0 : lagAtOf(topic, now.ends, view)
  const draw = (line, row) => drawPartition(line, row, topic, now.laid[row.partition], now.lagAt, view)
  // From where the frame before had to stop: else the first rows, which change again, would keep the last ones waiting.
  const anew = topic.rows.map((_, n) => (now.from + n) % topic.rows.length).filter(isNew)
  const left = isAsBefore ? anew.splice(view.rowsAFrame) : []
  anew.forEach(take)
  now.lagAt = lagAt()
  if (isAsBefore && now.lagAt === drawn.lagAt) {
    for (const i of anew) draw(find(own.grid, String(i)), topic.rows[i])
    if (left.length > 0) {
      now.from = left[0]
      view.leaveRows()
    }
    return
  }
  // All of them are drawn, so none may stand as it was.
  left.forEach(take)
  now.lagAt = lagAt()
  sync(own.grid, topic.rows, row => String(row.partition), () => makePartition(view), draw)
}

function drawHead(element, own, topic, view) {
  const { words } = view
  say(own.name, topic.topic)
  const said = describeTopic(topic, words)
  say(own.about, said)
  // Where it has a line for itself, a number that grows is laid out within it.
  set(own.about, { class: said.length * view.u * 20 < view.metrics.full ? 'own' : null })
  own.about.style.setProperty('--long', said.length)
  set(element, { class: `topic${topic.readers.length >= DENSE_FROM ? ' dense' : ''}${view.differs.has('topic:' + topic.topic) ? ' differs' : ''}`, 'aria-label': view.called(words('page.picture.topic', { topic: topic.topic })) })
  own.grid.style.setProperty('--rows', Math.ceil(topic.rows.length / view.metrics.columns))
  set(own.grid, { 'aria-label': view.called(words('page.picture.grid', { topic: topic.topic })) })
}

/** The lags of a topic stand in one column, just behind its longest row. */
function lagAtOf(topic, ends, view) {
  const widest = widestLag(topic, view)
  const wide = view.metrics.lagWord + view.u * (14 + 10.2 * widest + (widest > 3 ? 5 : 0) + (isMarked(topic, view) ? SIGN_WIDE : 0))
  return Math.round(Math.min(view.width - wide, view.px(Math.max(0, ...ends)) + view.u * 8))
}

/** A lag that another moment has otherwise has a frame, and a sign behind its number. */
const SIGN_WIDE = 20

function isMarked(topic, { differs }) {
  return differs.size > 0 && topic.rows.some(row => row.readers.some(({ group }) => differs.has(`position:${group}:${row.topic}:${row.partition}`)))
}

/** How many digits the longest number in the column of lags has; the groups that share a row have their sum there. */
function widestLag(topic, view) {
  const shown = view.unfolded.has(topic.topic) ? Infinity : view.readersShown(topic.topic)
  let most = 0
  for (const row of topic.rows) {
    let rest = 0
    row.readers.forEach(({ lag }, i) => {
      if (i >= shown) rest += lag ?? 0
      most = Math.max(most, lag ?? 0)
    })
    most = Math.max(most, rest)
  }
  return String(most).length
}

function endOf({ parts }) {
  const last = parts[parts.length - 1]
  return last.x + last.width
}

function drawLegend({ groups, legend, more }, topic, view) {
  const { words } = view
  hide(groups, topic.readers.length === 0)
  sync(legend, topic.readers, reader => reader.group, makeEntry, (entry, reader) => {
    set(entry, { class: classesOf(reader.place) })
    const { name, lag, idle } = refs.get(entry)
    halves(reader.group).forEach((half, i) => say(name.children[i], half))
    set(name, { title: reader.group })
    const text = reader.lag === null
      ? words(reader.unsaved ? 'page.picture.legend.unsaved' : 'page.picture.legend.none')
      : words('page.picture.legend.lag', { n: reader.lag })
    say(lag.firstChild, text)
    lag.style.setProperty('--long', text.length)
    // A member without a partition owns no row, so this is the only place where it can be seen.
    say(idle, reader.idle.map(member => words('page.picture.legend.idle', { member })).join(', '))
    hide(idle, reader.idle.length === 0)
  })
  const shown = view.readersShown(topic.topic)
  const unfolded = view.unfolded.has(topic.topic)
  hide(more, topic.readers.length <= view.readersUpTo)
  if (more.hidden) return
  say(more, unfolded ? words('page.picture.groups.fewer', { n: shown }) : words('page.picture.groups.all', { n: topic.readers.length }))
  set(more, { 'aria-expanded': String(unfolded) })
}

function makeEntry() {
  const name = el('span', { class: 'halves' }, el('span'), el('span'))
  const lag = el('span', { class: 'count' }, el('span'))
  const idle = el('span', { class: 'idle' })
  const entry = el('li', {}, el('i', { class: 'swatch' }), name, lag, idle)
  refs.set(entry, { name, lag, idle })
  return entry
}
