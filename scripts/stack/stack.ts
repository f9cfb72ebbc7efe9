/** From a data directory to a running stack: database, six processes, demo merchant, sandbox file. */
import { mkdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { provision } from '@waybill/chassis/postgres/provision'
import type { ProcessParts } from '@waybill/chassis/process/run-service'
import { dataDirectoryPath, defaultNamespace, openDataDirectory } from '@waybill/standalone/data-directory'
import { DATABASE_SERVICES, localSecrets } from '@waybill/standalone/local-secrets'
import { openSandbox, SANDBOX_FILE } from '@waybill/standalone/sandbox'
import { requireFreePort, StartError } from '@waybill/standalone/start-error'
import type { StackConfig } from './config.ts'
import { type ProcessSetting, stackSettings } from './environments.ts'
import { endLeftovers } from './leftovers.ts'
import { type Supervised, supervise } from './supervisor.ts'

/** For the file_sd_configs of a Prometheus: where each process shows its metrics. */
const TARGETS_FILE = 'prometheus-targets.json'
const READY_WITHIN_MS = 60_000
/** The gateway goes first and takes its callers' last answers with it; together under the 20 s a process may take. */
const GATEWAY_STOPS_WITHIN_MS = 10_000
const OTHERS_STOP_WITHIN_MS = 8_000

/** Starts the stack and prints how to reach it. Throws StartError with a sentence for whoever started it. */
export async function startStack(config: StackConfig, { log }: ProcessParts): Promise<{ stop(): Promise<void> }> {
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
      `The database could not be made on PostgreSQL (${cause.message}): start it, or set DATABASE_URL to one where ` +
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
  mkdirSync(directory.file('logs'), { recursive: true, mode: 0o700 })
  const supervised = processes.map((setting) =>
    supervise({
      setting,
      logFile: join(directory.file('logs'), `${setting.name}.log`),
      log,
      onStart: memory.remember,
    }),
  )
  const stop = async () => {
    await stopAll(supervised)
    for (const file of [SANDBOX_FILE, TARGETS_FILE]) rmSync(directory.file(file), { force: true })
    directory.release()
  }
  try {
    await Promise.all(supervised.map((one) => one.ready(READY_WITHIN_MS)))
    await openSandbox({ directory, adminUrl, adminToken: secrets.adminToken })
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const scrapeTargets = (processes: ProcessSetting[]) =>
  processes.map(({ name, opsPort }) => ({ targets: [`127.0.0.1:${opsPort}`], labels: { service: name } }))

async function stopAll(supervised: Supervised[]): Promise<void> {
  const gateway = supervised.filter(({ name }) => name === 'gateway')
  const others = supervised.filter(({ name }) => name !== 'gateway')
  await Promise.all(gateway.map((one) => one.stop(GATEWAY_STOPS_WITHIN_MS)))
  await Promise.all(others.map((one) => one.stop(OTHERS_STOP_WITHIN_MS)))
}

/** A broker that goes away later is waited for; one that was never there is more likely a mistake. */
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
