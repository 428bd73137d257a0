/**
 * The log in short, where it and the lanes do not fit on one screen: a button for each partition that says how far it has
 * come and what holds it, and stays in sight above the lanes. One more leads from the log to the lanes.
 */
import { el, say, set, sync } from '../app/dom.js'
import { shownAs, standingAt } from './model.js'
import { commitSentence } from './rows.js'

/**
 * @param {Element} root what the lanes stand in; @param {object} view the picture's
 * @param {() => ?HTMLElement} first the first thing there that can have the focus
 */
export function makeShort(root, view, first) {
  const list = el('ul')
  const element = el('div', { class: 'in-short' }, list)
  const jump = el('div', { class: 'jump' }, el('button', { type: 'button', class: 'more', onclick: () => {
    root.scrollIntoView({ block: 'start' })
    first()?.focus({ preventScroll: true })
  } }))
  /** By button: what it was drawn of. Of twelve partitions few have something new at a time. */
  const drawn = new WeakMap()
  view.element.insertBefore(jump, root.previousElementSibling)
  root.prepend(element)

  function go(id) {
    const row = view.rows.get(id)?.element
    if (!row) return
    row.scrollIntoView({ block: 'center' })
    // What has come last is what moves.
    ;([...row.querySelectorAll('.cell:not(.next)')].at(-1) ?? row.querySelector('.cell'))?.focus({ preventScroll: true })
  }

  return {
    /** @param {Map<string, object>} rows of the model, by partition */
    draw(rows, words) {
      say(jump.firstChild, words('page.instances.short.lanes'))
      set(list, { 'aria-label': words('page.instances.short') })
      const parts = shortOf(rows)
      sync(list, parts, ({ id }) => id, ({ id }) => el('li', {}, el('button', { type: 'button', onclick: () => go(id) }, el('b'), el('span'))), (item, { row, name, is, point }) => {
        const [button] = item.children
        const before = drawn.get(button)
        if (before?.row === row && before.name === name && before.words === words) return
        drawn.set(button, { row, name, words })
        set(button, { class: `rec is-${is}`, 'aria-label': words('page.instances.short.of', { partition: name, is: commitSentence(row, words) || words('page.table.none') }) })
        say(button.firstChild, name)
        say(button.lastChild, point)
      })
    },
  }
}

/** Pure: for each partition its name, its commit point, and what has become of the offset there: `committed` where there is none. */
export function shortOf(rows) {
  const topics = new Set([...rows.keys()].map(id => id.slice(0, id.lastIndexOf(':'))))
  return [...rows].map(([id, row]) => ({ id, row: row.all ? row.bands[0] : row })).map(({ id, row }) => {
    const { topic, partition, commitPoint } = row.progress
    const is = commitPoint === null ? null : standingAt(row, commitPoint)
    return { id, row, name: topics.size > 1 ? `${topic} p${partition}` : `p${partition}`, is: is === null || is === 'waiting' ? 'committed' : shownAs(is), point: commitPoint === null ? '' : String(commitPoint) }
  })
}
