import { of } from '../app/fold.js'

/**
 * Lines to start from, one for each main command, made of the topics and groups that exist. Each is whole and could
 * run as it stands, so that a phone can do without typing; the part that one would change first is selected.
 * Asking for the same one again gives the next topic, group or example.
 */
export const TEMPLATES = ['create', 'produce', 'consume', 'read', 'offsets', 'reset', 'wait', 'sql', 'help']

const TOPICS = ['orders', 'payments', 'stock', 'clicks']
const GROUPS = ['billing', 'email', 'analytics', 'warehouse']
const RECORDS = [
  ['customer-7', '{"order":61,"total":12.40}'],
  ['customer-8', '{"order":62,"total":5.20}'],
  ['customer-9', '{"order":63,"total":31.00}'],
]

/**
 * @param {string} kind one of TEMPLATES
 * @param {Map<string, object>} facts
 * @param {number} turn 0 for the first time, then 1, 2 …
 * @returns {{line: string, from: number, to: number}} the line and the part to select
 */
export function fill(kind, facts, turn) {
  const topics = of(facts, 'topic').map(fact => fact.topic)
  const groups = of(facts, 'group').map(fact => fact.group)
  const pick = (list, skip = 0) => list[(turn + skip) % list.length]
  const topic = topics.length > 0 ? pick([...topics].reverse()) : TOPICS[0]
  const group = groups.length > 0 ? pick(groups) : GROUPS[0]

  switch (kind) {
    case 'create': return select`create topic ${fresh(TOPICS, topics, turn)} partitions 3`
    case 'produce': {
      const [key, value] = pick(RECORDS)
      const on = topics.length > 0 ? topics.at(-1) : topic
      return select`produce ${plain(on)} key=${plain(key)} ${value}`
    }
    case 'consume': {
      // A group that exists first, and last a new one: someone who only taps can still make a second group.
      const any = pick([...groups, fresh(GROUPS, groups, 0)])
      return select`consume ${plain(topics.at(-1) ?? topic)} group ${any}${plain(groups.includes(any) ? '' : ' from-beginning')}`
    }
    case 'read': return select`read ${topic}`
    case 'offsets': return select`offsets ${topic}`
    case 'reset': return select`reset group ${plain(group)} to ${'earliest'}`
    case 'wait': return select`wait ${['8d', '1h', '30s'][turn % 3]}`
    case 'sql': return select`sql ${['SELECT name FROM sqlite_schema', 'CREATE TABLE invoices ("order" UNIQUE, total)'][turn % 2]}`
    case 'help': return select`help${''}`
  }
}

/** The first name of the list that is not taken, or the first with a number. */
function fresh(list, taken, turn) {
  const free = list.filter(name => !taken.includes(name))
  if (free.length > 0) return free[turn % free.length]
  let number = 2
  while (taken.includes(list[0] + '-' + number)) number++
  return list[0] + '-' + number
}

const plain = text => ({ plain: text })

/** A line with one part that is to be selected: the last of the values that is not marked as plain. */
function select(strings, ...values) {
  let line = strings[0]
  let from = line.length
  let to = line.length
  values.forEach((value, place) => {
    const text = typeof value === 'string' ? value : value.plain
    if (typeof value === 'string') [from, to] = [line.length, line.length + text.length]
    line += text + strings[place + 1]
  })
  return { line, from, to }
}
