import { el, hide, say, set } from '../app/dom.js'
import { makeCompletion } from './completion.js'
import { mended } from './marked.js'
import { drawFault, drawMarked, drawPieces, drawSaid, told } from './reply.js'
import { makeReal } from './real.js'
import { TEMPLATES, fill, usualSet } from './templates.js'
import { hasLines, makeTurns } from './turns.js'

/** More turns than this make the page slow and help nobody; the older ones are folded into a line that counts them. */
const TURNS_MAX = 200
/** In a paste of more lines than this nobody can follow what moves. */
const FOLLOWED_MAX = 12
/** An answer that takes longer than this is said to be waited for. */
const PATIENCE_MILLIS = 600

/**
 * The console: what was said, what is being typed, and lines to start from. It holds the screen and the
 * line being typed; the sandbox's state is given to `draw`.
 *
 * Events that bubble: `line-changed` with `{line}` at each change of the line being typed, `answered` with
 * `{line, reply}` after each reply.
 *
 * @param {object} of
 * @param {HTMLElement} of.root
 * @param {(key: string, values?: object) => string} of.words
 * @param {object} of.history see `keepHistory`
 * @param {object} of.answers see `keepAnswers`
 * @param {(text: string) => void} of.announce says a sentence to who listens
 * @param {object} of.server `run(line) → reply`, `split(text) → lines`, `complete(line, cursor)`, `real(line)`; promises all, null where nobody answered;
 *   `mayRun(text)` is true, or a promise where somebody has to be asked
 */
