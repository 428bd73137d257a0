import { summary } from '../picture/summary.js'
import { el, say } from './dom.js'

/**
 * The dialog that gives a copy away, fetched when it is opened for the first time. Answers with what opens it.
 * @param {string} of.sandbox its id; @param {object} of.time what knows the pictures; @param {Element} of.stage what they stand on
 */
export function makeShare({ button, words, language, sandbox, time, stage }) {
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
        el('a', { class: 'button', href: `/sandbox/${sandbox}/export`, download: 'sandbox.carril.json' }, words('page.file.export')),
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
      say(pictureStatus, await savePicture(kind, { words, language, time, stage }))
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
      address.value = await askForCopy(sandbox)
      copy.hidden = false
      // Who has gone on meanwhile stays there.
      if (document.activeElement === first) copy.focus()
      say(status, '')
    } catch {
      say(status, words('page.share.failed'))
    }
  }
}

async function askForCopy(sandbox) {
  const answer = await fetch(`/sandbox/${sandbox}/share`, { method: 'POST' })
  if (!answer.ok) throw new Error(`share: ${answer.status}`)
  return new URL((await answer.json()).address, location.href).href
}

/** Makes a sandbox of a file; its address, or an error that says what is wrong with the file. */
async function bringIn(file) {
  const answer = await fetch('/import', { method: 'POST', body: file })
  const { address, error } = await answer.json()
  if (!answer.ok) throw new Error(error.message)
  return address
}

/** More elements than this take longer to read than somebody waits: then only what is on the screen is saved. */
const ELEMENTS_MAX = 20_000

/** Saves what the stage shows. Answers with a sentence that says what became of it. */
async function savePicture(kind, { words, language, time, stage }) {
  const { drawSvg, paintPng, save } = await import('../export/picture-file.js')
  const { pictures } = time
  const inSight = pictures.reduce((sum, one) => sum + one.weight, 0) > ELEMENTS_MAX
  const draw = () => drawSvg({
    stage, inSight, language, title: words('page.export.name', { where: time.says() }), about: summary(time.facts, words), says: time.isPast ? time.says() : '',
  })
  const drawn = inSight ? draw() : pictures.reduceRight((work, one) => () => one.wholly(work), draw)()
  const blob = kind === 'svg' ? new Blob([drawn.svg], { type: 'image/svg+xml' }) : await paintPng(drawn)
  if (blob === null) return words('page.export.too-large')
  const name = `carril-${time.at}.${kind}`
  save(blob, name)
  return words(inSight ? 'page.export.saved-in-sight' : 'page.export.saved', { name })
}
