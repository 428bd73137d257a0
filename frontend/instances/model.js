/** The facts of engine instances as the picture wants them. Pure. */
import { restOf } from '../app/facts.js'
import { naturally } from '../picture/model.js'

/** What a cell can stand at, in the order of the legend. */
export const STANDINGS = ['committed', 'ended', 'done', 'working', 'backing-off', 'queued', 'parked', 'condemned', 'dead', 'skipped', 'waiting']

/** States that hold a session up: they come first, and stay whole where the others are made small. */
const HELD_UP = new Set(['backing-off', 'condemned', 'reprieved'])
export const isHeldUp = lane => lane.halted || lane.parked > 0 || HELD_UP.has(lane.state)

/**
 * @param {Map<string, object>} facts
 * @param {string[]} [chosen] groups whose bands are wanted, where there are more than have room
 * @returns {{instances: object[], cohorts: object[], rows: Map<string, object>}} `rows` by `topic:partition`: how far the group
 *   whose instances read the topic has come in it; where there are many, as {bands, all}
 */
export function instancesOf(facts, chosen = []) {
  const instances = new Map()
  const cohorts = new Map()
  const lanes = []
  const parts = { progress: [], letter: [], trouble: [] }
  for (const [key, fact] of restOf(facts)) {
    const kind = key.slice(0, key.indexOf(':'))
    if (kind === 'instance') instances.set(fact.instance, { ...fact, fact, workers: [] })
    else if (kind === 'lane') lanes.push(fact)
    else if (kind === 'cohort') cohorts.set(`${fact.group}:${fact.topic}`, { ...fact, fact, progress: [], letters: [], troubles: [] })
    else if (parts[kind]) parts[kind].push(fact)
  }
  const into = (list, name) => { for (const fact of list) cohorts.get(`${fact.group}:${fact.topic}`)?.[name].push(fact) }
  into(parts.progress, 'progress')
  into(parts.letter, 'letters')
  into(parts.trouble, 'troubles')
  for (const cohort of cohorts.values()) {
    cohort.count = cohort.fact.letters
    cohort.progress.sort((a, b) => a.partition - b.partition)
    cohort.letters.sort((a, b) => b.number - a.number)
    cohort.troubles.sort((a, b) => b.number - a.number)
  }
  lanes.sort((a, b) => (a.worker ?? -1) - (b.worker ?? -1) || a.number - b.number)
  for (const lane of lanes) {
    const instance = instances.get(lane.instance)
    if (!instance) continue
    const last = instance.workers.at(-1)
    if (last?.worker === lane.worker) last.lanes.push(lane)
    else instance.workers.push({ worker: lane.worker, lanes: [lane] })
  }
  const all = new Map()
  for (const cohort of [...cohorts.values()].sort((a, b) => placeOf(facts, a) - placeOf(facts, b))) {
    for (const progress of cohort.progress) {
      const id = `${progress.topic}:${progress.partition}`
      if (!all.has(id)) all.set(id, [])
      all.get(id).push(rowOf(progress, cohort))
    }
  }
  const rows = new Map()
  for (const [id, ofGroups] of all) rows.set(id, ofGroups.length === 1 ? ofGroups[0] : banded(ofGroups, chosen))
  return {
    instances: [...instances.values()].sort((a, b) => naturally(a.instance, b.instance)),
    cohorts: [...cohorts.values()],
    rows,
  }
}

/** So many groups of a topic have a band at a time. */
export const BANDS = 3

/** By its first row: what was made of rows of many groups. */
const knownBanded = new WeakMap()

/** Where instances of many groups read a partition, each group has a band of its own, and cells show none of them. */
function banded(ofGroups, chosen) {
  const wanted = ofGroups.filter(({ progress }) => chosen.includes(progress.group))
  const bands = [...wanted, ...ofGroups.filter(row => !wanted.includes(row))].slice(0, BANDS)
  const before = knownBanded.get(ofGroups[0])
  if (before && before.all.length === ofGroups.length && before.all.every((row, i) => row === ofGroups[i])
    && before.bands.length === bands.length && before.bands.every((row, i) => row === bands[i])) return before
  const row = { bands, all: ofGroups }
  knownBanded.set(ofGroups[0], row)
  return row
}

const placeOf = (facts, { group }) => facts.get('group:' + group)?.place ?? 0

/** By the fact of progress: what was made of it. While nothing of a row changes, the answer is the same object. */
const known = new WeakMap()

