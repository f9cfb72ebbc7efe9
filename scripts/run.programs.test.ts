import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isRunning, knownProcess } from '@waybill/standalone/processes'
import { eventually } from '@waybill/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'

/** In place of npm: records each call, and writes the record of node_modules that npm writes. */
const FAKE_NPM = `
import { appendFileSync, mkdirSync, writeFileSync, readFileSync } from 'node:fs'
const root = process.argv[process.argv.indexOf('--prefix') + 1]
appendFileSync(root + '/npm-calls', process.pid + '\\n')
appendFileSync(root + '/npm-commands', process.argv.filter((arg) => /^(ci|install|--(omit|include)=dev)$/.test(arg)).join(' ') + '\\n')
const plan = JSON.parse(readFileSync(root + '/npm-plan.json', 'utf8'))
setTimeout(() => {
  console.error(plan.says)
  if (plan.code === 0) {
    mkdirSync(root + '/node_modules', { recursive: true })
    writeFileSync(root + '/node_modules/.package-lock.json', JSON.stringify({ packages: plan.installs }))
  }
  process.exit(plan.code)
}, plan.takesMs)
`

/** In place of a task: prints its arguments, and ends as they say. */
const FAKE_TASK = `
process.on('SIGTERM', () => process.exit(7))
console.log(JSON.stringify({ args: process.argv.slice(2), path: process.env.PATH, cwd: process.cwd() }))
if (process.argv[2] === 'wait') setInterval(() => {}, 1000)
else process.exitCode = Number(process.argv[2] ?? 0)
`

const getLock = (version: string) =>
  JSON.stringify({ packages: { '': {}, 'node_modules/thing': { version }, 'node_modules/local': { link: true } } })
const installed = (version: string) => ({ 'node_modules/thing': { version }, 'node_modules/local': { link: true } })

interface Plan {
  says?: string
  code?: number
  takesMs?: number
  installs?: object
}

