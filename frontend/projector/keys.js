/**
 * Which key does what: pure, so that the list of the keys and what they do can be tested against each other.
 *
 * Page Down, Page Up and Escape act everywhere, printable keys only where nobody types. `.` and `b` are what presenters'
 * remotes send. F5, which their start key sends, reloads the page as always, but not in the projector view: there it
 * does nothing, so that a talk does not begin anew.
 */

const PRINTABLE = new Map(Object.entries({
  '.': 'pause', b: 'blank', p: 'project', '?': 'keys', '/': 'type', t: 'type', s: 'demonstration', x: 'skip', f: 'fullscreen',
  i: 'invert', '+': 'larger', '=': 'larger', '-': 'smaller', l: 'lighter', d: 'darker', c: 'stronger', 0: 'plain', v: 'beside',
}))
const NAMED = new Map(Object.entries({ ArrowRight: 'next', ArrowLeft: 'back', Home: 'first', End: 'last' }))
/** To what is below on a stage that is higher than the screen, and back. */
const ALONG = new Map(Object.entries({ ArrowDown: 'down', ArrowUp: 'up' }))
const EVERYWHERE = new Map(Object.entries({ PageDown: 'next', PageUp: 'back', Escape: 'leave', F5: 'nothing' }))
const SILENT = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock', 'Fn', 'Dead', 'Process', 'Unidentified'])
/** What these do may be done again and again while the key is held; a step may not, or a demonstration runs away. */
const REPEATED = new Set(['larger', 'smaller', 'lighter', 'darker', 'stronger', 'weaker', 'down', 'up'])

/**
 * @param {{key: string, shiftKey?: boolean, ctrlKey?: boolean, altKey?: boolean, metaKey?: boolean, repeat?: boolean, isComposing?: boolean, defaultPrevented?: boolean}} event
 * @param {object} where
 * @param {boolean} where.projecting the projector view is open
 * @param {boolean} [where.blank] the screen is blank
 * @param {boolean} [where.dialog] a dialog is open; its keys are its own
 * @param {boolean} [where.typing] the focus is where one types
 * @param {boolean} [where.picture] the focus is on a cell of the picture, whose arrows lead through the cells
 * @param {boolean} [where.scrolls] the focus is in what has a scroll bar of its own
 * @param {boolean} [where.control] the focus is on something that the space bar presses
 * @returns {?string} what to do; `nothing` is to be kept from the browser too, null is not ours
 */
export function actionOf(event, { projecting, blank = false, dialog = false, typing = false, picture = false, scrolls = false, control = false }) {
  if (SILENT.has(event.key)) return null
  if (projecting && blank) return 'unblank'
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey || dialog) return null
  const action = named(event, { projecting, typing, picture, scrolls, control })
  return event.repeat && action !== null && !REPEATED.has(action) ? projecting ? 'nothing' : null : action
}

function named({ key, shiftKey = false }, { projecting, typing, picture, scrolls, control }) {
  if (projecting && EVERYWHERE.has(key)) return EVERYWHERE.get(key)
  if (typing) return null
  const printed = PRINTABLE.get(key.toLowerCase()) ?? null
  if (!projecting) return printed === 'keys' || printed === 'project' ? printed : null
  if (NAMED.has(key)) return picture || shiftKey ? null : NAMED.get(key)
  if (ALONG.has(key)) return picture || scrolls || shiftKey ? null : ALONG.get(key)
  if (key === ' ') return control || picture ? null : shiftKey ? 'back' : 'next'
  return printed === 'stronger' && shiftKey ? 'weaker' : printed
}
