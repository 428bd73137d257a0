import { el } from '../app/dom.js'
import { marked, shortened } from './marked.js'

/** A cell of so few characters is not broken over lines. */
const SHORT = 24

/** The line as it was typed, before its answer. */
export function drawSaid(line, place, words) {
  const { text, more } = shortened(line)
  return el('p', { class: 'said' },
    text,
    more > 0 && el('span', { class: 'soft place' }, ' ' + words('page.console.more-characters', { n: more })),
    place && el('span', { class: 'soft place' }, '  ' + words('page.console.place', { n: place.place, all: place.of })))
}

/** A reply that is well: its sentences and tables. */
export function drawPieces(pieces, words) {
  return pieces.map(piece => piece.columns ? drawTable(piece, words) : drawSentence(piece.sentence))
}

function drawSentence(text) {
  // Where a record is (`p1:0`) is what one looks for in a sentence, so it is in ink.
  const place = /^p\d+:\d+(?=\s|$)/.exec(text)
  return el('p', {}, place && el('b', {}, place[0]), text.slice(place?.[0].length ?? 0))
}

/** A table. Its first column names the row; without any title it is a list of lines. */
function drawTable({ columns, rows }, words) {
  const number = place => columns[place]?.number ? 'n' : null
  const hasHead = columns.some(column => column.title !== '')
  // A heading without words would be a heading of nothing to who hears it.
  const head = (column, place) => column.title === '' ? el('td') : el('th', { scope: 'col', class: number(place) }, column.title)
  const cell = (text, place) => place === 0 && !number(0)
    ? el('th', { scope: 'row' }, text)
    : el('td', { class: number(place) ?? (text.length <= SHORT ? 'short' : null) }, text)
  return el('div', { class: 'scroll' },
    el('table', { class: hasHead ? 'sheet mono' : 'sheet mono lines', 'aria-label': words('page.console.table', { n: rows.length }) },
      hasHead && el('thead', {}, el('tr', {}, columns.map(head))),
      el('tbody', {}, rows.map(row => el('tr', {}, row.map(cell))))))
}

/** The line of an error again, with the place marked. */
export function drawMarked(line, error, words) {
  // An error of the whole, not of a place in the line: it did not come to run.
  if (!error.column || (error.column === 1 && !error.length)) return drawSaid(line, null, words)
  const { before, at, after } = marked(line, error.column, error.length ?? 0)
  return el('p', { class: 'said' },
    before, el('span', { class: at === '' ? 'wrong-at nothing' : 'wrong-at' }, at), after)
}

/** What was wrong, in words, and a button with what would be right. */
export function drawFault(error, words, onUse) {
  return el('p', { class: 'fault' },
    el('span', {}, error.message),
    error.suggestion && el('button', { type: 'button', class: 'button', onclick: onUse }, words('page.console.use', { name: shortened(error.suggestion, 60).text })))
}

/** A reply in one breath, for ears: its sentences, or how large its table is; never the whole table. */
export function told(reply, words) {
  if (!reply.ok) return words('page.console.error', { message: reply.error.message })
  const pieces = reply.pieces ?? []
  const sentences = pieces.filter(piece => piece.sentence).map(piece => piece.sentence)
  if (sentences.length > 0) return shortened(sentences.join('. '), 300).text
  const table = pieces.find(piece => piece.columns)
  return table ? words('page.console.table', { n: table.rows.length }) : words('page.console.done')
}
