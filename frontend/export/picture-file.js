/** The picture as a file: SVG as it is seen, and PNG painted from it. */
import { el } from '../app/dom.js'
import { svgOf } from './svg.js'
import { trace } from './trace.js'

const MARGIN = 16
/** Twice as fine as it is seen, so that a slide or a sheet of paper can show it larger; less where browsers would refuse. */
const FINE = 2
const SIDE_MAX = 16_000
const AREA_MAX = 64_000_000

/**
 * @param {object} of
 * @param {Element} of.stage what is shown
 * @param {boolean} of.inSight only the part that is on the screen
 * @param {string} of.title; @param {string} of.about the same in sentences, for who does not see it
 * @param {string} of.says what stands above the picture, such as that this is the past; empty for nothing
 * @returns {{svg: string, width: number, height: number}}
 */
export function drawSvg({ stage, inSight, title, about, says, language }) {
  const { shapes, top: begins, width, height } = trace(stage, { inSight })
  const style = getComputedStyle(stage)
  const u = parseFloat(getComputedStyle(stage.closest('.scale')).getPropertyValue('--u')) || 1
  const ink = hexOf(style.color)
  const top = MARGIN + (says === '' ? 0 : Math.round(u * 30))
  const moved = shapes.map(shape => shift(shape, MARGIN, top - begins))
  if (says !== '') {
    moved.unshift({ kind: 'rect', box: { x: MARGIN, y: MARGIN, w: u * 8, h: u * 20 }, fill: ink },
      { kind: 'text', x: MARGIN + u * 16, y: MARGIN + u * 15, text: says, fill: ink, family: style.fontFamily, size: u * 14, weight: '650' })
  }
  const wide = Math.ceil(width + MARGIN * 2)
  const high = Math.ceil(height - begins + top + MARGIN)
  return { svg: svgOf(moved, { width: wide, height: high, paper: hexOf(getComputedStyle(document.body).backgroundColor), title, about, language }), width: wide, height: high }
}

function hexOf(text) {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')
  canvas.fillStyle = text
  return { hex: canvas.fillStyle, alpha: 1 }
}

function shift(shape, dx, dy) {
  const point = ([x, y]) => [x + dx, y + dy]
  const next = { ...shape }
  if (shape.box) next.box = { ...shape.box, x: shape.box.x + dx, y: shape.box.y + dy }
  if (shape.points) next.points = shape.points.map(point)
  if (shape.circle) next.circle = [...point(shape.circle), shape.circle[2]]
  if (shape.from) Object.assign(next, { from: point(shape.from), to: point(shape.to) })
  if (shape.hatch) next.hatch = { ...shape.hatch, from: point(shape.hatch.from), to: point(shape.hatch.to) }
  if (shape.kind === 'text') Object.assign(next, { x: shape.x + dx, y: shape.y + dy })
  return next
}

/** How much finer than seen a PNG of this size may be; null where it would be coarser. */
export function finenessOf(width, height) {
  const most = Math.min(FINE, SIDE_MAX / width, SIDE_MAX / height, Math.sqrt(AREA_MAX / (width * height)))
  return most < 1 ? null : most
}

/** @returns {Promise<?Blob>} null where no browser would paint so large a picture */
export async function paintPng({ svg, width, height }) {
  const fine = finenessOf(width, height)
  if (fine === null) return null
  const image = new Image()
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg)
  await image.decode()
  const canvas = el('canvas', { width: Math.round(width * fine), height: Math.round(height * fine) })
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/png'))
}

/** Hands a file to the browser to be kept. */
export function save(blob, name) {
  const href = URL.createObjectURL(blob)
  el('a', { href, download: name }).click()
  // The browser has to have begun to read it.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
