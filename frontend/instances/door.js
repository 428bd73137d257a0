/**
 * What shows engine instances comes when a sandbox has some: most have none, and a first visit should not carry it.
 * The rest of the page asks here, and gets null until it is there.
 */
import { el } from '../app/dom.js'
import { restOf } from '../app/facts.js'

let part = null
let coming = null
const waiting = new Set()

const has = facts => {
  for (const key of restOf(facts).keys()) if (key.startsWith('cohort:')) return true
  return false
}

/**
 * What shows the instances among these facts, or null: there are none, or it is on its way, and `then` is called when it has come.
 * @param {Map<string, object>} facts; @param {object} words of the page; @param {() => void} then
 */
export function instancesIn(facts, words, then) {
  if (!has(facts)) return null
  if (part) return part
  waiting.add(then)
  coming ??= come(words)
  return null
}

async function come(words) {
  const link = el('link', { rel: 'stylesheet', href: '/frontend/instances/instances.css' })
  const looks = new Promise(resolve => { link.onload = link.onerror = resolve })
  document.head.append(link)
  try {
    const [come] = await Promise.all([import('./instances.js'), looks, words.bring?.('instances')])
    part = come
  } catch {
    coming = null // Asked for again at the next drawing.
    return
  }
  for (const then of waiting) then()
  waiting.clear()
}
