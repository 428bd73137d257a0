/**
 * The picture in sentences, for those who hear it: topics, their ends, who owns what, and each lag. Pure.
 * It says what the picture shows and in the same order, so that two people can talk about the same thing.
 */
import { restOf } from '../app/facts.js'
import { instancesIn } from '../instances/door.js'
import { describeTopic, modelOf } from './model.js'

/** Lists as the server's sentences have them: without a comma before the last. */
const LISTS = { en: 'en-GB' }

/** @param {Map<string, object>} facts; @param {(key: string, values?: object) => string} words */
export function summary(facts, words) {
  return sentencesOf(facts, words).join(' ')
}

/** The same, sentence by sentence. @param {object} [model] of the facts, where it is at hand */
export function sentencesOf(facts, words, { topics } = modelOf(facts)) {
  const all = topics.length === 0 ? [words('page.picture.empty')] : topics.flatMap(topic => ofTopic(topic, words))
  for (const [key, table] of restOf(facts)) {
    if (key.startsWith('table:')) all.push(words('page.picture.summary.table', { table: table.table, n: table.count }))
  }
  return all.concat(instancesIn(facts, words, () => {})?.sentences(facts, words) ?? [])
}

/** To make one takes longer than all the sentences. */
const lists = new Map()
function listIn(language) {
  if (!lists.has(language)) lists.set(language, new Intl.ListFormat(language, { type: 'conjunction' }))
  return lists.get(language)
}

/** By catalogue and fact: what was said of it. Of many partitions one has changed. */
const sentences = new WeakMap()
function said(words, fact, values, sentence) {
  if (!sentences.has(words)) sentences.set(words, new WeakMap())
  const known = sentences.get(words)
  const before = known.get(fact)
  if (before?.values === values) return before.text
  const text = sentence()
  known.set(fact, { values, text })
  return text
}

function ofTopic(topic, words) {
  const list = listIn(LISTS[words.language] ?? words.language ?? 'en-GB')
  const all = [words('page.picture.summary.topic', { topic: topic.topic, about: describeTopic(topic, words) })]
  const ends = topic.rows.map(row => said(words, row.fact, '', () => words(row.start > 0 ? 'page.picture.summary.endFrom' : 'page.picture.summary.end',
    { partition: String(row.partition), start: String(row.start), end: String(row.end) })))
  all.push(words('page.picture.summary.ends', { ends: list.format(ends) }))
  for (const reader of topic.readers) {
    all.push(ofReader(reader, topic, words, list))
    for (const member of reader.idle) all.push(words('page.picture.summary.idle', { member }))
  }
  return all
}

function ofReader({ group, lag, owners }, topic, words, list) {
  const rows = topic.rows.flatMap(row => row.readers.filter(reader => reader.group === group).map(reader => ({ row, reader })))
  const owned = [...owners].map(([member, partitions]) => words('page.picture.summary.owns', { member, partitions: list.format(partitions.map(p => 'p' + p)) }))
  const at = rows.map(({ row, reader }) => said(words, reader.fact, row.start, () => {
    const values = { partition: String(row.partition), position: String(reader.position), lag: String(reader.lag), read: String(reader.read) }
    if (reader.position === null) return words(reader.read === null || reader.read === undefined ? 'page.picture.summary.none' : 'page.picture.summary.none.read', values)
    const place = words(reader.position < row.start ? 'page.picture.summary.fellOff' : 'page.picture.summary.at', values)
    return reader.read === null || reader.read === undefined ? place : `${place} ${words('page.picture.summary.read', values)}`
  }))
  return words('page.picture.summary.group', {
    group,
    lag: lag === null ? words('page.picture.noPosition') : words('page.picture.legend.lag', { n: lag }),
    owners: owned.length ? list.format(owned) : words('page.picture.summary.nobody'),
    positions: list.format(at),
  })
}
