import { test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readScript } from '../../projector/script.js'

/** As the server splits, where no JSON goes over lines. */
const split = text => text.split(/\r?\n/).map((line, i) => ({ line: i + 1, text: line })).filter(({ text }) => text.trim() !== '' && !/^\s*#/.test(text))
const read = text => readScript(text, split(text))

test('a caption goes with the command on the next line, and several lines make one', () => {
  assert.deepEqual(read('# First\n# of all\ncreate topic a\n\nproduce a x\n'), [
    { line: 'create topic a', caption: 'First of all' }, { line: 'produce a x', caption: '' }])
})

test('a caption with an empty line behind it is a step of its own, at the beginning, between and at the end', () => {
  assert.deepEqual(read('# Title\n\n# one\ntopics\n\n# words\n\ntopics\n# end'), [
    { line: null, caption: 'Title' }, { line: 'topics', caption: 'one' }, { line: null, caption: 'words' },
    { line: 'topics', caption: '' }, { line: null, caption: 'end' }])
})

test('a note is for who wrote it', () => {
  assert.deepEqual(read('#TODO\n# seen\n#unseen\ntopics'), [{ line: 'topics', caption: 'seen' }])
  assert.deepEqual(read('#\n# \n\ntopics'), [{ line: 'topics', caption: '' }])
})

test('what stands in the JSON of a command is no caption', () => {
  const text = '# a\nproduce a {\n  "x": 1,\n\n  "y": 2\n}\n# b\ntopics'
  const commands = [{ line: 2, text: 'produce a {\n  "x": 1,\n\n  "y": 2\n}' }, { line: 8, text: 'topics' }]
  assert.deepEqual(readScript(text, commands).map(({ caption }) => caption), ['a', 'b'])
})

test('line ends of Windows and a byte order mark are nothing', () => {
  assert.deepEqual(readScript('\ufeff# Title\r\n\r\n# one\r\ntopics\r\n', [{ line: 4, text: 'topics' }]), [
    { line: null, caption: 'Title' }, { line: 'topics', caption: 'one' }])
})

test('an empty text has no steps', () => {
  assert.deepEqual(read('\n\n#x\n'), [])
})

for (const language of ['en', 'es']) {
  test(`the demonstration in ${language} has a short caption at each step, and as many steps as the other`, () => {
    const steps = read(readFileSync(new URL(`../../projector/demo/keys.${language}.txt`, import.meta.url), 'utf8'))
    assert.equal(steps.length, 24)
    assert.equal(steps[0].line, null)
    assert.equal(steps.at(-1).line, null)
    for (const { caption } of steps) assert.ok(caption.length > 0 && caption.length <= 130, caption)
  })
}
