/** The data directory of the embedded PostgreSQL: created once, checked at every start. */
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine } from '../processes.ts'
import { StartError } from '../start-error.ts'
import type { PostgresAccount } from './account.ts'
import { POSTGRES_MAJOR, type PostgresBinaries } from './binaries.ts'

/** Files in the folder given to `startEmbeddedPostgres`. */
export interface PostgresFiles {
  cluster: string
  /** Written by PostgreSQL: pid, port and state. */
  pidFile: string
  passwordFile: string
  logFile: string
}

export function postgresFiles(directory: string): PostgresFiles {
  const cluster = join(directory, 'cluster')
  return {
    cluster,
    pidFile: join(cluster, 'postmaster.pid'),
    passwordFile: join(directory, 'password'),
    logFile: join(directory, 'postgres.log'),
  }
}

/** Password of the superuser `postgres`: random, created on first use, readable by its owner only. */
export function superuserPassword(files: PostgresFiles): string {
  if (existsSync(files.passwordFile)) return readFileSync(files.passwordFile, 'utf8').trim()
  if (existsSync(files.cluster))
    throw new StartError(
      `${files.passwordFile} is missing. The database cannot be opened without it. ${recoveryHint(files)}`,
    )
  const password = randomBytes(24).toString('base64url')
  writeFileSync(files.passwordFile, password, { mode: 0o600 })
  const { uid, gid } = statSync(join(files.passwordFile, '..'))
  chownSync(files.passwordFile, uid, gid) // root writes it; initdb reads it under another account
  return password
}

/**
 * Creates the cluster if there is none: UTF-8, sorted by code point on every machine, passwords required. Creates it
 * under another name first, so that an interrupted start leaves no incomplete cluster. Throws if an existing cluster is
 * not usable.
 */
export async function ensureCluster(
  files: PostgresFiles,
  binaries: PostgresBinaries,
  account: PostgresAccount,
): Promise<void> {
  if (existsSync(files.cluster)) return assertUsable(files)
  const unfinished = `${files.cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${files.passwordFile}`]
  const child = account.spawn(binaries.initdb, ['-D', unfinished, ...access, ...locale, '--no-instructions'], {
    env: postgresEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise<number | null>((done, fail) => child.on('exit', done).on('error', fail))
  const [errorOutput, code] = await Promise.all([child.stderr ? text(child.stderr) : '', exited])
  if (code !== 0)
    throw new StartError(`PostgreSQL could not create its data directory ${files.cluster}: ${errorOutput.trim()}`)
  renameSync(unfinished, files.cluster)
}

function assertUsable(files: PostgresFiles): void {
  const versionFile = join(files.cluster, 'PG_VERSION')
  if (!existsSync(versionFile) || !existsSync(join(files.cluster, 'global', 'pg_control')))
    throw new StartError(`${files.cluster} is not a complete PostgreSQL data directory. ${recoveryHint(files)}`)
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== POSTGRES_MAJOR)
    throw new StartError(
      `${files.cluster} was created by PostgreSQL ${version}, and this is ${POSTGRES_MAJOR}. Start the version of Waybill ` +
        `that created it, or move its data with pg_dump. ${recoveryHint(files)}`,
    )
}

/** The last sentence of every error about a damaged directory. */
export function recoveryHint(files: PostgresFiles): string {
  return `Restore a backup, or start empty with \`mv ${files.cluster} ${files.cluster}.broken\`.`
}

/**
 * Stops a PostgreSQL server that a killed process left running on this cluster, and resolves to its pid. Removes a pid
 * file whose process has ended or is another program.
 */
export async function stopOrphan(files: PostgresFiles): Promise<number | null> {
  if (!existsSync(files.pidFile)) return null
  const pid = Number(readFileSync(files.pidFile, 'utf8').split('\n')[0])
  if (!commandLine(pid).includes(files.cluster)) {
    rmSync(files.pidFile, { force: true })
    return null
  }
  // SIGINT (fast shutdown) writes a checkpoint; SIGQUIT (immediate) leaves that to recovery at the next start.
  for (const [signal, timeoutMs] of [['SIGINT', 10_000] as const, ['SIGQUIT', 5_000] as const]) {
    process.kill(pid, signal)
    for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(20))
      if (!commandLine(pid).includes(files.cluster)) return pid // empty for a zombie
  }
  throw new StartError(
    `PostgreSQL (process ${pid}) still runs on ${files.cluster} and does not stop. End it with \`kill -9 ${pid}\`.`,
  )
}

/** The environment without variables that affect PostgreSQL's tools (PGPORT, PGDATA …) or the locale. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}
