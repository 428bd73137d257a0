import { el, say, set, sync } from '../app/dom.js'

/** Keys come faster than this while one types; the server is asked when they pause. */
const PAUSE_MILLIS = 70

/**
 * What could stand at the caret, as an ARIA combobox: `input` keeps the focus, `list` stands above it. It never runs
 * anything. Nothing is chosen until an arrow key or a pointer chooses, so Enter and Tab keep their own meaning till then.
 *
 * @param {object} of
 * @param {HTMLInputElement} of.input
 * @param {HTMLElement} of.list a `ul`
 * @param {HTMLElement} of.ghost stands behind the input and shows how the first option would go on
 * @param {(line: string, cursor: number) => Promise<object|null>} of.ask
 * @param {() => void} of.onPut after an option was put in the line
 */
export function makeCompletion({ input, list, ghost, ask, onPut }) {
  const typed = el('span')
  const rest = el('span')
  ghost.append(typed, rest)

  let options = []
  let range = { from: 0, to: 0 }
  let chosen = -1
  let asked = 0
  let timer = null

  set(input, { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': list.id, 'aria-expanded': 'false' })
  set(list, { role: 'listbox', hidden: true })
  // The input keeps the focus, or a click on an option would close the list before it is one.
  list.addEventListener('pointerdown', event => event.preventDefault())
  list.addEventListener('mousedown', event => event.preventDefault())
  list.addEventListener('click', event => {
    const place = [...list.children].indexOf(event.target.closest('[role=option]'))
    if (place >= 0) put(place)
  })

  function draw() {
    const isOpen = options.length > 0
    sync(list, options, option => option.text,
      option => el('li', { role: 'option' }, el('span', { class: 'mono' }, option.text), el('span', { class: 'soft' })),
      (item, option) => {
        const place = options.indexOf(option)
        set(item, { id: list.id + '-' + place, 'aria-selected': String(place === chosen) })
        say(item.lastElementChild, option.note ?? '')
      })
    list.hidden = !isOpen
    set(input, { 'aria-expanded': String(isOpen), 'aria-activedescendant': chosen >= 0 ? list.id + '-' + chosen : null })
    if (chosen >= 0) list.children[chosen].scrollIntoView({ block: 'nearest' })
    drawGhost()
  }

  function drawGhost() {
    const begun = input.value.slice(range.from)
    const first = options[0]?.text ?? ''
    const fits = begun !== '' && first.length > begun.length && first.startsWith(begun)
      && input.selectionStart === input.value.length && input.scrollWidth <= input.clientWidth
    say(typed, fits ? input.value : '')
    say(rest, fits ? first.slice(begun.length) : '')
  }

  function take(answer) {
    const seen = new Set()
    options = (answer?.options ?? []).filter(option => !seen.has(option.text) && seen.add(option.text))
    // What stands there already is no offer.
    if (options.length === 1 && answer.to === input.value.length && options[0].text === input.value.slice(answer.from)) options = []
    range = { from: answer?.from ?? 0, to: answer?.to ?? 0 }
    chosen = -1
    draw()
  }

  async function request() {
    timer = null
    const mine = ++asked
    const line = input.value
    const cursor = input.selectionEnd ?? line.length
    const answer = await ask(line, cursor)
    // Another key, another line or an Escape came first: this answer is about something that is no longer there.
    if (mine !== asked || input.value !== line) return
    take(answer)
  }

  function close() {
    clearTimeout(timer)
    timer = null
    asked++
    if (options.length > 0) take(null)
    else drawGhost()
  }

  function choose(place) {
    chosen = place
    draw()
  }

  function put(place) {
    const option = options[place]
    const { from, to } = range
    const atEnd = to >= input.value.length
    // A word that is whole is followed by the next one; one that asks for its value (`key=`) is not.
    const text = option.text + (atEnd && !/[=\s]$/.test(option.text) ? ' ' : '')
    input.setRangeText(text, from, Math.min(to, input.value.length), 'end')
    take(null)
    onPut()
  }

  return {
    /** The line changed: ask again when the keys pause. */
    changed() {
      clearTimeout(timer)
      timer = setTimeout(request, PAUSE_MILLIS)
      asked++
      drawGhost()
    },

    /** Ask now, for who opens the list on purpose. */
    open() {
      clearTimeout(timer)
      return request()
    },

    close,
    isOpen: () => options.length > 0,
    isChosen: () => chosen >= 0,

    /** Whether the key was one of the list's. The caller then leaves it alone. */
    key(event) {
      const isOpen = options.length > 0
      const plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
      switch (event.key) {
        case 'ArrowDown':
          if (!isOpen || !plain) return false
          choose(chosen + 1 < options.length ? chosen + 1 : 0)
          return true
        case 'ArrowUp':
          if (chosen < 0 || !plain) return false
          choose(chosen - 1)
          return true
        case 'ArrowRight':
          if (!plain || rest.textContent === '' || input.selectionStart !== input.value.length) return false
          put(0)
          return true
        case 'Enter':
        case 'Tab':
          if (chosen < 0 || !plain) return false
          put(chosen)
          return true
        case 'Escape':
          if (!isOpen) return false
          close()
          return true
        default:
          return false
      }
    },
  }
}
