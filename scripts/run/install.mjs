/** Installs the locked packages with npm, and Node.js where it is too old. */
import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { Refusal, root, toolsNode } from './clone.mjs'
import { holdsProductOnly, holdsWhatTheLockAsks, isInstalled, prepareAdding, writeStamp } from './installed.mjs'
import { holdLockWith, killInstalls, releaseLock, takeLock } from './lock.mjs'
import { installedNode, ownNodeIsUsable } from './node.mjs'

/** The installs that this clone still needs, in the order in which they are announced. */
export function pendingInstalls(withoutDev) {
  const installs = [{ what: 'dependencies', directory: root, withoutDev }]
  if (!ownNodeIsUsable()) installs.unshift({ what: 'Node.js', directory: toolsNode, withoutDev: false })
  return installs.filter((one) => !isInstalled(one))
}

export async function installPending(withoutDev) {
  await takeLock()
  const installs = pendingInstalls(withoutDev) // again: another run may have finished them while we waited
  if (installs.length > 0) console.error(`installing ${installs.map(({ what }) => what).join(' and ')} …`)
  const stopCounting = countSeconds(installs)
  // Together where possible. For development Node.js first: npm leaves out optional packages, such as compilers in native
  // code, that need a newer one than its own.
  if (installs.every(({ directory, withoutDev }) => directory === toolsNode || withoutDev))
    await Promise.all(installs.map(install))
  else for (const one of installs) await install(one)
  stopCounting()
  releaseLock()
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
  const isAdding = !withoutDev && holdsProductOnly(directory)
  if (isAdding) prepareAdding(directory)
  const command = isAdding ? ['install', '--no-save'] : ['ci']
  const { code, output } = await runNpm([...command, '--prefix', directory, ...flags, ...patience], directory)
  // npm skips an optional package that it could not fetch, and the packages of one platform are optional.
  if (code !== 0 || !holdsWhatTheLockAsks({ directory, withoutDev })) {
    killInstalls()
    throw new Refusal(explainNpmFailure(what, { code, output }))
  }
  writeStamp({ directory, withoutDev })
}

function runNpm(args, cwd) {
  const own = process.env.npm_execpath ?? ''
  const node = installedNode() ?? process.execPath
  const [program, ...before] = /npm-cli\.c?js$/.test(own) ? [node, own] : ['npm']
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) }
  return new Promise((resolve, reject) => {
    const shell = program === 'npm' && process.platform === 'win32' // there npm is a .cmd file
    const child = spawn(program, [...before, ...args], { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] })
    holdLockWith(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', () => reject(new Refusal('npm is not on the PATH: install it together with Node.js.')))
    child.on('close', (code) => resolve({ code, output }))
  })
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
