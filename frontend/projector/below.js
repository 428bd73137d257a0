/** What a hall does not see of a stage that is higher than the screen: that there is more is said, and two keys lead there and back. */
import { el, hide, say } from '../app/dom.js'

/** So much of the stage it goes on by at once: something of what was seen stays in sight. */
const PART = .8
/** Less than this, in pixels, is no more than a margin. */
const LEAST = 12

export function makeBelow({ stage, words }) {
  const said = el('span')
  const element = el('p', { class: 'below', hidden: true }, said)
  let isOn = false
  let scheduled = 0
  let observed = new WeakSet()

  const watch = () => { if (isOn && !scheduled) scheduled = requestAnimationFrame(look) }
  const sizes = new ResizeObserver(watch)
  stage.addEventListener('scroll', watch, { passive: true })

  function look() {
    scheduled = 0
    if (!isOn) return
    // What is in the stage grows without it. To observe the same once more would be told at once, and so without end.
    for (const one of [stage, ...stage.querySelectorAll('.topics, .instances')]) {
      if (observed.has(one)) continue
      observed.add(one)
      sizes.observe(one)
    }
    const end = stage.getBoundingClientRect().bottom
    const more = moreBelow({ rest: stage.scrollHeight - stage.clientHeight - stage.scrollTop, ends: [...stage.querySelectorAll('#picture .instance')].map(one => one.getBoundingClientRect().bottom), end })
    hide(element, more === null)
    if (more !== null) say(said, more === 0 ? words('page.projector.below.rest') : words('page.projector.below', { n: more }))
  }

  return {
    element,
    enter() {
      isOn = true
      watch()
    },
    watch,
    leave() {
      isOn = false
      sizes.disconnect()
      observed = new WeakSet()
      hide(element, true)
    },
    go(by) { stage.scrollBy({ top: by * stage.clientHeight * PART }) },
    top() { if (isOn) stage.scrollTop = 0 },
  }
}

/**
 * How many instances are not seen whole; null where nothing is below. Pure.
 * @param {object} of `rest`: so much is below; `ends`: where each instance ends; `end`: where the stage does
 */
export function moreBelow({ rest, ends, end }) {
  return rest < LEAST ? null : ends.filter(one => one > end + LEAST).length
}
