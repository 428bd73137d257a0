/**
 * What happened between two moments that lie one command apart, read off their facts, so that a step through the past
 * can be shown as it was when it ran. Pure. It claims no more than the facts show.
 */
import { Facts } from '../app/facts.js'

/** More offsets than this are not lit one by one anyway. */
const OFFSETS = 200

/**
 * @param {Map<string, object>} before
 * @param {Map<string, object>} after
 * @param {?string} command the one between them: only it tells reading from a reset
 * @returns {object[]} as in the frame `changes`; empty where nothing moved
 */
export function happenedBetween(before, after, command) {
  const isReading = /^\s*consume\s/.test(command ?? '')
  const happened = []
  const reads = new Map()
  for (const [key, fact] of after) {
    if (key.startsWith('record:')) {
      // Compaction and retention only take away, so what is new stands behind the old end.
      if (fact.offset >= (before.get(`partition:${fact.topic}:${fact.partition}`)?.end ?? 0)) {
        happened.push({ kind: 'appended', topic: fact.topic, partition: fact.partition, offset: fact.offset })
      }
    } else if (key.startsWith('position:')) {
      const then = before.get(key)
      if (isReading) {
        const read = readingOf(then, fact, before, after, command)
        if (read) reads.set(fact.group, [...reads.get(fact.group) ?? [], read])
      } else if (then && then.position !== null && fact.position !== null && then.position !== fact.position) {
        happened.push({ kind: 'moved', group: fact.group, topic: fact.topic, partition: fact.partition, from: then.position, to: fact.position })
      }
    }
  }
  for (const [group, list] of reads) {
    happened.push({ kind: 'consumed', group, member: list[0].member, saved: list[0].saved, fellOver: null,
      reads: list.map(({ topic, partition, from, to, offsets }) => ({ topic, partition, from, to, offsets })) })
  }
  return happened
}

function readingOf(then, now, before, after, command) {
  const saved = now.position !== null && now.position !== (then?.position ?? null)
  const to = saved ? now.position : now.read
  if (to === null || to === undefined || (!saved && to === then?.read)) return null
  const start = after.get(`partition:${now.topic}:${now.partition}`)?.start ?? 0
  // A group without a position begins at the end unless it is told otherwise, and then has read nothing yet.
  const begun = saved ? then?.position : then?.read ?? then?.position
  const from = Math.max(start, begun ?? (/\sfrom-beginning\b/.test(command) ? start : to))
  if (from > to) return null
  const offsets = []
  for (let offset = from; offset < to && offsets.length < OFFSETS; offset++) {
    if (before.has(`record:${now.topic}:${now.partition}:${offset}`)) offsets.push(offset)
  }
  return { topic: now.topic, partition: now.partition, from, to, offsets, saved, member: now.member }
}

/**
 * The facts of `next`, with the objects of `held` where they say the same: what draws by comparing facts then sees
 * what has changed and nothing else.
 */
export function kept(next, held) {
  return new Facts(keptEntries(next, held))
}

/** The same for entries that are not all there is. */
export function* keptEntries(next, held) {
  for (const [key, fact] of next) {
    const old = held.get(key)
    yield [key, old !== undefined && same(old, fact) ? old : fact]
  }
}

/** Whether two values of JSON are the same. */
export function same(a, b) {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => same(a[key], b[key]))
}
