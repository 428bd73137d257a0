/**
 * A lesson beside the stage: what the document's buttons do. htmx changes the document; picture and console stay, and
 * this module says what stands on them: a reel that is shown, or the sandbox of an exercise.
 */
import { el, say, set } from '../app/dom.js'
import { bringHtmx, htmx } from './htmx.js'
import { hearPointing, kindOf, ledTo } from './pointing.js'
import { makeReel, placeIn, spotName } from './reel.js'
import { actOf } from '../time/keys.js'
import { oneByOne } from './in-turn.js'

/**
 * @param {object} of
 * @param {HTMLElement} of.root the document; htmx owns what is in it
 * @param {HTMLElement} of.reelRoot the bar of what is shown
 * @param {(key: string, values?: object) => string} of.words
 * @param {object} of.stage `show(facts, happened)`, `beside(facts)`
 * @param {(sandbox: ?string) => void} of.connect
 * @param {() => Map<string, object>} of.facts of the sandbox
 */
export function makeLesson({ root, reelRoot, words, picture, time, announce, door, connect, console, facts, stage }) {
  /** What stands on the stage: {kind: 'reel' | 'try' | 'free' | 'bus' | 'nothing', …}. */
  let on = { kind: 'nothing' }
  let missing = []
  let guess = null
  let bus = null
  /** Reels that were fetched, by address, as long as the page lives. */
  const reels = new Map()

  const reel = makeReel({
    root: reelRoot, words, show: stage.show, hold: stage.hold, isMoving: () => picture.moving, speed: () => time.speed, setSpeed: time.setSpeed,
    onChange: drawScript, tryFrom,
  })

  // ---- a hall
  let guide = null
  let guideComes = null
  const bringGuide = () => guideComes ??= import('./guide.js').then(({ makeGuide }) => guide = guideOf(makeGuide), () => { guideComes = null })
  const guideOf = makeGuide => makeGuide({
    words, reel, onChange: door.again,
    stop: () => root.querySelector('.stop'),
    bus: item => bus?.step(item),
    async whyOf(section) {
      const answer = await fetch(section.dataset.try + '/solution').catch(() => null)
      if (!answer?.ok) return [] // The commands are shown without it.
      const told = new DOMParser().parseFromString(await answer.text(), 'text/html')
      return [...told.querySelectorAll('.prose > *')].map(part => part.textContent.replace(/\s+/g, ' ').trim())
    },
    turn(by) {
      const link = root.querySelector(by > 0 ? '#next' : '#back')
      if (!link || !link.hasAttribute('hx-get')) return false
      link.click()
      return true
    },
    stood: () => reel.isOn ? { section: on.section ?? on.exercise, at: reel.at + (reel.isUnderWay ? 1 : 0) } : null,
    async stage(moment, { isEnd, isSaid }) {
      if (moment.kind === 'bus') await bus?.goTo(moment.item)
      else if (on.kind === 'bus') await bus?.goTo(null)
      // Beside words a sandbox that somebody plays in stays.
      if (isSaid && on.kind !== 'reel') return
      if (moment.kind === 'reel') {
        if (on.section !== moment.section || !reel.isOn) await load(moment.section.dataset.reel, captionsOf(moment.section), { section: moment.section }, moment.at)
        else if (moment.at === reel.at + 1 && !isEnd && !isSaid) reel.next()
        else if (moment.at !== reel.at || reel.isUnderWay) reel.go(moment.at)
      } else if (moment.kind === 'solution' || moment.kind === 'solved') {
        const address = moment.section.dataset.try + '/reel'
        const at = moment.kind === 'solved' ? isEnd ? Infinity : 0 : moment.at
        if (on.address !== address || !reel.isOn || reel.at !== Math.min(at, reel.all)) await load(address, [], { exercise: moment.section }, at)
        if (moment.kind === 'solved' && !isEnd) reel.next()
      }
    },
  })

  // ---- going from page to page
  bringHtmx(root, () => announce(words('page.lesson.failed')))
  document.addEventListener('htmx:afterSettle', event => { if (event.detail.target === root || event.target === root) arrive(true) })
  document.addEventListener('htmx:historyRestore', () => arrive(false))
  document.addEventListener('htmx:afterSwap', event => { if (event.target.matches?.('.verdict')) judged(event.target) })
  for (const fault of ['htmx:responseError', 'htmx:sendError']) document.addEventListener(fault, () => announce(words('page.lesson.failed')))

  async function arrive(isMoved) {
    const stop = root.querySelector('.stop')
    if (stop.querySelector('[hx-trigger*=load]')) htmx().catch(() => announce(words('page.lesson.failed')))
    delete root.dataset.arrived
    document.title = `${stop.dataset.title}: Carril`
    reel.unload()
    missing = []
    guess = null
    bus = null
    signs()
    stage.beside([])
    on = { kind: 'nothing' }
    connect(null)
    if (isMoved) {
      root.scrollTop = 0
      root.focus({ preventScroll: true })
    }
    const busRoot = stop.querySelector('.bus')
    if (busRoot) {
      const come = await import('./bus.js').catch(() => null)
      // Somebody has gone on meanwhile.
      if (root.querySelector('.stop') !== stop) return
      if (come === null) announce(words('page.lesson.failed'))
      else bus = come.makeBus({ root: busRoot, words, begin: () => beginBus(busRoot), leave: leaveBus, run: line => console.run(line) })
    }
    const question = stop.querySelector('.question')
    const watch = stop.querySelector('.watch')
    if (question?.dataset.hasPicture === 'true') await load(question.dataset.picture, [], { isQuestion: true })
    else if (watch) await load(watch.dataset.reel, captionsOf(watch), { section: watch })
    else if (stop.querySelector('.try')) await begin(stop.querySelector('.try'), false, false)
    if (door.isOn()) await (await bringGuide())?.arrive()
    root.dataset.arrived = stop.dataset.address
  }

  const captionsOf = section => [...section.querySelectorAll('.script .says')].map(one => one.textContent)

  async function load(address, captions, more = {}, at = 0) {
    const stop = root.querySelector('.stop')
    if (!reels.has(address)) {
      const answer = await fetch(address).catch(() => null)
      if (!answer?.ok) return announce(words('page.lesson.failed'))
      reels.set(address, await answer.json())
    }
    // Somebody has gone on meanwhile.
    if (root.querySelector('.stop') !== stop) return
    if (on.kind !== 'reel') {
      missing = []
      stage.beside([])
      connect(null)
    }
    if (on.address !== address) picture.letGo()
    on = { kind: 'reel', address, section: more.section ?? null, exercise: more.exercise ?? null }
    guess = null
    signs()
    reel.load({ ...reels.get(address), captions, isQuestion: more.isQuestion }, at)
  }

  /** The list of the steps in the document: where the reel stands in it. */
  function drawScript({ at, guess: pointed = null }) {
    if (on.kind === 'reel') picture.wants([], pointed)
    for (const section of root.querySelectorAll('.watch')) {
      const isOn = on.kind === 'reel' && on.section === section && reel.isOn
      const items = [...section.querySelectorAll('.script > li')]
      items.forEach((item, i) => {
        item.className = isOn && i < at - 1 ? 'did' : isOn && i === at - 1 ? 'now' : ''
        set(item.firstElementChild, { 'aria-current': isOn && i === at - 1 ? 'step' : null })
      })
      say(section.querySelector('.count'), placeIn(isOn ? at : 0, items.length, words))
    }
  }

  document.addEventListener('keydown', event => {
    const act = reel.isOn ? actOf(event) : null
    if (!act?.startsWith('event')) return
    event.preventDefault()
    reel.stop()
    reel.event(act === 'event-on' ? 1 : -1)
  })

  // ---- what is pressed in the document
  root.addEventListener('click', async event => {
    const command = event.target.closest('.command')
    if (command) {
      root.dispatchEvent(new CustomEvent('line-wanted', { bubbles: true, detail: { line: command.dataset.command, pointerType: event.pointerType } }))
      return
    }
    const act = event.target.closest('[data-act]')
    if (!act || act.tagName !== 'BUTTON') return
    const watch = act.closest('.watch')
    const exercise = act.closest('.try')
    switch (act.dataset.act) {
      case 'show':
        if (on.section !== watch || !reel.isOn) await load(watch.dataset.reel, captionsOf(watch), { section: watch })
        inSight(reelRoot)
        return reel.play()
      case 'step': {
        const step = [...act.closest('.script').children].indexOf(act.parentElement) + 1
        if (on.section !== watch || !reel.isOn) await load(watch.dataset.reel, captionsOf(watch), { section: watch }, step)
        else {
          reel.stop()
          step === reel.at + 1 ? reel.next() : reel.go(step)
        }
        return inSight(reelRoot)
      }
      case 'try': return begin(exercise, false, true)
      case 'again': return begin(exercise, true, true)
      case 'solve':
        await load(exercise.dataset.try + '/reel', [], { exercise })
        inSight(reelRoot)
        return reel.play()
      case 'bus-step': return bus?.step(act.parentElement)
    }
  })

  /** On a phone the stage is further down than what was pressed. */
  function inSight(element) {
    const box = element.getBoundingClientRect()
    if (box.top > innerHeight || box.bottom < 0) element.closest('.bench').scrollIntoView({ block: 'start' })
  }

  // ---- sandboxes
  /** Two at once, asked for by somebody who is new here, would be those of two people. */
  const inTurn = oneByOne()
  const made = address => inTurn(async () => {
    const answer = await fetch(address, { method: 'POST' }).catch(() => null)
    if (!answer?.ok) {
      announce(words('page.lesson.failed'))
      return null
    }
    return (await answer.json()).sandbox
  })

  function enter(kind, sandbox, more = {}) {
    picture.letGo()
    on = { kind, sandbox, ...more }
    guess = null
    connect(sandbox)
    reel.unload()
    signs()
  }

  /** From the step that is shown: a sandbox that stands so. */
  async function tryFrom(at) {
    if (on.exercise) return begin(on.exercise, false, true)
    const sandbox = await made(`${on.address}/${at}`)
    if (sandbox === null) return false
    enter('free', sandbox)
    const section = root.querySelector('.try')
    tell(words('page.lesson.tries-from', { n: at }) + (section ? ' ' + words('page.lesson.tries-from.no-exercise', { button: section.querySelector('[data-act=try]').textContent.trim() }) : ''))
    return true
  }

  async function begin(section, again, byHand) {
    const sandbox = await made(section.dataset.try + (again ? '/again' : ''))
    if (sandbox === null || !section.isConnected) return false
    if (on.sandbox === sandbox && !again) return true
    enter('try', sandbox, { section })
    say(section.querySelector('.guess-said'), '')
    section.classList.add('begun')
    judge()
    say(section.querySelector('[data-act=try]'), words('page.lesson.try.on'))
    const sentence = words(again ? 'page.lesson.try.begun-again' : 'page.lesson.try.begun')
    if (byHand) {
      inSight(reelRoot.closest('.bench'))
      tell(sentence)
      // What stands above it in the console was said of another sandbox.
    } else if (console.hasSaid) console.note(sentence)
    return true
  }

  /** Says in the console what has changed under it. Before a hall the remote keeps the keys. */
  function tell(sentence) {
    console.note(sentence)
    announce(sentence)
    if (!door.isOn()) console.focus()
  }

  /** A sandbox for somebody who types where nothing asks for it. */
  async function free(address) {
    const sandbox = await made(address)
    if (sandbox === null) return false
    enter('free', sandbox)
    return true
  }

  async function beginBus(section) {
    if (on.kind === 'bus') return true
    const sandbox = await made(section.dataset.bus)
    if (sandbox === null) return false
    enter('bus', sandbox)
    return true
  }

  function leaveBus() {
    if (on.kind !== 'bus') return
    on = { kind: 'nothing' }
    connect(null)
  }

  // ---- judging
  function judge() {
    if (on.kind !== 'try') return
    const verdict = on.section.querySelector('.verdict')
    htmx().then(it => it.trigger(verdict, 'judge'), () => announce(words('page.lesson.failed')))
  }

  function judged(verdict) {
    const told = verdict.querySelector('.judged')
    if (!told || on.kind !== 'try' || !on.section.contains(verdict)) return
    missing = JSON.parse(told.dataset.missing)
    const lacks = told.querySelector('.lacks')
    if (lacks) {
      // Where a mistake was made the picture shows what is missing; else only who asks is told so much.
      lacks.open = told.dataset.mistake === 'true' || on.asked
      lacks.addEventListener('toggle', () => { on.asked = lacks.open && told.dataset.mistake !== 'true'; signs() })
    }
    stage.beside(Object.entries(JSON.parse(told.dataset.beside)))
    signs()
    // One sentence for who listens: what became of it, and the word for a mistake.
    const sentence = [...told.querySelectorAll('.result, .mistake')].map(part => part.textContent.replace(/\s+/g, ' ').trim()).join(' ')
    say(on.section.querySelector('.verdict-said'), sentence)
    // On a phone the exercise is far from where one types.
    const box = told.getBoundingClientRect()
    if ((box.bottom < 0 || box.top > innerHeight) && sentence !== on.told) console.note(sentence)
    on.told = sentence
    on.section.classList.toggle('solved', told.dataset.solved === 'true')
  }

  function signs() {
    picture.wants(on.kind === 'try' && on.section.querySelector('.lacks')?.open ? missing : [], guess)
  }

  let waiting = 0
  document.addEventListener('answered', ({ detail: { line, reply } }) => {
    tellGuess(line, reply)
    clearTimeout(waiting)
    waiting = setTimeout(judge, 60)
  })

  // While the clock plays, five runs a second end; who reads what is judged wants it to stand still for a moment.
  let later = 0
  document.addEventListener('time-went', () => { later ||= setTimeout(judgeLater, 1000) })
  function judgeLater() {
    later = 0
    const isThere = on.kind === 'try' && on.section.querySelector('.verdict')?.contains(document.activeElement)
    if (isThere) later = setTimeout(judgeLater, 1000)
    else judge()
  }

  // ---- pointing
  let before = new Map()
  hearPointing(picture.element, picture.spotAt, spot => {
    if (reel.isAsking) return reel.point(spot)
    const ask = root.querySelector('.ask[data-ask=point]')
    if (ask && (ask.classList.contains('question') || on.kind === 'try')) {
      ask.querySelector('[name=point]').value = spot
      say(ask.querySelector('.pointed'), words('page.lesson.pointed', { spot: spotName(spot) }))
      guess = spot
      ask.classList.contains('question') ? picture.wants([], guess) : signs()
      return true
    }
    if (on.kind === 'try' && on.section.dataset.predict !== '') {
      guess = spot
      before = facts()
      say(on.section.querySelector('.guess-said'), words('page.lesson.guessed', { spot: spotName(spot) }))
      signs()
      return true
    }
    return false
  })

  /** The command that was guessed about has run: was it so? */
  function tellGuess(line, reply) {
    if (on.kind !== 'try') return
    // What was said of the guess before was said of another command.
    if (guess === null) say(on.section.querySelector('.guess-said'), '')
    if (guess === null || !reply.ok) return
    const kind = kindOf(line)
    if (kind === null || !on.section.dataset.predict.split(' ').includes(kind)) return
    const { section } = on
    const spot = guess
    // The state may come after the reply.
    setTimeout(() => {
      const spots = ledTo(kind, before, facts(), line, reply)
      if (spots.length === 0) return
      guess = null
      const sentence = words(spots.includes(spot) ? 'page.lesson.predict.right' : 'page.lesson.predict.wrong', { spot: spotName(spot) })
      const said = spots.includes(spot) ? sentence : `${sentence} ${words('page.lesson.predict.was', { spot: spotName(spots[0]) })}`
      say(section.querySelector('.guess-said'), said)
      announce(said)
      signs()
    }, 80)
  }

  arrive(false)

  return {
    /** Where a line may run that is typed now: true, a promise, or undefined where the sandbox decides. */
    mayRun() {
      if (on.kind === 'reel' && on.exercise) return begin(on.exercise, false, false)
      if (on.kind === 'reel') return on.section ? tryFrom(reel.at) : free(on.address)
      if (on.kind === 'nothing') return free('/lesson/sandbox')
      return undefined
    },
    get guide() { return guide },
    /** The lesson for a hall, when somebody wants it. */
    bringGuide,
  }
}
