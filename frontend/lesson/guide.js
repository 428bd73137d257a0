/**
 * A lesson for a hall: everything on a page of it in an order that next and back go through. It knows the document and
 * the reel; what is shown it gives to the projector view.
 */

/** More text than this is no caption; then a paragraph is cut into sentences. */
const LETTERS_MAX = 260
/** A page that has not come by then will not. */
const PATIENCE_MILLIS = 4000

/**
 * The moments of a page: what is said, and what stands on the stage then.
 * @param {Element} stop
 * @returns {{kind: string, text: string, block?: Element, section?: Element, at?: number}[]} `block` is a list, a table or
 *   code that stands below the text
 */
export function momentsOf(stop, words) {
  const title = { kind: 'says', text: stop.querySelector('h2')?.querySelector('b').textContent ?? stop.querySelector('h1').textContent, isTitle: true }
  // A question needs nobody to say that it is one.
  const moments = stop.querySelector('.question') ? [] : [title]
  for (const part of stop.children) {
    if (part.matches('.lead, .prose')) moments.push(...said(part))
    else if (part.matches('.watch')) moments.push(...watched(part))
    else if (part.matches('.try')) moments.push(...tried(part, words))
    else if (part.matches('.aside')) moments.push({ kind: 'says', text: part.querySelector('summary').textContent.trim(), isTitle: true }, ...said(part.querySelector('.prose')))
    else if (part.matches('.bus')) moments.push(...said(part.querySelector('.prose')), ...[...part.querySelectorAll('.script > li')].map(item => ({ kind: 'bus', text: textOf(item), item, block: part.querySelector('table') })))
    else if (part.matches('.question')) moments.push({ kind: 'says', text: textOf(part.querySelector('legend')), more: [...part.querySelectorAll('.choice span')].map(textOf) })
  }
  return moments
}

const textOf = element => element.textContent.replace(/\s+/g, ' ').trim()

const saysOf = element => inSentences(textOf(element)).filter(text => text !== '').map(text => ({ kind: 'says', text }))

function said(prose) {
  const blocks = [...prose.children].filter(child => child.matches('p, pre, ul, ol, table'))
  if (blocks.length === 0) return saysOf(prose)
  const moments = []
  for (const block of blocks) {
    const last = moments.at(-1)
    if (block.matches('p')) moments.push(...saysOf(block))
    // What a paragraph leads to is seen together with it.
    else if (last && !last.block) last.block = block
    else moments.push({ kind: 'says', text: '', block })
  }
  return moments
}

/** As many whole sentences as a hall can read at once. */
export function inSentences(text) {
  if (text.length <= LETTERS_MAX) return [text]
  const parts = []
  for (const sentence of text.match(/.+?[.!?:](?=\s|$)\s*|.+$/g) ?? [text]) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + sentence.length <= LETTERS_MAX) parts[parts.length - 1] = last + sentence
    else parts.push(sentence)
  }
  return parts.map(part => part.trim())
}

function watched(section) {
  const steps = [...section.querySelectorAll('.script > li')]
  return [...said(section.querySelector('.prose')).map(moment => ({ ...moment, kind: 'reel', section, at: 0 })),
    ...steps.map((item, i) => ({ kind: 'reel', section, at: i + 1, text: textOf(item.querySelector('.says')) }))]
}

function tried(section, words) {
  // The goals come a moment after the page.
  const goals = () => [...section.querySelectorAll('.goals > li > span')].map(textOf)
  const title = textOf(section.querySelector('h3 .soft'))
  return [{ kind: 'solution', section, at: 0, text: title, isTitle: true },
    ...said(section.querySelector(':scope > .prose')).map(moment => ({ ...moment, kind: 'solution', section, at: 0 })),
    { kind: 'solution', section, at: 0, text: words('page.lesson.think'), more: goals },
    { kind: 'solved', section, text: '' }]
}

/** The place among the moments that belongs to what stands on the stage: `{section, at}`, a step that is under way with it; 0 where none does. */
export function placeOf(moments, stood) {
  if (stood === null || stood.at === 0) return 0
  const steps = moments.map((moment, i) => ({ ...moment, i })).filter(moment => moment.section === stood.section)
  return (steps.find(moment => moment.kind === 'reel' && moment.at === stood.at) ?? steps.find(moment => moment.kind === 'solved'))?.i ?? 0
}

/** What stands on the stage while only words are shown: what came before them stays, and in front of all of it is its beginning. */
export function standsWith(moments, at) {
  const isStaged = moment => moment.kind === 'reel' || moment.kind === 'solution' || moment.kind === 'solved'
  if (moments[at].kind !== 'says') return moments[at]
  const staged = moments.slice(0, at).findLast(isStaged)
  if (staged === undefined) {
    const first = moments.slice(at).find(isStaged)
    return first === undefined ? moments[at] : { ...first, kind: first.kind === 'reel' ? 'reel' : 'solution', at: 0 }
  }
  return staged.kind === 'solved' ? { ...staged, kind: 'solution', at: Infinity } : staged
}

