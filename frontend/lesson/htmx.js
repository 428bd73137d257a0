/**
 * htmx, from when somebody turns to the document: until then there is nothing for it to do, and it would be a sixth of all
 * that a page loads. What is pressed before it has come waits for it.
 */

const ADDRESS = '/frontend/vendor/htmx.min.js'
let coming = null

/** htmx as soon as it is there. It is fetched when it is first asked for, and again where that failed. */
export function htmx() {
  coming ??= fetched().catch(fault => {
    coming = null
    throw fault
  })
  return coming
}

async function fetched() {
  // It looks through the document once it is whole, and a script that comes just before that is told of it too late.
  if (document.readyState !== 'complete') await new Promise(done => addEventListener('load', done, { once: true }))
  await new Promise((done, failed) => {
    const script = document.createElement('script')
    script.addEventListener('load', done)
    script.addEventListener('error', () => failed(new Error('htmx did not come')))
    script.src = ADDRESS
    document.head.append(script)
  })
  return window.htmx
}

/**
 * Has htmx come for a document.
 * @param {HTMLElement} root what it works in; @param {() => void} onFault it could not be had
 */
export function bringHtmx(root, onFault) {
  const soon = () => { htmx().catch(() => {}) } // Whoever presses something hears of the fault.
  for (const sign of ['pointerover', 'pointerdown', 'focusin']) root.addEventListener(sign, soon, { once: true, passive: true })

  /** Does once more what was done too early. */
  const later = (kind, find, again) => root.addEventListener(kind, async event => {
    const element = window.htmx ? null : find(event)
    if (!element) return
    if (kind !== 'toggle') event.preventDefault()
    event.stopImmediatePropagation()
    try {
      await htmx()
      again(element, event)
    } catch {
      if (element.href) location.assign(element.href)
      else onFault()
    }
  }, { capture: true })
  const isPlain = event => !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  later('click', event => isPlain(event) && event.target.closest('a[hx-get], button[hx-get], button[hx-post]'), element => element.click())
  later('submit', event => event.target.closest('form[hx-post]'), (form, event) => form.requestSubmit(event.submitter))
  later('toggle', event => event.target.querySelector('[hx-trigger^=toggle]') && event.target, details => details.dispatchEvent(new Event('toggle')))

  // A page that was loaded anew goes back to one that htmx had put in its place.
  addEventListener('popstate', event => { if (!window.htmx && event.state?.htmx) location.reload() })
}
