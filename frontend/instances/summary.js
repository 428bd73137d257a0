/** The engine instances in sentences, for those who hear them. Pure. */
import { countsOf, hindrances, instancesOf, isHeldUp, isUp, stateSaid } from './model.js'
import { laneSentence } from './lanes.js'
import { commitSentence, troubleSentence } from './rows.js'

/** So many lanes that are held up are named one by one. */
const NAMED = 5

export function sentences(facts, words) {
  const { instances, cohorts, rows } = instancesOf(facts)
  const now = facts.get('clock')?.now ?? ''
  const all = []
  for (const one of instances) {
    const values = { instance: one.instance, state: stateSaid(one, now, words), owned: one.owned.map(({ partition }) => 'p' + partition).join(', ') || words('page.instances.owned.none') }
    all.push(words('page.instances.summary', values))
    if (!isUp(one)) continue
    all.push(words(countsOf(one), { lanes: one.lanes, working: one.working, off: one.backingOff, queued: one.queued + one.parked }) + '.')
    for (const { said } of hindrances(one, words)) all.push(said + '.')
    const held = one.workers.flatMap(({ lanes }) => lanes).filter(isHeldUp)
    for (const lane of held.slice(0, NAMED)) all.push(laneSentence(lane, one, now, words) + '.')
    if (held.length > NAMED) all.push(words('page.instances.summary.more', { n: held.length - NAMED }))
  }
  for (const { all: many, ...row } of rows.values()) {
    for (const one of many ?? [row]) if (one.progress.gap) all.push(`${many ? one.progress.group + ' ' : ''}p${one.progress.partition}: ${commitSentence(one, words)}.`)
  }
  for (const { group, count, fact, troubles } of cohorts) {
    if (count > 0) all.push(words('page.instances.summary.letters', { group, n: count }))
    if (fact.violations + fact.duplicates + fact.zombies > 0) all.push(words('page.instances.troubles', { group, violations: fact.violations, duplicates: fact.duplicates, zombies: fact.zombies }) + '.')
    for (const one of troubles.slice(0, 3)) all.push(troubleSentence(one, words) + '.')
  }
  return all
}
