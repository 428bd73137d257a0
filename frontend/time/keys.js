/** Keys that work everywhere on the page. With Alt, so that they are in nobody's way who types. */
export const KEYS = [
  { key: 'Alt+,', what: 'page.time.back' },
  { key: 'Alt+.', what: 'page.time.on' },
  { key: 'Alt+Enter', what: 'page.time.play' },
  { key: 'Alt+End', what: 'page.time.home' },
]

const ACTS = { Comma: 'back', Period: 'on', Enter: 'play', End: 'home' }

/** What a key asks for, or null. By where the key is: with Alt many layouts type something else there. */
export function actOf({ code, altKey, ctrlKey, metaKey, shiftKey, isComposing }) {
  return altKey && !ctrlKey && !metaKey && !shiftKey && !isComposing ? ACTS[code] ?? null : null
}
