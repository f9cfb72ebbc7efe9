/** From a data directory to a running product: database, services, demo merchant, sandbox file. */

import { createHmac } from 'node:crypto'
import { provision } from '@waybill/chassis/provision'
import type { ProcessParts } from '@waybill/chassis/run-service'
import { startComposition } from './composition.ts'
import type { StandaloneConfig } from './config.ts'
import { dataDirectoryPath, defaultNamespace, openDataDirectory } from './data-directory.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { connectBus, connectSharedState } from './ports.ts'
import { openSandbox } from './sandbox.ts'
import { requireFreePort } from './start-error.ts'

const SERVICES = ['gateway', 'shipment', 'quoting', 'booking', 'webhook', 'simulator']
const KEYS = [
  'internal_key',
  'encryption_key',
  'admin_token',
  'simulator_key',
  'label_signing_key',
  'database_key',
] as const

/** Starts everything and prints how to reach it. Throws StartError with a sentence for whoever started it. */
export async function startStandalone(config: StandaloneConfig, { log, metrics }: ProcessParts) {
  await requireFreePort(config.HOST, config.PORT)
  const directory = openDataDirectory(dataDirectoryPath(config.WAYBILL_DATA_DIR ?? undefined))
  const started: { stop(): Promise<void> }[] = [{ stop: async () => directory.release() }]
  const stop = async () => {
    for (const part of started.splice(0).reverse()) await part.stop()
  }
  const begin = <T extends { stop(): Promise<void> }>(part: T): T => {
    started.push(part)
    return part
  }
  try {
    const keys = directory.loadOrCreateKeys(KEYS)
    const namespace = config.WAYBILL_NAMESPACE ?? defaultNamespace(directory.path)
    const adminUrl =
      config.DATABASE_URL ?? begin(await startEmbeddedPostgres({ dataDir: directory.file('postgres'), log })).url
    const databases = await provision({
      adminUrl,
      namespace,
      services: SERVICES,
      password: (service) => derivedPassword(keys.database_key, service),
    })
    const bus = await connectBus({ url: config.RABBITMQ_URL, namespace, log, metrics })
    begin({ stop: () => bus.close() })
    const sharedState = await connectSharedState({ url: config.REDIS_URL, namespace, log, metrics })
    begin({ stop: () => sharedState.close() })

    const publicUrl = (config.WAYBILL_PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, '')
    const { adminPort } = begin(
      await startComposition({
        databases,
        bus,
        sharedState,
        keys,
        publicUrl,
        host: config.HOST,
        port: config.PORT,
        simulatorStepMs: config.SIMULATOR_STEP_MS,
        dispatchWindowMs: config.DISPATCH_WINDOW_MS,
        webhookSchedule: config.WEBHOOK_RETRY_SCHEDULE,
        tracing: config.OTEL_EXPORTER_OTLP_ENDPOINT !== null,
        logLevel: config.LOG_LEVEL,
      }),
    )
    await openSandbox({
      directory,
      adminUrl: `http://127.0.0.1:${adminPort}`,
      adminToken: keys.admin_token,
    })
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A role's password: the same at every start, and told by no other's. */
const derivedPassword = (key: string, service: string): string =>
  createHmac('sha256', key).update(`database role ${service}`).digest('base64url')
