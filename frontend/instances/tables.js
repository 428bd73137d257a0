/** The engine instances as tables: for those who hear the page, and for those who would rather read it. */
import { el, say, set, sync } from '../app/dom.js'
import { makeEvents } from './events.js'
import { seconds } from './lanes.js'
import { at, hindrances, instancesOf, millisBetween, sessionName, stateSaid } from './model.js'
import { percent, ringKnown, sharesOf } from './ring.js'
import { cellOf, troubleSentence } from './rows.js'

/** Pure: what stands in each table, as {name, columns, rows: [{key, cells}]}. Tables without rows are left out. */
export function tablesOf(facts, words) {
  const { instances, cohorts } = instancesOf(facts)
  const now = facts.get('clock')?.now ?? ''
  const none = words('page.table.none')
  const number = n => n === null || n === undefined ? none : String(n)
  const table = (name, columns, rows) => ({ name, columns, rows })
  return [
    table('instances', ['instance', 'topic', 'group', 'design', 'state', 'paused', 'owned', 'lanes', 'handled', 'retries', 'letters'], instances.map(one => ({
      key: one.instance,
      cells: [one.instance, one.topic, one.group, one.title, stateSaid(one, now, words), hindrances(one, words).map(({ said }) => said).join('; ') || none,
        one.owned.map(({ partition }) => 'p' + partition).join(' ') || none, one.lanes, one.handled, one.retries, one.letters],
    }))),
    table('lanes', ['instance', 'session', 'worker', 'state', 'attempt', 'left', 'queued', 'parked', 'records'], instances.flatMap(({ instance, workers }) => workers.flatMap(({ lanes }) => lanes.map(lane => ({
      key: `${instance}:${lane.number}`,
      cells: [instance, sessionName(lane, words), number(lane.worker), words('page.instances.state.' + (lane.halted && lane.state === 'idle' ? 'halted' : lane.state)), lane.attempt || none,
        lane.until && lane.state !== 'idle' ? words('page.instances.in', { n: seconds(millisBetween(now, lane.until), words) }) : none, lane.queued, lane.parked, lane.records.map(at).join(' ')],
    }))))),
    table('ring', ['instance', 'worker', 'points', 'share', 'sessions'], instances.filter(({ fact }) => fact.ring && ringKnown(fact.workers)).flatMap(({ instance, fact, workers }) => sharesOf(ringKnown(fact.workers), fact.workers).map(({ points, share }, worker) => ({
      key: `${instance}:${worker}`,
      cells: [instance, worker, points, percent(share, words), workers.find(one => one.worker === worker)?.lanes.length ?? 0],
    })))),
    table('progress', ['group', 'partition', 'instance', 'committed', 'point', 'ahead', 'gap'], cohorts.flatMap(({ group, topic, progress }) => progress.map(one => ({
      key: `${group}:${topic}:${one.partition}`,
      cells: [group, `${topic} p${one.partition}`, one.instance ?? words('page.table.nobody'), number(one.committed), number(one.commitPoint), one.ahead,
        one.gap === null ? none : `${one.gap.offset} ${words('page.instances.gap.' + one.gap.is)}`],
    })))),
    table('letters', ['group', 'place', 'session', 'reason', 'attempts', 'instance', 'time', 'redriven'], cohorts.flatMap(({ group, topic, letters }) => letters.map(one => ({
      key: `${group}:${topic}:${one.number}`,
      cells: [group, `${topic} ${at(one)}`, sessionName(one, words), words('page.instances.reason.' + one.reason), one.attempts, one.instance, one.at, one.redriven ? at(one.redriven) : none],
    })))),
    table('troubles', ['group', 'time', 'what'], cohorts.flatMap(({ group, topic, troubles }) => troubles.map(one => ({
      key: `${group}:${topic}:${one.number}`,
      cells: [group, one.at, troubleSentence(one, words)],
    })))),
  ].filter(({ rows }) => rows.length > 0)
}

/** What has become of each offset, in words. Pure. @returns {(topic: string, partition: number, offset: number) => string} */
export function standingsOf(facts, words) {
  const { rows } = instancesOf(facts)
  return (topic, partition, offset) => cellOf(rows.get(`${topic}:${partition}`), topic, offset, { key: null }, words).said
}

const NUMBERS = new Set(['lanes', 'handled', 'retries', 'letters', 'attempt', 'left', 'queued', 'parked', 'committed', 'point', 'ahead', 'attempts', 'points', 'share', 'sessions'])

const SENTENCES = new Set(['paused', 'what'])

/** @param {Element} root what the tables stand in; all of it is theirs */
export function makeSheets(root) {
  const refs = new WeakMap()
  function make() {
    const caption = el('caption')
    const head = el('tr')
    const body = el('tbody')
    const scroll = el('div', { class: 'scroll' }, el('table', { class: 'sheet' }, caption, el('thead', {}, head), body))
    refs.set(scroll, { caption, head, body })
    return scroll
  }
  const sheets = el('div', { class: 'sheets' })
  const story = el('section', { class: 'story', hidden: true })
  root.append(sheets, story)
  const own = { words: null }
  const events = makeEvents(story, own)
  return {
    draw(facts, words) {
      own.words = words
      events.draw(facts)
      sync(sheets, tablesOf(facts, words), ({ name }) => name, make, (scroll, { name, columns, rows }) => {
        const parts = refs.get(scroll)
        const called = words('page.instances.table.' + name)
        say(parts.caption, called)
        sync(parts.head, columns, column => column, () => el('th', { scope: 'col' }), (cell, column) => {
          say(cell, words('page.instances.column.' + column))
          set(cell, { class: NUMBERS.has(column) ? 'n' : null })
        })
        sync(parts.body, rows, ({ key }) => key, () => el('tr'), (line, { cells }) =>
          sync(line, cells.map((text, i) => ({ text, i })), ({ i }) => String(i), ({ i }) => i === 0 ? el('th', { scope: 'row' }) : el('td'), (cell, { text, i }) => {
            say(cell, String(text))
            set(cell, { class: NUMBERS.has(columns[i]) ? 'n' : SENTENCES.has(columns[i]) ? 'said' : null })
          }))
        const wide = scroll.scrollWidth > scroll.clientWidth + 1
        set(scroll, wide ? { tabindex: 0, role: 'region', 'aria-label': called } : { tabindex: null, role: null, 'aria-label': null })
      })
    },
  }
}
