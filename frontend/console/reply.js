import { el } from '../app/dom.js'
import { marked, shortened } from './marked.js'

/** The line as it was typed, before its answer. */
export function drawSaid(line, place, words) {
  const { text, more } = shortened(line)
  return el('p', { class: 'said' },
    text,
    more > 0 && el('span', { class: 'soft place' }, ' ' + words('page.console.more-characters', { n: more })),
    place && el('span', { class: 'soft place' }, '  ' + words('page.console.place', { n: place.place, all: place.of })))
}

/** A reply that is well: its sentences and tables. */
export function drawPieces(pieces) {
  return pieces.map(piece => piece.columns ? drawTable(piece) : drawSentence(piece.sentence))
}

function drawSentence(text) {
  // Where a record is (`p1:0`) is what one looks for in a line of text, so it is in ink, and the record in mono.
  const place = /^p\d+:\d+(?=\s|$)/.exec(text)
  if (!place) return el('p', {}, text)
  return el('p', { class: 'record' }, el('b', {}, place[0]), text.slice(place[0].length))
}

function drawTable({ columns, rows }) {
  const number = place => columns[place]?.number ? 'n' : null
  return el('div', { class: 'scroll' },
    el('table', { class: 'sheet mono' },
      el('thead', {}, el('tr', {}, columns.map((column, place) => el('th', { scope: 'col', class: number(place) }, column.title)))),
      el('tbody', {}, rows.map(row => el('tr', {}, row.map((cell, place) => el('td', { class: number(place) }, cell ?? '')))))))
}

/** The line of an error again, with the place marked. */
export function drawMarked(line, error) {
  if (!error.column) return drawSaid(line, null, null)
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

/** A reply in one sentence, for ears. */
export function told(reply, words) {
  if (!reply.ok) return words('page.console.error', { message: reply.error.message })
  const pieces = reply.pieces ?? []
  const sentence = pieces.find(piece => piece.sentence)?.sentence
  if (sentence) return shortened(sentence, 300).text
  const table = pieces.find(piece => piece.columns)
  return table ? words('page.console.table', { n: table.rows.length }) : words('page.console.done')
}
