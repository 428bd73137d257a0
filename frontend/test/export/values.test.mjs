import { test } from 'node:test'
import assert from 'node:assert/strict'
import { cutOf, hatchOf, listed, tileOf, trianglesOf, within } from '../../export/values.js'

const box = { x: 10, y: 20, w: 100, h: 40 }
const near = (a, b) => a.flat().forEach((value, i) => assert.ok(Math.abs(value - b.flat()[i]) < .001, `${a} is not ${b}`))

test('a list is split where no bracket is open', () => {
  assert.deepEqual(listed('rgba(0, 0, 0, 0) 0px, red 3px'), ['rgba(0, 0, 0, 0) 0px', 'red 3px'])
})

test('a sign that is cut out of its box has its corners there', () => {
  assert.deepEqual(cutOf('polygon(50% 0px, 100% 100%, 0px 100%)', box), { points: [[60, 20], [110, 60], [10, 60]], evenodd: false })
  assert.equal(cutOf('polygon(evenodd, 0 0, 100% 0, 0 100%)', box).evenodd, true)
  assert.deepEqual(cutOf('circle(50%)', { x: 0, y: 0, w: 10, h: 10 }), { circle: [5, 5, 5] })
  assert.deepEqual(cutOf('inset(8%)', { x: 0, y: 0, w: 100, h: 100 }).points[0], [8, 8])
  assert.equal(cutOf('none', box), null)
})

test('a hatching begins in the corner where its line does, and a period is as long as its last stop', () => {
  const level = hatchOf('repeating-linear-gradient(90deg, rgba(0, 0, 0, 0) 0px, rgba(0, 0, 0, 0) 4px, white 0px, white 6px)', box)
  near([level.from, level.to], [[10, 40], [16, 40]])
  assert.deepEqual(level.stops.map(stop => stop.at), [0, 4 / 6, 4 / 6, 1])
  const slanted = hatchOf('repeating-linear-gradient(135deg, red 0px, red 3px, blue 0px, blue 5px)', box)
  near([slanted.from], [[60 - 35, 40 - 35]])
  assert.equal(hatchOf('none', box), null)
  assert.equal(hatchOf('linear-gradient(90deg, red, blue)', box), null)
  assert.deepEqual(hatchOf('repeating-linear-gradient(90deg, red 0px 3px, blue 0px 5px)', box).stops.map(stop => stop.at), [0, .6, .6, 1])
})

test('a background that stands somewhere in its box is found there', () => {
  assert.deepEqual(tileOf('13px 100%', '0px 0px', box), { x: 10, y: 20, w: 13, h: 40 })
  assert.deepEqual(tileOf('20px 100%', '100% 0px', box), { x: 90, y: 20, w: 20, h: 40 })
  assert.equal(tileOf('auto', '0% 0%', box), box)
})

test('each little triangle has its colour and its place', () => {
  const image = 'conic-gradient(from 148deg at 50% 0px, rgb(1, 2, 3) 64deg, rgba(0, 0, 0, 0) 0deg), conic-gradient(from 148deg at 50% 0px, red 64deg, rgba(0, 0, 0, 0) 0deg)'
  const found = trianglesOf(image, '10px 8px', '5px 0px, 50px 0px', box)
  assert.deepEqual(found.map(({ colour }) => colour), ['rgb(1, 2, 3)', 'red'])
  assert.deepEqual(found.map(({ points }) => points[0]), [[20, 20], [65, 20]])
})

test('what lies outside is not seen, and of the rest what is inside', () => {
  assert.equal(within(box, { x: 200, y: 0, w: 10, h: 10 }), null)
  assert.deepEqual(within(box, { x: 50, y: 0, w: 100, h: 30 }), { x: 50, y: 20, w: 60, h: 10 })
  assert.equal(within(box, null), box)
})
