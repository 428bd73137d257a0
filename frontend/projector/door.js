/**
 * The way into the projector view: a button in the bar, a key, and the list of the keys. The view itself is fetched when
 * it is wanted for the first time; most visits never do.
 */
import { el } from '../app/dom.js'
import { actionOf } from './keys.js'

/**
 * @param {object} of
 * @param {HTMLElement} of.tools where the button goes
 * @param {HTMLElement} of.scale
 * @param {(key: string, values?: object) => string} of.words
 * @param {object} of.with what the view needs besides; see `makeProjector`
 */
export function makeDoor({ tools, scale, words, sandbox, with: parts }) {
  const button = el('button', { type: 'button', class: 'button bare', id: 'project', 'aria-keyshortcuts': 'p', onclick: enter }, words('page.projector'))
  tools.prepend(button)
  let projector = null
  let coming = null
  let sheet = null
  let shown = null

  function fetched() {
    return coming ??= Promise.all([import('./projector.js'), styled(), words.bring('projector'), parts.prepared()]).then(([{ makeProjector }]) => {
      projector = makeProjector({ scale, words, sandbox, ...parts, keys: openKeys, onLeave: () => button.focus({ preventScroll: true }) })
      if (shown) projector.draw(shown)
      return projector.restored
    }).catch(() => { coming = null })
  }

  function styled() {
    const link = el('link', { rel: 'stylesheet', href: new URL('projector.css', import.meta.url).pathname })
    document.head.append(link)
    return new Promise((resolve, reject) => { link.onload = resolve; link.onerror = reject })
  }

  async function enter() {
    await fetched()
    if (projector && !projector.isOn()) projector.enter()
  }

  async function openKeys() {
    if (!sheet) {
      const [come] = await Promise.all([import('./sheets.js').catch(() => null), fetched()])
      // Without the words that come with the view it would be a list of their keys.
      if (come === null || projector === null) return
      sheet ??= come.makeKeys({ root: scale, words })
    }
    sheet.open()
  }

  const isOn = () => projector?.isOn() ?? false

  // First of all, so that the key that brings the picture back does nothing else.
  addEventListener('keydown', event => {
    if (!isOn() || !projector.isBlank() || actionOf(event, { projecting: true, blank: true }) !== 'unblank') return
    event.preventDefault()
    event.stopImmediatePropagation()
    projector.act('unblank')
  }, { capture: true })

  document.addEventListener('keydown', event => {
    const at = event.target instanceof Element ? event.target : document.body
    const action = actionOf(event, {
      projecting: isOn(),
      dialog: document.querySelector('dialog[open]') !== null,
      typing: at.matches('textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button], [type=range])'),
      picture: at.closest('#picture .cell, #picture .lag, [role=slider], [type=range], [type=radio]') !== null,
      scrolls: at.closest('.events, .reply, .scroll') !== null,
      control: at.closest('button, a[href], summary') !== null,
    })
    if (action === null) return
    event.preventDefault()
    if (action === 'nothing') return
    if (isOn()) projector.act(action)
    else if (action === 'keys') openKeys()
    else enter()
  })

  // A page that is loaded again comes back as it was: the hall waits.
  try {
    if (sessionStorage.getItem('carril-projecting') === sandbox) enter()
  } catch {
    // Without a store it begins as always.
  }

  return {
    /** See `makeProjector`. */
    draw(state) {
      shown = state
      projector?.draw(state)
    },
    /** What a lesson shows has changed. */
    again() { projector?.again() },
    isOn,
    /** Whether this key is one that holds what moves instead of ending it. */
    holds: event => isOn() && event.key === '.' && !event.target.matches?.('input, textarea'),
  }
}
