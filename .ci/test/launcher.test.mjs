// The launcher, in a folder of its own with a JDK and a Maven that only write down what they were
// asked. Nothing here builds or starts anything real, so all of it takes a few seconds.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync,
  utimesSync, writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const launcher = fileURLToPath(new URL('../../carril', import.meta.url))
const tools = ['awk', 'cat', 'cksum', 'env', 'find', 'grep', 'head', 'id', 'ln', 'ls', 'mkdir', 'mv', 'readlink', 'rm', 'sh',
  'sleep', 'sort', 'tail', 'tee', 'touch', 'tr']

let box, home, bin

beforeEach(() => {
  box = realpathSync(mkdtempSync(join(tmpdir(), 'carril launcher ')))
  home = join(box, 'home')
  bin = join(box, 'bin')
  mkdirSync(bin)
  for (const tool of tools) {
    const found = process.env.PATH.split(delimiter).map(folder => join(folder, tool)).find(existsSync)
    assert.ok(found, `${tool} is not on the PATH`)
    symlinkSync(found, join(bin, tool))
  }
  for (const file of ['pom.xml', 'backend/server/pom.xml', 'backend/server/src/main/java/Main.java',
    'backend/server/src/test/java/MainTest.java', 'frontend/app/main.js', 'frontend/test/main.test.mjs']) {
    write(join('home', file), 'x')
  }
  copyFileSync(launcher, join(home, 'carril'))
  script('bin/mvn', `
    echo mvn "$@" >>"$BOX/calls"
    [ ! -e "$BOX/slow" ] || sleep "$(cat "$BOX/slow")"
    if [ -e "$BOX/broken" ]; then echo "[ERROR] Main.java:1 does not compile"; exit 1; fi
    mkdir -p backend/server/target/lib
    echo "$$" >backend/server/target/carril-server.jar`)
})

afterEach(() => rmSync(box, { recursive: true, force: true }))

function write(file, text) {
  mkdirSync(dirname(join(box, file)), { recursive: true })
  writeFileSync(join(box, file), text)
  return join(box, file)
}

function script(file, text) {
  chmodSync(write(file, `#!/bin/sh\n${text}\n`), 0o755)
}

/** A JDK whose java writes down how it was called, and plays the JVM's part with the AOT cache. */
function jdk(folder, release = 'JAVA_VERSION="25.0.3"\n', compiler = true) {
  write(`${folder}/release`, release)
  if (compiler) script(`${folder}/bin/javac`, 'exit 0')
  script(`${folder}/bin/java`, `
    echo java "$@" >>"$BOX/calls"
    [ "$*" = "\${*%run -}" ] || cat >/dev/null
    echo "pid $$ in $(pwd) by $0"
    for word in "$@"; do
      case $word in
        -XX:AOTCacheOutput=*) output=\${word#*=} ;;
        -Dcarril.ready=*) [ -e "$BOX/port-taken" ] || touch "\${word#*=}" ;;
      esac
    done
    if [ -n "\${output:-}" ]; then
      touch "$output.config"
      [ ! -e "$BOX/killed" ] || exit 137
      echo cache >"$output"
      [ ! -e "$BOX/killed-late" ] || exit 137
      rm "$output.config"
    fi
    exit "$(cat "$BOX/status" 2>/dev/null || echo 0)"`)
  return join(box, folder)
}

function environment(more = {}) {
  return { PATH: bin, HOME: join(box, 'nobody'), BOX: box, CARRIL_JDK_FOLDERS: join(box, 'jvm'), ...more }
}

function carril(args, more = {}, cwd = box) {
  const done = spawnSync(join(home, 'carril'), args, { env: environment(more), cwd, encoding: 'utf8', timeout: 20_000 })
  assert.equal(done.error, undefined)
  return { status: done.status, out: done.stdout, said: done.stderr }
}

