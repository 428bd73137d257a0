/**
 * The same facts as the picture, as tables: for those who hear the page, and for those who would rather read it.
 * `tablesOf` is pure and says what stands in them; a test holds that it is what the picture shows.
 */
import { el, say, set, sync } from '../app/dom.js'
import { describeTopic, modelOf, recordKey } from './model.js'
import { visible } from './text.js'
import { instancesIn } from '../instances/door.js'

/** So many records at first, the newest; as many more with each press. */
const RECORDS = 50

/**
 * @param {(topic: string) => number} [most] how many of a topic's newest records
 * @returns {{topic, about, partitions: object[], readers: object[], idle: object[], records: object[], older: number}[]}
 */
export function tablesOf(facts, words, most = () => RECORDS) {
  return modelOf(facts).topics.map(topic => {
    const { records, older } = newest(topic, facts, most(topic.topic))
    return {
      topic: topic.topic,
      about: describeTopic(topic, words),
      partitions: topic.rows.map(({ partition, start, end, topic }) => ({ key: `${topic}:${partition}`, partition, start, end })),
      readers: topic.readers.flatMap(({ group }) => topic.rows.flatMap(row => row.readers.filter(reader => reader.group === group).map(reader => ({
        key: `${row.partition}:${group}`,
        group, partition: row.partition, member: reader.member, position: reader.position, read: reader.read ?? null, end: row.end, lag: reader.lag,
      })))),
      idle: topic.readers.flatMap(({ group, idle }) => idle.map(member => ({ key: `${group}:${member}`, group, member }))),
      records,
      older,
    }
  })
}

/** The newest records of each partition, in turn, until there are enough; then in the order of partition and offset. */
function newest(topic, facts, most) {
  const rows = topic.rows.map(row => ({ row, at: row.end, taken: [] }))
  const share = Math.max(1, Math.ceil(most / Math.max(1, rows.length)))
  for (const line of rows) {
    while (line.at > line.row.start && line.taken.length < share) {
      const record = facts.get(recordKey(topic.topic, line.row.partition, --line.at))
      if (record) line.taken.unshift(record)
    }
  }
  const records = rows.flatMap(line => line.taken)
  return { records, older: topic.records - records.length }
}

export function makeTableView({ root, words }) {
  const refs = new WeakMap()
  const most = new Map()
  let facts = new Map()
  let differs = null
  const view = el('div', { class: 'table-view' })
  const more = el('div', { class: 'table-view', hidden: true })
  root.append(view, more)
  let sheets = null
  /** What has become of an offset, where instances run. */
  let standing = null

  function make({ topic }) {
    const name = el('b')
    const about = el('span', { class: 'soft' })
    const partitions = makeTable()
    const readers = makeTable()
    const idle = el('ul', { class: 'soft' })
    const onward = el('button', { type: 'button', class: 'more', onclick: () => {
      most.set(topic, (most.get(topic) ?? RECORDS) + RECORDS * 2)
      draw()
    } })
    const records = makeTable()
    const element = el('section', {}, el('h2', { class: 'rule' }, name, about), partitions.scroll, readers.scroll, idle, onward, records.scroll)
    refs.set(element, { name, about, partitions, readers, idle, more: onward, records })
    return element
  }

  function makeTable() {
    const caption = el('caption')
    const head = el('tr')
    const body = el('tbody')
    return { caption, head, body, scroll: el('div', { class: 'scroll' }, el('table', { class: 'sheet' }, caption, el('thead', {}, head), body)) }
  }

  function drawSection(element, table) {
    const own = refs.get(element)
    say(own.name, table.topic)
    say(own.about, table.about)
    const none = words('page.table.none')
    const number = n => n === null ? none : String(n)
    fill(own.partitions, 'page.table.partitions', table.topic, ['partition', 'start', 'end'], table.partitions, p => ['p' + p.partition, p.start, p.end])
    fill(own.readers, 'page.table.readers', table.topic, ['group', 'partition', 'member', 'position', 'read', 'end', 'lag'], table.readers,
      r => [r.group, 'p' + r.partition, r.member ?? words('page.table.nobody'), r.position === null ? words('page.picture.noPosition') : r.position, r.read ?? '', r.end, number(r.lag)])
    sync(own.idle, table.idle, one => one.key, () => el('li'), (item, { member }) => say(item, words('page.picture.legend.idle', { member })))
    own.idle.hidden = table.idle.length === 0
    own.more.hidden = table.older === 0
    say(own.more, words('page.table.older', { n: table.older }))
    fill(own.records, 'page.table.records', table.topic, ['partition', 'offset', ...(standing ? ['state'] : []), 'key', 'value', 'headers', 'time'], table.records,
      r => ['p' + r.partition, r.offset, ...(standing ? [standing(table.topic, r.partition, r.offset) || words('page.table.none')] : []), r.key === null ? words('page.picture.detail.noKey') : r.key === '' ? '""' : visible(r.key),
        r.value === null ? words('page.table.tombstone') : r.cut ? r.value + '…' : r.value, r.headers.map(h => `${h.key}=${h.value ?? ''}`).join('  '), r.timestamp],
      r => `${r.partition}:${r.offset}`)
  }

  function fill(table, caption, topic, columns, rows, cells, key = row => row.key) {
    table.scroll.hidden = rows.length === 0
    say(table.caption, words(caption, { topic }))
    sync(table.head, columns, column => column, () => el('th', { scope: 'col' }), (cell, column) => {
      say(cell, words(`page.table.column.${column}`))
      set(cell, { class: NUMBERS.has(column) ? 'n' : null })
    })
    sync(table.body, rows, key, () => el('tr'), (line, row) => {
      set(line, { class: differs?.has(factOf(row, topic)) ? 'differs' : null })
      sync(line, cells(row).map((text, i) => ({ text, i })), cell => String(cell.i), cell => el(cell.i === 0 ? 'th' : 'td', cell.i === 0 ? { scope: 'row' } : {}), (cell, { text, i }) => {
        say(cell, String(text))
        set(cell, { class: NUMBERS.has(columns[i]) ? 'n' : columns[i] === 'key' || columns[i] === 'value' ? 'mono' : null })
      })
    })
    const wide = table.scroll.scrollWidth > table.scroll.clientWidth + 1
    set(table.scroll, wide ? { tabindex: 0, role: 'region', 'aria-label': words(caption, { topic }) } : { tabindex: null, role: null, 'aria-label': null })
  }

  function draw() {
    if (root.hidden) return
    const instances = instancesIn(facts, words, draw)
    standing = instances?.standingsOf(facts, words) ?? null
    const tables = tablesOf(facts, words, topic => most.get(topic) ?? RECORDS)
    sync(view, tables.length ? tables : [{ topic: '', empty: true }], table => table.empty ? 'empty' : 'topic:' + table.topic,
      table => table.empty ? el('p', { class: 'soft' }) : make(table), (element, table) => table.empty ? say(element, words('page.picture.empty')) : drawSection(element, table))
    if (instances) sheets ??= instances.makeSheets(more)
    more.hidden = !instances
    if (instances) sheets.draw(facts, words)
  }

  return {
    /** Draws nothing while its root is hidden; who shows it draws it. */
    draw(state) {
      facts = state.facts
      differs = state.differs ?? null
      draw()
    },
  }
}

/** The key of the fact that a row shows. */
function factOf({ group, partition, offset }, topic) {
  return offset !== undefined ? recordKey(topic, partition, offset) : group !== undefined ? `position:${group}:${topic}:${partition}` : `partition:${topic}:${partition}`
}

const NUMBERS = new Set(['start', 'end', 'position', 'read', 'lag', 'offset'])
