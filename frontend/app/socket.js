/**
 * Our end of the sandbox's WebSocket. It subscribes first, keeps every command until its reply has come, and after
 * a loss sends those again under the same ids, so that each runs once however often the line breaks.
 *
 * It connects again by itself on every close code but the two that say not to, with exponential back-off and full
 * jitter below a ceiling: a hall of pages does not knock in step, and none waits longer than the ceiling.
 */

/** Close codes after which nobody should knock again: ended on purpose, and no such sandbox. */
const FINAL = new Set([4000, 4404])

const FIRST_MILLIS = 200
/** With the time to connect and one snapshot this keeps "right again within five seconds of the server's return". */
const CEILING_MILLIS = 3000
/** A line that has lived this long was no accident: the next loss begins with short waits again. */
const SETTLED_MILLIS = 5000
/** A handshake or an answer to `subscribe` that takes longer is taken for a dead line (a laptop that slept, a router gone). */
const SILENCE_MILLIS = 4000
/** A command without a word from the server for this long makes us ask for a snapshot, which shows whether anyone is there. */
const DOUBT_MILLIS = 10_000

/** How long to wait before try number `attempt` (from 0): anything from 0 up to a bound that doubles. */
export function pause(attempt, random) {
  return random() * Math.min(CEILING_MILLIS, FIRST_MILLIS * 2 ** Math.min(attempt, 16))
}

/** 128 unguessable bits in 22 characters that every browser can make, also where `crypto.randomUUID` is missing (plain http). */
export function freshId(random = crypto) {
  const bytes = random.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const BROWSER = {
  open: address => new WebSocket(address),
  after: (millis, then) => setTimeout(then, millis),
  never: timer => clearTimeout(timer),
  now: () => performance.now(),
  random: Math.random,
}

/**
 * @param {object} of
 * @param {string} of.address
 * @param {string} of.language
 * @param {(frame: object) => void} of.onFrame every frame that has come
 * @param {(line: {live: boolean, over?: number}) => void} of.onLine `live` with each first snapshot of a line and at its loss; `over` is the close code when we shall not try again
 * @param {object} [of.world] the browser's sockets, timers and chance; tests bring their own
 */
export function makeSocket({ address, language, onFrame, onLine, world = BROWSER }) {
  /** Commands without a reply yet, in the order typed. A Map keeps that order, and a resend must too. */
  const open = new Map()
  let socket = null
  let ready = false
  let live = false
  let over = false
  let attempt = 0
  let liveSince = 0
  let knock = null
  let silence = null
  let doubt = null

  function connect() {
    cancelKnock()
    const mine = world.open(address)
    socket = mine
    ready = false
    mine.onopen = () => {
      if (mine !== socket) return
      ready = true
      write({ type: 'subscribe', lang: language, plays: true })
      for (const frame of open.values()) write(frame)
    }
    mine.onmessage = event => { if (mine === socket) heard(event.data) }
    mine.onclose = event => { if (mine === socket) lost(event.code) }
    mine.onerror = () => {} // a close always follows, and only it has a code
    expectWord()
  }

  function heard(data) {
    quiet()
    const frame = JSON.parse(data)
    if (frame.type === 'snapshot' && !live) {
      live = true
      liveSince = world.now()
      onLine({ live: true })
    }
    if (frame.id !== undefined && (frame.type === 'reply' || frame.type === 'refused')) open.delete(frame.id)
    if (open.size > 0) beginDoubt()
    onFrame(frame)
  }

  function lost(code) {
    socket = null
    ready = false
    quiet()
    if (live && world.now() - liveSince >= SETTLED_MILLIS) attempt = 0
    live = false
    over = FINAL.has(code)
    onLine(over ? { live: false, over: code } : { live: false })
    if (!over) knock = world.after(pause(attempt++, world.random), connect)
  }

  /** Lets go of a line that seems dead without waiting for the browser to notice. */
  function drop() {
    const dead = socket
    socket = null
    if (dead) {
      dead.onopen = dead.onmessage = dead.onclose = null
      dead.close()
    }
    lost(1006)
  }

  function write(frame) {
    if (ready) socket.send(JSON.stringify(frame))
    return ready
  }

  function expectWord() {
    if (silence === null) silence = world.after(SILENCE_MILLIS, () => { silence = null; drop() })
  }

  function beginDoubt() {
    if (doubt === null) doubt = world.after(DOUBT_MILLIS, () => { doubt = null; subscribe() })
  }

  function quiet() {
    if (silence !== null) world.never(silence)
    if (doubt !== null) world.never(doubt)
    silence = doubt = null
  }

  function cancelKnock() {
    if (knock !== null) world.never(knock)
    knock = null
  }

  function subscribe() {
    if (write({ type: 'subscribe', lang: language, plays: true })) expectWord()
  }

  connect()

  return {
    /** Sends a frame with an id that changes the sandbox, now or as soon as there is a line, and until it is answered. */
    command(frame) {
      open.set(frame.id, frame)
      if (write(frame)) beginDoubt()
    },

    /** Asks what may go unanswered (completions, a preview). Tells whether it could be sent. */
    ask: write,

    /** Asks for a fresh snapshot. */
    subscribe,

    /** Something hints that the world is back (the tab is seen, the network returned): do not sit out the wait. */
    wake() {
      if (over) return
      if (knock !== null) connect()
      else subscribe()
    },

    /** Ends it for good: nothing is heard or said any more. */
    close() {
      over = true
      live = false
      cancelKnock()
      quiet()
      const mine = socket
      socket = null
      ready = false
      if (!mine) return
      mine.onopen = mine.onmessage = mine.onclose = null
      mine.close()
    },

    /** How many commands still wait for their reply. */
    waiting: () => open.size,

    isLive: () => live,
  }
}