function calls() {
  const file = join(box, 'calls')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

const builds = () => calls().filter(call => call.startsWith('mvn')).length
const lastCall = () => calls().at(-1)
/** What lies there of the server's caches, whole or not. */
const caches = () => readdirSync(join(home, 'backend/server/target/aot')).filter(name => name.startsWith('serve-')).sort()

/** Makes a file or folder newer than the build without waiting for the clock. */
function edit(file, seconds = 5) {
  const then = new Date(Date.now() + seconds * 1000)
  utimesSync(join(home, file), then, then)
}

// --- finding a JDK

test('without a JDK it says which one to install and where it looked', () => {
  const old = jdk('old', 'JAVA_VERSION="17.0.15"\n')
  jdk('jvm/java-21', 'JAVA_VERSION="21.0.1"\n')
  const { status, said } = carril([], { JAVA_HOME: old })
  assert.equal(status, 1)
  assert.match(said, /needs a JDK of version 25 or newer/)
  assert.match(said, new RegExp(`JAVA_HOME: ${old} \\(Java 17, too old\\)`))
  assert.match(said, /JDK_HOME: not set/)
  assert.match(said, /jvm\/java-21 \(Java 21, too old\)/)
  assert.match(said, /Temurin 25/)
  assert.deepEqual(calls(), [])
})

for (const [version, fits] of [
  ['25', true], ['25.0.3', true], ['26-ea', true], ['101.1', true], ['24.0.2', false], ['1.8.0_392', false], ['17', false], ['', false],
]) {
  test(`a release file that says "${version}" is ${fits ? 'new enough' : 'not taken'}`, () => {
    const folder = jdk('one', `IMPLEMENTOR="Somebody"\nJAVA_VERSION="${version}"`)
    assert.equal(carril(['run', 'x'], { JAVA_HOME: folder }).status, fits ? 0 : 1)
  })
}

test('a runtime without a compiler is passed over, and said so', () => {
  const folder = jdk('runtime', undefined, false)
  const { status, said } = carril([], { JAVA_HOME: folder })
  assert.equal(status, 1)
  assert.match(said, /a runtime, not a JDK/)
})

test('JAVA_HOME comes before JDK_HOME, that before the PATH, that before the usual folders', () => {
  const places = ['a', 'b', 'c', 'jvm/d'].map(folder => jdk(folder))
  symlinkSync(join(places[2], 'bin/java'), join(bin, 'java'))
  const taken = more => carril(['run', 'x'], more).out.match(/ by (.*)\/bin\/java/)[1]
  assert.equal(taken({ JAVA_HOME: places[0] + '/', JDK_HOME: places[1] }), places[0])
  assert.equal(taken({ JAVA_HOME: jdk('old', 'JAVA_VERSION="11"'), JDK_HOME: places[1] }), places[1])
  assert.equal(taken({}), places[2])
  rmSync(join(bin, 'java'))
  assert.equal(taken({}), places[3])
})

test('macOS keeps its JDKs two folders deeper', () => {
  const folder = jdk('jvm/temurin.jdk/Contents/Home')
  assert.match(carril(['run', 'x']).out, new RegExp(`by ${folder}/bin/java`))
})

// --- what it runs

test('alone it serves, and options alone are options of serve', () => {
  jdk('jvm/25')
  carril([])
  assert.match(lastCall(), /-jar \S.*\/home\/backend\/server\/target\/carril-server.jar serve$/)
  carril(['--port', '8080', '--origin', 'https://a.example'])
  assert.match(lastCall(), / serve --port 8080 --origin https:\/\/a\.example$/)
  carril(['serve', '--data', 'a b'])
  assert.match(lastCall(), / serve --data a b$/)
})

test('a short command starts with a quick compiler and a small collector', () => {
  jdk('jvm/25')
  carril(['run', 'x'])
  assert.match(lastCall(), /-XX:TieredStopAtLevel=1 -XX:\+UseSerialGC .*-jar .* run x$/)
})

test('a proof gets the better compiler, which is not to take its core from it', () => {
  jdk('jvm/25')
  carril(['prove', '--seeds', '3'])
  assert.doesNotMatch(lastCall(), /TieredStopAtLevel/)
  assert.match(lastCall(), /-XX:Tier4InvocationThreshold=50000 .*-XX:\+UseSerialGC -jar .* prove --seeds 3$/)
})

test('files are looked for where the caller stands, also by way of a link', () => {
  jdk('jvm/25')
  mkdirSync(join(box, 'elsewhere'))
  symlinkSync('../home/carril', join(box, 'elsewhere', 'start'))
  const done = spawnSync('./start', ['run', 'x'], { env: environment(), cwd: join(box, 'elsewhere'), encoding: 'utf8' })
  assert.equal(done.status, 0, done.stderr)
  assert.match(done.stdout, /in .*\/elsewhere by/)
})

test('where no locale is set, Java gets one in which every file has a name', () => {
  jdk('jvm/25')
  write('jvm/25/bin/java', '#!/bin/sh\necho "locale ${LC_ALL:-none}"\n')
  assert.match(carril(['run', 'x']).out, /^locale C\.UTF-8$/m)
  assert.match(carril(['run', 'x'], { LANG: 'C' }).out, /^locale C\.UTF-8$/m)
  assert.match(carril(['run', 'x'], { LANG: 'es_ES.UTF-8' }).out, /^locale none$/m)
})

test('the exit status is the one of Java', () => {
  jdk('jvm/25')
  for (const status of [0, 1, 2]) {
    write('status', String(status))
    assert.equal(carril(['run', 'x']).status, status)
  }
})

test('wrong usage ends with 2 and help with 0, before a JDK is looked for', () => {
  assert.equal(carril(['test', '--fast']).status, 2)
  assert.equal(carril(['test', '--long', '--soak']).status, 2)
  for (const words of [['help'], ['--help'], ['-h'], ['help', 'test'], ['help', 'bench']]) {
    const { status, out } = carril(words)
    assert.equal(status, 0)
    assert.match(out, /\.\/carril bench NAME/)
  }
})

test('a command that there is not ends with 2, before anything is built', () => {
  for (const words of [['bnech'], ['help', 'bnech'], ['version']]) {
    const { status, said } = carril(words)
    assert.equal(status, 2)
    assert.match(said, /there is no command '(bnech|version)'/)
  }
})

test('Java takes the place of the launcher, so signals reach it', async () => {
  jdk('jvm/25')
  const child = spawn(join(home, 'carril'), ['run', 'x'], { env: environment() })
  let out = ''
  child.stdout.on('data', text => (out += text))
  await new Promise(resolve => child.on('close', resolve))
  assert.match(out, new RegExp(`^pid ${child.pid} `))
})

// --- building

test('it builds when there is no build, and not again', () => {
  jdk('jvm/25')
  const first = carril(['run', 'x'])
  assert.match(first.said, /building; the first time/)
  assert.equal(builds(), 1)
  const second = carril(['run', 'x'])
  assert.equal(second.said, '')
  assert.equal(builds(), 1)
})

for (const file of ['pom.xml', 'backend/server/pom.xml', 'backend/server/src/main/java/Main.java', 'frontend/app/main.js']) {
  test(`it builds again after an edit of ${file}`, () => {
    jdk('jvm/25')
    carril(['run', 'x'])
    edit(file)
    carril(['run', 'x'])
    assert.equal(builds(), 2)
  })
}

test('it builds again when a source was deleted', () => {
  jdk('jvm/25')
  carril(['run', 'x'])
  rmSync(join(home, 'backend/server/src/main/java/Main.java'))
  edit('backend/server/src/main/java')
  carril(['run', 'x'])
  assert.equal(builds(), 2)
})

test('tests are no part of the build', () => {
  jdk('jvm/25')
  carril(['run', 'x'])
  for (const file of ['backend/server/src/test/java/MainTest.java', 'frontend/test/main.test.mjs', 'frontend/test']) edit(file)
  carril(['run', 'x'])
  assert.equal(builds(), 1)
})

test('a build by hand counts too', () => {
  jdk('jvm/25')
  carril(['run', 'x'])
  edit('frontend/app/main.js', 5)
  edit('backend/server/target/carril-server.jar', 10)
  carril(['run', 'x'])
  assert.equal(builds(), 1)
})

test('a build that fails shows what Maven said, and the next start tries again', () => {
  jdk('jvm/25')
  write('broken', '')
  const { status, said } = carril(['run', 'x'])
  assert.equal(status, 1)
  assert.match(said, /Main\.java:1 does not compile/)
  assert.equal(existsSync(join(home, 'backend/.carril-build')), false)
  rmSync(join(box, 'broken'))
  assert.equal(carril(['run', 'x']).status, 0)
})

test('without Maven it says so, unless there is nothing to build', () => {
  jdk('jvm/25')
  carril(['run', 'x'])
  rmSync(join(bin, 'mvn'))
  assert.equal(carril(['run', 'x']).status, 0)
  edit('pom.xml')
  const { status, said } = carril(['run', 'x'])
  assert.equal(status, 1)
  assert.match(said, /needs Maven 3\.8 or newer/)
})

test('more arguments reach Maven', () => {
  jdk('jvm/25')
  carril(['run', 'x'], { CARRIL_MAVEN_ARGS: '-Dmaven.repo.local=/tmp/x --offline' })
  assert.match(calls()[0], /-Dmaven\.repo\.local=\/tmp\/x --offline .*-pl backend\/server -am package$/)
})

test('two starts at once build once', async () => {
  jdk('jvm/25')
  write('slow', '0.3')
  const start = () => new Promise(resolve => spawn(join(home, 'carril'), ['run', 'x'], { env: environment() }).on('close', resolve))
  assert.deepEqual(await Promise.all([start(), start()]), [0, 0])
  assert.equal(builds(), 1)
})

test('the lock of a build that was killed holds nobody up', () => {
  jdk('jvm/25')
  const gone = spawnSync('true').pid
  symlinkSync(String(gone), join(home, 'backend/.carril-build'))
  assert.equal(carril(['run', 'x']).status, 0)
})

test('a build that is stopped ends at once and leaves no lock', async () => {
  jdk('jvm/25')
  write('slow', '20')
  const child = spawn(join(home, 'carril'), ['run', 'x'], { env: environment() })
  for (let waits = 0; !existsSync(join(box, 'calls')) && waits < 500; waits++) await new Promise(resolve => setTimeout(resolve, 10))
  child.kill('SIGTERM')
  assert.equal(await new Promise(resolve => child.on('exit', resolve)), 143)
  assert.equal(existsSync(join(home, 'backend/.carril-build')), false)
})

test('a server that runs keeps its jar when another build is made', () => {
  jdk('jvm/25')
  carril(['run', 'x'])
  const jar = join(home, 'backend/server/target/carril-server.jar')
  const kept = join(box, 'kept')
  spawnSync('ln', [jar, kept])
  const before = readFileSync(kept, 'utf8')
  edit('pom.xml')
  carril(['run', 'x'])
  assert.equal(builds(), 2)
  assert.equal(readFileSync(kept, 'utf8'), before)
  assert.notEqual(readFileSync(jar, 'utf8'), before)
})

// --- the caches that make starts quick

test('a build writes the cache of short commands, and they read it', () => {
  jdk('jvm/25')
  carril(['run', 'x'])
  assert.match(calls().at(-2), /-XX:AOTCacheOutput=.* run -$/)
  assert.match(lastCall(), /-XX:AOTCache=.*\/short-\d+\.aot .* run x$/)
  carril(['--version'])
  assert.match(lastCall(), /-XX:AOTCache=.*\/short-\d+\.aot .* --version$/)
})

test('without its cache a short command runs all the same', () => {
  jdk('jvm/25')
  write('killed-late', '')
  carril(['run', 'x'])
  rmSync(join(box, 'killed-late'))
  assert.equal(carril(['run', 'x']).status, 0)
  assert.doesNotMatch(lastCall(), /-XX:AOTCache/)
})

test('the caches of server and short commands leave each other alone', () => {
  jdk('jvm/25')
  carril([])
  carril([])
  carril(['run', 'x'])
  assert.match(lastCall(), /-XX:AOTCache=/)
  carril([])
  assert.match(lastCall(), /-XX:AOTCache=.*\/serve-/)
})

test('the first start writes a cache, and later ones read it', () => {
  jdk('jvm/25')
  carril([])
  assert.match(lastCall(), /-XX:AOTCacheOutput=/)
  assert.equal(carril([]).said, '')
  assert.match(lastCall(), /-XX:AOTCache=.*\.aot /)
  assert.equal(caches().length, 1)
})

for (const [what, file] of [
  ['is killed', 'killed'], ['is killed while the cache is being written', 'killed-late'], ['never came up', 'port-taken'],
]) {
  test(`a first run that ${what} leaves nothing that anybody uses`, () => {
    jdk('jvm/25')
    write(file, '')
    carril([])
    rmSync(join(box, file))
    carril([])
    assert.match(lastCall(), /-XX:AOTCacheOutput=/)
    carril([])
    assert.match(lastCall(), /-XX:AOTCache=/)
    assert.equal(caches().length, 1)
  })
}

test('two first starts at once write to files of their own', async () => {
  jdk('jvm/25')
  carril(['run', 'x'])
  const start = () => new Promise(resolve => spawn(join(home, 'carril'), [], { env: environment() }).on('close', resolve))
  await Promise.all([start(), start()])
  const outputs = calls().slice(-2).map(call => call.match(/AOTCache\w*=(.*?) -/)[1])
  assert.notEqual(outputs[0], outputs[1])
  carril([])
  assert.match(lastCall(), /-XX:AOTCache=/)
  assert.equal(caches().length, 1)
})

test('what a run that goes on is writing is left alone', () => {
  jdk('jvm/25')
  carril([])
  const [whole] = caches()
  const mine = `${whole.split('.')[0]}.${process.pid}.new`
  write(`home/backend/server/target/aot/${mine}.config`, '')
  carril([])
  assert.ok(caches().includes(`${mine}.config`))
})

test('another JDK or another build throws the cache away', () => {
  const first = jdk('first')
  const second = jdk('second', 'JAVA_VERSION="25.0.4"\n')
  carril([], { JAVA_HOME: first })
  carril([], { JAVA_HOME: first })
  assert.match(lastCall(), /-XX:AOTCache=/)
  carril([], { JAVA_HOME: second })
  assert.match(lastCall(), /-XX:AOTCacheOutput=/)
  carril([], { JAVA_HOME: second })
  assert.match(lastCall(), /-XX:AOTCache=/)
  edit('backend/server/target/carril-server.jar')
  carril([], { JAVA_HOME: second })
  assert.match(lastCall(), /-XX:AOTCacheOutput=/)
})

test('where nothing can be written it starts all the same', () => {
  jdk('jvm/25')
  carril(['run', 'x'])
  rmSync(join(home, 'backend/server/target/aot'), { recursive: true })
  write('home/backend/server/target/aot', 'a file where the folder would be')
  const { status } = carril([])
  assert.equal(status, 0)
  assert.doesNotMatch(lastCall(), /-XX:AOTCache/)
})

test('asking serve for help, or switching the cache off, writes none', () => {
  jdk('jvm/25')
  carril(['serve', '--help'])
  assert.doesNotMatch(lastCall(), /-XX:AOTCache/)
  carril([], { CARRIL_AOT_CACHE: 'off' })
  assert.doesNotMatch(lastCall(), /-XX:AOTCache/)
})

// --- tests

test('the tests need Node and Maven, and say so', () => {
  jdk('jvm/25')
  assert.match(carril(['test']).said, /need Node 20 or newer, and there is no node/)
  script('bin/node', 'echo v18.19.0')
  const { status, said } = carril(['test'])
  assert.equal(status, 1)
  assert.match(said, /is 18\.19\.0/)
  rmSync(join(bin, 'mvn'))
  assert.match(carril(['test']).said, /Testing Carril needs Maven/)
})

test('a browser that is named and cannot be run is a clear failure', () => {
  jdk('jvm/25')
  script('bin/node', 'echo v20.0.0')
  const { status, said } = carril(['test'], { CARRIL_BROWSER: '/nowhere/chromium' })
  assert.equal(status, 1)
  assert.match(said, /CARRIL_BROWSER names \/nowhere\/chromium, which cannot be run/)
})
