import { test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { parse } from '../../app/words.js'

const here = new URL('../../', import.meta.url)
const languages = readdirSync(new URL('words/', here)).filter(name => name.endsWith('.properties')).map(name => name.slice(0, -11))

function read(language) {
  const lines = readFileSync(new URL(`words/${language}.properties`, here), 'utf8').split('\n')
  return lines.filter(line => line.trim() !== '' && !line.startsWith('#')).map(line => {
    const at = line.indexOf(' = ')
    assert.ok(at > 0, `${language}: no key in: ${line}`)
    return [line.slice(0, at), line.slice(at + 3)]
  })
}

const names = parts => parts.flatMap(part => typeof part === 'string' ? []
  : part.kind === 'plural' ? [part.name, ...[...part.cases.values()].flatMap(names)]
  : part.kind === 'value' ? [part.name] : [])

/** The keys that scripts and templates ask for, whole ones and those that a script completes. */
function asked() {
  const keys = new Set()
  for (const folder of ['app', 'console', 'picture', 'time', 'lesson', 'instances', 'pages']) {
    for (const name of readdirSync(new URL(folder + '/', here))) {
      const text = readFileSync(new URL(`${folder}/${name}`, here), 'utf8')
      for (const [, key] of text.matchAll(/['"`](page\.[a-z0-9.-]+)['"`]/g)) keys.add(key)
    }
  }
  return [...keys].filter(key => !key.endsWith('.'))
}

for (const language of languages) {
  test(`the words of ${language} are patterns that the page can read, each key once`, () => {
    const keys = read(language).map(([key, pattern]) => { parse(pattern); return key })
    assert.deepEqual(keys.filter((key, at) => keys.indexOf(key) !== at), [])
  })

  test(`${language} has what scripts and templates ask for`, () => {
    const keys = new Set(read(language).map(([key]) => key))
    assert.deepEqual(asked().filter(key => !keys.has(key)), [])
  })

  test(`${language} has the keys and the places of English`, () => {
    const shape = list => new Map(list.map(([key, pattern]) => [key, [...new Set(names(parse(pattern)))].sort().join(' ')]))
    assert.deepEqual([...shape(read(language))].sort(), [...shape(read('en'))].sort())
  })
}
