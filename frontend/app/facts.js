/**
 * The facts of one moment by key, read as a Map is and never changed. What follows from them by a change shares all that
 * the change left alone: with thousands of records, a copy of everything would be most of the work of one command.
 *
 * Records stand apart from the rest. They are nearly all there is, and who looks facts through seldom means them.
 */

/** So many changed records are looked up over the others, before all are copied. */
const LAYER_MOST = 400
const GONE = Symbol('gone')
const NO_KEYS = []

const isRecord = key => key.startsWith('record:')

export class Facts {
  #rest
  #records
  #layer
  /** By `record:T:N`, of partitions that a change has touched: what tells its records from those before. */
  #marks = new Map()
  /** Those from which all these follow, by changes. */
  #first = {}
  /** What tells these facts from all others, without holding them. */
  #own = {}
  /** The facts that the last change was made to, as their `#own`, and the keys that it named. */
  #before = null
  #changed = NO_KEYS

  /** @param {Iterable<[string, object]>} entries */
  constructor(entries = []) {
    this.#rest = new Map()
    this.#records = new Map()
    this.#layer = new Map()
    for (const [key, fact] of entries) (isRecord(key) ? this.#records : this.#rest).set(key, fact)
  }

  /** Those that stand where `gone` is taken away and then `set` is put in. */
  with(set, gone = NO_KEYS) {
    const next = new Facts()
    next.#rest = this.#rest
    next.#records = this.#records
    next.#layer = this.#layer
    next.#marks = this.#marks
    next.#first = this.#first
    next.#before = this.#own
    const changed = next.#changed = []
    const put = (key, fact) => {
      changed.push(key)
      if (isRecord(key)) {
        if (next.#layer === this.#layer) next.#layer = new Map(this.#layer)
        next.#layer.set(key, fact)
        if (next.#marks === this.#marks) next.#marks = new Map(this.#marks)
        next.#marks.set(key.slice(0, key.lastIndexOf(':')), {})
      } else {
        if (next.#rest === this.#rest) next.#rest = new Map(this.#rest)
        if (fact === GONE) next.#rest.delete(key)
        else next.#rest.set(key, fact)
      }
    }
    for (const key of gone) put(key, GONE)
    for (const [key, fact] of set) put(key, fact)
    if (next.#layer.size > LAYER_MOST) next.#flatten()
    return next
  }

  #flatten() {
    const records = new Map(this.#records)
    for (const [key, fact] of this.#layer) {
      if (fact === GONE) records.delete(key)
      else records.set(key, fact)
    }
    this.#records = records
    this.#layer = new Map()
  }

  get(key) {
    if (!isRecord(key)) return this.#rest.get(key)
    const over = this.#layer.get(key)
    return over === undefined ? this.#records.get(key) : over === GONE ? undefined : over
  }

  has(key) {
    return this.get(key) !== undefined
  }

  /** While this is the same object, a partition has the same records: to compare them one by one takes longer. */
  recordsOf(topic, partition) {
    return this.#marks.get(`record:${topic}:${partition}`) ?? this.#first
  }

  /** The keys among which all are that differ from those of `before`; null where these do not follow from them by one change. */
  changedSince(before) {
    return before === this ? NO_KEYS : #own in before && this.#before === before.#own ? this.#changed : null
  }

  /** All but the records, as a Map to be read. */
  get rest() { return this.#rest }

  *[Symbol.iterator]() {
    yield* this.#rest
    for (const [key, fact] of this.#records) {
      const over = this.#layer.get(key)
      if (over === undefined) yield [key, fact]
      else if (over !== GONE) yield [key, over]
    }
    for (const [key, fact] of this.#layer) if (fact !== GONE && !this.#records.has(key)) yield [key, fact]
  }

  *keys() {
    for (const [key] of this) yield key
  }
}

/** All but the records, where facts are a plain Map too. */
export const restOf = facts => facts.rest ?? facts