export function makeConsole({ root, words, history, answers, announce, server }) {
  let facts = new Map()
  let live = false
  let folded = 0
  let pinned = true
  let hurried = false
  let template = { kind: null, turn: 0 }
  /** The set of templates that somebody has asked for; else the usual one is offered. */
  let setWanted = null

  // ---- elements
  const older = el('p', { class: 'older', hidden: true })
  const welcome = el('p', { class: 'older hint' }, words('page.console.hint'))
  const turned = el('div', { class: 'turns' }, older, welcome)
  const screen = el('div', { class: 'history', role: 'region', 'aria-label': words('page.console.replies'), tabindex: 0 }, turned)
  const offers = el('ul', { class: 'offers', id: 'offers', 'aria-label': words('page.console.offers') })

  const ghost = el('span', { class: 'ghost', 'aria-hidden': 'true' })
  const input = el('input', {
    type: 'text', 'aria-label': words('page.console.line'), placeholder: words('page.console.placeholder'), dir: 'ltr',
    autocomplete: 'off', autocapitalize: 'off', autocorrect: 'off', spellcheck: 'false', enterkeyhint: 'send',
  })
  const prompt = el('form', { class: 'prompt', autocomplete: 'off', onsubmit: event => { event.preventDefault(); run() } },
    el('span', { class: 'sign', 'aria-hidden': 'true' }, '›'),
    el('span', { class: 'line' }, ghost, input),
    el('button', { type: 'submit', class: 'button' }, words('page.console.run')))

  const stop = el('button', { type: 'button', class: 'button says', hidden: true, onclick: () => turns.stop() }, words('page.console.stop'))
  const template_ = kind => el('button', { type: 'button', class: 'button bare', onclick: event => start(kind, event) }, words('page.templates.' + kind))
  const sets = Object.entries(TEMPLATES).map(([name, kinds]) => ({ name, buttons: kinds.map(template_) }))
  const others = el('button', { type: 'button', class: 'button bare other', onclick: () => {
    setWanted = setOffered() === 'log' ? 'instances' : 'log'
    drawTemplates()
  } })
  const templates = el('div', { class: 'templates', role: 'group', 'aria-label': words('page.templates') }, sets.flatMap(({ buttons }) => buttons), others, stop)

  root.append(el('div', { class: 'said-so-far' }, screen, offers), prompt, templates)

  const completion = makeCompletion({ input, list: offers, ghost, ask: server.complete, onPut: changed })
  const turns = makeTurns(turn)

  // ---- running
  async function run() {
    const line = input.value
    if (line.trim() === '' || !await allowed(line)) return
    // Where somebody was asked first, another line may be typed by now.
    if (input.value === line) {
      input.value = ''
      changed()
    }
    submit(line)
  }

  /** Without waiting where there is nothing to ask, so that what is typed next meets an empty line. */
  function allowed(text) {
    const may = server.mayRun(text)
    if (may === true) return true
    return may.then(allowed_ => { if (!allowed_ && isNowhere(document.activeElement)) input.focus(); return allowed_ })
  }

  function submit(line) {
    completion.close()
    history.add(line)
    pinned = true
    return turns.line(line)
  }

  async function turn(line, place) {
    const answer = el('div', { class: 'answer' })
    const said = drawSaid(line, place, words)
    const whole = el('div', { class: 'turn' }, said, answer)
    if (place === null) pinned = true
    show(whole)
    const patience = setTimeout(() => say(answer, words(live ? 'page.console.waits-answer' : 'page.console.waits-line')), live ? PATIENCE_MILLIS : 0)
    const reply = await server.run(line)
    clearTimeout(patience)
    if (reply.ok && reply.kind === 'clear') empty()
    else drawAnswer(said, answer, line, reply)
    answers.add(line, reply)
    if (place === null) announce(told(reply, words))
    root.dispatchEvent(new CustomEvent('answered', { bubbles: true, detail: { line, reply } }))
    return reply
  }

  function drawAnswer(said, answer, line, reply) {
    if (!reply.ok) {
      said.replaceWith(drawMarked(line, reply.error, words))
      answer.replaceChildren(drawFault(reply.error, words, () => use(line, reply.error)))
    } else {
      answer.replaceChildren(...drawPieces(reply.pieces ?? [], words))
      const real = makeReal({ line, words, ask: server.real })
      said.append(real.button)
      answer.append(real.told)
    }
    for (const table of answer.querySelectorAll('.scroll')) {
      if (table.scrollWidth > table.clientWidth) set(table, { tabindex: 0, role: 'region', 'aria-label': words('page.console.table-wide') })
    }
  }

  /** What this tab was answered before the page was loaded again. */
  function showEarlier() {
    for (const { line, reply } of answers.before) {
      const answer = el('div', { class: 'answer' })
      const said = drawSaid(line, null, words)
      show(el('div', { class: 'turn' }, said, answer))
      drawAnswer(said, answer, line, reply)
    }
    if (answers.before.length > 0) show(el('p', { class: 'older' }, words('page.console.loaded-again')))
  }

  async function paste(text) {
    const lines = await server.split(text)
    if (lines.length === 0) return
    if (!await allowed(lines.map(one => one.text).join('\n'))) return
    for (const { text: line } of lines) history.add(oneLine(line))
    pinned = true
    stop.hidden = false
    hurried = lines.length > FOLLOWED_MAX
    const { ran, left, why } = await turns.paste(lines)
    stop.hidden = true
    hurried = false
    const sentence = why === null ? words('page.console.pasted', { n: ran }) : words('page.console.not-run', { n: left })
    if (why !== null && left > 0) show(el('p', { class: 'older' }, sentence))
    announce(why === 'error' ? `${words('page.console.paste-error', { n: ran + 1 })} ${left > 0 ? sentence : ''}` : sentence)
  }

  function use(line, error) {
    const { line: right, caret } = mended(line, error.column, error.length, error.suggestion)
    const at = oneLine(right.slice(0, caret)).length
    type(oneLine(right), at, at)
    input.focus()
    completion.changed()
  }

  // ---- the screen
  function show(element) {
    turned.append(element)
    welcome.remove()
    while (turned.childElementCount > TURNS_MAX + 1) {
      older.nextElementSibling.remove()
      folded++
    }
    older.hidden = folded === 0
    say(older, words('page.console.older', { n: folded }))
  }

  function empty() {
    turned.replaceChildren(older)
    folded = 0
    older.hidden = true
  }

  // Whoever is at the newest stays there, also when the list of completions takes room; whoever scrolled up reads on.
  // An observer is told after layout and before paint, so keeping the end costs no layout of its own.
  const ends = new ResizeObserver(() => { if (pinned) screen.scrollTop = screen.scrollHeight })
  ends.observe(screen)
  ends.observe(turned)
  // Told late, of our own scrolling too, when more may have come since: only who goes up has left the end.
  let top = 0
  screen.addEventListener('scroll', () => {
    const isAtEnd = screen.scrollHeight - screen.scrollTop - screen.clientHeight < 24
    if (isAtEnd || screen.scrollTop < top) pinned = isAtEnd
    top = screen.scrollTop
  }, { passive: true })

  // ---- the line being typed
  function changed() {
    input.dispatchEvent(new CustomEvent('line-changed', { bubbles: true, detail: { line: input.value } }))
    completion.changed()
    if (input.value === '') completion.close()
  }

  function type(line, from, to) {
    input.value = line
    input.setSelectionRange(from, to)
    completion.close()
    input.dispatchEvent(new CustomEvent('line-changed', { bubbles: true, detail: { line } }))
  }

  /** Puts a template in the line. A finger is spared the keyboard that a focus would bring up. */
  function start(kind, event) {
    template = { kind, turn: template.kind === kind && input.value !== '' ? template.turn + 1 : 0 }
    const { line, from, to } = fill(kind, facts, template.turn)
    type(line, from, to)
    if (event.pointerType !== 'touch') input.focus()
    input.setSelectionRange(from, to)
    completion.open()
  }

  const setOffered = () => setWanted ?? usualSet(facts)

  function drawTemplates() {
    const offered = setOffered()
    for (const { name, buttons } of sets) for (const button of buttons) hide(button, name !== offered)
    say(others, words('page.templates.others.' + (offered === 'log' ? 'instances' : 'log')))
  }

  function recall(line) {
    if (line === null) return
    type(line, line.length, line.length)
  }

  input.addEventListener('input', changed)
  input.addEventListener('keydown', event => {
    if (event.isComposing) return
    if (completion.key(event)) return event.preventDefault()
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (event.key === 'ArrowUp' && plain) {
      event.preventDefault()
      recall(history.up(input.value))
    } else if (event.key === 'ArrowDown' && (plain || event.altKey)) {
      event.preventDefault()
      if (plain && !history.isAtEnd()) recall(history.down(input.value))
      else completion.open()
    } else if (event.key === 'Escape' && turns.isBusy()) {
      turns.stop()
    }
  })
  input.addEventListener('paste', event => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (!hasLines(text)) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = input
    const whole = value.slice(0, selectionStart) + text + value.slice(selectionEnd)
    input.value = ''
    changed()
    paste(whole)
  })
  input.addEventListener('blur', () => completion.close())

  // A click anywhere is meant for the line, unless it was meant for something or text is being selected.
  root.addEventListener('click', event => {
    if (event.target.closest('button, a, input, [role=option]')) return
    if (getSelection().isCollapsed && event.pointerType !== 'touch') input.focus({ preventScroll: true })
  })

  drawTemplates()
  showEarlier()

  return {
    /** The sandbox's facts, and whether there is a line to the server. */
    draw(state) {
      facts = state.facts
      live = state.live
      drawTemplates()
    },

    /** Puts a line in the input, as a button elsewhere would have it typed. */
    type(line, event) {
      type(line, line.length, line.length)
      if (event?.pointerType !== 'touch') input.focus()
    },

    /** Runs a line as if it had been typed: it shows in the screen, so that one learns the word. */
    run: submit,

    /** Leaves a sentence among the replies. */
    note(text) {
      pinned = true
      show(el('p', { class: 'older' }, text))
    },

    /** Whether anything stands among the replies. */
    get hasSaid() { return !welcome.isConnected },

    focus: () => input.focus(),

    /** True while a paste runs that is too long for anybody to follow what moves. */
    isHurried: () => hurried,
  }

}

/** An input has one line; between the tokens of JSON, where a paste may break it, a blank means the same. */
const oneLine = text => text.replace(/\s*[\r\n]+\s*/g, ' ')

/**
 * Whether the focus is with nobody: what had it is gone, as a question is that was answered. Who has gone elsewhere meanwhile,
 * to the hall or to a later question, stays there, or what is pressed next would be typed into the line.
 */
function isNowhere(focused) {
  return focused === null || focused === document.body || focused.getClientRects().length === 0
}
