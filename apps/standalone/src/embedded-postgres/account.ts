/** The account that PostgreSQL runs as. It refuses root, which many containers run as. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { PostgresBinaries } from './binaries.ts'

/** The unprivileged account `nobody`, which every system has. */
const NOBODY = 65534
const OTHERS_MAY_ENTER = 0o001
const OWNER_MAY_ENTER = 0o100

export interface PostgresAccount {
  /** Starts one of the programs as this account. */
  spawn(program: string, args: string[], options?: SpawnOptions): ChildProcess
}

/**
 * The account for an existing data directory, whose owner it becomes.
 *
 * A user other than root runs PostgreSQL directly. Root runs it as the owner of the directory, or as `nobody` if root
 * owns it. If that account cannot reach the programs or the directory, root runs it in a user namespace as `nobody`.
 */
export function chooseAccount(binaries: PostgresBinaries, directory: string): PostgresAccount {
  if (process.getuid === undefined) return { spawn } // Windows
  const { uid: owner, gid: group } = statSync(directory)
  const self = process.getuid()
  if (self !== 0) {
    if (owner !== self) throw new StartError(wrongOwner(directory, owner, self))
    return { spawn }
  }
  const [uid, gid] = owner === 0 ? [NOBODY, NOBODY] : [owner, group]
  if ([binaries.directory, dirname(directory)].every((path) => mayEnter(path, uid)) && canSwitchTo(uid, gid)) {
    changeOwner(directory, uid, gid)
    return { spawn: (program, args, options) => spawn(program, args, { ...options, uid, gid }) }
  }
  const namespace = ['-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  if (spawnSync('unshare', [...namespace, 'true']).status !== 0) throw new StartError(noUsableAccount(directory))
  changeOwner(directory, 0, 0)
  return { spawn: (program, args, options) => spawn('unshare', [...namespace, program, ...args], options ?? {}) }
}

function mayEnter(path: string, uid: number): boolean {
  const { mode, uid: owner } = statSync(path)
  const allowed = owner === uid ? OWNER_MAY_ENTER : OTHERS_MAY_ENTER
  return (mode & allowed) !== 0 && (path === dirname(path) || mayEnter(dirname(path), uid))
}

/** False if root may not change accounts, as in a container without capabilities. */
function canSwitchTo(uid: number, gid: number): boolean {
  return spawnSync('/bin/sh', ['-c', ':'], { uid, gid }).status === 0
}

function changeOwner(directory: string, uid: number, gid: number): void {
  if (statSync(directory).uid === uid) return
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(directory, entry), uid, gid)
  chownSync(directory, uid, gid) // last: an interrupted chown starts over
}

function wrongOwner(directory: string, owner: number, self: number): string {
  const why = owner === NOBODY || owner === 0 ? 'it was last used by root' : `it belongs to user ${owner}`
  return `${directory} cannot be used by user ${self}: ${why}. Become its owner with \`sudo chown -R ${self} ${dirname(directory)}\`, or choose another folder with WAYBILL_DATA_DIR.`
}

function noUsableAccount(directory: string): string {
  return (
    `PostgreSQL refuses to run as root, and no other account can reach ${directory} or node_modules here. ` +
    'Run as an ordinary user, or move the project out of a private folder, or set DATABASE_URL to another PostgreSQL server.'
  )
}
