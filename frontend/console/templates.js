import { of } from '../app/fold.js'

/**
 * Lines to start from, one for each main command, made of the topics, groups and instances that exist. Each is whole and
 * could run as it stands, so that a phone can do without typing; the part that one would change first is selected.
 * Asking for the same one again gives the next topic, group or example. They are two sets, of which one is offered at a time.
 */
export const TEMPLATES = {
  log: ['create', 'produce', 'consume', 'read', 'offsets', 'reset', 'wait', 'sql', 'help'],
  instances: ['start', 'traffic', 'time', 'fail', 'crash', 'lanes', 'commit-point', 'dead-letters', 'check'],
}

const TOPICS = ['orders', 'payments', 'stock', 'clicks']
const GROUPS = ['billing', 'email', 'analytics', 'warehouse']
const INSTANCES = ['anna', 'ben', 'cleo', 'dora']
const RECORDS = [
  ['customer-7', '{"order":61,"total":12.40}'],
  ['customer-8', '{"order":62,"total":5.20}'],
  ['customer-9', '{"order":63,"total":31.00}'],
]

/**
 * @param {string} kind one of TEMPLATES' sets
 * @param {Map<string, object>} facts
 * @param {number} turn 0 for the first time, then 1, 2 …
 * @returns {{line: string, from: number, to: number}} the line and the part to select
 */
export function fill(kind, facts, turn) {
  if (TEMPLATES.instances.includes(kind)) return fillInstances(kind, facts, turn)
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

/** The set that is offered unless somebody asks for the other: where instances live it is theirs. */
export const usualSet = facts => of(facts, 'instance').length > 0 ? 'instances' : 'log'

/** Two states in which an instance can only be started again. */
const GONE = new Set(['stopped', 'crashed'])

function fillInstances(kind, facts, turn) {
  const instances = of(facts, 'instance')
  const newest = instances.at(-1)
  const topic = newest?.topic ?? of(facts, 'topic').at(-1)?.topic ?? TOPICS[0]
  const group = newest?.group ?? GROUPS[0]
  const turned = lines => lines[turn % lines.length]
  const next = facts.get(`partition:${topic}:0`)?.end ?? 0

  switch (kind) {
    case 'start': return select`start ${plain(fresh(INSTANCES, instances.map(one => one.instance), 0))} on ${plain(topic)} group ${plain(group)} design ${turned(['lanes', 'pool', 'partition', 'workers'])} from-beginning`
    case 'traffic': return select`traffic ${plain(topic)} sessions 10 messages 100 rate ${turned(['20/s', '100/s', '5/s'])}`
    case 'time': return select`run ${turned(['1s', '10s', '50ms'])}`
    case 'fail': return turned([select`fail ${plain(topic)} ${'10%'}`, select`slow ${plain(topic)} p0:${plain(String(next))} ${'2s'}`, select`hang ${plain(topic)} ${'p0:' + next}`, select`heal${''}`])
    case 'crash': {
      const ways = instances.length === 0 ? [['crash', INSTANCES[0]]]
        : instances.flatMap(one => GONE.has(one.state) ? [['restart', one.instance]] : [['crash', one.instance], ['stop', one.instance]])
      const [way, who] = turned(ways)
      return select`${plain(way)} ${who}`
    }
    case 'lanes': {
      const names = instances.length === 0 ? [INSTANCES[0]] : instances.map(one => one.instance)
      const [way, who] = turned(['lanes', 'metrics'].flatMap(way => names.map(name => [way, name])))
      return select`${plain(way)} ${who}`
    }
    case 'commit-point': return turned([select`commit-point ${plain(topic)} group ${group}`, select`blocked group ${group}`])
    case 'dead-letters': return turned([select`dead-letters group ${group}`, select`redrive group ${plain(group)} ${'all'}`])
    case 'check': return turned([select`check order ${plain(topic)} group ${group}`, select`compare ${'pool lanes'} on ${plain(topic)}`])
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
