/** Two moments side by side, each with its picture and its database, and what differs between them. */
import { el, say, set, sync } from '../app/dom.js'
import { Facts } from '../app/facts.js'
import { makePicture } from '../picture/picture.js'
import { makeTableView } from '../picture/table-view.js'
import { makeTables } from '../picture/tables.js'
import { differences } from './differences.js'
import { kept } from './happened.js'

/** So many differences are told at first. */
const TOLD = 8

/**
 * @param {object} of
 * @param {Element} of.root hidden while one picture is enough
 * @param {(key: string, values?: object) => string} of.words
 * @param {(entry: string) => Promise<?object>} of.view how it was after a command, as the server tells it
 * @param {() => void} of.onClose
 */
export function makeBeside({ root, words, view, onClose }) {
  /** Facts of branches, by their tip: what was does not change any more. */
  const known = new Map()
  let lines = []
  let given = { line: { facts: new Facts(), entry: '', name: '' }, now: { facts: new Facts(), entry: '', name: '' } }
  let seen = 'picture'
  let all = false
  let speed = 1
  let isHeld = false
  let motion = []

  const title = el('b')
  const close = el('button', { type: 'button', class: 'button', onclick: onClose }, words('page.time.beside.close'))
  const head = el('h2', { class: 'rule', tabindex: -1 }, el('b', {}, words('page.time.beside')), title)
  const list = el('ul', { class: 'differences' })
  const more = el('button', { type: 'button', class: 'more', onclick: () => { all = !all; draw() } })
  let sides = null

  /** Two more pictures are made when somebody first wants them. */
  function furnish() {
    sides = ['A', 'B'].map(makeSide)
    root.append(el('header', {}, head, close), list, more, el('div', { class: 'sides' }, sides.map(side => side.element)))
  }

  function makeSide(letter) {
    const choice = el('select', { class: 'choice', 'aria-label': words('page.time.beside.side', { side: letter }), onchange: () => choose(side, choice.value) })
    const pictured = el('div', {})
    const tabled = el('div', { hidden: true })
    const database = el('div', { class: 'database', hidden: true })
    const element = el('section', { class: 'side', 'aria-label': words('page.time.beside.side', { side: letter }) },
      el('p', { class: 'which' }, el('b', {}, letter), choice), pictured, tabled, database)
    const side = { letter, element, choice, chosen: 'line', pictured, tabled, facts: new Facts(), entry: '',
      picture: makePicture({ root: pictured, words, name: words('page.time.beside.side', { side: letter }) }), tables: makeTables({ root: database, words }), table: makeTableView({ root: tabled, words }) }
    side.picture.setSpeed(speed)
    side.picture.hold(isHeld)
    return side
  }

  function choose(side, chosen) {
    side.chosen = chosen
    draw()
  }

  function factsOf(chosen) {
    if (chosen === 'line' || chosen === 'now') return given[chosen].facts
    if (known.has(chosen)) return known.get(chosen)
    known.set(chosen, null)
    view(chosen).then(answer => {
      if (answer?.facts) known.set(chosen, new Facts(Object.entries(answer.facts)))
      else known.delete(chosen) // Asked again with the next drawing.
      draw()
    })
    return null
  }

  function draw() {
    if (root.hidden || !sides) return
    const options = [['line', given.line.name], ['now', given.now.name],
      ...lines.map(branch => [branch.tip, words('page.time.beside.branch', { at: branch.leavesAt, n: branch.length, last: short(branch.last) })])]
    for (const side of sides) {
      // A branch that was taken up is no branch any more, and can still be looked at here.
      const own = options.some(([value]) => value === side.chosen) ? options : [...options, [side.chosen, words('page.time.beside.other')]]
      sync(side.choice, own.map(([value, text]) => ({ value, text })), option => option.value, () => el('option'), (option, { value, text }) => {
        set(option, { value })
        say(option, text)
      })
      side.choice.value = side.chosen
      side.facts = factsOf(side.chosen)
      side.entry = given[side.chosen]?.entry ?? side.chosen
    }
    const [a, b] = sides
    if (!a.facts || !b.facts) return say(title, words('page.time.beside.waits'))
    // The same fact in both as the same object makes the comparison cheap.
    const { keys, said } = differences(a.facts, kept(b.facts, a.facts))
    say(title, said.length === 0 ? words('page.time.beside.same') : words('page.time.beside.count', { n: said.length }))
    const told = all ? said : said.slice(0, TOLD)
    sync(list, told.map((one, i) => ({ ...one, i })), one => String(one.i), () => el('li'), (item, one) => say(item, sentence(one)))
    more.hidden = said.length <= TOLD
    say(more, all ? words('page.time.beside.fewer', { n: TOLD }) : words('page.time.beside.all', { n: said.length }))
    set(more, { 'aria-expanded': String(all) })
    for (const side of sides) {
      side.pictured.hidden = seen !== 'picture'
      side.tabled.hidden = seen !== 'table'
      const state = { facts: side.facts, differs: keys }
      side.picture.draw(state, side.chosen === 'line' || (side.chosen === 'now' && given.isNow) ? motion : [])
      side.table.draw(state)
      side.tables.draw(state)
    }
    motion = []
  }

  function sentence({ word, values }) {
    const none = value => value === null ? words('page.time.beside.none') : String(value)
    return words(word, 'a' in values ? { ...values, a: none(values.a), b: none(values.b) } : values)
  }

  return {
    /** Lays the end of a branch beside what is shown, or beside now where it is what is shown. */
    open(tip, shown) {
      root.hidden = false
      if (!sides) furnish()
      all = false
      sides[0].chosen = shown === tip ? 'now' : 'line'
      sides[1].chosen = tip
      draw()
      root.parentElement.scrollTop = 0
      head.focus({ preventScroll: true })
    },
    close() { root.hidden = true },
    get isOpen() { return !root.hidden },
    /** The tip of the branch that is laid beside, or null. */
    get branch() { return sides?.toReversed().map(side => side.chosen).find(one => one !== 'line' && one !== 'now') ?? null },
    /** @param {object} next what the slider shows and what is now, each {facts, entry, name}; `isNow` where they are one */
    draw(next, branches, view_, happened = []) {
      given = next
      lines = branches
      seen = view_
      motion = happened
      draw()
    },
    setSpeed(value) { speed = value; sides?.forEach(({ picture }) => picture.setSpeed(value)) },
    hold(value) { isHeld = value; sides?.forEach(({ picture }) => picture.hold(value)) },
    get pictures() { return sides?.map(({ picture }) => picture) ?? [] },
    step() { sides?.forEach(({ picture }) => picture.step()) },
    get moving() { return sides?.some(({ picture }) => picture.moving) ?? false },
    skip() { sides?.forEach(({ picture }) => picture.skip()) },
    /** The picture that an element of ours stands in, its facts, and the entry whose they are. */
    at: element => sides?.find(side => side.element.contains(element)) ?? null,
  }
}

const short = text => text.length > 40 ? text.slice(0, 40) + '…' : text
