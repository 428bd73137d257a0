/** What a record's key and value look like where there is little room. Pure. */

const segmenter = typeof Intl !== 'undefined' && Intl.Segmenter ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null

/** Most names and keys, of which each letter is a character: to be told so takes a hundred times as long as to see it. */
const PLAIN = /^[\x20-\x7e]*$/

/** A text as the characters that people see: a flag, a family and an accented letter are one each. */
export function characters(text) {
  if (PLAIN.test(text)) return text.split('')
  return segmenter ? Array.from(segmenter.segment(text), part => part.segment) : Array.from(text)
}

const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F1E6}-\u{1F1FF}\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]|\uFE0F/u

/** How many columns of a monospaced font a character takes. */
export function columns(character) {
  return WIDE.test(character) ? 2 : 1
}

// No key of interest needs more than this many code units for the few characters at its end; a 64 kB key must not be cut up whole.
const END = 240

/** The end of a text in `room` columns, cut between characters; what was cut is shown by an ellipsis. */
export function tail(text, room) {
  const end = text.length > END
  const seen = characters(end ? text.slice(-END) : text)
  if (end) seen.shift() // it may be the second half of something
  const all = seen.reduce((sum, character) => sum + columns(character), 0)
  if (!end && all <= room) return text
  let left = room - 1
  let from = seen.length
  while (from > 0 && columns(seen[from - 1]) <= left) left -= columns(seen[--from])
  return '…' + seen.slice(from).join('')
}

/** The beginning of a text in `room` columns. */
export function head(text, room) {
  const seen = characters(text.slice(0, END))
  let left = room
  let to = 0
  while (to < seen.length && columns(seen[to]) <= left) left -= columns(seen[to++])
  if (to === seen.length && text.length <= END) return text
  while (to > 0 && left < 1) left += columns(seen[--to])
  return seen.slice(0, to).join('') + '…'
}

/**
 * Control characters as their pictures: a line break in a key would otherwise end the line, and a bell shows nothing.
 * Those that turn the direction of writing, or show nothing either, stand as ↔: obeyed, they would make one key look like another.
 */
export function visible(text) {
  return text.replace(/[\u0000-\u001F]/g, c => String.fromCharCode(0x2400 + c.charCodeAt(0))).replace(/[\u007F]/g, '␡').replace(/[\u2028\u2029\u0080-\u009F]/g, '␤')
    .replace(/[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g, '↔')
}

/** The end of a key as a cell shows it. The empty key and a key of blanks must not look like no key. */
export function keyTail(key, room) {
  if (key === '') return '""'
  const shown = visible(key)
  return tail(shown.trim() === '' ? shown.replaceAll(' ', '␣') : shown, room)
}

/**
 * What a cell shows of a record without a key: the last string or number of its value if that is JSON (`shipped` of
 * `{"order":61,"event":"shipped"}`), else the end of the text. Of a value that we have only the beginning of, its beginning.
 */
export function valueTail(value, cut, room) {
  if (cut) return head(visible(value), room)
  if (/^\s*[[{"]/.test(value)) {
    const words = value.match(/"(?:[^"\\]|\\.)*"|[^\s{}[\]:,"]+/g)
    if (words) return tail(visible(plain(words[words.length - 1])), room)
  }
  return tail(visible(value), room)
}

function plain(word) {
  if (!word.startsWith('"')) return word
  try {
    return JSON.parse(word)
  } catch {
    return word.slice(1, -1)
  }
}

/**
 * A value laid out for reading: lines of {depth, text}. Every token stands exactly as it was typed (12.40 stays 12.40);
 * only blanks between tokens change, and those only where the JSON is longer than `width`.
 */
export function pretty(value, width = 72) {
  const lines = value.split(/\r?\n/)
  if (lines.length === 1 && value.length <= width) return [{ depth: 0, text: value }]
  const tokens = tokensOf(value)
  return tokens ? layOut(tokens, width) : lines.map(text => ({ depth: 0, text }))
}

function tokensOf(value) {
  if (!/^\s*[[{]/.test(value)) return null
  const token = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/gy
  const tokens = []
  let at = 0
  for (let found; (found = token.exec(value));) {
    tokens.push(found[1])
    at = token.lastIndex
  }
  const depth = tokens.reduce((sum, t) => sum + (t === '{' || t === '[' ? 1 : t === '}' || t === ']' ? -1 : 0), 0)
  return value.slice(at).trim() === '' && depth === 0 ? tokens : null
}

function layOut(tokens, width) {
  const lines = []
  let depth = 0
  let line = ''
  const end = () => { if (line) lines.push({ depth, text: line }); line = '' }
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]
    if (token === '{' || token === '[') {
      const closed = closing(tokens, i)
      const flat = inline(tokens.slice(i, closed + 1))
      if (depth > 0 && line.length + flat.length + depth * 2 <= width) {
        line += flat
        i = closed
      } else {
        line += token
        end()
        depth++
      }
    } else if (token === '}' || token === ']') {
      end()
      depth--
      line = token
    } else if (token === ',') {
      line += token
      end()
    } else line += token === ':' ? ': ' : token
  }
  end()
  return lines
}

function closing(tokens, from) {
  let open = 0
  for (let i = from; i < tokens.length; i++) {
    if (tokens[i] === '{' || tokens[i] === '[') open++
    else if ((tokens[i] === '}' || tokens[i] === ']') && --open === 0) return i
  }
  return tokens.length - 1
}

const inline = tokens => tokens.map(token => token === ',' ? ', ' : token === ':' ? ': ' : token).join('')

/** A name in two parts, so that CSS can take out its middle: `billing-service-12` keeps its `-12`. */
export function halves(name, keep = 4) {
  const seen = characters(name)
  return seen.length <= keep * 2 ? [name, ''] : [seen.slice(0, -keep).join(''), seen.slice(-keep).join('')]
}
