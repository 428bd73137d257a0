/** The screen itself: whole, awake, and without a cursor that stands about. Each works without the others. */

const IDLE_MILLIS = 3000

/**
 * @param {object} of
 * @param {HTMLElement} of.page
 * @param {() => void} of.onLeft the browser ended full screen by itself, as Escape does
 */
export function makeScreen({ page, onLeft }) {
  let on = false
  let awake = null
  let asking = false
  let timer = null
  let wanted = false

  async function stayAwake() {
    if (!on || document.hidden || asking || (awake && !awake.released)) return
    asking = true
    try {
      awake = await navigator.wakeLock.request('screen')
      if (!on) awake.release()
    } catch {
      awake = null // not on this browser, or the battery is low
    }
    asking = false
  }

  async function fill() {
    try {
      await page.requestFullscreen({ navigationUI: 'hide' })
      wanted = true
      // Chromium then gives Escape to the page, so that it first closes what is open; held down it still leaves.
      await navigator.keyboard?.lock?.(['Escape'])
    } catch {
      // Not allowed, or not without a press: the view works in a window too.
    }
  }

  function moved() {
    page.classList.remove('is-idle')
    clearTimeout(timer)
    timer = setTimeout(() => page.classList.add('is-idle'), IDLE_MILLIS)
  }

  document.addEventListener('visibilitychange', stayAwake)
  document.addEventListener('fullscreenchange', () => {
    if (document.fullscreenElement || !wanted) return
    wanted = false
    navigator.keyboard?.unlock?.()
    if (on) onLeft()
  })

  return {
    enter() {
      on = true
      fill()
      stayAwake()
      moved()
      document.addEventListener('pointermove', moved)
      document.addEventListener('pointerdown', moved)
    },
    leave() {
      on = false
      wanted = false
      awake?.release()
      awake = null
      clearTimeout(timer)
      page.classList.remove('is-idle')
      document.removeEventListener('pointermove', moved)
      document.removeEventListener('pointerdown', moved)
      navigator.keyboard?.unlock?.()
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
    },
    turn() {
      if (!document.fullscreenElement) return fill()
      wanted = false
      document.exitFullscreen().catch(() => {})
    },
  }
}
