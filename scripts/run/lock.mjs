/** One install at a time in a clone: a file with the pids that hold the lock. */
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, readIfPresent, root } from './clone.mjs'

const lockFile = join(root, '.install.lock')
const LOCK_EXPIRES_MS = 15 * 60_000 // longer than any install; frees a lock whose pid now belongs to another program

/** The npm processes of this one: they survive it if it is killed. */
const children = new Set()
let holdsLock = false
process.on('exit', () => {
  if (holdsLock) rmSync(lockFile, { force: true })
})

/** Adds an npm process to those that hold the lock, until it ends. */
export function holdLockWith(child) {
  children.add(child)
  renameSync(writtenAside(lockText()), lockFile)
  child.on('close', () => children.delete(child))
}

/** SIGKILL, because npm would go on for seconds after SIGTERM. The next install replaces what is left. */
export function killInstalls() {
  for (const child of children) child.kill('SIGKILL')
}

export function releaseLock() {
  rmSync(lockFile, { force: true })
  holdsLock = false
}

/** The pids that hold the lock: this process and its npm. */
function lockText() {
  return [process.pid, ...[...children].map((child) => child.pid)].join(' ')
}

export async function takeLock() {
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
