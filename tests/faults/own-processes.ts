/** The processes of a deployment, each started and stopped by the test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteRabbitTopology } from '@waybill/chassis/messaging/rabbit/bus'
import { deprovision, provision } from '@waybill/chassis/postgres/provision'
import { freePort } from '@waybill/chassis/process/free-port'
import { topology } from '@waybill/contracts/events/topology'
import { openDataDirectory } from '@waybill/standalone/data-directory'
import { DATABASE_SERVICES, localSecrets } from '@waybill/standalone/local-secrets'
import { openSandbox } from '@waybill/standalone/sandbox'
import { eventually } from '@waybill/testing/eventually'
import { programEnvironment } from '@waybill/testing/program-environment'
import { testNamespace, testPostgresUrl, testRabbitUrl, testRedisUrl } from '@waybill/testing/services'
import { fetch } from 'undici'
import { type ProcessSetting, stackSettings } from '../../scripts/stack/environments.ts'
import type { Sandbox } from '../support/running-system.ts'

const root = join(import.meta.dirname, '../..')

export interface OwnProcess {
  name: string
  env: Record<string, string>
  /** The directory of the version that the next start runs: this tree, unless the test sets another. */
  root: string
  start(): void
  /** Output since the last start. */
  output(): string
  /** The answer of `/readyz` or another path of the operator port; null while nothing listens. */
  ask(path: '/readyz' | '/livez'): Promise<{ status: number; body: string } | null>
  ready(): Promise<void>
  /** Sends SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
  /** Sends SIGTERM; returns the exit code and how long the stop took. */
  stop(): Promise<{ code: number | null; ms: number }>
}

export interface OwnProcesses {
  namespace: string
  processes: OwnProcess[]
  /** Adds a replica of a service on free ports, without starting it. */
  replica(name: string): Promise<OwnProcess>
  /** Adds a second replica of each of these services and gives callers both addresses, as a headless Service does. */
  replicate(services: readonly string[]): Promise<void>
  /** Creates the demo merchant. The gateway must be ready. */
  sandbox(baseUrl?: string): Promise<Sandbox>
  remove(): Promise<void>
}

/** Creates the databases and starts nothing. `urls` are the addresses given to the processes; by default the real services. */
export async function makeOwnProcesses(
  options: { urls?: { postgres?: string; rabbit?: string; redis?: string }; env?: Record<string, string> } = {},
): Promise<OwnProcesses> {
  const { urls = {}, env = {} } = options
  const namespace = testNamespace()
  const directory = openDataDirectory(mkdtempSync(join(tmpdir(), 'waybill-own-')))
  const secrets = localSecrets(directory)
  const services = [...DATABASE_SERVICES]
  const provisioning = { adminUrl: testPostgresUrl(), namespace, services, password: secrets.databasePassword }
  const databases = await provision(provisioning)
  if (urls.postgres) {
    const at = new URL(urls.postgres)
    for (const database of Object.values(databases)) {
      for (const role of ['url', 'ownerUrl'] as const) {
        const url = new URL(database[role])
        url.host = at.host
        database[role] = url.href
      }
    }
  }
  const { processes: settings, adminUrl } = await stackSettings({
    config: {
      PORT: await freePort(),
      HOST: '127.0.0.1',
      RABBITMQ_URL: urls.rabbit ?? testRabbitUrl(),
      REDIS_URL: urls.redis ?? testRedisUrl(),
    } as Parameters<typeof stackSettings>[0]['config'],
    namespace,
    databases,
    secrets,
    objectsDirectory: directory.file('objects'),
  })
  const made = settings.map((setting) => ownProcess({ ...setting, env: { ...setting.env, ...env } }))

  async function replica(name: string): Promise<OwnProcess> {
    const first = made.find((one) => one.name === name)
    if (!first) throw new Error(`there is no process ${name}`)
    const opsPort = await freePort()
    const ports = {
      GRPC_PORT: await freePort(),
      PORT: await freePort(),
      ADMIN_PORT: await freePort(),
      OPS_PORT: opsPort,
    }
    const own = Object.fromEntries(Object.entries(ports).map(([variable, port]) => [variable, String(port)]))
    const added = ownProcess({ name: name as ProcessSetting['name'], opsPort, env: { ...first.env, ...own } })
    made.push(added)
    return added
  }

  return {
    namespace,
    processes: made,
    replica,
    async replicate(names) {
      const targets: Record<string, string> = {}
      for (const name of names) {
        await replica(name)
        const addresses = made.filter((one) => one.name === name).map(({ env }) => `127.0.0.1:${env.GRPC_PORT}`)
        targets[`${name.toUpperCase()}_URL`] = `ipv4:${addresses.join(',')}`
      }
      for (const { env } of made) {
        for (const [variable, target] of Object.entries(targets)) if (env[variable]) env[variable] = target
      }
    },
    async sandbox(baseUrl) {
      const facts = await openSandbox({ directory, adminUrl, adminToken: secrets.adminToken })
      const admin = { admin_url: adminUrl, admin_token: secrets.adminToken }
      return { ...facts, ...admin, ...(baseUrl && { base_url: baseUrl }) }
    },
    async remove() {
      await Promise.all(made.map((one) => one.stop()))
      directory.release()
      rmSync(directory.path, { recursive: true, force: true })
      await deprovision({ adminUrl: testPostgresUrl(), namespace, services })
      await deleteRabbitTopology({ url: testRabbitUrl(), namespace, topology })
    },
  }
}

function ownProcess({ name, env, opsPort }: ProcessSetting): OwnProcess {
  let child: ChildProcess | null = null
  let printed = ''

  const ask: OwnProcess['ask'] = async (path) => {
    try {
      const response = await fetch(`http://127.0.0.1:${opsPort}${path}`, { signal: AbortSignal.timeout(5_000) })
      return { status: response.status, body: await response.text() }
    } catch {
      return null
    }
  }
  const own: OwnProcess = {
    name,
    env,
    root,
    ask,
    output: () => printed,
    start() {
      printed = ''
      const started = spawn(process.execPath, [`apps/${name}/src/main.ts`], {
        cwd: own.root,
        env: { ...programEnvironment(), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (chunk) => {
          printed += String(chunk)
        })
      }
      child = started
    },
    ready: () =>
      eventually(
        async () => {
          const answer = await ask('/readyz')
          if (answer?.status !== 200) throw new Error(`${name} is not ready: ${answer?.body}\n${printed.slice(-2_000)}`)
        },
        { timeoutMs: 180_000, intervalMs: 50 },
      ),
    async kill() {
      const ending = child
      child = null
      if (!ending || ending.exitCode !== null) return
      const ended = once(ending, 'exit')
      ending.kill('SIGKILL')
      await ended
    },
    async stop() {
      const ending = child
      child = null
      if (!ending || ending.exitCode !== null) return { code: ending?.exitCode ?? null, ms: 0 }
      const startedAt = performance.now()
      const ended = once(ending, 'exit')
      ending.kill('SIGTERM')
      await ended
      return { code: ending.exitCode, ms: performance.now() - startedAt }
    },
  }
  return own
}
