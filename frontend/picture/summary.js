/**
 * The picture in sentences, for those who hear it: topics, their ends, who owns what, and each lag. Pure.
 * It says what the picture shows and in the same order, so that two people can talk about the same thing.
 */
import { restOf } from '../app/facts.js'
import { describeTopic, modelOf } from './model.js'

/** Lists as the server's sentences have them: without a comma before the last. */
const LISTS = { en: 'en-GB' }

/** @param {Map<string, object>} facts; @param {(key: string, values?: object) => string} words */
export function summary(facts, words) {
  const { topics } = modelOf(facts)
  const said = topics.length === 0 ? [words('page.picture.empty')] : topics.flatMap(topic => ofTopic(topic, words))
  for (const [key, table] of restOf(facts)) {
    if (key.startsWith('table:')) said.push(words('page.picture.summary.table', { table: table.table, n: table.count }))
  }
  return said.join(' ')
}

/** To make one takes longer than all the sentences. */
const lists = new Map()
function listIn(language) {
  if (!lists.has(language)) lists.set(language, new Intl.ListFormat(language, { type: 'conjunction' }))
  return lists.get(language)
}

function ofTopic(topic, words) {
  const list = listIn(LISTS[words.language] ?? words.language ?? 'en-GB')
  const said = [words('page.picture.summary.topic', { topic: topic.topic, about: describeTopic(topic, words) })]
  const ends = topic.rows.map(row => words(row.start > 0 ? 'page.picture.summary.endFrom' : 'page.picture.summary.end',
    { partition: String(row.partition), start: String(row.start), end: String(row.end) }))
  said.push(words('page.picture.summary.ends', { ends: list.format(ends) }))
  for (const reader of topic.readers) {
    said.push(ofReader(reader, topic, words, list))
    for (const member of reader.idle) said.push(words('page.picture.summary.idle', { member }))
  }
  return said
}

function ofReader({ group, lag, owners }, topic, words, list) {
  const rows = topic.rows.flatMap(row => row.readers.filter(reader => reader.group === group).map(reader => ({ row, reader })))
  const owned = [...owners].map(([member, partitions]) => words('page.picture.summary.owns', { member, partitions: list.format(partitions.map(p => 'p' + p)) }))
  const at = rows.map(({ row, reader }) => {
    const values = { partition: String(row.partition), position: String(reader.position), lag: String(reader.lag), read: String(reader.read) }
    if (reader.position === null) return words(reader.read === null || reader.read === undefined ? 'page.picture.summary.none' : 'page.picture.summary.none.read', values)
    const said = words(reader.position < row.start ? 'page.picture.summary.fellOff' : 'page.picture.summary.at', values)
    return reader.read === null || reader.read === undefined ? said : `${said} ${words('page.picture.summary.read', values)}`
  })
  return words('page.picture.summary.group', {
    group,
    lag: lag === null ? words('page.picture.noPosition') : words('page.picture.legend.lag', { n: lag }),
    owners: owned.length ? list.format(owned) : words('page.picture.summary.nobody'),
    positions: list.format(at),
  })
}
