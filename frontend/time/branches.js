/** The lines that were left: where each leaves, what it has, and the ways to it. Docked beside the picture. */
import { el, say, set, sync } from '../app/dom.js'
import { clock } from './steps.js'

/**
 * @param {object} of
 * @param {Element} of.root hidden while the list is closed
 * @param {(key: string, values?: object) => string} of.words
 * @param {object} of.on what is asked for: look(branch), takeUp(branch), beside(branch), close
 */
export function makeBranches({ root, words, on }) {
  const refs = new WeakMap()
  const title = el('h2', { class: 'rule', tabindex: -1 }, el('b', {}, words('page.time.branches')))
  const none = el('p', { class: 'soft' }, words('page.time.branches.none'))
  const list = el('ul', {})
  root.append(el('header', {}, title, el('button', { type: 'button', class: 'button bare', onclick: on.close }, words('page.time.branches.close'))), none, list)
  root.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    on.close()
  })

  function make() {
    const where = el('b')
    const until = el('span', { class: 'soft' })
    const first = el('code')
    const rest = el('span', { class: 'soft' })
    const last = el('code')
    const act = (name, then) => el('button', { type: 'button', class: 'button', onclick: event => then(refs.get(event.currentTarget.closest('li')).branch) }, words('page.time.branch.' + name))
    const acts = [['look', on.look], ['beside', on.beside], ['take-up', on.takeUp]].map(([name, then]) => act(name, then))
    const item = el('li', {}, el('p', {}, where, ' ', until), el('p', { class: 'line' }, first), el('p', { class: 'line' }, rest, last), el('div', { class: 'acts', role: 'group' }, acts))
    refs.set(item, { where, until, first, rest, last, acts: item.lastChild, branch: null })
    return item
  }

  return {
    /** @param {object[]} branches as the server tells them; @param {?string} looked the tip of the one that is shown */
    draw(branches, looked) {
      none.hidden = branches.length > 0
      sync(list, branches, branch => branch.tip, make, (item, branch) => {
        const own = refs.get(item)
        own.branch = branch
        set(item, { 'aria-current': branch.tip === looked ? 'true' : null })
        const name = words('page.time.branch', { at: branch.leavesAt, n: branch.length })
        say(own.where, name)
        say(own.until, words('page.time.branch.until', { time: clock(branch.moment) }))
        say(own.first, branch.first)
        set(own.first, { title: branch.first })
        own.rest.parentElement.hidden = branch.length < 2
        say(own.rest, branch.length > 2 ? words('page.time.branch.between', { n: branch.length - 2 }) + ' ' : '')
        say(own.last, branch.last)
        set(own.last, { title: branch.last })
        set(own.acts, { 'aria-label': name })
      })
    },
    focus: () => title.focus(),
  }
}
