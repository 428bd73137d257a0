/**
 * The facts as the picture wants them: topics with partitions, each with the groups that read it. Pure.
 * Records are not copied: a window looks up the few that it shows.
 */

import { restOf } from '../app/facts.js'

export function recordKey(topic, partition, offset) {
  return `record:${topic}:${partition}:${offset}`
}

/** A group takes part in a topic by a position, or by a member for it. */
export function modelOf(facts) {
  const topics = new Map()
  const groups = new Map()
  const partitions = []
  const members = []
  const positions = []
  for (const [key, fact] of restOf(facts)) {
    // Records are nearly all there is, and are passed over by their first two letters.
    if (key.charCodeAt(0) === 114 && key.charCodeAt(1) === 101) continue
    const kind = key.slice(0, key.indexOf(':'))
    if (kind === 'topic') topics.set(fact.topic, { ...fact, fact, rows: [], readers: [] })
    else if (kind === 'group') groups.set(fact.group, { ...fact, members: [] })
    else if (kind === 'partition') partitions.push(fact)
    else if (kind === 'member') members.push(fact)
    else if (kind === 'position') positions.push(fact)
  }
  for (const fact of members) groups.get(fact.group)?.members.push(fact)
  for (const group of groups.values()) group.members.sort((a, b) => naturally(a.member, b.member))
  for (const fact of partitions) topics.get(fact.topic)?.rows.push({ ...fact, fact, readers: [] })
  for (const topic of topics.values()) topic.rows.sort((a, b) => a.partition - b.partition)
  for (const fact of positions) {
    const row = topics.get(fact.topic)?.rows[fact.partition]
    if (row) row.readers.push({ ...fact, fact, place: groups.get(fact.group)?.place ?? 0 })
  }
  const listed = [...topics.values()].sort((a, b) => a.place - b.place)
  for (const topic of listed) {
    for (const row of topic.rows) row.readers.sort((a, b) => a.place - b.place || naturally(a.group, b.group))
    topic.readers = readersOf(topic, groups)
  }
  return { facts, topics: listed, groups: [...groups.values()].sort((a, b) => a.place - b.place) }
}

/**
 * The model of `facts`, where possible made of the one before them: a topic, a partition and the groups that read a topic
 * are the same objects as long as nothing of them has changed. To look through all facts again for one record takes longer
 * than to draw it.
 */
export function modelAfter(before, facts) {
  if (before?.facts === facts) return before
  const keys = before ? facts.changedSince?.(before.facts) : null
  return keys ? changed(before, facts, keys) ?? modelOf(facts) : modelOf(facts)
}

/** Null where more has changed than the numbers of what is there. */
function changed(before, facts, keys) {
  const topics = new Map()
  const topicOf = (name, fact) => {
    const now = topics.get(name)
    const then = now ?? before.topics.find(({ topic }) => topic === name)
    if (!then) return null
    if (now && !fact) return now
    const next = { ...fact ?? then.fact, fact: fact ?? then.fact, rows: now ? now.rows : [...then.rows], readers: then.readers }
    topics.set(name, next)
    return next
  }
  const rows = new Set()
  const rowOf = (name, partition, fact) => {
    const topic = topicOf(name)
    const then = topic?.rows[partition]
    if (!then) return null
    if (!fact && rows.has(then)) return then
    const next = { ...fact ?? then.fact, fact: fact ?? then.fact, readers: rows.has(then) ? then.readers : [...then.readers] }
    rows.add(next)
    topic.rows[partition] = next
    return next
  }
  const read = new Set()
  const groups = new Map(before.groups.map(group => [group.group, group]))
  for (const key of keys) {
    const kind = key.slice(0, key.indexOf(':'))
    const fact = facts.get(key)
    if (kind === 'member') return null
    if (kind === 'group') {
      // Of a group that is as it was but for its lag nothing else has to be found anew; and a lag changes with each record.
      const then = fact && groups.get(fact.group)
      if (!then || then.place !== fact.place) return null
      groups.set(fact.group, { ...fact, members: then.members })
    } else if (kind === 'record') {
      const [, topic, partition] = key.split(':')
      if (!rowOf(topic, Number(partition))) return null
    } else if (kind === 'topic') {
      if (!fact || topicOf(fact.topic, fact)?.place !== before.topics.find(({ topic }) => topic === fact.topic)?.place) return null
    } else if (kind === 'partition') {
      if (!fact || !rowOf(fact.topic, fact.partition, fact)) return null
    } else if (kind === 'position') {
      const { readers = [] } = fact && rowOf(fact.topic, fact.partition) || {}
      const at = readers.findIndex(({ group }) => group === fact.group)
      if (at < 0) return null
      readers[at] = { ...fact, fact, place: readers[at].place }
      read.add(fact.topic)
    }
  }
  for (const name of read) topics.get(name).readers = readersOf(topics.get(name), groups)
  return { facts, topics: before.topics.map(topic => topics.get(topic.topic) ?? topic), groups: [...groups.values()] }
}

