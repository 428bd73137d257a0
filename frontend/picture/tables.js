/** The sandbox's own database beside the log: each SQL table with its last rows. Hidden while there is none. */
import { el, say, set, sync } from '../app/dom.js'
import { restOf } from '../app/facts.js'

/** So many rows say how a table goes on; the rest is a press away. */
const ROWS = 12

/** @param {object} of; @param {Element} of.root what is in it belongs to this module; @param {(key: string, values?: object) => string} of.words */
export function makeTables({ root, words }) {
  const refs = new WeakMap()
  const unfolded = new Set()
  let shown = []
  let differs = null

  function make(table) {
    const name = el('b')
    const about = el('span', { class: 'soft' })
    const head = el('tr')
    const more = el('button', { type: 'button', class: 'more', onclick: () => {
      if (!unfolded.delete(table.table)) unfolded.add(table.table)
      redraw()
    } })
    const body = el('tbody')
    const scroll = el('div', { class: 'scroll' }, el('table', { class: 'sheet', 'aria-label': table.table }, el('thead', {}, head), body))
    const element = el('section', { class: 'sql-table' }, el('h2', { class: 'rule' }, name, about), more, scroll)
    refs.set(element, { name, about, head, more, body, scroll, fact: null, before: null })
    return element
  }

  function draw(element, table) {
    const own = refs.get(element)
    set(element, { class: differs?.has('table:' + table.table) ? 'sql-table differs' : 'sql-table' })
    say(own.name, table.table)
    say(own.about, words('page.table.rows', { n: table.count }))
    sync(own.head, table.columns.map((title, i) => ({ title, i })), column => String(column.i), () => el('th', { scope: 'col' }), (cell, { title, i }) => {
      say(cell, title)
      set(cell, { class: table.numeric[i] ? 'n' : null })
    })
    if (own.fact !== table) {
      own.before = own.fact
      own.fact = table
    }
    const folded = !unfolded.has(table.table) && table.rows.length > ROWS
    const rows = folded ? table.rows.slice(-ROWS) : table.rows
    const hidden = table.count - rows.length
    own.more.hidden = table.rows.length <= ROWS
    say(own.more, folded ? words('page.table.earlier', { n: hidden }) : words('page.table.fewer', { n: ROWS }))
    set(own.more, { 'aria-expanded': String(!folded) })
    const first = table.count - rows.length
    const old = own.before && sameColumns(own.before, table) ? own.before : null
    sync(own.body, rows.map((row, i) => ({ row, at: first + i })), ({ at }) => String(at), () => el('tr'), (line, { row, at }) => {
      set(line, { class: old && changed(old, row, at) ? 'fresh' : null })
      sync(line, row.map((text, i) => ({ text, i })), cell => String(cell.i), () => el('td'), (cell, { text, i }) => {
        say(cell, text ?? words('page.table.null'))
        set(cell, { class: [table.numeric[i] ? 'n' : '', text === null ? 'soft null' : ''].join(' ').trim() || null })
      })
    })
    // Only what scrolls takes a tab stop, and then it has a name.
    const wide = own.scroll.scrollWidth > own.scroll.clientWidth + 1
    set(own.scroll, wide ? { tabindex: 0, role: 'region', 'aria-label': table.table } : { tabindex: null, role: null, 'aria-label': null })
  }

  function redraw() {
    root.hidden = shown.length === 0
    root.parentElement.classList.toggle('has-tables', shown.length > 0)
    sync(root, shown, table => table.table, make, draw)
  }

  return {
    draw({ facts, differs: other = null }) {
      const next = []
      for (const [key, fact] of restOf(facts)) if (key.startsWith('table:')) next.push(fact)
      next.sort((one, other) => isQuery(other) - isQuery(one))
      if (next.length === shown.length && next.every((table, i) => table === shown[i]) && other === differs) return
      differs = other
      shown = next
      redraw()
    },
  }
}

/** What a lesson asks of the tables stands before them: it is what the step is about, and a hall sees what is at the top. */
const isQuery = table => /^select\b/i.test(table.table)

const sameColumns = (a, b) => a.columns.length === b.columns.length && a.columns.every((column, i) => column === b.columns[i])

/** Whether the row that now stands at this place of the table is another one than before. */
function changed(old, row, at) {
  const then = old.rows[at - (old.count - old.rows.length)]
  return !then || then.some((text, i) => text !== row[i])
}
