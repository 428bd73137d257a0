import { el, hide, say, set } from './dom.js'
import { of } from './fold.js'

/** A sandbox with more commands than this is somebody's work: no more hints. */
const COMMANDS_MAX = 12

/** The three things to try: whether each is done is read off the facts, so it cannot disagree with them. */
const STEPS = [
  { name: 'create', done: facts => of(facts, 'topic').length > 0, line: () => 'create topic orders partitions 3' },
  { name: 'produce', done: facts => of(facts, 'topic').some(({ records }) => records > 0), line: facts => `produce ${topic(facts)} key=customer-7 {"order":61,"total":12.40}` },
  { name: 'consume', done: facts => of(facts, 'group').length > 0, line: facts => `consume ${topic(facts)} group billing from-beginning` },
]
const topic = facts => of(facts, 'topic')[0]?.topic ?? 'orders'

const isWork = facts => (facts.get('log')?.count ?? 0) > COMMANDS_MAX

/** Which steps are done, which is next (-1 when all are), and whether to show them at all. */
export function welcomed(facts) {
  const done = STEPS.map(step => step.done(facts))
  const next = done.indexOf(false)
  return { done, next, isEmpty: !done.includes(true), isShown: facts.has('log') && next >= 0 && !isWork(facts) }
}

/**
 * What to try first: all three steps while the sandbox is empty, then one line with the next.
 * Event `line-wanted` with `{line}` bubbles when a button asks for its command to be typed.
 */
export function makeWelcome({ root, words }) {
  const title = el('h2', { id: 'welcome-title' }, words('page.welcome'))
  const steps = STEPS.map(({ name }) => ({ name, button: makeButton() }))
  const whole = el('div', { class: 'whole' },
    el('p', { class: 'lead' }, words('page.welcome.lead')),
    el('ol', { class: 'steps' }, steps.map(({ name, button }) => el('li', { class: 'step' },
      el('h3', {}, words('page.welcome.' + name)), el('p', {}, words(`page.welcome.${name}-why`)), button))))

  const path = el('span', { class: 'path', 'aria-hidden': 'true' }, STEPS.map(() => el('i')))
  const place = el('span', { class: 'soft' })
  const what = el('b')
  const why = el('span', { class: 'soft why' })
  const button = makeButton()
  const line = el('div', { class: 'under-way' }, path, el('p', {}, what, ' ', why), button, place)

  root.append(title, whole, line)

  function makeButton() {
    return el('button', { type: 'button', class: 'button main', onclick: event => root.dispatchEvent(
      new CustomEvent('line-wanted', { bubbles: true, detail: { line: event.currentTarget.textContent, pointerType: event.pointerType } })) })
  }

  function drawButton(element, command) {
    say(element, command)
    set(element, { 'aria-label': words('page.welcome.type', { line: command }) })
  }

  return {
    draw(facts) {
      // The usual case, and known without looking for what is done.
      if (root.hidden && isWork(facts) && !root.closest('.bench').classList.contains('is-new')) return
      const { done, next, isEmpty, isShown } = welcomed(facts)
      hide(root, !isShown)
      root.closest('.bench').classList.toggle('is-new', isShown && isEmpty)
      if (!isShown) return
      title.classList.toggle('hidden', !isEmpty)
      hide(whole, !isEmpty)
      hide(line, isEmpty)
      steps.forEach((step, at) => {
        step.button.classList.toggle('main', at === next)
        drawButton(step.button, STEPS[at].line(facts))
      })
      ;[...path.children].forEach((mark, at) => mark.className = done[at] ? 'did' : at === next ? 'here' : '')
      say(place, words('page.welcome.place', { n: next + 1, all: STEPS.length }))
      say(what, words('page.welcome.' + STEPS[next].name))
      say(why, words(`page.welcome.${STEPS[next].name}-why`))
      drawButton(button, STEPS[next].line(facts))
    },
  }
}
