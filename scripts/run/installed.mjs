/** Tells what is installed in node_modules, by a stamp of our own and by the record of npm. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { readIfPresent, readJson } from './clone.mjs'
import { platform } from './node.mjs'

/** In a stamp: all packages are there, those that the product needs, or more are being added to these. */
const ALL = ''
const PRODUCT = ' product'
const ADDING = ' product and more'

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

/** Says that all packages of the lock are there, or without `withoutDev` those that the product needs. */
export function writeStamp({ directory, withoutDev }) {
  writeFileSync(stampFile(directory), stamp(directory, withoutDev ? PRODUCT : ALL))
}

/** Removes packages of an addition that was interrupted: npm takes an incomplete one for installed. */
export function prepareAdding(directory) {
  writeFileSync(stampFile(directory), stamp(directory, ADDING))
  const { packages } = readJson(join(directory, 'package-lock.json'))
  for (const [path, { dev, devOptional }] of Object.entries(packages))
    if (dev || devOptional) rmSync(join(directory, path), { recursive: true, force: true })
}

/** Whether only the packages that the product needs are known to be there. */
export function holdsProductOnly(directory) {
  return isOfProduct(directory, readIfPresent(stampFile(directory)))
}

/** Whether a stamp says that at least the packages that the product needs are there, and perhaps no more. */
function isOfProduct(directory, found) {
  return [PRODUCT, ADDING].some((extent) => found === stamp(directory, extent))
}

function stampFile(directory) {
  return join(directory, 'node_modules', '.waybill-install')
}

export function isInstalled({ directory, withoutDev }) {
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
export function holdsWhatTheLockAsks({ directory, withoutDev }) {
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
