/** A real PostgreSQL 18 as a child of this process, for machines that have none. */
import type { ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@waybill/chassis/process/free-port'
import type { Logger } from '@waybill/chassis/telemetry/log'
import { StartError } from '../start-error.ts'
import { chooseAccount, type PostgresAccount } from './account.ts'
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts'
import {
  ensureCluster,
  type PostgresFiles,
  postgresEnvironment,
  postgresFiles,
  recoveryHint,
  stopOrphan,
  superuserPassword,
} from './cluster.ts'

export interface EmbeddedPostgres {
  /** URL of the superuser and database `postgres`, on a loopback port chosen at each start. */
  url: string
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>
}

/** Settings for a small machine. Durability (fsync, synchronous_commit) keeps PostgreSQL's default: on. */
const smallMachine = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync', // the default starts worker processes for reads, which are nearly always cached here
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

const READY_WITHIN_MS = 60_000 // recovery after a crash replays at most max_wal_size
const LEFTOVERS_GONE_WITHIN_MS = 10_000
const FAST_STOP_MS = 10_000
const RESTART_DELAY_MS = { first: 500, longest: 10_000 }
const LOG_FILE_LIMIT_BYTES = 5_000_000

interface Server {
  child: ChildProcess
  exited: Promise<string>
}

interface Installation {
  settings: Record<string, string>
  files: PostgresFiles
  binaries: PostgresBinaries
  account: PostgresAccount
}

/**
 * Starts PostgreSQL on `dataDir`, which is created on first use, and resolves when it accepts connections. Stops a
 * server that a killed process left behind, and restarts a server that dies on the same port.
 *
 * The server runs in a separate process group: Ctrl-C reaches only this process, which stops it last. Throws a
 * StartError.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: Logger
  /** Settings of the server beside those for a small machine. */
  settings?: Record<string, string>
}): Promise<EmbeddedPostgres> {
  const { log } = options
  const directory = resolve(options.dataDir)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const binaries = findPostgresBinaries()
  const files = postgresFiles(directory)
  const settings = { ...smallMachine, ...options.settings }
  const installation = { settings, files, binaries, account: chooseAccount(binaries, directory) }
  const password = superuserPassword(files)
  const orphan = await stopOrphan(files)
  if (orphan !== null) log.warn({ pid: orphan }, 'postgres.orphan_stopped')
  await ensureCluster(files, binaries, installation.account)

  const { server, port } = await launchOnFreePort(installation)
  const supervisor = supervise(installation, { server, port, log })
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop: supervisor.stop }
}

/** Restarts the server when it dies, until `stop`. */
function supervise(installation: Installation, first: { server: Server; port: number; log: Logger }) {
  const { port, log } = first
  const stopping = new AbortController()
  let server: Server | null = first.server
  const interruptAtExit = () => server?.child.kill('SIGINT')
  process.on('exit', interruptAtExit)

  async function restart(): Promise<void> {
    for (let delayMs = RESTART_DELAY_MS.first; !stopping.signal.aborted; delayMs *= 2) {
      try {
        await stopOrphan(installation.files)
        server = await launch(installation, port)
        return log.info({ port }, 'postgres.restarted')
      } catch (error) {
        log.error({ err: error }, 'postgres.restart_failed')
      }
      await sleep(Math.min(delayMs, RESTART_DELAY_MS.longest), null, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function watch(): Promise<void> {
    while (server) {
      const reason = await server.exited
      server = null
      if (stopping.signal.aborted) return
      log.error({ reason }, 'postgres.exited')
      await restart()
    }
  }
  const watching = watch()

  return {
    async stop(): Promise<void> {
      stopping.abort()
      if (server) await shutDown(installation, server)
      await watching
      process.off('exit', interruptAtExit)
    },
  }
}

async function shutDown({ binaries, files, account }: Installation, server: Server): Promise<void> {
  // Windows has no such signals.
  if (process.platform === 'win32') account.spawn(binaries.pgCtl, ['stop', '-D', files.cluster, '-m', 'fast'])
  else server.child.kill('SIGINT')
  const forceTimer = setTimeout(() => server.child.kill('SIGQUIT'), FAST_STOP_MS)
  await server.exited
  clearTimeout(forceTimer)
}

async function launchOnFreePort(installation: Installation): Promise<{ server: Server; port: number }> {
  for (const until = Date.now() + LEFTOVERS_GONE_WITHIN_MS; ; await sleep(100)) {
    const port = await freePort()
    try {
      return { server: await launch(installation, port), port }
    } catch (error) {
      // The port was taken in between, or backends have not yet noticed that their server was killed.
      const transient = /could not bind|could not create any TCP|shared memory block|lock file .* already exists/
      if (Date.now() > until || !transient.test((error as Error).message)) throw error
    }
  }
}

async function launch(installation: Installation, port: number): Promise<Server> {
  const { settings, files, binaries, account } = installation
  const logSize = statSync(files.logFile, { throwIfNoEntry: false })?.size ?? 0
  const logFd = openSync(files.logFile, logSize > LOG_FILE_LIMIT_BYTES ? 'w' : 'a', 0o600)
  const args = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = account.spawn(binaries.postgres, ['-D', files.cluster, ...args], {
    env: postgresEnvironment(),
    stdio: ['ignore', logFd, logFd],
    detached: true,
  })
  const written = logSize > LOG_FILE_LIMIT_BYTES ? 0 : logSize
  closeSync(logFd)
  const exited = new Promise<string>((done) => {
    child.on('exit', (code, signal) => done(signal ?? `exit code ${code}`))
    child.on('error', (error) => done(error.message))
  })
  const server = { child, exited }
  const outcome = await Promise.race([exited, waitUntilReady(files, child)])
  if (outcome === 'ready') return server
  if (outcome === 'late') await shutDown(installation, server)
  throw new StartError(
    `PostgreSQL did not start on ${files.cluster}: ${reportedError(files, written) ?? outcome}. ` +
      `See its log, ${files.logFile}. ${recoveryHint(files)}`,
  )
}

/** PostgreSQL writes its state to line 8 of its pid file. */
async function waitUntilReady(files: PostgresFiles, child: ChildProcess): Promise<'ready' | 'late'> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(10)) {
    const lines = readIfPresent(files.pidFile).split('\n')
    if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return 'ready'
    if (child.exitCode !== null || child.signalCode !== null) break
  }
  return 'late'
}

/** The error in the part of the server's log after `offset`. */
function reportedError(files: PostgresFiles, offset: number): string | undefined {
  const lines = readFileSync(files.logFile).subarray(offset).toString().split('\n')
  const find = (pattern: RegExp) => lines.map((line) => pattern.exec(line)?.[1]).find((message) => message)
  const [fatal, bind] = [find(/(?:FATAL|PANIC): +(.*)/), find(/(could not bind .*)/)]
  return bind && fatal ? `${fatal}, ${bind}` : (fatal ?? lines.findLast((line) => line.trim() !== ''))
}

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
