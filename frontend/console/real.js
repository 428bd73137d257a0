import { el, say } from '../app/dom.js'

/**
 * A button that tells how a command is typed at a real cluster, and the place where it is told. Asked for only
 * when somebody wants to know; pressed again, it is folded away.
 *
 * @param {object} of
 * @param {string} of.line the command as it was typed
 * @param {(line: string) => Promise<{lines: string[] | null, notes: string[]} | null>} of.ask
 * @returns {{ button: HTMLElement, told: HTMLElement }}
 */
export function makeReal({ line, ask, words }) {
  const told = el('div', { class: 'real', hidden: true })
  const button = el('button', { type: 'button', class: 'button bare in-kafka', 'aria-expanded': 'false', onclick: toggle }, words('page.real.show'))

  async function toggle() {
    if (told.hidden && told.childElementCount === 0) {
      const answer = await ask(line)
      if (!answer?.lines) return
      told.replaceChildren(
        ...answer.lines.map(drawLine),
        ...answer.notes.map(note => el('p', { class: 'note' }, note)))
    }
    told.hidden = !told.hidden
    button.setAttribute('aria-expanded', String(!told.hidden))
  }

  function drawLine(real) {
    const copied = el('span', { class: 'note', role: 'status' })
    const copy = el('button', { type: 'button', class: 'button', onclick: put }, words('page.real.copy'))
    const code = el('code', { tabindex: 0 }, real)
    async function put() {
      try {
        await navigator.clipboard.writeText(real)
        say(copied, words('page.real.copied'))
      } catch {
        // No clipboard here: what is selected can be copied with the keys.
        getSelection().selectAllChildren(code)
        say(copied, words('page.share.copy-by-hand'))
      }
    }
    return el('p', { class: 'command' }, code, copy, copied)
  }

  return { button, told }
}