/** The groups of one topic: the lag over it, and the members that own none of it. */
function readersOf(topic, groups) {
  const found = new Map()
  for (const row of topic.rows) {
    for (const { group, place, lag, position, read, member } of row.readers) {
      const reader = found.get(group) ?? { group, place, lag: null, owners: new Map(), idle: [] }
      if (position !== null) reader.lag = (reader.lag ?? 0) + (lag ?? 0)
      if (read !== null && read !== undefined) reader.unsaved = true
      if (member) reader.owners.set(member, [...reader.owners.get(member) ?? [], row.partition])
      found.set(group, reader)
    }
  }
  for (const reader of found.values()) {
    for (const { member, owned } of groups.get(reader.group)?.members ?? []) {
      const here = owned.find(o => o.topic === topic.topic)
      const nowhere = owned.every(o => o.partitions.length === 0)
      if (!reader.owners.has(member) && (here || nowhere)) reader.idle.push(member)
    }
  }
  return [...found.values()].sort((a, b) => a.place - b.place || naturally(a.group, b.group))
}

/** Made once: to compare two names without it makes one for each comparison. */
const counting = new Intl.Collator('en', { numeric: true })

/** Names as people count them: billing-9 before billing-10. */
export function naturally(a, b) {
  return counting.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}

const DAY = 86_400_000
const UNITS = [['days', DAY], ['hours', 3_600_000], ['minutes', 60_000], ['seconds', 1000], ['millis', 1]]

/** A span in the largest unit that says it exactly. */
export function spanOf(millis) {
  const [unit, size] = UNITS.find(([, size]) => millis % size === 0 && millis >= size) ?? ['millis', 1]
  return { unit, n: millis / size }
}

/** A number of bytes in kB where it is a round one (the console's `10kB` is 10,000). */
export function sizeOf(bytes) {
  if (bytes >= 1_000_000 && bytes % 100_000 === 0) return { unit: 'MB', n: bytes / 1_000_000 }
  return bytes >= 1000 && bytes % 100 === 0 ? { unit: 'kB', n: bytes / 1000 } : { unit: 'B', n: bytes }
}

/** What a topic says of itself, in words. */
export function describeTopic(topic, words) {
  const said = [words('page.picture.size', { partitions: topic.partitions, records: topic.records })]
  if (topic.retention) said.push(describeRetention(topic.retention, words))
  if (topic.compacted) said.push(words('page.picture.compacted'))
  if (topic.partitioner === 'murmur2') said.push(words('page.picture.murmur2'))
  return said.join(', ')
}

function describeRetention({ kind, amount }, words) {
  if (kind === 'records') return words('page.picture.keeps.records', { n: amount })
  if (kind === 'age') {
    const { unit, n } = spanOf(amount)
    return words('page.picture.keeps.age', { span: words(`page.picture.span.${unit}`, { n }) })
  }
  const { unit, n } = sizeOf(amount)
  return words('page.picture.keeps.bytes', { size: `${n} ${unit}` })
}
