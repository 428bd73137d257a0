/**
 * What instances told, one plain sentence each, the newest first. The server keeps the last ten thousand; a page of them
 * is asked for by the event `events-wanted` while the list is open, of one session or of all.
 */
import { el, hide, say, set, sync } from '../app/dom.js'
import { makeBoxed, sayBoxed } from './boxed.js'
import { onFollow, whom } from './follow.js'
import { millisBetween, sessionName } from './model.js'
import { seconds } from './lanes.js'
import { timeOf } from '../time/steps.js'

/** So many sentences stand on the page at most; what is older is for who filters. */
const MOST = 2000

/** @param {Element} root what the list stands in, its own; @param {object} own words, now and u of the picture */
export function makeEvents(root, own) {
  const name = el('b')
  const many = makeBoxed('span', { class: 'soft' })
  const toggle = el('button', { type: 'button', class: 'more', onclick: () => {
    isOpen = !isOpen
    draw(facts)
  } })
  const only = el('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' })
  const label = el('label', {}, el('span'), only)
  const list = el('ol', { class: 'events', tabindex: 0 })
  const older = el('button', { type: 'button', class: 'more', onclick: () => ask(events[0]?.number) })
  const body = el('div', { class: 'events-body', hidden: true }, label, list, older)
  root.append(el('h3', { class: 'rule' }, name, many), toggle, body)
  let isOpen = false
  let facts = null
  /** Rising by number. */
  let events = []
  let shown = { count: -1, session: null }
  let isAsking = false
  let isAllThere = false

  only.addEventListener('input', () => draw(facts))
  onFollow(() => {
    const one = whom()
    only.value = one?.session ?? ''
    if (facts) draw(facts)
  })

  function draw(next) {
    facts = next
    const { words } = own
    const fact = facts?.get('events')
    hide(root, !fact)
    if (!fact) return
    say(name, words('page.instances.events'))
    sayBoxed(many, words('page.instances.events.count', { n: fact.count }))
    say(toggle, words(isOpen ? 'page.instances.events.hide' : 'page.instances.events.show'))
    set(toggle, { 'aria-expanded': String(isOpen) })
    say(label.firstChild, words('page.instances.events.only'))
    set(list, { 'aria-label': words('page.instances.events') })
    hide(body, !isOpen)
    if (!isOpen) return
    const session = only.value
    if (session !== shown.session || fact.count < shown.count) {
      // Another filter, or a moment before: what is there says nothing about it.
      events = []
      isAllThere = false
      shown = { count: -1, session }
    }
    if (fact.count !== shown.count) ask()
    write()
  }

  /** @param {number} [before] older than this; nothing: the newest */
  async function ask(before) {
    if (isAsking) return
    isAsking = true
    const { session } = shown
    const { count } = facts.get('events')
    const found = await new Promise(resolve => list.dispatchEvent(new CustomEvent('events-wanted', { bubbles: true, detail: { before, session, resolve } })))
    isAsking = false
    if (session !== shown.session) return draw(facts)
    if (found !== null) {
      if (before !== undefined) {
        isAllThere = found.length === 0
        events = [...found, ...events].slice(-MOST)
      } else {
        const last = events.at(-1)?.number ?? -1
        const isHole = found.length > 0 && events.length > 0 && found[0].number > last + 1 && session === ''
        events = (isHole ? found : [...events, ...found.filter(({ number }) => number > last)]).slice(-MOST)
        shown = { count, session }
      }
    }
    write()
    if (found !== null && facts.get('events')?.count !== shown.count) ask()
  }

  function write() {
    const { words } = own
    sync(list, [...events].reverse(), ({ number }) => String(number), () => el('li', {}, el('time'), el('span')), (item, event) => {
      set(item, { class: TROUBLES.has(event.kind) ? 'is-trouble' : null })
      say(item.firstChild, timeOf(event.at))
      say(item.lastChild, eventSentence(event, words))
    })
    hide(older, events.length === 0 || isAllThere || events.length >= MOST || events[0].number <= (facts?.get('events')?.first ?? 0))
    say(older, words('page.instances.events.older'))
  }

  return { draw }
}

/** What the database says is told as it says it; that a record lacks what the statement asks for is said here. */
function complaint(said, words) {
  const [, name, have] = /^missing-parameter :(\S+) \((.*)\)$/.exec(said) ?? []
  return name ? words('page.instances.why.missing-parameter', { name, have }) : said
}

const TROUBLES = new Set(['overtaken', 'overlap', 'again', 'zombie', 'lost', 'crashed', 'dead-lettered'])

/** One thing that an instance told, in one sentence. */
export function eventSentence(event, words) {
  const { kind, instance, partition, offset, attempt, other, at, until } = event
  const session = sessionName(event, words)
  const values = {
    instance, session, attempt, partition: String(partition), offset: String(offset), place: `p${partition}:${offset}`,
    other: String(other), after: `p${partition}:${other}`, n: until ? seconds(millisBetween(at, until), words) : '',
  }
  switch (kind) {
    case 'overtaken': case 'overlap': case 'again': case 'zombie': return words('page.instances.trouble.' + kind, values)
    case 'statement-failed': return words('page.instances.event.' + kind, { ...values, reason: complaint(event.reason, words) })
    case 'condemned': case 'reprieved': case 'dead-lettered': return words('page.instances.event.' + kind, { ...values, reason: words('page.instances.reason.' + event.reason) })
    case 'paused': return words('page.instances.paused.' + event.reason, values)
    case 'failed': case 'ended-late': case 'finished-after-skip': case 'let-go': return words(`page.instances.event.${kind}.${event.reason}`, values)
    case 'assigned': return words(offset === null ? 'page.instances.event.assigned.none' : 'page.instances.event.assigned', values)
    default: return words('page.instances.event.' + kind, values)
  }
}
