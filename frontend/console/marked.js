/** A line in three parts, the middle one being where an error is, short enough to be read when the line is not. */

const SHOWN_MAX = 400
const BEFORE_MAX = 120

/**
 * @param {string} line
 * @param {number} column 1-based, in UTF-16 units, as the server counts
 * @param {number} length 0 where something is missing
 */
export function marked(line, column, length) {
  const from = Math.min(Math.max(column - 1, 0), line.length)
  const to = Math.min(from + Math.max(length, 0), line.length)
  const start = from > BEFORE_MAX && line.length > SHOWN_MAX ? whole(line, from - BEFORE_MAX) : 0
  const end = line.length - start > SHOWN_MAX ? whole(line, start + SHOWN_MAX) : line.length
  return {
    before: (start > 0 ? '… ' : '') + line.slice(start, from),
    at: line.slice(from, Math.min(to, end)),
    after: line.slice(Math.min(to, end), end) + (end < line.length ? ' …' : ''),
  }
}

/** The line with its marked part replaced, and where the caret then stands. */
export function mended(line, column, length, suggestion) {
  const from = Math.min(Math.max(column - 1, 0), line.length)
  const to = Math.min(from + Math.max(length, 0), line.length)
  return { line: line.slice(0, from) + suggestion + line.slice(to), caret: from + suggestion.length }
}

/** A line as it is shown when nothing in it is wrong: whole, unless it is too long to be of use. */
export function shortened(text, max = 2000) {
  return text.length <= max ? { text, more: 0 } : { text: text.slice(0, whole(text, max)), more: text.length - whole(text, max) }
}

/** The nearest place at or before `at` that does not cut a character in two. */
function whole(text, at) {
  const unit = text.charCodeAt(at)
  return unit >= 0xDC00 && unit <= 0xDFFF && at > 0 ? at - 1 : at
}
