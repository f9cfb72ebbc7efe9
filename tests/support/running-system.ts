import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { STOP_LIMIT_MS } from '@waybill/chassis/config/stop-limits'
import { deleteRabbitTopology } from '@waybill/chassis/messaging/rabbit/bus'
import { deprovision } from '@waybill/chassis/postgres/provision'
import { freePort } from '@waybill/chassis/process/free-port'
import { topology } from '@waybill/contracts/events/topology'
import { BUILT_CONSOLE } from '@waybill/gateway/console/console'
import { eventually } from '@waybill/testing/eventually'
import { testNamespace, testPostgresUrl, testRabbitUrl, testRedisUrl } from '@waybill/testing/services'
import { Redis } from 'ioredis'
import { STACK_STOPS_WITHIN_MS } from '../../scripts/stack/stack.ts'

const root = resolve(import.meta.dirname, '../..')

export type SystemMode = 'standalone' | 'stack'

/** Contents of `sandbox.json`, which a running Waybill writes to its data directory when it is ready. */
export interface Sandbox {
  base_url: string
  docs_url: string
  access_token: string
  merchant_id: string
  environment_id: string
  admin_url: string
  admin_token: string
  /** A link that signs in to the console once. */
  console_url: string
}

export const readSandbox = (file: string): Sandbox => JSON.parse(readFileSync(file, 'utf8')) as Sandbox

export interface RunningSystem {
  sandbox: Sandbox
  sandboxFile: string
  dataDirectory: string
  /** Name of its database and prefix of its queues and keys. */
  namespace: string
  /** Pid of the main process. */
  pid(): number
  /** Output of all processes so far. */
  output(): string
  /** Sends SIGTERM; throws if the process does not exit with 0 in time. Keeps the data. */
  stop(): Promise<void>
  /** Sends SIGKILL to the main process. */
  kill(): Promise<void>
  /** Starts it again on the same data after `stop` or `kill`. */
  start(): Promise<void>
  /** Stops it and removes its directory, database, queues and keys. */
  remove(): Promise<void>
}

export interface SystemOptions {
  mode: SystemMode
  /** Extra environment variables of the processes. */
  env?: Record<string, string>
}

const programs: Record<SystemMode, string> = { standalone: 'apps/standalone/src/main.ts', stack: 'scripts/stack.ts' }
const databaseServices = ['gateway', 'shipment', 'quoting', 'booking', 'webhook', 'simulator']
const READY_WITHIN_MS = 150_000
/** A stack stops its gateway first. */
const STOPPED_WITHIN_MS = { standalone: STOP_LIMIT_MS, stack: STACK_STOPS_WITHIN_MS }

/** Starts the whole product as a user does, with separate data, ports and names. */
export async function startSystem({ mode, env = {} }: SystemOptions): Promise<RunningSystem> {
  const parent = await mkdtemp(join(tmpdir(), 'waybill-system-'))
  const dataDirectory = join(parent, 'data')
  mkdirSync(dataDirectory)
  const namespace = testNamespace()
  const sandboxFile = join(dataDirectory, 'sandbox.json')
  const logFile = join(parent, 'output.log')
  const environment = {
    ...withoutServices(process.env),
    ...(mode === 'stack' && {
      DATABASE_URL: testPostgresUrl(),
      RABBITMQ_URL: testRabbitUrl(),
      REDIS_URL: testRedisUrl(),
    }),
    WAYBILL_DATA_DIR: dataDirectory,
    WAYBILL_NAMESPACE: namespace,
    PORT: String(await freePort()),
    CONSOLE_DIR: BUILT_CONSOLE, // built before the tests, if they need it
    ...env,
  }
  let child: ChildProcess
  const output = () => readFileSync(logFile, 'utf8')

  const system: RunningSystem = {
    get sandbox() {
      return readSandbox(sandboxFile)
    },
    sandboxFile,
    dataDirectory,
    namespace,
    pid: () => child.pid ?? 0,
    output,
    async start() {
      rmSync(sandboxFile, { force: true })
      const log = openSync(logFile, 'a')
      child = spawn(process.execPath, [programs[mode]], { cwd: root, env: environment, stdio: ['ignore', log, log] })
      closeSync(log)
      await eventually(
        () => {
          if (existsSync(sandboxFile) || hasEnded(child)) return
          throw new Error(`${mode} was not ready within ${READY_WITHIN_MS / 1000} s:\n${output().slice(-4_000)}`)
        },
        { timeoutMs: READY_WITHIN_MS },
      )
      if (hasEnded(child)) throw new Error(`${mode} ended at the start:\n${output().slice(-4_000)}`)
    },
    async stop() {
      await end(child, 'SIGTERM', STOPPED_WITHIN_MS[mode])
      if (child.exitCode !== 0)
        throw new Error(`${mode} ended with ${child.exitCode ?? child.signalCode}:\n${output().slice(-4_000)}`)
    },
    kill: () => end(child, 'SIGKILL', STOPPED_WITHIN_MS[mode]),
    async remove() {
      try {
        // After a kill, child processes are left; the next start finds and stops them.
        if (child.signalCode === 'SIGKILL') await system.start()
        if (!hasEnded(child)) await system.stop()
      } finally {
        if (mode === 'stack') await removeFromServices(namespace)
        rmSync(parent, { recursive: true, force: true })
      }
    },
  }
  try {
    await system.start()
    return system
  } catch (error) {
    await system.remove().catch(() => {}) // report the failure of the start, not of the clean-up
    throw error
  }
}

/** Standalone embeds its services; URLs in the tests' environment must not change that. */
function withoutServices(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { DATABASE_URL, RABBITMQ_URL, REDIS_URL, VITEST, NODE_ENV, ...rest } = env
  return rest
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function end(child: ChildProcess, signal: NodeJS.Signals, limitMs: number): Promise<void> {
  // For the check of the exit itself.
  const withinMs = limitMs + 5_000
  child.kill(signal)
  try {
    await eventually(
      () => {
        if (!hasEnded(child)) throw new Error(`process ${child.pid} did not end within ${withinMs / 1000} s`)
      },
      { timeoutMs: withinMs },
    )
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

/** Deletes the database, queues and keys of a stack. */
export async function removeFromServices(namespace: string): Promise<void> {
  await deprovision({ adminUrl: testPostgresUrl(), namespace, services: databaseServices })
  await deleteRabbitTopology({ url: testRabbitUrl(), namespace, topology })
  const redis = new Redis(testRedisUrl())
  try {
    const keys = await redis.keys(`${namespace}*`)
    if (keys.length > 0) await redis.del(...keys)
  } finally {
    redis.disconnect()
  }
}
