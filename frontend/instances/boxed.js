/**
 * A text that another one replaces with every drawing, in a box of a size of its own: what stands in a grid or a flex box
 * is laid out with all of it, and so with the whole page.
 */
import { el, say, set } from '../app/dom.js'

export const makeBoxed = (name, attrs = {}) => el(name, attrs, el('span'))

/** @param {boolean} [hasRoom] whether it has a line for itself; else it is laid out as any text is */
export function sayBoxed(element, text, hasRoom = true) {
  say(element.firstChild, text)
  set(element.firstChild, { class: hasRoom && text !== '' ? 'boxed' : null })
  element.style.setProperty('--long', Math.ceil(text.length / 4) * 4)
}
