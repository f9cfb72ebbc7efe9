/** The services that booking depends on, and the simulator, as child processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { freePort } from '@waybill/chassis/process/free-port'
import { newEncryptionKey } from '@waybill/chassis/testing/encryption-keys'
import type { TestDatabases } from '@waybill/chassis/testing/service-database'
import { eventually } from '@waybill/testing/eventually'
import { programEnvironment } from '@waybill/testing/program-environment'
import { testRabbitUrl } from '@waybill/testing/services'

const root = resolve(import.meta.dirname, '../../../..')

export const INTERNAL_KEY = 'an internal key of the tests'
export const SIMULATOR_KEY = 'the simulator key of the tests'
export const CARRIER_ENCRYPTION_KEYS = newEncryptionKey('test')

interface PeerServices {
  shipmentUrl: string
  quotingUrl: string
  simulatorUrl: string
  /** Starts a second shipment service, which expires due shipments first. */
  startAnotherShipmentService(): Promise<void>
  stop(): Promise<void>
}

/** Starts shipment, quoting and simulator. Couriers do not move on their own. */
export const startPeerServices = (databases: TestDatabases): Promise<PeerServices> =>
  // Once more with other ports: another process can take one before it is used.
  startOnFreePorts(databases).catch(() => startOnFreePorts(databases))

async function startOnFreePorts(databases: TestDatabases): Promise<PeerServices> {
  const processes: ChildProcess[] = []

  async function start(app: string, port: number, env: Record<string, string>): Promise<void> {
    const opsPort = await freePort()
    const { url, ownerUrl, schema } = databases.of(app)
    const child = spawn(process.execPath, [`apps/${app}/src/main.ts`], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...programEnvironment(),
        LOG_LEVEL: 'error',
        DATABASE_URL: url,
        MIGRATION_DATABASE_URL: ownerUrl,
        DATABASE_SCHEMA: schema,
        DATABASE_POOL_SIZE: '3',
        RABBITMQ_URL: testRabbitUrl(),
        WAYBILL_NAMESPACE: databases.namespace,
        INTERNAL_KEY,
        SIMULATOR_KEY,
        CARRIER_ENCRYPTION_KEYS,
        GRPC_PORT: String(port),
        PORT: String(port),
        OPS_PORT: String(opsPort),
        ...env,
      },
    })
    processes.push(child)
    await eventually(
      async () => {
        if (child.exitCode !== null) return
        const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => null)
        if (!answer?.ok) throw new Error(`${app} is not ready`)
      },
      { timeoutMs: 90_000, intervalMs: 100 },
    )
    if (child.exitCode !== null) throw new Error(`${app} ended with ${child.exitCode}`)
  }

  const ports = { shipment: await freePort(), quoting: await freePort(), simulator: await freePort() }
  const target = (port: number) => `127.0.0.1:${port}`
  const simulatorUrl = `http://${target(ports.simulator)}`
  const stop = async () => {
    await Promise.all(
      processes.map(async (child) => {
        if (child.exitCode !== null) return
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }),
    )
  }
  try {
    await Promise.all([
      start('shipment', ports.shipment, { SIMULATOR_URL: simulatorUrl }),
      start('simulator', ports.simulator, { SIMULATOR_STEP_MS: '0' }),
      start('quoting', ports.quoting, { SHIPMENT_URL: target(ports.shipment), SIMULATOR_URL: simulatorUrl }),
    ])
  } catch (error) {
    await stop()
    throw error
  }
  return {
    shipmentUrl: target(ports.shipment),
    quotingUrl: target(ports.quoting),
    simulatorUrl,
    startAnotherShipmentService: async () => start('shipment', await freePort(), {}),
    stop,
  }
}
