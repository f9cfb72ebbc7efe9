/** The data directory of the embedded PostgreSQL: made once, checked at every start, freed of a server left behind. */
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresAccount } from './embedded-postgres-account.ts'
import { POSTGRES_MAJOR, type PostgresBinaries } from './embedded-postgres-binaries.ts'
import { commandLine } from './processes.ts'
import { StartError } from './start-error.ts'

/** What lies in the folder given to `startEmbeddedPostgres`. */
export interface PostgresFiles {
  cluster: string
  /** What PostgreSQL itself writes there: pid, port and state. */
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

/** The password of the superuser `postgres`: random, made on first use, readable by its owner only. */
export function superuserPassword(files: PostgresFiles): string {
  if (existsSync(files.passwordFile)) return readFileSync(files.passwordFile, 'utf8').trim()
  if (existsSync(files.cluster))
    throw new StartError(`${files.passwordFile} is missing, and the database opens with it only. ${wayOut(files)}`)
  const password = randomBytes(24).toString('base64url')
  writeFileSync(files.passwordFile, password, { mode: 0o600 })
  const { uid, gid } = statSync(join(files.passwordFile, '..'))
  chownSync(files.passwordFile, uid, gid) // root writes it, and initdb reads it under another account
  return password
}

/**
 * Makes the cluster if there is none: UTF-8, sorted by code point whatever the machine's locale, passwords required.
 * Made aside and renamed, so that a start cut short leaves no half of one. Throws when the one there is not usable.
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
  const [problem, code] = await Promise.all([child.stderr ? text(child.stderr) : '', exited])
  if (code !== 0)
    throw new StartError(`PostgreSQL could not make its data directory ${files.cluster}: ${problem.trim()}`)
  renameSync(unfinished, files.cluster)
}

function assertUsable(files: PostgresFiles): void {
  const versionFile = join(files.cluster, 'PG_VERSION')
  if (!existsSync(versionFile) || !existsSync(join(files.cluster, 'global', 'pg_control')))
    throw new StartError(`${files.cluster} is not a complete PostgreSQL data directory. ${wayOut(files)}`)
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== POSTGRES_MAJOR)
    throw new StartError(
      `${files.cluster} was made by PostgreSQL ${version}, and this is ${POSTGRES_MAJOR}: start the version of Waybill ` +
        `that made it, or move its data with pg_dump. ${wayOut(files)}`,
    )
}

/** The last resort, in the words that every message about a broken directory ends with. */
export function wayOut(files: PostgresFiles): string {
  return `Put a backup in its place, or start empty with \`mv ${files.cluster} ${files.cluster}.broken\`.`
}

/**
 * Stops a PostgreSQL that a killed process has left running on this cluster.
 * A pid file whose process is gone, or is another program by now, is removed.
 */
export async function stopOrphan(files: PostgresFiles): Promise<number | null> {
  if (!existsSync(files.pidFile)) return null
  const pid = Number(readFileSync(files.pidFile, 'utf8').split('\n')[0])
  if (!commandLine(pid).includes(files.cluster)) {
    rmSync(files.pidFile, { force: true })
    return null
  }
  // Fast shutdown rolls back and writes a checkpoint; immediate leaves that to the recovery at the next start.
  for (const [signal, patienceMs] of [['SIGINT', 10_000] as const, ['SIGQUIT', 5_000] as const]) {
    process.kill(pid, signal)
    for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(20))
      if (!commandLine(pid).includes(files.cluster)) return pid // empty for one that has ended but is not yet reaped
  }
  throw new StartError(
    `PostgreSQL ${pid} still runs on ${files.cluster} and does not stop: end it with \`kill -9 ${pid}\`.`,
  )
}

/** Our environment without the variables that steer PostgreSQL's own tools (PGPORT, PGDATA …) and the locale. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}
