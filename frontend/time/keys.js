/** Keys that work everywhere on the page. With Alt, so that they are in nobody's way who types. */
export const KEYS = [
  { key: ['Alt', ','], what: 'page.time.back' },
  { key: ['Alt', '.'], what: 'page.keys.time-on' },
  { key: ['Alt', 'page.keys.enter'], what: 'page.keys.time-play' },
  { key: ['Alt', 'page.keys.end'], what: 'page.time.home' },
  { key: ['Alt', 'M'], what: 'page.keys.time-hold' },
  { key: ['Alt', 'J'], what: 'page.keys.event-back' },
  { key: ['Alt', 'L'], what: 'page.keys.event-on' },
  { key: ['Alt', 'I'], what: 'page.keys.mark-back' },
  { key: ['Alt', 'O'], what: 'page.keys.mark-on' },
]

const ACTS = { Comma: 'back', Period: 'on', Enter: 'play', End: 'home', KeyM: 'hold', KeyJ: 'event-back', KeyL: 'event-on', KeyI: 'mark-back', KeyO: 'mark-on' }

/** What a key asks for, or null. By where the key is: with Alt many layouts type something else there. */
export function actOf({ code, altKey, ctrlKey, metaKey, shiftKey, isComposing }) {
  return altKey && !ctrlKey && !metaKey && !shiftKey && !isComposing ? ACTS[code] ?? null : null
}
