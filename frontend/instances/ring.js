/**
 * The ring of an instance, as the engine has it: a track for each worker, filled where the ring is that worker's, and
 * the active sessions round about, each with a line to the track in which it falls. A click on one follows it; the
 * lens below shows the points near whom the reader follows. Nothing is computed here that deals a session: the points
 * come from the server, which asks the engine's own ring.
 */
import { el, hide, say, set, svg, sync } from '../app/dom.js'
import { follow, isFollowed } from './follow.js'
import { sessionName, signOf } from './model.js'

/** Radii, in hundredths of half the width. */
const OUTER = 80
const INNER = 30
const RIM = 92
/** So many points on either side of a session are in the lens. */
const NEAR = 4
/** From so many sessions on their signs are small. */
const SMALL_FROM = 40
/** A click takes the session that is nearest, if it is as near as this. */
const REACH = 14

/** By number of workers: the ring, or null while it is on its way. */
const rings = new Map()

/** The engine's ring of so many workers, or null: then `again` is called when it is there. */
export function ringOf(workers, again) {
  if (!rings.has(workers)) {
    rings.set(workers, null)
    fetch(`/ring/${workers}`).then(answer => answer.ok ? answer.json() : Promise.reject(new Error(answer.status)))
      .then(ring => {
        rings.set(workers, ring)
        again()
      }, () => rings.delete(workers))
  }
  return rings.get(workers)
}

/** What is known of it by now. */
export const ringKnown = workers => rings.get(workers) ?? null

/** Pure: the stretches of each worker, as [from, to] in parts of a whole turn; neighbours of one worker are one. */
export function tracksOf({ around, points }, workers) {
  const tracks = Array.from({ length: workers }, () => [])
  let from = points.length === 0 ? 0 : points[points.length - 1][0] - around
  for (const [angle, worker] of points) {
    const track = tracks[worker]
    const last = track[track.length - 1]
    if (last && last[1] === from / around) last[1] = angle / around
    else track.push([from / around, angle / around])
    from = angle
  }
  return tracks
}

/** Pure: {points, share} of each worker; the share in parts of the whole. */
export function sharesOf(ring, workers) {
  return tracksOf(ring, workers).map((track, worker) => ({
    points: ring.points.filter(point => point[1] === worker).length,
    share: track.reduce((sum, [from, to]) => sum + to - from, 0),
  }))
}

/** Pure: the points near an angle: {stretches: [{worker, wide, isOwn}], at}; `wide` and `at` in parts of what is shown. */
export function lensOf({ around, points }, angle) {
  const found = points.findIndex(([point]) => point >= angle)
  const own = found < 0 ? 0 : found
  const many = points.length
  const ahead = (from, to) => (to - from + around) % around
  const point = i => points[(own + i + many * NEAR) % many]
  const most = Math.min(NEAR, Math.floor((many - 1) / 2))
  const stretches = []
  let before = 0
  let whole = 0
  for (let i = -most; i <= most; i++) {
    const wide = ahead(point(i - 1)[0], point(i)[0])
    if (i < 0) before += wide
    whole += wide
    stretches.push({ worker: point(i)[1], wide, isOwn: i === 0 })
  }
  if (whole === 0) return { stretches: [], at: 0 }
  return { stretches: stretches.map(one => ({ ...one, wide: one.wide / whole })), at: (before + ahead(point(-1)[0], angle)) / whole }
}

const spot = (turn, radius) => [100 + radius * Math.sin(turn * 2 * Math.PI), 100 - radius * Math.cos(turn * 2 * Math.PI)]
const text = (turn, radius) => spot(turn, radius).map(n => n.toFixed(2)).join(' ')

/** Pure: the track of one worker as a path. */
export function pathOf(track, inner, outer) {
  return track.map(([from, to]) => {
    const isLong = to - from > .5 ? 1 : 0
    return `M${text(from, outer)}A${outer} ${outer} 0 ${isLong} 1 ${text(to, outer)}L${text(to, inner)}A${inner} ${inner} 0 ${isLong} 0 ${text(from, inner)}Z`
  }).join('')
}

/** How far from the middle a worker's track lies: the first outermost. */
export function radiiOf(worker, workers) {
  const wide = (OUTER - INNER) / workers
  const outer = OUTER - worker * wide
  return { inner: outer - wide * (workers > 1 ? .82 : 1), outer }
}

const refs = new WeakMap()

