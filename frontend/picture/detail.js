/**
 * The details line under the picture: the whole of what is pointed at, in a place that is always there, so that nothing
 * moves when it fills. It also holds what the server was asked for: whole records whose facts are cut.
 */
import { el, set, say, sync } from '../app/dom.js'
import { pretty, visible } from './text.js'
import { lagSentence } from './readers.js'
import { recordKey } from './model.js'

export function makeDetail(root, view) {
  const what = el('p', { class: 'what' })
  const facts = el('ul', { class: 'facts' })
  const value = el('pre', { class: 'value' })
  const told = el('div', { class: 'said' }, what, facts)
  const element = el('aside', { class: 'detail' }, told, value)
  // What scrolls must be reachable by keyboard, and what does not must not take a tab stop.
  const heights = new Map()
  const watch = new ResizeObserver(entries => {
    for (const { target, contentRect } of entries) heights.set(target, contentRect.height)
    const content = Math.max(heights.get(told) ?? 0, heights.get(value) ?? 0)
    set(element, { tabindex: content > (heights.get(element) ?? 0) + 1 ? 0 : null })
  })
  for (const part of [element, told, value]) watch.observe(part)
  // By the fact itself: after an undo another record can stand at the same offset.
  const wholes = new WeakMap()
  const asked = new WeakSet()
  let shown = null

  let hinted = ''

  function show(thing) {
    // Most drawings happen while nobody points at anything: the same hint again costs nothing.
    const hinting = thing ? '' : `${view.keyless} ${view.words('page.picture.detail.hint')}`
    if (!thing && hinted === hinting) return
    hinted = hinting
    shown = thing
    const said = thing ? tell(thing) : hint()
    set(element, { class: thing ? 'detail' : 'detail idle', 'aria-label': view.called(view.words('page.picture.detail')), role: 'region' })
    say(what, said.what)
    sync(facts, said.facts, (fact => fact.key), () => el('li', {}, el('span'), el('code')), (item, fact) => {
      say(item.firstChild, fact.word)
      say(item.lastChild, fact.text ?? '')
      item.lastChild.hidden = fact.text === undefined
    })
    sync(value, said.lines.map((line, i) => ({ ...line, i })), line => String(line.i), () => el('span'), (span, { depth, text }) => {
      span.style.paddingInlineStart = depth * 2 + 'ch'
      say(span, text || ' ')
    })
  }

  function hint() {
    const { words } = view
    return {
      what: words('page.picture.detail.hint'),
      facts: [{ key: 'keys', word: words(view.keyless ? 'page.picture.detail.hint.keyless' : 'page.picture.detail.hint.keys') }],
      lines: [],
    }
  }

  function tell(thing) {
    const { words } = view
    switch (thing.kind) {
      case 'record': return tellRecord(thing)
      case 'next': return { what: words('page.picture.next', at(thing.partition, thing.part.offset)), facts: [], lines: [] }
      case 'lag': return { what: lagSentence(thing.reader, thing.row, words), facts: [], lines: [] }
      case 'rest': return {
        what: words('page.picture.groups.more', { n: thing.rest.length }),
        facts: thing.rest.map(r => ({ key: r.group, word: r.group, text: r.lag === null ? words('page.picture.noPosition') : words('page.picture.legend.lag', { n: r.lag }) })),
        lines: [],
      }
      case 'gone':
        return { what: words('page.picture.gone.retention', { from: '0', to: String(thing.part.to - 1), partition: String(thing.partition) }), facts: [], lines: [] }
      case 'gap':
        return { what: words('page.picture.gone.compaction', { from: String(thing.part.from), to: String(thing.part.to - 1), partition: String(thing.partition) }), facts: [], lines: [] }
      case 'older':
      case 'newer':
        return { what: words(`page.picture.${thing.kind}.show`, { n: thing.part.count, partition: String(thing.partition) }), facts: [], lines: [] }
      case 'strip':
        return {
          what: words('page.picture.strip', {
            partition: String(thing.row.partition), start: String(thing.row.start), end: String(thing.row.end),
            from: String(thing.layout.from), to: String(thing.layout.until - 1),
          }), facts: [], lines: [],
        }
      default: return hint()
    }
  }

  function tellRecord({ topic, record }) {
    const { words } = view
    const whole = wholes.get(record) ?? record
    if (whole.cut && !asked.has(record)) {
      asked.add(record)
      root.dispatchEvent(new CustomEvent('record-wanted', { bubbles: true, detail: { topic, partition: record.partition, offset: record.offset } }))
    }
    const facts = [
      record.key === null ? { key: 'key', word: words('page.picture.detail.noKey') } : { key: 'key', word: words('page.picture.detail.key'), text: record.key === '' ? '""' : visible(record.key) },
      { key: 'time', word: words('page.picture.detail.time'), text: record.timestamp },
      ...whole.headers.map((header, i) => ({ key: 'header:' + i, word: words('page.picture.detail.header'), text: `${header.key}=${header.value ?? ''}` })),
      { key: 'bytes', word: words('page.picture.detail.bytes', { n: record.bytes }) },
      ...readersAt(topic, record),
    ]
    const lines = record.value === null
      ? [{ depth: 0, text: words('page.picture.detail.tombstone') }]
      : pretty(whole.value).concat(whole.cut ? [{ depth: 0, text: words('page.picture.detail.cut') }] : [])
    return { what: `${topic} p${record.partition}:${record.offset}`, facts, lines }
  }

  /** Which group reads this record next: the question that ▲ answers. */
  function readersAt(topic, { partition, offset }) {
    const row = view.rows.get(`${topic}:${partition}`)?.row
    const next = row?.readers.filter(({ position }) => position !== null && position <= offset && nothingBetween(topic, partition, Math.max(position, row.start), offset)) ?? []
    return next.map(({ group }) => ({ key: 'next:' + group, word: view.words('page.picture.detail.next', { group }) }))
  }

  function nothingBetween(topic, partition, from, to) {
    for (let offset = from; offset < to; offset++) if (view.facts.has(recordKey(topic, partition, offset))) return false
    return true
  }

  return {
    element,
    show,
    whole(record) {
      const fact = record && view.facts.get(recordKey(record.topic, record.partition, record.offset))
      if (!fact) return
      wholes.set(fact, { ...record, cut: false })
      if (shown?.record === fact) show(shown)
    },
  }
}

const at = (partition, offset) => ({ partition: String(partition), offset: String(offset) })
