import { el, set } from '../app/dom.js'
import { drawPieces } from '../console/reply.js'
import { marked, shortened } from '../console/marked.js'

/** So much of its room a long answer goes on by at once: something of what was read stays in sight. */
const PART = .8

/** What a hall can read of a command. */
const LINE_MAX = 240

/**
 * The command of the step that is shown and its answer, in letters as large as the rest. What a group has read is in the
 * picture, so its list is left out; other tables are shown.
 */
export function makeAnswer({ words }) {
  const line = el('p', { class: 'said mono' })
  const reply = el('div', { class: 'reply' })
  const skip = el('button', { type: 'button', class: 'button', hidden: true, onclick: event =>
    event.currentTarget.dispatchEvent(new CustomEvent('projector-wanted', { bubbles: true, detail: { action: 'skip' } })) }, words('page.projector.skip'))
  const rest = el('p', { class: 'rest', hidden: true }, words('page.projector.rest'))
  const element = el('div', { class: 'projected-answer' }, line, reply, rest, skip)
  let drawn = null

  const isBelow = () => reply.scrollTop + reply.clientHeight < reply.scrollHeight - 2
  const drawRest = () => { rest.hidden = !isBelow() }
  reply.addEventListener('scroll', drawRest)

  return {
    element,
    /** Goes on in an answer that is longer than its room, or back in it: a remote has no other keys. False where there is no more of it. */
    turn(by) {
      if (!(by > 0 ? isBelow() : reply.scrollTop > 1)) return false
      reply.scrollTop += by * reply.clientHeight * PART
      drawRest()
      return true
    },
    /** @param {{line: ?string, reply: ?object, note: string, canSkip: boolean}} what `note` stands where there is no reply */
    draw({ line: text, reply: answer, note, canSkip }) {
      skip.hidden = !canSkip
      const state = [text, answer, note]
      if (drawn?.every((part, i) => part === state[i])) return
      drawn = state
      line.hidden = text === null
      line.replaceChildren(...(text === null ? [] : saidOf(text, answer)))
      set(reply, { class: answer && !answer.ok ? 'reply wrong' : 'reply' })
      reply.replaceChildren(...(answer ? answered(answer, words) : note === '' ? [] : [el('p', {}, note)]))
      const isWide = reply.scrollWidth > reply.clientWidth || reply.scrollHeight > reply.clientHeight
      set(reply, isWide ? { tabindex: 0, role: 'region', 'aria-label': words('page.projector.answer') } : { tabindex: null, role: null, 'aria-label': null })
      reply.scrollTop = 0
      drawRest()
    },
  }
}

function saidOf(text, answer) {
  if (answer && !answer.ok && answer.error.column && (answer.error.column > 1 || answer.error.length)) {
    const { before, at, after } = marked(text, answer.error.column, answer.error.length ?? 0)
    return ['› ' + before, el('span', { class: at === '' ? 'wrong-at nothing' : 'wrong-at' }, at), after]
  }
  const { text: shown, more } = shortened(text, LINE_MAX)
  return ['› ' + shown + (more > 0 ? ' …' : '')]
}

function answered(answer, words) {
  if (!answer.ok) return [el('p', {}, words('page.console.error', { message: answer.error.message }))]
  const pieces = answer.pieces ?? []
  const sentences = pieces.filter(piece => piece.sentence)
  const shown = answer.kind === 'consume' && sentences.length > 0 ? sentences : pieces
  return shown.length > 0 ? drawPieces(shown, words) : [el('p', {}, words('page.console.done'))]
}
