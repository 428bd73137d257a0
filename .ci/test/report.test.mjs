import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { cases, reports, summary } from '../report.mjs'

const java = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" name="dev.carril.LogTest" time="1,234.5" tests="4" errors="1" skipped="1" failures="1">
  <properties><property name="a" value="&lt;testcase name=&quot;no&quot;/>"/></properties>
  <testcase name="order_is_kept" classname="dev.carril.LogTest" time="1,234.5"/>
  <testcase name="a &amp; b &#x27;c&#39;" classname="dev.carril.LogTest" time="0.25">
    <system-out><![CDATA[<testcase name="printed"><failure/></testcase>]]></system-out>
  </testcase>
  <testcase name="breaks" classname="dev.carril.LogTest" time="0.1"><failure message="&lt;skipped/&gt;">no</failure></testcase>
  <testcase name="throws" classname="dev.carril.LogTest" time="0.1"><error type="x"/></testcase>
  <testcase name="later" classname="dev.carril.LogTest" time="0"><skipped message="why"/></testcase>
</testsuite>`

test('a report tells how each test ended', () => {
  assert.deepEqual(cases(java).map(one => [one.name, one.seconds, one.end]), [
    ['order_is_kept', 1234.5, 'passed'],
    ["a & b 'c'", 0.25, 'passed'],
    ['breaks', 0.1, 'failed'],
    ['throws', 0.1, 'failed'],
    ['later', 0, 'skipped'],
  ])
})

test('the sum is the last line, alone', () => {
  const { lines, well } = summary(cases(java), [])
  assert.equal(lines.at(-1), '2 passed, 2 failed, 1 skipped')
  assert.equal(well, false)
})

test('ten tests are listed, the slowest first', () => {
  const all = Array.from({ length: 20 }, (_, n) => ({ where: 'T', name: `t${n}`, seconds: n, end: 'passed' }))
  const { lines, well } = summary(all, [])
  const listed = lines.filter(line => / s {2}T/.test(line))
  assert.equal(listed.length, 10)
  assert.match(listed[0], /19\.00 s {2}T t19$/)
  assert.equal(well, true)
})

test('a step that broke counts as a failure, whatever else passed', () => {
  const { lines, well } = summary([{ where: 'T', name: 't', seconds: 1, end: 'passed' }], ['the-java-build'])
  assert.ok(lines.includes('  the java build'))
  assert.equal(lines.at(-1), '1 passed, 1 failed, 0 skipped')
  assert.equal(well, false)
})

test('no test at all is not a success', () => {
  assert.equal(summary([], []).well, false)
  assert.equal(summary([{ where: 'T', name: 't', seconds: 0, end: 'skipped' }], []).well, false)
})

test('the reports of every module and of Node are read', () => {
  const root = mkdtempSync(join(tmpdir(), 'carril-report-'))
  try {
    for (const file of ['target/node-tests.xml', 'target/other.xml', 'backend/a/target/surefire-reports/TEST-A.xml',
      'backend/a/target/surefire-reports/A.txt', 'backend/b/target/failsafe-reports/TEST-B.xml',
      'backend/b/target/failsafe-reports/failsafe-summary.xml', 'backend/README.md']) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), '')
    }
    assert.deepEqual(reports(root).map(file => file.slice(root.length + 1)), [
      'target/node-tests.xml', 'backend/a/target/surefire-reports/TEST-A.xml', 'backend/b/target/failsafe-reports/TEST-B.xml',
    ])
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
