/** How the projector's picture is set for the hall: dark on light or the other way, brightness, contrast, size. Remembered. */

const KEY = 'carril-projector'
/** Percent. Sizes begin at the least that can be read from the last row. */
const STEPS = { size: [100, 115, 130, 150, 175, 200], brightness: [50, 60, 70, 80, 90, 100, 115, 130], contrast: [100, 115, 130, 150, 175, 200] }
export const PLAIN = Object.freeze({ invert: false, size: 100, brightness: 100, contrast: 100 })

const MEANS = { larger: ['size', 1], smaller: ['size', -1], lighter: ['brightness', 1], darker: ['brightness', -1], stronger: ['contrast', 1], weaker: ['contrast', -1] }

/** The looks after a key. Pure. */
export function changed(looks, action) {
  if (action === 'plain') return { ...PLAIN }
  if (action === 'invert') return { ...looks, invert: !looks.invert }
  const [what, by] = MEANS[action]
  const at = STEPS[what].indexOf(looks[what])
  return { ...looks, [what]: STEPS[what][Math.min(STEPS[what].length - 1, Math.max(0, at + by))] }
}

/** What was kept, as far as it means something. Pure. */
export function readLooks(text) {
  try {
    const kept = JSON.parse(text ?? '{}')
    const looks = { ...PLAIN, invert: kept.invert === true }
    for (const [what, steps] of Object.entries(STEPS)) if (steps.includes(kept[what])) looks[what] = kept[what]
    return looks
  } catch {
    return { ...PLAIN } // somebody else's text under our key
  }
}

/** @param {HTMLElement} page the root element, whose theme and values they are */
export function makeLooks({ page, store }) {
  let looks = readLooks(tried(() => store.getItem(KEY)))
  let before

  function apply() {
    page.toggleAttribute('data-inverted', looks.invert)
    page.toggleAttribute('data-filtered', looks.brightness !== 100 || looks.contrast !== 100)
    page.style.setProperty('--size', looks.size / 100)
    page.style.setProperty('--brightness', looks.brightness / 100)
    page.style.setProperty('--contrast', looks.contrast / 100)
  }

  return {
    enter() {
      before = page.dataset.theme
      page.dataset.theme = 'projector'
      apply()
    },
    leave() {
      if (before === undefined) delete page.dataset.theme
      else page.dataset.theme = before
      for (const name of ['data-inverted', 'data-filtered']) page.removeAttribute(name)
      for (const name of ['--size', '--brightness', '--contrast']) page.style.removeProperty(name)
    },
    /** Whether the action was one of these. The looks are told, for who does not see them. */
    change(action) {
      looks = changed(looks, action)
      apply()
      tried(() => store.setItem(KEY, JSON.stringify(looks)))
      return looks
    },
  }
}

export const isLook = action => action === 'plain' || action === 'invert' || action in MEANS

/** Without a store the looks last as long as the page. */
function tried(work) {
  try {
    return work()
  } catch {
    return null
  }
}