/** A clone that holds only the bootstrap, a lock and a task. */
function aClone() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'waybill-run-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const directory of ['scripts', 'tools/node']) mkdirSync(join(root, directory), { recursive: true })
  for (const part of ['run.mjs', 'run'])
    cpSync(join(import.meta.dirname, part), join(root, 'scripts', part), { recursive: true })
  const put = (name: string, content: string) => writeFileSync(join(root, name), content)
  const plan = ({ says = '', code = 0, takesMs = 0, installs = installed('1.0.0') }: Plan) =>
    put('npm-plan.json', JSON.stringify({ says, code, takesMs, installs }))
  put('package-lock.json', getLock('1.0.0'))
  put('scripts/gen.ts', FAKE_TASK)
  put('npm-cli.js', FAKE_NPM)
  put('package.json', '{"type":"module"}')
  plan({})
  const begin = (...args: string[]): ChildProcess =>
    spawn(process.execPath, [join(root, 'scripts/run.mjs'), ...args], {
      env: { PATH: process.env.PATH, npm_execpath: join(root, 'npm-cli.js') },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  return {
    root,
    put,
    plan,
    begin,
    npmCalls: () =>
      (existsSync(join(root, 'npm-calls')) ? readFileSync(join(root, 'npm-calls'), 'utf8').split('\n') : []).filter(
        Boolean,
      ),
    isLocked: () => existsSync(join(root, '.install.lock')),
    run: (...args: string[]) => outcome(begin(...args)),
  }
}

async function outcome(child: ChildProcess) {
  if (!child.stdout || !child.stderr) throw new Error('the output is not piped')
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { out, err, code }
}

test('the first run installs, prints one line and runs the task; the second only runs the task', async () => {
  const clone = aClone()
  const first = await clone.run('gen', '3', '--flag')
  expect(first).toMatchObject({ code: 3, err: 'installing dependencies …\n' })
  expect(JSON.parse(first.out)).toMatchObject({ args: ['3', '--flag'], cwd: clone.root })
  expect(JSON.parse(first.out).path).toMatch(new RegExp(`^${clone.root}/node_modules/.bin:`))

  expect(await clone.run('gen')).toMatchObject({ code: 0, err: '' })
  expect(clone.npmCalls()).toHaveLength(1)
  expect(clone.isLocked()).toBe(false)
})

test('a changed lock file is installed again', async () => {
  const clone = aClone()
  await clone.run('gen')
  clone.put('package-lock.json', getLock('2.0.0'))
  clone.plan({ installs: installed('2.0.0') })
  await clone.run('gen')
  expect(clone.npmCalls()).toHaveLength(2)
})

test('a new workspace is linked, and nothing is installed for it', async () => {
  const clone = aClone()
  await clone.run('gen')
  const { packages } = JSON.parse(getLock('1.0.0'))
  const added = { resolved: 'packages/added', link: true }
  clone.put('package-lock.json', JSON.stringify({ packages: { ...packages, 'node_modules/@waybill/added': added } }))
  mkdirSync(join(clone.root, 'packages/added'), { recursive: true })
  clone.put('packages/added/hello.txt', 'hello')
  expect(await clone.run('gen')).toMatchObject({ code: 0, err: '' })
  expect(readFileSync(join(clone.root, 'node_modules/@waybill/added/hello.txt'), 'utf8')).toBe('hello')
  expect(clone.npmCalls()).toHaveLength(1)
})

test('an install by hand is accepted', async () => {
  const clone = aClone()
  mkdirSync(join(clone.root, 'node_modules'))
  clone.put('node_modules/.package-lock.json', JSON.stringify({ packages: installed('1.0.0') }))
  expect((await clone.run('gen')).code).toBe(0)
  expect(clone.npmCalls()).toEqual([])
})

test('of four runs that start together one installs, and all run the task', async () => {
  const clone = aClone()
  clone.plan({ takesMs: 1000 })
  const runs = await Promise.all(Array.from({ length: 4 }, () => clone.run('gen')))
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(clone.npmCalls()).toHaveLength(1)
  const waiting = runs.filter(({ err }) => /^waiting for the install that process \d+ is doing …\n$/.test(err))
  expect(waiting).toHaveLength(3)
})

test('the lock of a process that died is broken', async () => {
  const clone = aClone()
  clone.put('.install.lock', String(2 ** 22 + 1))
  expect((await clone.run('gen')).code).toBe(0)
  expect(clone.isLocked()).toBe(false)
})

test('when npm fails, its output and advice are shown, and the next run tries again', async () => {
  const clone = aClone()
  clone.plan({ code: 1, says: 'npm error code ENOTFOUND' })
  const failed = await clone.run('gen')
  expect(failed.code).toBe(1)
  expect(failed.err).toMatch(/npm error code ENOTFOUND[\s\S]*The npm registry could not be reached: check the network/)
  expect(clone.isLocked()).toBe(false)
  clone.plan({})
  expect((await clone.run('gen')).code).toBe(0)
})

test('a package that npm skipped is noticed', async () => {
  const clone = aClone()
  clone.plan({ installs: {} })
  const { code, err } = await clone.run('gen')
  expect([code, err]).toEqual([1, expect.stringContaining('Installing dependencies failed')])
})

test('an interrupted install leaves neither an npm process nor a lock', async () => {
  const clone = aClone()
  clone.plan({ takesMs: 30_000 })
  const child = clone.begin('gen')
  await eventually(() => expect(clone.npmCalls()).toHaveLength(1))
  const npm = knownProcess(Number(clone.npmCalls()[0]))
  child.kill('SIGTERM')
  expect((await outcome(child)).code).toBe(143)
  expect(clone.isLocked()).toBe(false)
  await eventually(() => expect(isRunning(npm)).toBe(false))
})

test('a signal reaches the task, and its exit code is passed on', async () => {
  const clone = aClone()
  const child = clone.begin('gen', 'wait')
  child.stdout?.once('data', () => child.kill('SIGTERM'))
  expect((await outcome(child)).code).toBe(7)
})

/** The packages of the product are `thing` and `local`; `tool` is for its development. */
const withTool = JSON.stringify({
  packages: { ...JSON.parse(getLock('1.0.0')).packages, 'node_modules/tool': { version: '1.0.0', dev: true } },
})
const tool = { 'node_modules/tool': { version: '1.0.0' } }

function aCloneWithTool() {
  const clone = aClone()
  clone.put('package-lock.json', withTool)
  mkdirSync(join(clone.root, 'packages/cli/src'), { recursive: true })
  clone.put('packages/cli/src/main.ts', FAKE_TASK)
  return { ...clone, commands: () => readFileSync(join(clone.root, 'npm-commands'), 'utf8').trim().split('\n') }
}

test('the product runs without the packages of its development, which are added to it, not installed in its place', async () => {
  const clone = aCloneWithTool()
  for (const task of ['waybill', 'waybill']) expect((await clone.run(task)).code).toBe(0)
  expect(clone.commands()).toEqual(['ci --omit=dev'])

  clone.plan({ installs: { ...installed('1.0.0'), ...tool } })
  for (const task of ['packages', 'gen', 'waybill']) expect((await clone.run(task)).code).toBe(0)
  expect(clone.commands()).toEqual(['ci --omit=dev', 'install --include=dev'])
})

test('when the lock has another package for development, the product gets it too, after it has started', async () => {
  const clone = aCloneWithTool()
  clone.plan({ installs: { ...installed('1.0.0'), ...tool } })
  await clone.run('gen')
  clone.put('package-lock.json', withTool.replace('"version":"1.0.0","dev"', '"version":"2.0.0","dev"'))
  for (const task of ['waybill', 'waybill']) expect((await clone.run(task)).code).toBe(0)
  clone.plan({ installs: { ...installed('1.0.0'), 'node_modules/tool': { version: '2.0.0' } } })
  await clone.run('packages')
  expect(clone.commands()).toEqual(['ci --include=dev', 'ci --omit=dev', 'install --include=dev'])
})

test('a package that was being added when npm was killed is removed and added again', async () => {
  const clone = aCloneWithTool()
  await clone.run('waybill')
  clone.plan({ takesMs: 30_000 })
  const adding = clone.begin('packages')
  await eventually(() => expect(clone.npmCalls()).toHaveLength(2))
  mkdirSync(join(clone.root, 'node_modules/tool'))
  clone.put('node_modules/tool/part', '')
  adding.kill('SIGTERM')
  await outcome(adding)

  clone.plan({ installs: { ...installed('1.0.0'), ...tool } })
  expect((await clone.run('waybill')).err).toBe('')
  await clone.run('packages')
  expect(existsSync(join(clone.root, 'node_modules/tool/part'))).toBe(false)
  expect(clone.commands()).toEqual(['ci --omit=dev', 'install --include=dev', 'install --include=dev'])
})

test('packages that were installed otherwise are not added to', async () => {
  const clone = aCloneWithTool()
  mkdirSync(join(clone.root, 'node_modules'))
  clone.put('node_modules/.package-lock.json', JSON.stringify({ packages: installed('1.0.0') }))
  expect(await clone.run('packages')).toEqual({ code: 0, out: '', err: '' })
  expect(clone.npmCalls()).toEqual([])
})

/** In place of the server: names itself, and ends as a process with a lifecycle does. */
const FAKE_SERVER = `
process.on('SIGTERM', () => process.exit(0)).on('SIGINT', () => process.exit(0)).on('disconnect', () => process.exit(0))
setInterval(() => {}, 1000)
console.log(process.pid + ' ' + process.ppid)
`

/** `npm start` with its shell, the bootstrap and the server, each a process. */
async function aStartedServer() {
  const clone = aClone()
  await clone.run('gen')
  clone.put('package.json', JSON.stringify({ type: 'module', scripts: { start: 'node scripts/run.mjs start' } }))
  mkdirSync(join(clone.root, 'apps/standalone/src'), { recursive: true })
  clone.put('apps/standalone/src/main.ts', FAKE_SERVER)
  const npm = spawn('npm', ['start', '--silent'], { cwd: clone.root, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(npm.stdout, 'data')
  const [server = 0, bootstrap = 0] = String(line).trim().split(' ').map(Number)
  return { npm, bootstrap, processes: [bootstrap, server].map(knownProcess) }
}

test.each([
  ['npm', 'SIGTERM'],
  ['npm', 'SIGKILL'],
  ['the bootstrap', 'SIGTERM'],
  ['the bootstrap', 'SIGKILL'],
] as const)('the server ends when %s gets %s', async (whom, signal) => {
  const { npm, bootstrap, processes } = await aStartedServer()
  if (whom === 'npm') npm.kill(signal)
  else process.kill(bootstrap, signal)
  await eventually(() => expect(processes.map(isRunning)).toEqual([false, false]), { timeoutMs: 10_000 })
})

test('an unknown task is refused with a list of the tasks', async () => {
  const { code, err } = await aClone().run('strat')
  expect([code, err]).toEqual([1, expect.stringContaining('Unknown task "strat". Tasks: start, stack, dev, test,')])
})
