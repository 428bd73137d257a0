/**
 * Says the page's words in one language. The patterns are ICU's, and of ICU only what the catalogue uses:
 * `{name}`, `{n, plural, one {…} other {…}}` with `#` for the number, and a doubled apostrophe for one.
 *
 * @param {string} language such as `en`
 * @param {Record<string, string>} patterns by key
 * @param {(part: string) => Promise<Record<string, string>>} [fetched] the words of a part of the page that comes later
 */
export function makeWords(language, patterns, fetched) {
  const plural = new Intl.PluralRules(language)
  const number = new Intl.NumberFormat(language)
  const read = new Map()
  const plain = new Map()

  const say = (key, values) => {
    // Most of what is said has no values, and is said again at each drawing.
    if (values === undefined) {
      if (!plain.has(key) && !(key in patterns)) return key
      if (!plain.has(key)) plain.set(key, say(key, {}))
      return plain.get(key)
    }
    // A key without words shows itself: a hole in the catalogue should be seen, not be an empty button.
    if (!(key in patterns)) return key
    if (!read.has(key)) read.set(key, parse(patterns[key]))
    return put(read.get(key), values, '')
  }

  const put = (parts, values, count) => parts.map(part => {
    if (typeof part === 'string') return part
    if (part.kind === 'number') return count
    const value = values[part.name]
    if (part.kind === 'plural') {
      const exact = part.cases.get('=' + value)
      const chosen = exact ?? part.cases.get(plural.select(Number(value))) ?? part.cases.get('other') ?? []
      return put(chosen, values, number.format(Number(value)))
    }
    return typeof value === 'number' ? number.format(value) : String(value ?? '')
  }).join('')

  const coming = new Map()
  /** Settles when a part's words are there. */
  say.bring = part => {
    if (fetched && !coming.has(part)) coming.set(part, fetched(part).then(more => { patterns = { ...patterns, ...more } }).catch(error => {
      coming.delete(part)
      throw error
    }))
    return coming.get(part)
  }
  say.language = language
  say.text = say
  return say
}

/** A pattern as a list of strings and places to fill in. Throws where braces do not match. */
export function parse(pattern) {
  const [parts, at] = read(pattern, 0, false)
  if (at < pattern.length) throw new Error(`a brace too many at ${at} in: ${pattern}`)
  return parts
}

function read(pattern, from, inPlural) {
  const parts = []
  let text = ''
  let at = from
  const flush = () => { if (text) parts.push(text); text = '' }
  while (at < pattern.length && pattern[at] !== '}') {
    const sign = pattern[at]
    if (sign === "'") {
      const [quoted, next] = apostrophe(pattern, at)
      text += quoted
      at = next
    } else if (sign === '{') {
      flush()
      const [part, next] = place(pattern, at + 1)
      parts.push(part)
      at = next
    } else if (sign === '#' && inPlural) {
      flush()
      parts.push({ kind: 'number' })
      at++
    } else {
      text += sign
      at++
    }
  }
  flush()
  return [parts, at]
}

/** `''` is one apostrophe; one before a brace quotes up to the next; any other stands for itself. */
function apostrophe(pattern, at) {
  if (pattern[at + 1] === "'") return ["'", at + 2]
  if (pattern[at + 1] !== '{' && pattern[at + 1] !== '}') return ["'", at + 1]
  const end = pattern.indexOf("'", at + 1)
  return end < 0 ? [pattern.slice(at + 1), pattern.length] : [pattern.slice(at + 1, end), end + 1]
}

function place(pattern, from) {
  const simple = /^\s*([\w-]+)\s*\}/.exec(pattern.slice(from))
  if (simple) return [{ kind: 'value', name: simple[1] }, from + simple[0].length]
  const head = /^\s*([\w-]+)\s*,\s*plural\s*,/.exec(pattern.slice(from))
  if (!head) throw new Error(`neither a name nor a plural at ${from} in: ${pattern}`)
  const cases = new Map()
  let at = from + head[0].length
  for (;;) {
    const word = /^\s*(=?[\w]+)\s*\{/.exec(pattern.slice(at))
    if (!word) break
    const [parts, next] = read(pattern, at + word[0].length, true)
    cases.set(word[1], parts)
    at = next + 1
  }
  const end = /^\s*\}/.exec(pattern.slice(at))
  if (!end || !cases.has('other')) throw new Error(`a plural without its end or without other at ${at} in: ${pattern}`)
  return [{ kind: 'plural', name: head[1], cases }, at + end[0].length]
}
