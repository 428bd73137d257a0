import { test } from 'node:test'
import assert from 'node:assert/strict'
import { MOST, layOut, page, place, reveal, slotsIn } from '../../picture/window.js'

const all = () => true
const without = (...gone) => offset => !gone.includes(offset)
const shape = ({ parts }) => parts.map(part => part.kind === 'record' || part.kind === 'next' ? `${part.kind === 'next' ? '+' : ''}${part.offset}` : `${part.kind} ${part.count}`).join(' ')
const log = (end, more = {}) => ({ start: 0, end, has: all, slots: 8, ...more })

test('an empty partition is the cell that comes next', () => {
  assert.equal(shape(layOut(log(0))), '+0')
})

test('what fits is shown whole, with the next cell behind it', () => {
  assert.equal(shape(layOut(log(7))), '0 1 2 3 4 5 6 +7')
})

test('of what does not fit the newest is shown, and the rest is folded and counted', () => {
  assert.equal(shape(layOut(log(8))), 'older 2 2 3 4 5 6 7 +8')
  assert.equal(shape(layOut(log(10_000))), 'older 9994 9994 9995 9996 9997 9998 9999 +10000')
})

test('a fold may be wider or narrower than a cell', () => {
  assert.equal(shape(layOut(log(20, { fold: 2.2 }))), 'older 16 16 17 18 19 +20')
  assert.equal(shape(layOut(log(20, { slots: 7.6, fold: .6 }))), 'older 14 14 15 16 17 18 19 +20')
})

test('a window on the past says what is newer, and has no next cell', () => {
  assert.equal(shape(layOut(log(20, { until: 12 }))), 'older 6 6 7 8 9 10 11 newer 8')
  assert.equal(shape(layOut(log(20, { until: 5 }))), '0 1 2 3 4 newer 15')
  assert.equal(layOut(log(20, { until: 20 })).newest, true)
  assert.equal(layOut(log(20, { until: 99 })).newest, true)
})

test('what retention took is gone and not folded', () => {
  assert.equal(shape(layOut(log(9, { start: 6 }))), 'gone 6 6 7 8 +9')
  assert.equal(shape(layOut(log(4, { start: 4 }))), 'gone 4 +4')
  const folded = layOut(log(32, { start: 12 }))
  assert.equal(shape(folded), 'older 14 26 27 28 29 30 31 +32')
  assert.equal(folded.parts[0].torn, true)
})

test('what compaction took is a gap that takes little room', () => {
  const log_ = log(8, { has: without(0, 1, 3, 4, 6), whole: false })
  assert.equal(shape(layOut(log_)), 'gap 2 2 gap 2 5 gap 1 7 +8')
})

test('a gap at the end stands before the next cell', () => {
  assert.equal(shape(layOut(log(6, { has: without(4, 5), whole: false }))), '0 1 2 3 gap 2 +6')
  assert.equal(shape(layOut(log(3, { has: () => false, whole: false }))), 'gap 3 +3')
})

test('a gap that would stand first goes into the fold, which counts records and not offsets', () => {
  const has = without(5, 6, 7, 8, 9, 10)
  assert.equal(shape(layOut(log(17, { has, whole: false }))), 'older 5 11 12 13 14 15 16 +17')
})

test('no window is wider than its row, whatever the holes', () => {
  for (let seed = 1; seed < 400; seed++) {
    const random = mulberry(seed)
    const end = Math.floor(random() * 60)
    const holes = new Set(Array.from({ length: end }, (_, i) => i).filter(() => random() < .4))
    const start = Math.floor(random() * end * .5)
    const of = { start, end, has: offset => !holes.has(offset), slots: 4 + random() * 9, fold: .6 + random(), whole: false, until: random() < .5 ? null : Math.floor(random() * end) + 1 }
    const layout = layOut(of)
    const last = layout.parts.at(-1)
    assert.ok(last.x + last.width <= of.slots + 1e-5, `seed ${seed}: ${shape(layout)} in ${of.slots}`)
    const shown = layout.parts.reduce((sum, part) => sum + (part.kind === 'record' ? 1 : part.kind === 'older' || part.kind === 'newer' ? part.count : 0), 0)
    let there = 0
    for (let offset = start; offset < end; offset++) if (of.has(offset)) there++
    assert.equal(shown, there, `seed ${seed}: every record is shown or counted: ${shape(layout)}`)
  }
})

