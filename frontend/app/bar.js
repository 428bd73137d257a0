import { el, say } from './dom.js'

/** Says after a while that there is no line to the server, and stops saying so at once when there is. */
export function makeBanner({ root, words, afterMillis = 2000 }) {
  let timer = null
  const show = text => { say(root, text); root.hidden = false }
  return {
    live() {
      clearTimeout(timer)
      timer = null
      root.hidden = true
      say(root, '')
    },
    lost(over) {
      if (over !== undefined) {
        clearTimeout(timer)
        show(words(over === 4404 ? 'page.banner.gone' : 'page.banner.ended'))
        if (over === 4404) root.append(' ', el('a', { href: '/sandbox' }, words('page.banner.new')))
      } else if (timer === null && root.hidden) {
        timer = setTimeout(() => { timer = null; show(words('page.banner.lost')) }, afterMillis)
      }
    },
  }
}