export function makeRing() {
  const tracks = svg('g', {})
  const spokes = svg('path', { class: 'spokes' })
  const own = svg('path', { class: 'spokes own' })
  const drawing = svg('svg', { class: 'ring', viewBox: '0 0 200 200', 'aria-hidden': 'true' }, tracks, spokes, own)
  const signs = el('div', { class: 'ring-signs', 'aria-hidden': 'true' })
  const round = el('div', { class: 'ring-round' }, drawing, signs)
  const lens = el('div', { class: 'ring-lens', 'aria-hidden': 'true' })
  const said = el('p', { class: 'ring-said' })
  const element = el('figure', { class: 'ring-box' }, round, lens, said)
  refs.set(element, { tracks, spokes, own, signs, lens, said, placed: [], topic: '', ring: null, seen: '' })
  round.addEventListener('click', event => {
    const { placed, topic } = refs.get(element)
    const box = round.getBoundingClientRect()
    const x = (event.clientX - box.left) / box.width * 200
    const y = (event.clientY - box.top) / box.height * 200
    let best = null
    for (const one of placed) {
      const far = Math.hypot(one.x - x, one.y - y)
      if (far < (best?.far ?? REACH)) best = { far, session: one.lane.session }
    }
    if (best) follow({ topic, session: best.session })
  })
  return element
}

/** @param {object} instance of the model; @param {?object} ring of the engine, null while it is not there */
export function drawRing(element, instance, ring, words) {
  hide(element, ring === null)
  if (ring === null) return
  const own = refs.get(element)
  const many = instance.fact.workers
  const lanes = instance.workers.flatMap(({ lanes }) => lanes).filter(({ angle }) => angle !== null && angle !== undefined)
  const followed = lanes.find(({ session }) => isFollowed(instance.topic, session)) ?? null
  const seen = `${many} ${followed?.number} ${words.language} ${lanes.map(({ number }) => number).join()}`
  if (own.ring === ring && own.seen === seen) return
  if (own.ring !== ring) {
    sync(own.tracks, tracksOf(ring, many).map((track, worker) => ({ track, worker })), ({ worker }) => String(worker), () => svg('path', {}), (path, { track, worker }) => {
      const { inner, outer } = radiiOf(worker, many)
      set(path, { d: pathOf(track, inner, outer), class: `track-of w${worker % 4}` })
    })
  }
  Object.assign(own, { ring, seen, topic: instance.topic })
  own.placed = lanes.map(lane => {
    const turn = lane.angle / ring.around
    const [x, y] = spot(turn, RIM)
    return { lane, turn, x, y }
  })
  const spoke = ({ turn, lane }) => {
    const { inner, outer } = radiiOf(lane.worker, many)
    return `M${text(turn, RIM - 4)}L${text(turn, (inner + outer) / 2)}`
  }
  set(own.spokes, { d: own.placed.map(spoke).join('') })
  set(own.own, { d: own.placed.filter(({ lane }) => lane === followed).map(spoke).join('') })
  sync(own.signs, own.placed, ({ lane }) => String(lane.number), () => el('i'), (sign, { lane, x, y }) => {
    const { shape, hue } = signOf(lane.session)
    set(sign, { class: `session shape-${shape} hue-${hue}${lane === followed ? ' own' : lanes.length >= SMALL_FROM ? ' tiny' : ''}`, title: sessionName(lane, words) })
    sign.style.left = (x / 2).toFixed(2) + '%'
    sign.style.top = (y / 2).toFixed(2) + '%'
  })
  drawLens(own.lens, followed, ring)
  say(own.said, ringSentence(instance, ring, followed, words))
}

function drawLens(lens, followed, ring) {
  hide(lens, followed === null)
  if (followed === null) return
  const { stretches, at } = lensOf(ring, followed.angle)
  const { shape, hue } = signOf(followed.session)
  sync(lens, [...stretches.map((one, i) => ({ ...one, key: String(i) })), { key: 'sign' }], ({ key }) => key, () => el('i'), (part, one) => {
    if (one.key === 'sign') {
      set(part, { class: `session shape-${shape} hue-${hue}` })
      part.style.left = (at * 100).toFixed(2) + '%'
      return
    }
    set(part, { class: `stretch w${one.worker % 4}${one.isOwn ? ' own' : ''}` })
    part.style.flexGrow = one.wide
    say(part, String(one.worker))
  })
}

/** Part of a whole, as people write it. */
export const percent = (part, words) => new Intl.NumberFormat(words.language ?? 'en', { style: 'percent', maximumFractionDigits: 0 }).format(part)

/** In words what the ring shows: of whom the reader follows where it falls, else how much each worker has. */
export function ringSentence(instance, ring, followed, words) {
  if (followed) return words('page.instances.ring.of', { session: sessionName(followed, words), at: percent(followed.angle / ring.around, words), worker: String(followed.worker) })
  const shares = sharesOf(ring, instance.fact.workers)
  return words('page.instances.ring.said', { n: shares[0].points, shares: shares.slice(0, 8).map(({ share }, worker) => words('page.instances.ring.share', { worker: String(worker), share: percent(share, words) })).join(', ') })
}