test('▲ stands before the cell that is read next', () => {
  const layout = layOut(log(5))
  assert.deepEqual(place(layout, 0), { x: 0, where: 'here' })
  assert.deepEqual(place(layout, 3), { x: 3, where: 'here' })
  assert.deepEqual(place(layout, 5), { x: 5, where: 'here' })
})

test('▲ in a gap stands before the cell behind the gap', () => {
  const layout = layOut(log(8, { has: without(3, 4, 7), whole: false }))
  assert.equal(place(layout, 3).x, place(layout, 5).x)
  assert.equal(place(layout, 7).x, layout.parts.at(-1).x)
})

test('▲ outside the window stands on the fold, or on what is gone', () => {
  assert.equal(place(layOut(log(20)), 3).where, 'older')
  assert.equal(place(layOut(log(20, { until: 12 })), 15).where, 'newer')
  assert.equal(place(layOut(log(20, { until: 12 })), 12).where, 'here')
  assert.equal(place(layOut(log(9, { start: 6 })), 2).where, 'gone')
  assert.equal(place(layOut(log(9, { start: 6 })), 6).where, 'here')
})

test('who has read nothing stands before all that is folded or gone', () => {
  assert.deepEqual(place(layOut(log(20)), 0), { x: 0, where: 'older' })
  assert.ok(place(layOut(log(20)), 1).x > 0)
  assert.deepEqual(place(layOut(log(9, { start: 6 })), 0), { x: 0, where: 'gone' })
})

test('a window moves as little as it must to show an offset', () => {
  const of = log(100)
  const newest = layOut(of)
  assert.equal(reveal(newest, 97, of), null)
  const back = layOut({ ...of, until: reveal(newest, 50, of) })
  assert.equal(back.from, 50)
  const on = layOut({ ...of, until: reveal(back, back.until, of) })
  assert.equal(on.until, back.until + 1)
  assert.equal(reveal(back, 99, of), null)
  assert.equal(layOut({ ...of, until: reveal(newest, 0, of) }).from, 0)
})

test('every offset can be shown, with holes too', () => {
  const of = log(60, { has: offset => offset % 3 !== 1, whole: false, fold: 1.2 })
  for (let offset = 0; offset < 60; offset++) {
    const layout = layOut({ ...of, until: reveal(layOut(of), offset, of) })
    assert.ok(offset >= layout.from && offset < layout.until, `${offset} in ${shape(layout)}`)
  }
})

test('page by page one comes to the beginning and back to the end', () => {
  const of = log(40)
  let layout = layOut(of)
  const seen = [layout.from]
  while (layout.from > 0) {
    layout = layOut({ ...of, until: page(layout, -1, of) })
    assert.ok(layout.from < seen.at(-1))
    seen.push(layout.from)
  }
  let turns = 0
  while (!layout.newest && turns++ < 50) layout = layOut({ ...of, until: page(layout, 1, of) })
  assert.equal(layout.newest, true)
})

test('a row is divided into cells of whole pixels, never more than can be taken in', () => {
  for (const pixels of [200, 264, 640, 1200, 3400]) {
    const { slots, slot, fold } = slotsIn(pixels, 64, 76, 16)
    assert.equal(slot, Math.floor(slot))
    const { parts } = layOut(log(500, { slots, fold }))
    const last = parts.at(-1)
    assert.ok((last.x + last.width) * slot <= pixels, `${pixels}`)
    assert.ok(parts.filter(part => part.kind === 'record').length <= MOST)
  }
})

function mulberry(seed) {
  return () => {
    seed = seed + 0x6D2B79F5 | 0
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed)
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t
    return ((t ^ t >>> 14) >>> 0) / 4294967296
  }
}
