import { el, say } from '../app/dom.js'
import { KEYS } from '../time/keys.js'
import { ELSEWHERE, LIST } from './list.js'
import { SCRIPT_MAX } from './script.js'

/** The list of the keys. */
export function makeKeys({ root, words }) {
  const shown = key => key.startsWith('page.') ? words(key) : key
  const dialog = el('dialog', { class: 'sheet-of-paper keys', 'aria-labelledby': 'keys-title' },
    el('div', { class: 'inner' },
      el('div', { class: 'top' },
        el('h2', { id: 'keys-title', tabindex: -1, autofocus: true }, words('page.keys.title')),
        el('form', { method: 'dialog', class: 'ends' }, el('button', { class: 'button' }, words('page.projector.close')))),
      el('div', { class: 'lists' },
        [...LIST, ...ELSEWHERE].map(ofActions),
        section('time', KEYS.map(({ key, what }) => ({ names: [key.map(shown).join('+')], what })))),
      el('p', { class: 'note' }, words('page.keys.where')),
      el('p', { class: 'note' }, words('page.keys.f5'))))
  root.append(dialog)

  function ofActions({ of, keys }) {
    return section(of, keys.map(([action, ...names]) => ({ names: names.map(shown), what: 'page.keys.' + action })))
  }

  function section(of, keys) {
    return el('section', { class: `of-${of}` },
      el('h3', {}, words('page.keys.of-' + of)),
      el('dl', {}, keys.map(({ names, what }) => el('div', {}, el('dt', {}, names.map(name => el('kbd', {}, name))), el('dd', {}, words(what))))))
  }

  return { open: () => { if (!dialog.open) dialog.showModal() }, dialog }
}

/**
 * The script of a demonstration: paste, keep, play from the start, take away.
 *
 * @param {object} of
 * @param {(text: string, fromStart: boolean) => Promise<?string>} of.onKeep keeps and perhaps plays a script; the answer is what is wrong with it, in words, or null
 * @param {() => Promise<?string>} of.onRemove takes it away; the answer likewise
 * @param {() => Promise<string>} of.example the script that comes with Carril
 */
export function makeScriptSheet({ root, words, onKeep, onRemove, example }) {
  const text = el('textarea', { class: 'field mono', id: 'script-text', rows: 6, spellcheck: 'false', maxlength: SCRIPT_MAX, dir: 'ltr' })
  const status = el('p', { role: 'status' })
  const button = (word, work, kind = 'button') => el('button', { type: 'button', class: kind, onclick: work }, words(word))
  const play = button('page.projector.script.play', () => keep(true), 'button main')
  const stay = button('page.projector.script.keep', () => keep(false))
  const remove = button('page.projector.script.remove', () => done(onRemove()))
  const dialog = el('dialog', { class: 'sheet-of-paper script', 'aria-labelledby': 'script-title' },
    el('div', { class: 'inner' },
      el('h2', { id: 'script-title' }, words('page.projector.script.title')),
      el('p', {}, words('page.projector.script.lead')),
      el('ul', { class: 'rules' }, ['caption', 'words', 'command', 'between'].map(rule => el('li', {}, words('page.projector.script.' + rule)))),
      el('label', { for: 'script-text', class: 'hidden' }, words('page.projector.script.text')),
      text, status,
      el('p', {}, words('page.projector.script.empties')),
      el('div', { class: 'buttons' }, play, stay, button('page.projector.script.example', fill), remove,
        button('page.projector.close', () => dialog.close()))))
  root.append(dialog)

  async function fill() {
    try {
      text.value = await example()
      say(status, words('page.projector.script.there'))
      play.focus()
    } catch {
      say(status, words('page.projector.script.unreadable'))
    }
  }

  const keep = fromStart => done(onKeep(text.value, fromStart))

  async function done(asked) {
    say(status, '')
    const wrong = await asked
    if (wrong === null) dialog.close()
    else say(status, wrong)
  }

  return {
    dialog,
    /** @param {?string} script the one that is kept */
    open(script) {
      if (dialog.open) return
      text.value = script ?? ''
      say(status, '')
      stay.hidden = remove.hidden = script === null
      dialog.showModal()
      text.focus()
    },
  }
}
