import { test } from 'node:test'
import assert from 'node:assert/strict'
import { escaped, svgOf } from '../../export/svg.js'
import { finenessOf } from '../../export/picture-file.js'

const ink = { hex: '#000000', alpha: 1 }
const of = { width: 100, height: 50, paper: { hex: '#ffffff', alpha: 1 }, title: 'Carril: 1 of 2', about: 'Topic <orders>', language: 'en' }

test('what people wrote is text in the picture and never a part of it', () => {
  const svg = svgOf([{ kind: 'text', x: 1, y: 2, text: '</text><script>"&\u0001\ud800', fill: ink, family: '"Noto Sans", sans-serif', size: 12 }], of)
  assert.ok(!svg.includes('<script>'))
  assert.ok(svg.includes('&lt;/text&gt;&lt;script&gt;&quot;&amp;\ufffd\ufffd</text>'), svg)
  assert.ok(svg.includes('font-family="&quot;Noto Sans&quot;, sans-serif"'))
  assert.ok(svg.includes('Topic &lt;orders&gt;'))
  assert.equal(escaped('🙂'), '🙂')
})

test('a hatching that many marks have is there once, and lies on their colour', () => {
  const hatch = { from: [0, 0], to: [4, 0], stops: [{ colour: ink, at: 0 }, { colour: { hex: '#ffffff', alpha: .5 }, at: 1 }] }
  const bar = { kind: 'rect', box: { x: 0, y: 0, w: 10, h: 4 }, fill: { hex: '#332288', alpha: 1 }, hatch }
  const svg = svgOf([bar, { ...bar, box: { ...bar.box, y: 9 } }], of)
  assert.equal(svg.match(/<linearGradient/g).length, 1)
  assert.equal(svg.match(/url\(#h0\)/g).length, 2)
  assert.equal(svg.match(/#332288/g).length, 2)
  assert.ok(svg.includes('stop-opacity="0.5"'))
})

test('it says what it shows to who hears it', () => {
  const svg = svgOf([], of)
  assert.ok(svg.includes('<title id="title">Carril: 1 of 2</title>'))
  assert.ok(svg.includes('role="img" aria-labelledby="title about"'))
})

test('a PNG is twice as fine as long as browsers paint it, and none is made that would be coarse', () => {
  assert.equal(finenessOf(1366, 768), 2)
  assert.ok(finenessOf(1366, 9_000) < 2)
  assert.equal(finenessOf(1366, 90_000), null)
})
