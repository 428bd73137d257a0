/**
 * An event bus inside the page, beside a log that gets the same events. The bus is the browser's own: who is away when
 * an event is sent never hears of it. The log is the sandbox on the stage, and each subscriber is a group on it.
 */
import { say, set } from '../app/dom.js'
import { oneByOne } from './in-turn.js'

/**
 * @param {object} of
 * @param {HTMLElement} of.root the block in the document
 * @param {() => Promise<boolean>} of.begin puts the log on the stage, unless it stands there
 * @param {() => void} of.leave takes it off
 * @param {(line: string) => Promise<object>} of.run runs a command there
 */
export function makeBus({ root, words, begin, leave, run }) {
  const { topic } = root.dataset
  const bus = new EventTarget()
  const subscribers = new Map([...root.querySelectorAll('[data-subscriber]')].map(row => [row.dataset.subscriber, makeSubscriber(row)]))
  const status = root.querySelector('.says')
  /** A press while another is at work waits for it. */
  const inTurn = oneByOne()

  function makeSubscriber(row) {
    const { sum, subscriber: name } = row.dataset
    const button = row.querySelector('button')
    const it = { name, row, button, heard: 0n, read: 0n, isAway: false, hasRead: false }
    it.worth = value => sum === '' ? 100n : cents(value, sum)
    it.hear = event => {
      it.heard += it.worth(event.detail)
      draw(it)
    }
    bus.addEventListener('event', it.hear)
    button.addEventListener('click', () => inTurn(() => turn(it)))
    return it
  }

  function draw(it) {
    const isCount = it.row.dataset.sum === ''
    const shown = amount => isCount ? String(amount / 100n) : money(amount)
    say(it.row.querySelector('.on-bus'), shown(it.heard))
    say(it.row.querySelector('.on-log'), shown(it.read))
    set(it.row, { class: it.heard === it.read ? null : 'differs' })
    say(it.button, it.isAway ? it.button.dataset.away : it.button.dataset.there)
    set(it.button, { 'aria-pressed': String(it.isAway) })
  }

  async function publish(value) {
    if (!await begin()) return
    // To the bus at once: nobody keeps it.
    bus.dispatchEvent(new CustomEvent('event', { detail: value }))
    await run(`produce ${topic} -- ${value}`)
    for (const it of subscribers.values()) if (!it.isAway) await readOn(it)
    say(status, words('page.lesson.bus.published'))
  }

  async function readOn(it) {
    // Only the first time there is a beginning to say: afterwards its position stands.
    const reply = await run(`consume ${topic} group ${it.name}${it.hasRead ? '' : ' from-beginning'}`)
    it.hasRead = true
    for (const record of reply.data?.records ?? []) it.read += it.worth(record.value ?? '')
    draw(it)
  }

  async function turn(it) {
    if (!await begin()) return
    it.isAway = !it.isAway
    if (it.isAway) bus.removeEventListener('event', it.hear)
    else bus.addEventListener('event', it.hear)
    draw(it)
    if (!it.isAway) await readOn(it)
  }

  for (const button of root.querySelectorAll('[data-publish]')) button.addEventListener('click', () => inTurn(() => publish(button.dataset.value)))
  for (const it of subscribers.values()) draw(it)

  /** Everybody is there, and nobody has heard of anything. */
  function reset() {
    leave()
    for (const it of subscribers.values()) {
      if (it.isAway) bus.addEventListener('event', it.hear)
      Object.assign(it, { heard: 0n, read: 0n, isAway: false, hasRead: false })
      draw(it)
    }
    say(status, '')
  }

  async function act(item) {
    const { act, on } = item.dataset
    if (act === 'publish') await publish([...root.querySelectorAll('[data-publish]')].find(button => button.dataset.publish === on).dataset.value)
    else if (subscribers.get(on).isAway !== (act === 'away')) await turn(subscribers.get(on))
  }

  const items = [...root.querySelectorAll('.script > li')]

  function mark(item) {
    const at = items.indexOf(item)
    items.forEach((one, i) => { one.className = i < at ? 'did' : i === at ? 'now' : '' })
  }

  return {
    /** Plays a step of the list. */
    step(item) {
      mark(item)
      return inTurn(() => act(item))
    },
    /** How it stands after a step of the list, played from the beginning; `null` is before the first. */
    goTo(item) {
      return inTurn(async () => {
        reset()
        mark(item)
        for (const one of items.slice(0, items.indexOf(item) + 1)) await act(one)
      })
    },
  }
}

/** A field of a JSON value in hundredths, exactly. */
export function cents(value, field) {
  const found = new RegExp(`"${field}"\\s*:\\s*(-?)(\\d+)(?:\\.(\\d{1,2}))?`).exec(value)
  if (!found) return 0n
  const amount = BigInt(found[2]) * 100n + BigInt((found[3] ?? '').padEnd(2, '0'))
  return found[1] === '-' ? -amount : amount
}

/** Hundredths as a number with as many digits as it needs. */
export function money(amount) {
  const minus = amount < 0n ? '-' : ''
  const size = amount < 0n ? -amount : amount
  return `${minus}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}
