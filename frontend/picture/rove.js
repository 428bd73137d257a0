/**
 * The picture by keyboard. Its cells are one tab stop: Left and Right go along the offsets, Up and Down across the
 * partitions, Home and End to the ends; a window that does not show where they lead moves along. The lags are a second
 * tab stop, with Up and Down between them. Elements that are kept keep the focus; one that goes hands it on.
 */
import { cellOf } from './partition.js'
import { place } from './window.js'

export function makeRove(root, view) {
  let cell = null // {id, offset: number | 'next'}
  let lagStop = null
  let stop = null

  root.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.altKey || event.metaKey || event.isComposing) return
    const lag = event.target.closest('.lag')
    if (lag) return moveLag(event, lag)
    const thing = view.things.get(event.target)
    if (!thing || (thing.kind !== 'record' && thing.kind !== 'next')) return
    const from = { id: `${thing.topic}:${thing.partition}`, offset: thing.kind === 'next' ? 'next' : thing.offset }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      if (thing.kind === 'record') view.pick(thing)
      return
    }
    const to = step(event.key, event.ctrlKey, from)
    if (to === undefined) return
    event.preventDefault()
    if (to) go(to)
  })

  root.addEventListener('focusin', event => {
    const thing = view.things.get(event.target)
    if (thing?.kind === 'record' || thing?.kind === 'next') {
      cell = { id: `${thing.topic}:${thing.partition}`, offset: thing.kind === 'next' ? 'next' : thing.offset }
      settle()
    } else if (event.target.classList?.contains('lag')) {
      lagStop = event.target
      settle()
    }
  })

  /** Where a key leads: undefined for other keys, null where there is nothing further. */
  function step(key, ctrl, { id, offset }) {
    const ids = [...view.rows.keys()]
    const row = view.rows.get(id)
    if (!row?.layout) return undefined
    const { of } = row
    const here = offset === 'next' ? of.end : offset
    switch (key) {
      case 'ArrowLeft': return to(id, before(of, here))
      case 'ArrowRight': return offset === 'next' ? null : { id, offset: after(of, here) }
      case 'ArrowUp': return across(ids, ids.indexOf(id) - 1, here)
      case 'ArrowDown': return across(ids, ids.indexOf(id) + 1, here)
      case 'Home': return ctrl ? across(ids, 0, here) : to(id, firstOf(of) ?? 'next')
      case 'End': return ctrl ? across(ids, ids.length - 1, here) : to(id, before(of, of.end) ?? 'next')
      default: return undefined
    }
    /** The cell of another partition that stands under (or over) this one. */
    function across(all, index, from) {
      const target = view.rows.get(all[index])
      if (!target) return null
      if (!target.layout) return { id: all[index], offset: 'nearest' }
      const x = place(row.layout, from).x
      let best = null
      for (const part of target.layout.parts) {
        if (part.kind !== 'record' && part.kind !== 'next') continue
        if (best === null || Math.abs(part.x - x) < Math.abs(best.x - x)) best = part
      }
      return best && { id: all[index], offset: best.kind === 'next' ? 'next' : best.offset }
    }
  }

  const to = (id, offset) => offset === null || offset === undefined ? null : { id, offset }

  function go(target) {
    cell = target
    if (target.offset === 'nearest' || target.offset === 'next') view.follow(target.id)
    else view.reveal(target.id, target.offset)
    const row = view.rows.get(target.id)
    if (target.offset === 'nearest') cell = { id: target.id, offset: row.layout ? before(row.of, row.of.end) ?? 'next' : 'next' }
    settle()
    const element = row?.layout && cellOf(row, cell.offset)
    if (!element) return
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  function moveLag(event, lag) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const all = [...root.querySelectorAll('.lag')]
    all[all.indexOf(lag) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  }

  /** Exactly one cell can be tabbed to. */
  function settle() {
    let row = cell && view.rows.get(cell.id)
    let element = row?.layout && cellOf(row, cell.offset)
    if (!element) {
      row = row?.layout ? row : firstFurnished(view.rows.values())
      element = row && (cellOf(row, before(row.of, row.layout.until) ?? 'next') ?? cellOf(row, 'next') ?? row.cells?.querySelector('.cell'))
    }
    if (element !== stop) {
      if (stop) stop.tabIndex = -1
      stop = element ?? null
      if (stop) stop.tabIndex = 0
    }
    if (!lagStop?.isConnected) {
      lagStop = view.hasReaders ? root.querySelector('.lag') : null
      if (lagStop) lagStop.tabIndex = 0
    } else if (lagStop.tabIndex !== 0) {
      for (const other of root.querySelectorAll('.lag[tabindex="0"]')) other.tabIndex = -1
      lagStop.tabIndex = 0
    }
  }

  return {
    settle,
    /** The offset that has the focus in a row: the window must not slide it away. */
    held: id => cell?.id === id && cell.offset !== 'next' && stop === root.ownerDocument.activeElement ? cell.offset : null,
    /** Before a drawing: was the focus on a cell? After it: if that cell is gone, its neighbour takes over. */
    hadFocus: () => stop !== null && stop === root.ownerDocument.activeElement,
    restore() {
      if (stop && root.ownerDocument.activeElement !== stop) stop.focus({ preventScroll: true })
    },
  }
}

function firstFurnished(rows) {
  for (const row of rows) if (row.layout) return row
  return undefined
}

function before(of, offset) {
  for (let at = offset - 1; at >= of.start; at--) if (of.has(at)) return at
  return null
}

function after(of, offset) {
  for (let at = offset + 1; at < of.end; at++) if (of.has(at)) return at
  return 'next'
}

function firstOf(of) {
  for (let at = of.start; at < of.end; at++) if (of.has(at)) return at
  return null
}
