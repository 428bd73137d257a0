import { test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

const read = path => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').replace(/\/\*[^]*?\*\//g, '')

/** The selectors of a sheet, one by one: what stands before a brace, unless it is a condition. */
const selectors = path => [...read(path).matchAll(/(?<=[{}]|^)([^{}@]+)\{/g)]
  .flatMap(([, list]) => list.split(/,(?![^(]*\))/)).map(selector => selector.trim())

const classes = selector => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name)

/** The stage and the bars below it: on a lesson's page they stand beside the document, and under the same styles. */
const STAGE = new Set(['picture/picture.css', 'picture/tables.css', 'time/time.css', 'console/console.css'].flatMap(selectors).flatMap(classes))

test('no class of a lesson reaches what stands on the stage', () => {
  const own = selectors('lesson/lesson.css')
  assert.ok(own.length > 100 && STAGE.size > 50, 'the styles are read')

  // A class that the stage has too stands below one of the lesson's own, or is that of a certain element.
  const loose = own.filter(selector => {
    const names = classes(selector)
    return names.every(name => STAGE.has(name)) && names.some(name => new RegExp(`(?<![\\w-])\\.${name}(?![\\w[-])`).test(selector))
  })
  assert.deepEqual(loose, ['.stage.bare'], 'only a lesson has a bare stage')
})
