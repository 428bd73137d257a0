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

/** Scripts and templates: [{file, keys}], with the keys that each names, whole ones and those that it completes. */
const files = ['app', 'console', 'export', 'picture', 'time', 'lesson', 'instances', 'projector', 'pages'].flatMap(folder =>
  readdirSync(new URL(folder + '/', here)).filter(name => /\.(js|jte)$/.test(name)).map(name => ({
    file: `${folder}/${name}`,
    keys: [...readFileSync(new URL(`${folder}/${name}`, here), 'utf8').matchAll(/['"`](page\.[a-zA-Z0-9.-]+)/g)].map(([, key]) => key),
  })))

/** The whole keys that they ask for. */
const asked = () => [...new Set(files.flatMap(({ keys }) => keys))].filter(key => !/[.-]$/.test(key))

/** Words that come when they are wanted, and who says them, having waited for them. */
const LATER = [
  { keys: /^page\.instances\./, says: /^instances\// },
  // The keys of time are named where they act; the list of all says them.
  { keys: /^page\.(projector|keys)\./, says: /^projector\/|^time\/keys\.js$/ },
]

test('words that come later are said by those who have waited for them, or a key would be read', () => {
  assert.deepEqual(files.flatMap(({ file, keys }) => keys.filter(key => LATER.some(part => part.keys.test(key) && !part.says.test(file))).map(key => `${file}: ${key}`)), [])
})

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
