/** Small things for making and keeping elements. No state but which child stands for which key. */

const SVG = 'http://www.w3.org/2000/svg'

/** Makes an HTML element. What is null or false among attributes and children is left out. */
export function el(name, attrs = {}, ...children) {
  return fill(document.createElement(name), attrs, children)
}

/** Makes an SVG element. */
export function svg(name, attrs = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attrs, children)
}

function fill(element, attrs, children) {
  set(element, attrs)
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) element.append(child)
  }
  return element
}

/**
 * Sets attributes where they differ: null and false take one away, true is the empty attribute, `onclick` and the like
 * are listeners (for new elements only: they are added, never replaced).
 */
export function set(element, attrs) {
  for (const name in attrs) {
    const value = attrs[name]
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value === null || value === undefined || value === false) element.removeAttribute(name)
    else {
      const text = value === true ? '' : String(value)
      if (element.getAttribute(name) !== text) element.setAttribute(name, text)
    }
  }
  return element
}

/** Hides or shows where it differs: to hide what is hidden has it styled anew. */
export function hide(element, isHidden) {
  if (element.hidden !== isHidden) element.hidden = isHidden
}

/** Sets the text where it differs, so that nothing is laid out again for nothing. */
export function say(element, text) {
  const only = element.firstChild
  // Another text in the same node costs a third of what another node would.
  if (only !== null && only === element.lastChild && only.nodeType === Node.TEXT_NODE) {
    if (only.data === text) return element
    if (text.length < LONG) only.data = text
    else mend(only, text)
  } else if (element.textContent !== text) element.textContent = text
  return element
}

/** From so many characters on, a browser is spared the measuring of those that stay. */
const LONG = 120

/** Another text in a node, told as a change of what differs only. */
function mend(node, text) {
  const { data } = node
  const most = Math.min(data.length, text.length)
  let from = 0
  while (from < most && data[from] === text[from]) from++
  let end = 0
  while (end < most - from && data[data.length - 1 - end] === text[text.length - 1 - end]) end++
  node.replaceData(from, data.length - from - end, text.slice(from, text.length - end))
}

const kept = new WeakMap()

/**
 * Makes the children of `parent` stand for `list`, one each, in its order. An item that was there keeps its element, and
 * with it focus and running transitions; nothing is moved that stands right already. All children of `parent` belong to it.
 *
 * @param key   item → string, unique in the list
 * @param make  item → element, called once for a key
 * @param draw  (element, item) → void, called each time
 */
export function sync(parent, list, key, make, draw = () => {}) {
  const before = kept.get(parent) ?? new Map()
  const now = new Map()
  for (const item of list) {
    const name = key(item)
    now.set(name, before.get(name) ?? make(item))
  }
  for (const [name, element] of before) {
    if (!now.has(name)) element.remove()
  }
  let next = parent.firstElementChild
  for (const item of list) {
    const element = now.get(key(item))
    if (element === next) next = next.nextElementSibling
    else parent.insertBefore(element, next)
    draw(element, item)
  }
  kept.set(parent, now)
}

/** The element that stands for a key among the children of `parent`, if there is one. */
export function find(parent, key) {
  return kept.get(parent)?.get(key)
}
