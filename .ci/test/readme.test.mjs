// What the documents say that can be checked: the folders, the commands and options, the files they
// point to, the versions.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = file => readFileSync(join(root, file), 'utf8')
const readme = read('README.md')
const backend = read('backend/README.md')

function javaSources(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter(file => file.endsWith('.java'))
    .map(file => read(join(folder, file)))
    .join('\n')
}

/** Everything at the top and every module, but what stands in every repository. */
function tree() {
  // Git knows what is part of it; without Git (an archive) what lies there is.
  let files
  try {
    files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')
  } catch {
    return null
  }
  const found = new Set()
  for (const file of files.filter(Boolean)) {
    const parts = file.split('/')
    found.add(parts.length > 1 ? parts[0] + '/' : parts[0])
    if (parts[0] === 'backend' && parts.length > 2) found.add(`backend/${parts[1]}/`)
  }
  for (const usual of ['.gitignore', '.dockerignore', 'LICENSE', 'README.md']) found.delete(usual)
  return [...found].sort()
}

test('the map of the folders is the tree', t => {
  const map = readme.match(/## The folders\s+```\n([\s\S]*?)```/)[1]
  const told = map.trim().split('\n').map(line => line.split(/\s/)[0])
  const there = tree()
  if (there === null) return t.skip('not a Git work tree')
  assert.deepEqual([...told].sort(), there)
})

test('the modules are those of the build, in the arrows and in the table', () => {
  const modules = [...read('pom.xml').matchAll(/<module>backend\/(\w+)<\/module>/g)].map(found => found[1])
  const table = [...backend.matchAll(/^\| `(\w+)\/` \|/gm)].map(found => found[1])
  assert.deepEqual(table.toSorted(), modules.toSorted())
  for (const module of modules) assert.match(backend.match(/```\n([\s\S]*?)```/)[1], new RegExp(`\\b${module}\\b`))
})

test('where to start reading is a class that is there', () => {
  for (const [, module, type] of backend.matchAll(/^\| `(\w+)\/` \|.*\| `(dev\.carril\.[\w.]+)` \|$/gm)) {
    assert.ok(existsSync(join(root, 'backend', module, 'src/main/java', type.replaceAll('.', '/') + '.java')), type)
  }
})

test('each command that is named exists, with the options that are named', () => {
  const launcher = read('carril')
  const sources = javaSources('backend/server/src/main/java')
  const own = new Set(['test', 'bench', 'help', 'serve'])
  for (const text of [readme, backend, launcher]) {
    for (const [, command] of text.matchAll(/\.\/carril ([a-z]+)\b/g)) {
      if (['is', 'takes', 'looks', 'tells', 'lets', 'or'].includes(command)) continue
      assert.ok(own.has(command) || sources.includes(`name = "${command}"`), `./carril ${command}`)
    }
  }
  const options = readme.match(/## The command line[\s\S]*?## The folders/)[0]
  for (const [, option] of options.matchAll(/(?<![\w-])(--[a-z][a-z-]*)/g)) {
    if (option === '--test') continue // Node's
    assert.ok(sources.includes(`"${option}"`) || launcher.includes(`${option})`), option)
  }
})

test('links lead to files', () => {
  for (const [file, text] of [['README.md', readme], ['backend/README.md', backend]]) {
    for (const [, link] of text.matchAll(/(?<!!\[[^\]]*)\]\(([^)#:]+)\)/g)) {
      assert.ok(existsSync(join(root, dirname(file), link)), `${file} points to ${link}`)
    }
  }
})

test('tests that are named exist', () => {
  const [, type] = readme.match(/-Dtest=(\w+)/)
  const [, file] = readme.match(/`node --test (\S+)`/)
  assert.ok(readdirSync(join(root, 'backend/simulator/src/test'), { recursive: true }).some(path => path.endsWith(`/${type}.java`)), type)
  assert.ok(existsSync(join(root, file)), file)
})

test('one version of Java stands everywhere', () => {
  const [, least] = read('carril').match(/^jdk_least=(\d+)$/m)
  assert.match(read('pom.xml'), new RegExp(`<maven.compiler.release>${least}<`))
  assert.match(read('pom.xml'), new RegExp(`<version>\\[${least},\\)</version>`))
  assert.match(readme, new RegExp(`JDK of version ${least} or newer`))
  for (const [, image] of read('Dockerfile').matchAll(/^FROM eclipse-temurin:(\d+)/gm)) assert.equal(image, least)
})