/**
 * @param {object} of
 * @param {() => ?object} of.stood what stands on the stage of a reel: {section, at}, `at` with the step that is under way
 * @param {(moment: object) => Promise<void>} of.stage puts on the stage what a moment needs
 * @param {() => Element} of.stop the page that is open
 * @param {(by: 1 | -1) => boolean} of.turn opens the page after or before; false where there is none
 * @param {() => object} of.reel {isOn, at, all, shown, next, back, isAsking}
 * @param {() => void} of.onChange
 * @param {(section: Element) => Promise<string[]>} of.whyOf why the solution of an exercise is one
 */
export function makeGuide({ words, stage, stop, turn, reel, onChange, bus, whyOf, stood }) {
  let moments = []
  let at = 0
  let page = null
  let fromEnd = false
  let busy = false
  /** When another page was asked for; what is pressed until it is there would be meant for this one. */
  let turnedAt = -Infinity
  const isBusy = () => busy || performance.now() - turnedAt < PATIENCE_MILLIS

  /** Another page is open: at its beginning, or at its end for who came back. */
  async function arrive() {
    page = stop()
    turnedAt = -Infinity
    busy = true
    moments = momentsOf(page, words)
    for (const moment of moments.filter(({ kind }) => kind === 'solved')) {
      const why = (await whyOf(moment.section)).flatMap(inSentences).map(text => ({ kind: 'solution', section: moment.section, at: Infinity, text, isProse: true }))
      if (page !== stop()) return
      moments.splice(moments.indexOf(moment) + 1, 0, ...why)
    }
    at = fromEnd ? moments.length - 1 : placeOf(moments, stood())
    // Whoever comes in the middle of a step comes to that step.
    if (!fromEnd && at > 0) {
      busy = false
      if (reel.isPlaying) reel.stop()
      reel.goOn()
      return onChange()
    }
    const isEnd = fromEnd
    fromEnd = false
    await show(isEnd)
  }

  async function show(isEnd = false) {
    busy = true
    try {
      await stage(standsWith(moments, at), { isEnd, isSaid: moments[at].kind === 'says' })
    } finally {
      busy = false
    }
    onChange()
  }

  async function next() {
    if (isBusy()) return
    const moment = moments[at]
    if (reel.isUnderWay) {
      reel.next()
      return onChange()
    }
    // A step that asks first, and the solution of an exercise, have more than one beat.
    if (moment.kind === 'solved' && reel.isOn && reel.at < reel.all) {
      reel.next()
      return onChange()
    }
    if (moment.kind === 'reel' && reel.isAsking) {
      reel.next()
      return onChange()
    }
    const then = moments[at + 1]
    // After a live command the reel has to come back first.
    if (reel.isOn && then?.kind === 'reel' && moment.kind === 'reel' && then.section === moment.section && then.at === reel.at + 1) {
      at++
      reel.next()
      return onChange()
    }
    if (then) {
      at++
      if (then.kind === 'bus') {
        busy = true
        await bus(then.item)
        busy = false
        return onChange()
      }
      return show()
    }
    if (turn(1)) turnedAt = performance.now()
  }

  async function back() {
    if (isBusy()) return
    const moment = moments[at]
    if (reel.isUnderWay) {
      reel.back()
      if (moment.kind === 'reel') at--
      return onChange()
    }
    if (reel.isAsking && at > 0) {
      reel.back()
      at--
      return onChange()
    }
    if (moment.kind === 'solved' && reel.isOn && reel.at > 0) {
      reel.back()
      return onChange()
    }
    if (at > 0) {
      at--
      const now = moments[at]
      if (reel.isOn && now.kind === 'reel' && moment.kind === 'reel' && reel.at === now.at + 1) {
        reel.back()
        return onChange()
      }
      return show(true)
    }
    fromEnd = turn(-1)
    if (fromEnd) turnedAt = performance.now()
  }

  async function end(first) {
    if (isBusy()) return
    at = first ? 0 : moments.length - 1
    await show(!first)
  }

  return {
    arrive, next, back, end,
    /** Lets a step that is under way stand still, or go on. */
    pause(value) {
      if (value) reel.stop()
      else reel.goOn()
    },
    /** What is shown now, for the projector view. */
    get shown() {
      const moment = moments[at] ?? { kind: 'says', text: '' }
      const onReel = moment.kind === 'reel' || moment.kind === 'solved'
      const { line, reply, caption } = onReel && reel.at > 0 ? reel.shown : { line: null, reply: null, caption: '' }
      const isCommand = moment.kind === 'solved' && line !== null
      const asks = onReel && reel.isAsking
      const text = asks ? reel.shown.caption : isCommand ? line : moment.kind === 'solved' ? words('page.lesson.solution') : moment.text || caption
      return { caption: text, isCommand, isProse: moment.isProse ?? (!isCommand && !asks && moment.kind === 'says' && !moment.isTitle), block: asks || isCommand ? null : moment.block ?? null, more: typeof moment.more === 'function' ? moment.more() : moment.more ?? [],
        line: isCommand || asks ? null : line, reply: asks ? null : reply, at: at + 1, all: moments.length }
    },
    get isHere() { return page !== null && page === stop() },
  }
}