function rowOf(progress, cohort) {
  const { letters, violations, duplicates, zombies } = cohort.fact
  const before = known.get(progress)
  if (before && before.letters === letters && before.violations === violations && before.duplicates === duplicates && before.zombies === zombies) return before.row
  const here = list => {
    const found = new Map()
    for (const one of list) if (one.partition === progress.partition && !found.has(one.offset)) found.set(one.offset, one)
    return found
  }
  const row = { progress, letters: here(cohort.letters), troubles: here(cohort.troubles) }
  known.set(progress, { letters, violations, duplicates, zombies, row })
  return row
}

/** How a standing looks: two look as others do that mean nearly the same. */
export const shownAs = is => is === 'fetched' ? 'queued' : is === 'reprieved' ? 'backing-off' : is

/** What has become of an offset; null where nobody has said anything of it. */
export function standingAt({ progress, letters }, offset) {
  const { stretches, committed, commitPoint, instance } = progress
  let low = 0
  let high = stretches.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (stretches[middle].to <= offset) low = middle + 1
    else high = middle
  }
  const found = stretches[low]
  // Ahead is only what lies beyond the commit point; what has ended before it waits to be committed.
  if (found && found.from <= offset) return found.is === 'done' && commitPoint !== null && offset < commitPoint ? 'ended' : shownAs(found.is)
  const letter = letters.get(offset)
  if (committed !== null && offset < committed) return letter ? letter.reason === 'gap-timeout' ? 'skipped' : 'dead' : 'committed'
  if (instance !== null && offset >= (commitPoint ?? 0) && progress.more === 0) return 'waiting'
  return null
}

/** Whom a lane, a dead letter, a trouble or an event is of, as people call it. */
export function sessionName({ session, partition, keyless = partition ?? null }, words) {
  if (session !== '') return session
  return keyless === null ? words('page.instances.keyless.any') : words('page.instances.keyless', { partition: String(keyless) })
}

/** The word for what an instance has to do: only the engine has lanes. */
export const countsOf = ({ design }) => design === 'lanes' ? 'page.instances.counts' : 'page.instances.counts.plain'

/** Whether an instance is neither stopped nor crashed. */
export const isUp = ({ state }) => state === 'running' || state === 'draining'

/** What an instance does, in one word: what holds it up before what it does. */
export function stateOf({ state, frozenUntil, expelled }, now) {
  if (!isUp({ state })) return state
  if (frozenUntil !== null && frozenUntil > now) return expelled ? 'expelled' : 'frozen'
  return state
}

/** The same, said. */
export const stateSaid = (instance, now, words) => words('page.instances.instance.' + stateOf(instance, now), { time: instance.frozenUntil?.slice(11, 19) ?? '' })

/** Why it fetches nothing of a partition, or gives nothing up, each in a sentence; empty where nothing is in its way. */
export const hindrances = ({ paused, reprieved }, words) => [
  ...reprieved > 0 ? [{ key: 'reprieved', said: words('page.instances.reprieved', { n: reprieved }) }] : [],
  ...paused.map(({ partition, reason, session }) => ({ key: `${partition}:${reason}`, partition, said: words('page.instances.paused.' + reason, { partition: String(partition), session: session ?? '' }) })),
]

/** The same in a few lines: of a dozen partitions that are paused the first few are told one by one. */
export function hindrancesInShort(instance, words) {
  const all = hindrances(instance, words)
  if (all.length <= HINDRANCES) return all
  const rest = [...new Set(all.slice(HINDRANCES - 1).map(({ partition }) => partition))]
  return [...all.slice(0, HINDRANCES - 1), { key: 'more', said: words('page.instances.paused.more', { n: rest.length, partitions: rest.map(partition => 'p' + partition).join(' ') }) }]
}

const HINDRANCES = 4

const SHAPES = 6
const HUES = 6

/**
 * How a session looks wherever it is: one of six shapes in one of six colours. The name always stands beside it. It hangs
 * on the name alone, so it is the same in each moment. Names that differ by their number only, as those of traffic do, go
 * through all signs before one comes again, each with another shape and colour than the one before.
 */
export function signOf(session) {
  const [, name, number] = session.match(/^(.*?)(\d{0,9})$/s)
  let hash = SEED
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193) >>> 0
  const place = ((hash ^ hash >>> 15) >>> 0) % (SHAPES * HUES) + Number(number)
  return { shape: place % SHAPES + 1, hue: (place + Math.floor(place / SHAPES)) % HUES + 1 }
}

/** Chosen so that the short names that people try out (ana, ben, kai …) differ. */
const SEED = 52949

/** From one moment to another, in milliseconds. */
export const millisBetween = (from, to) => Date.parse(to) - Date.parse(from)

/** A place in the log as people say it. */
export const at = ({ partition, offset }) => `p${partition}:${offset}`

