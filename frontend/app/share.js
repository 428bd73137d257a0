import { el, say } from './dom.js'

/** The dialog that gives a copy away, fetched when it is opened for the first time. Answers with what opens it. */
export function makeShare({ button, words, share, file, bringIn, savePicture }) {
  const address = el('input', { type: 'text', class: 'field', readonly: true, 'aria-label': words('page.share.address') })
  const copy = el('button', { type: 'button', class: 'button main', onclick: copyAddress }, words('page.share.copy'))
  const status = el('p', { class: 'note', role: 'status' })
  const pictureStatus = el('p', { class: 'note', role: 'status' })
  const fileStatus = el('p', { class: 'note', role: 'status' })
  const dialog = el('dialog', { class: 'sheet-of-paper', 'aria-labelledby': 'share-title' },
    el('div', { class: 'inner' },
      el('h2', { id: 'share-title' }, words('page.share.title')),
      el('p', {}, words('page.share.copy-is')),
      el('div', { class: 'address' }, address, copy),
      status,
      el('p', {}, words('page.share.write-access')),
      el('h3', {}, words('page.file.title')),
      el('p', {}, words('page.file.what')),
      el('div', { class: 'address' },
        el('a', { class: 'button', href: file, download: 'sandbox.carril.json' }, words('page.file.export')),
        el('label', { class: 'button' }, words('page.file.import'),
          el('input', { type: 'file', class: 'hidden', accept: '.json,.txt,application/json,text/plain', onchange: event => bring(event.target) }))),
      fileStatus,
      el('h3', {}, words('page.export.title')),
      el('p', {}, words('page.export.what')),
      el('div', { class: 'address' },
        ['svg', 'png'].map(kind => el('button', { type: 'button', class: 'button', onclick: () => picture(kind) }, words('page.export.' + kind)))),
      pictureStatus,
      el('form', { method: 'dialog', class: 'ends' }, el('button', { class: 'button' }, words('page.share.close')))))
  // Inside the container, so that its sizes are the page's.
  button.closest('.scale').append(dialog)

  async function copyAddress() {
    address.select()
    try {
      await navigator.clipboard.writeText(address.value)
      say(status, words('page.share.copied'))
    } catch {
      // No clipboard (plain http from another machine, or refused): the address is selected, the keys do it.
      say(status, words('page.share.copy-by-hand'))
    }
  }

  /** Another sandbox is made of the file; the one that is shown stays as it is. */
  async function bring(input) {
    const [chosen] = input.files
    input.value = ''
    if (!chosen) return
    say(fileStatus, words('page.file.reading'))
    try {
      location.href = await bringIn(chosen)
    } catch (problem) {
      say(fileStatus, problem.message)
    }
  }

  async function picture(kind) {
    say(pictureStatus, words('page.export.making'))
    try {
      say(pictureStatus, await savePicture(kind))
    } catch {
      say(pictureStatus, words('page.export.failed'))
    }
  }

  return async function open() {
    say(fileStatus, '')
    say(pictureStatus, '')
    address.value = ''
    copy.hidden = true
    say(status, words('page.share.making'))
    dialog.showModal()
    const first = document.activeElement
    try {
      address.value = await share()
      copy.hidden = false
      // Who has gone on meanwhile stays there.
      if (document.activeElement === first) copy.focus()
      say(status, '')
    } catch {
      say(status, words('page.share.failed'))
    }
  }
}
