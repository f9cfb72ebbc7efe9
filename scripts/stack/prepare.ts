/** From a data directory to the settings of every process: database, secrets, ports. Starts nothing. */
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { provision } from '@waybill/chassis/postgres/provision'
import type { Logger } from '@waybill/chassis/telemetry/log'
import {
  type DataDirectory,
  dataDirectoryPath,
  defaultNamespace,
  openDataDirectory,
} from '@waybill/standalone/data-directory'
import { DATABASE_SERVICES, localSecrets } from '@waybill/standalone/local-secrets'
import { openSandbox, SANDBOX_FILE } from '@waybill/standalone/sandbox'
import { requireFreePort, StartError } from '@waybill/standalone/start-error'
import type { StackConfig } from './config.ts'
import { type ProcessSetting, stackSettings } from './environments.ts'
import { endLeftovers, type ProcessMemory } from './leftovers.ts'

/** For the file_sd_configs of a Prometheus: where each process exposes its metrics. */
const TARGETS_FILE = 'prometheus-targets.json'

export interface PreparedStack {
  directory: DataDirectory
  processes: ProcessSetting[]
  memory: ProcessMemory
  /** Creates the demo merchant, writes sandbox.json and prints how to begin. The gateway must be serving. */
  openSandbox(): Promise<void>
  /** Removes what describes a running stack. Call it when every process has ended. */
  release(): void
}

/** Throws StartError with a sentence for the person at the terminal. */
export async function prepareStack(config: StackConfig, log: Logger): Promise<PreparedStack> {
  const directory = openDataDirectory(dataDirectoryPath(config.WAYBILL_DATA_DIR ?? undefined))
  const { ended, memory } = await endLeftovers(directory)
  if (ended.length > 0) log.warn({ pids: ended }, 'stack.leftovers_ended')
  await requireFreePort(config.HOST, config.PORT)
  await requireReachable('RabbitMQ', 'RABBITMQ_URL', config.RABBITMQ_URL, 5672)
  await requireReachable('Redis', 'REDIS_URL', config.REDIS_URL, 6379)
  const namespace = config.WAYBILL_NAMESPACE ?? defaultNamespace(directory.path)
  const secrets = localSecrets(directory)
  const databases = await provision({
    adminUrl: config.DATABASE_URL,
    namespace,
    services: [...DATABASE_SERVICES],
    password: secrets.databasePassword,
  }).catch((cause: Error) => {
    throw new StartError(
      `PostgreSQL refused to create the database (${cause.message}): start it, or set DATABASE_URL to a server where ` +
        'its role may create databases and roles.',
      { cause },
    )
  })
  const { processes, adminUrl } = await stackSettings({
    config,
    namespace,
    databases,
    secrets,
    objectsDirectory: directory.file('objects'),
  })
  directory.write(TARGETS_FILE, `${JSON.stringify(scrapeTargets(processes), null, 2)}\n`)
  return {
    directory,
    processes,
    memory,
    async openSandbox() {
      await openSandbox({ directory, adminUrl, adminToken: secrets.adminToken })
    },
    release() {
      for (const file of [SANDBOX_FILE, TARGETS_FILE]) rmSync(directory.file(file), { force: true })
      directory.release()
    },
  }
}

const scrapeTargets = (processes: ProcessSetting[]) =>
  processes.map(({ name, opsPort }) => ({ targets: [`127.0.0.1:${opsPort}`], labels: { service: name } }))

/** The services wait for a broker that goes away later; one that is missing at the start is more likely a mistake. */
async function requireReachable(what: string, variable: string, url: string, defaultPort: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const at = { host: hostname, port: Number(port || defaultPort) }
  const refusal = await new Promise<string | null>((resolve) => {
    const socket = connect({ ...at, timeout: 3_000 }, () => done(null))
    socket.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    socket.on('timeout', () => done('no answer'))
    function done(outcome: string | null) {
      resolve(outcome)
      socket.destroy()
    }
  })
  if (refusal !== null)
    throw new StartError(
      `${what} cannot be reached at ${at.host}:${at.port} (${refusal}): start it, or set ${variable}. ` +
        '`npm start` needs none of this.',
    )
}
