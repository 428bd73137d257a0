/**
 * In what two moments differ: which facts, to be marked, and in sentences. Pure. Times are left out: on two branches the
 * same record was hardly ever written in the same second, and then everything would differ.
 */
import { naturally } from '../picture/model.js'
import { same } from './happened.js'

/** So much of a record is said. */
const SHOWN = 40

/**
 * @param {Map<string, object>} a
 * @param {Map<string, object>} b
 * @returns {{keys: Set<string>, said: {word: string, values: object}[]}} keys of facts that differ or are only in one of
 *   the two; sentences as words of `page.time.differs.…`, where `side` is A or B
 */
export function differences(a, b) {
  const keys = new Set()
  for (const [key, fact] of a) if (counts(key) && !equal(key, fact, b.get(key))) keys.add(key)
  for (const key of b.keys()) if (counts(key) && !a.has(key)) keys.add(key)
  return { keys, said: tell(keys, a, b) }
}

/** In which order kinds of facts are told. Of engine instances the figures are: their pictures stand side by side. */
const ORDER = { topic: 0, partition: 1, record: 2, group: 3, member: 4, position: 5, cohort: 6, progress: 7, instance: 8, table: 9 }
/** What is told of them, each in a sentence of its own. */
const FIGURES = { cohort: ['violations', 'duplicates', 'zombies', 'letters', 'handled'], progress: ['commitPoint', 'committed'], instance: ['state', 'design', 'lanes', 'queued'] }
const kind = key => key.slice(0, key.indexOf(':'))
const counts = key => kind(key) in ORDER

function equal(key, one, other) {
  if (one === other) return true
  if (other === undefined) return false
  if (key.startsWith('record:')) {
    return one.key === other.key && one.value === other.value && one.bytes === other.bytes && same(one.headers, other.headers)
  }
  // What follows from other facts is not a difference of its own.
  if (key.startsWith('topic:')) return same({ ...one, place: 0, records: 0, nextPartition: 0 }, { ...other, place: 0, records: 0, nextPartition: 0 })
  if (key.startsWith('group:')) return one.lag === other.lag
  const figures = FIGURES[kind(key)]
  if (figures) return figures.every(figure => one[figure] === other[figure])
  return same(one, other)
}

function tell(keys, a, b) {
  const said = []
  const say = (word, values) => said.push({ word: 'page.time.differs.' + word, values })
  const figures = (name, values, one, other) => {
    for (const figure of FIGURES[name]) if (one[figure] !== other[figure]) say(`${name}-${figure.toLowerCase()}`, { ...values, a: one[figure], b: other[figure] })
  }
  const only = key => !b.has(key) ? 'A' : !a.has(key) ? 'B' : null
  const lone = new Set() // topics and groups that only one has: their parts are not told again
  const runs = []
  for (const key of [...keys].sort((x, y) => ORDER[kind(x)] - ORDER[kind(y)] || naturally(x, y))) {
    const one = a.get(key)
    const other = b.get(key)
    const fact = one ?? other
    const side = only(key)
    if (lone.has('topic:' + fact.topic) || (fact.group !== undefined && lone.has('group:' + fact.group))) continue
    switch (kind(key)) {
      case 'topic':
        if (side) lone.add(key)
        say(side ? 'topic-only' : 'topic', { topic: fact.topic, side })
        break
      case 'partition':
        if (!side && one.start !== other.start) say('start', { ...place(fact), a: String(one.start), b: String(other.start) })
        break
      case 'record': {
        const last = runs.at(-1)
        if (side && last && last.side === side && last.topic === fact.topic && last.partition === fact.partition && last.to === fact.offset - 1) last.to = fact.offset
        else runs.push({ topic: fact.topic, partition: fact.partition, side, from: fact.offset, to: fact.offset, one, other })
        break
      }
      case 'group':
        if (side) lone.add(key)
        if (side) say('group-only', { group: fact.group, side })
        else say('lag', { group: fact.group, a: one.lag, b: other.lag })
        break
      case 'position':
        if (side) say('position-only', { ...place(fact), group: fact.group, side })
        else {
          const values = { ...place(fact), group: fact.group }
          if (one.position !== other.position) say('position', { ...values, a: one.position, b: other.position })
          if ((one.read ?? null) !== (other.read ?? null)) say('read', { ...values, a: one.read ?? null, b: other.read ?? null })
          if (one.member !== other.member) say('owner', { ...values, a: one.member, b: other.member })
        }
        break
      case 'cohort':
        if (!side) figures('cohort', { topic: fact.topic, group: fact.group }, one, other)
        break
      case 'progress':
        if (!side) figures('progress', { ...place(fact), group: fact.group }, one, other)
        break
      case 'instance':
        if (side) say('instance-only', { instance: fact.instance, side })
        else figures('instance', { instance: fact.instance }, one, other)
        break
      case 'table':
        if (side) say('table-only', { table: fact.table, side })
        else if (one.count !== other.count) say('rows', { table: fact.table, a: one.count, b: other.count })
        else say('table', { table: fact.table })
        break
      default: // a member: its partitions say it
    }
  }
  // Records are told where they were found, in front of the groups.
  const records = runs.map(({ topic, partition, side, from, to, one, other }) => {
    const values = { topic, partition: String(partition), from: String(from), to: String(to), side }
    if (side) return { word: 'page.time.differs.' + (from === to ? 'record-only' : 'records-only'), values }
    return { word: 'page.time.differs.record', values: { ...values, a: shown(one), b: shown(other) } }
  })
  const before = said.findIndex(({ word }) => !/\.(topic|topic-only|start)$/.test(word))
  said.splice(before < 0 ? said.length : before, 0, ...records)
  return said
}

const place = ({ topic, partition }) => ({ topic, partition: String(partition) })

function shown({ key, value }) {
  const text = (key === null ? '' : `${key} `) + (value ?? '–')
  return text.length > SHOWN ? text.slice(0, SHOWN) + '…' : text
}
