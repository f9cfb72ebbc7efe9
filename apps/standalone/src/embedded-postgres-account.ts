/** As whom PostgreSQL runs: it refuses root, who is exactly who runs things in many containers. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PostgresBinaries } from './embedded-postgres-binaries.ts'
import { StartError } from './start-error.ts'

/** The unprivileged account that every system has: `nobody`. */
const NOBODY = 65534
const OTHERS_MAY_ENTER = 0o001
const OWNER_MAY_ENTER = 0o100

export interface PostgresAccount {
  /** Starts one of the programs as this account. */
  spawn(program: string, args: string[], options?: SpawnOptions): ChildProcess
}

/**
 * The account for a data directory, which must exist; the directory and all in it become the account's.
 *
 * An ordinary user runs PostgreSQL as themself. Root runs it as the directory's owner or, if root made it, as `nobody`;
 * where that account cannot reach the programs or the directory, inside a user namespace that shows root as `nobody`.
 */
export function accountFor(binaries: PostgresBinaries, directory: string): PostgresAccount {
  if (process.getuid === undefined) return { spawn } // Windows
  const { uid: owner, gid: group } = statSync(directory)
  const self = process.getuid()
  if (self !== 0) {
    if (owner !== self) throw new StartError(belongsToAnother(directory, owner, self))
    return { spawn }
  }
  const [uid, gid] = owner === 0 ? [NOBODY, NOBODY] : [owner, group]
  if ([binaries.directory, dirname(directory)].every((path) => mayEnter(path, uid)) && canSwitchTo(uid, gid)) {
    giveTo(directory, uid, gid)
    return { spawn: (program, args, options) => spawn(program, args, { ...options, uid, gid }) }
  }
  const namespace = ['-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  if (spawnSync('unshare', [...namespace, 'true']).status !== 0) throw new StartError(rootHasNoWay(directory))
  giveTo(directory, 0, 0)
  return { spawn: (program, args, options) => spawn('unshare', [...namespace, program, ...args], options ?? {}) }
}

function mayEnter(path: string, uid: number): boolean {
  const { mode, uid: owner } = statSync(path)
  const allowed = owner === uid ? OWNER_MAY_ENTER : OTHERS_MAY_ENTER
  return (mode & allowed) !== 0 && (path === dirname(path) || mayEnter(dirname(path), uid))
}

/** False where root has lost the right to change accounts, as in a container without capabilities. */
function canSwitchTo(uid: number, gid: number): boolean {
  return spawnSync('/bin/sh', ['-c', ':'], { uid, gid }).status === 0
}

function giveTo(directory: string, uid: number, gid: number): void {
  if (statSync(directory).uid === uid) return
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(directory, entry), uid, gid)
  chownSync(directory, uid, gid) // last: a chown that was cut short is begun again
}

function belongsToAnother(directory: string, owner: number, self: number): string {
  const why = owner === NOBODY || owner === 0 ? 'it was last used by root' : `it belongs to user ${owner}`
  return `${directory} cannot be used by user ${self}: ${why}. Give it to yourself with \`sudo chown -R ${self} ${dirname(directory)}\`, or choose another folder with WAYBILL_DATA_DIR.`
}

function rootHasNoWay(directory: string): string {
  return (
    `PostgreSQL refuses to run as root, and no other account can reach ${directory} or node_modules here. ` +
    'Run as an ordinary user, or move the project out of a private folder, or set DATABASE_URL to a PostgreSQL of your own.'
  )
}
