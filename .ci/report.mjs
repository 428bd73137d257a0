// Reads the reports of Maven's and Node's tests, tells what failed and what was slow, and ends with
// one line that holds the sum. Words on the command line name steps that broke before they could
// write a report; each counts as a failure, so that a build that stopped never looks like success.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescape(text) {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(parseInt(hex, 16))
    if (decimal) return String.fromCodePoint(parseInt(decimal, 10))
    return entities[name] ?? whole
  })
}

function attribute(tag, name) {
  const found = tag.match(new RegExp(`\\s${name}="([^"]*)"`))
  return found ? unescape(found[1]) : ''
}

/** The test cases of one JUnit report: where, name, seconds, and how it ended. */
export function cases(xml) {
  // What a test printed may look like anything, tags included.
  const text = xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '').replace(/<!--[\s\S]*?-->/g, '')
  const found = []
  for (const [whole, tag, , body] of text.matchAll(/<testcase\b((?:[^>"]|"[^"]*")*?)(\/>|>([\s\S]*?)<\/testcase>)/g)) {
    const inside = body ?? ''
    found.push({
      // Node says 'test' there, which tells nothing.
      where: attribute(tag, 'classname').replace(/^test$/, ''),
      name: attribute(tag, 'name') || whole.slice(0, 40),
      seconds: Number(attribute(tag, 'time').replaceAll(',', '')) || 0,
      end: /<(failure|error)\b/.test(inside) ? 'failed' : /<skipped\b/.test(inside) ? 'skipped' : 'passed',
    })
  }
  return found
}

/** The report files below the root of the repository. */
export function reports(root) {
  const files = []
  const add = (folder, pattern) => {
    for (const name of list(folder)) if (pattern.test(name)) files.push(join(folder, name))
  }
  add(join(root, 'target'), /^node-tests\.xml$/)
  for (const module of list(join(root, 'backend'))) {
    for (const kind of ['surefire-reports', 'failsafe-reports']) {
      add(join(root, 'backend', module, 'target', kind), /^TEST-.*\.xml$/)
    }
  }
  return files
}

function list(folder) {
  try {
    return readdirSync(folder).sort()
  } catch (why) {
    if (why.code === 'ENOENT' || why.code === 'ENOTDIR') return []
    throw why
  }
}

/** A generated test's name may hold all it was given. */
function cut(name) {
  const line = name.replace(/\s+/g, ' ')
  return line.length > 160 ? line.slice(0, 159) + '…' : line
}

/** The lines to print, and whether all is well. */
export function summary(all, broken) {
  const count = end => all.filter(one => one.end === end).length
  const lines = []
  const title = one => cut(`${one.where ? one.where + ' ' : ''}${one.name}`)
  const failures = [...broken.map(step => step.replaceAll('-', ' ')), ...all.filter(one => one.end === 'failed').map(title)]
  if (failures.length > 0) lines.push('', 'Failed:', ...failures.map(one => `  ${one}`))
  const slowest = all.filter(one => one.end !== 'skipped').sort((a, b) => b.seconds - a.seconds).slice(0, 10)
  if (slowest.length > 0) {
    lines.push('', 'The ten slowest tests:')
    for (const one of slowest) lines.push(`${one.seconds.toFixed(2).padStart(9)} s  ${title(one)}`)
  }
  if (all.length === 0) lines.push('', 'Not one test ran.')
  const failed = count('failed') + broken.length
  lines.push('', `${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`)
  return { lines, well: failed === 0 && count('passed') > 0 }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const all = reports(process.cwd()).flatMap(file => cases(readFileSync(file, 'utf8')))
  const { lines, well } = summary(all, process.argv.slice(2))
  console.log(lines.join('\n'))
  process.exitCode = well ? 0 : 1
}
