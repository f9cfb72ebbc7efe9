/** Starts Waybill on a data directory: database, services, demo merchant and sandbox file. */

import { rmSync } from 'node:fs'
import { provision } from '@waybill/chassis/postgres/provision'
import type { ProcessParts } from '@waybill/chassis/process/run-service'
import { consoleOptions } from '@waybill/gateway/console/variables'
import type { ExampleKey } from '@waybill/gateway/routes/services'
import { geocoderSettings } from '@waybill/quoting/addresses/variables'
import { startComposition } from './composition.ts'
import type { StandaloneConfig } from './config.ts'
import { announceConsoleBuild, startConsoleBuild } from './console-build.ts'
import { dataDirectoryPath, defaultNamespace, openDataDirectory } from './data-directory.ts'
import { startEmbeddedPostgres } from './embedded-postgres/server.ts'
import { DATABASE_SERVICES, localSecrets } from './local-secrets.ts'
import { connectBus, connectSharedState } from './ports.ts'
import { startProgress } from './progress.ts'
import { openSandbox, SANDBOX_FILE } from './sandbox.ts'
import { requireFreePort } from './start-error.ts'

/** Starts everything and prints URLs, token and a first call. Throws a StartError if the environment prevents it. */
export async function startStandalone(config: StandaloneConfig, { log, metrics, tracing }: ProcessParts) {
  const directory = openDataDirectory(dataDirectoryPath(config.WAYBILL_DATA_DIR ?? undefined))
  const progress = startProgress()
  const started: { stop(): Promise<void> }[] = [{ stop: async () => directory.release() }]
  const stop = async () => {
    for (const part of started.splice(0).reverse()) await part.stop()
  }
  const begin = <T extends { stop(): Promise<void> }>(part: T): T => {
    started.push(part)
    return part
  }
  try {
    await requireFreePort(config.HOST, config.PORT)
    progress.step('database')
    const secrets = localSecrets(directory)
    const namespace = config.WAYBILL_NAMESPACE ?? defaultNamespace(directory.path)
    const adminUrl =
      config.DATABASE_URL ?? begin(await startEmbeddedPostgres({ dataDir: directory.file('postgres'), log })).url
    const databases = await provision({
      adminUrl,
      namespace,
      services: [...DATABASE_SERVICES],
      password: secrets.databasePassword,
    })
    progress.step('migrations and services')
    const bus = await connectBus({ url: config.RABBITMQ_URL, namespace, log, metrics })
    begin({ stop: () => bus.close() })
    const sharedState = await connectSharedState({ url: config.REDIS_URL, namespace, log, metrics })
    begin({ stop: () => sharedState.close() })

    let exampleKey: ExampleKey | null = null
    const publicUrl = (config.WAYBILL_PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, '')
    await announceConsoleBuild(consoleOptions(config))
    const { adminPort } = begin(
      await startComposition({
        databases,
        bus,
        sharedState,
        secrets,
        publicUrl,
        host: config.HOST,
        port: config.PORT,
        simulatorStepMs: config.SIMULATOR_STEP_MS,
        dispatchWindowMinutes: Math.ceil(config.DISPATCH_WINDOW_MS / 60_000),
        geocoder: geocoderSettings(config),
        objectsDirectory: directory.file('objects'),
        webhookSchedule: config.WEBHOOK_RETRY_SCHEDULE,
        console: consoleOptions(config),
        findExampleKey: () => exampleKey,
        tracing,
        logLevel: config.LOG_LEVEL,
      }),
    )
    begin({ stop: async () => rmSync(directory.file(SANDBOX_FILE), { force: true }) })
    progress.end()
    const { merchant_id: merchantId, access_token: token } = await openSandbox({
      directory,
      adminUrl: `http://127.0.0.1:${adminPort}`,
      adminToken: secrets.adminToken,
    })
    exampleKey = { merchantId, token }
    begin(startConsoleBuild(consoleOptions(config)))
    return {
      stop: async () => {
        await stop()
        process.stdout.write(`\nStopped. Your data is in ${directory.path}: the next start continues with it.\n`)
      },
    }
  } catch (error) {
    progress.end()
    await stop()
    throw error
  }
}
