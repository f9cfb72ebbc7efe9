/** Runs every service in one process, with the same `start` functions as the processes of a stack. */
import { createDocumentation } from '@waybill/api-docs/documentation'
import { startBookingService } from '@waybill/booking/service'
import type { Stoppable } from '@waybill/chassis/loops/loops'
import type { Bus } from '@waybill/chassis/messaging/bus'
import type { ServiceDatabase } from '@waybill/chassis/postgres/provision'
import { freePort } from '@waybill/chassis/process/free-port'
import type { RunningService } from '@waybill/chassis/process/start-service'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import { createLog, type LogLevel } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import type { ConsoleOptions } from '@waybill/gateway/console/console'
import type { ExampleKey } from '@waybill/gateway/routes/services'
import { startGateway } from '@waybill/gateway/service'
import type { GeocoderSettings } from '@waybill/quoting/addresses/geocoder'
import { simulatedGeocoder } from '@waybill/quoting/addresses/variables'
import { startQuotingService } from '@waybill/quoting/service'
import { startShipmentService } from '@waybill/shipment/service'
import { startSimulator } from '@waybill/simulator/service'
import { startWebhookService } from '@waybill/webhook/service'
import { localReceivers } from './local-receivers.ts'
import type { LocalSecrets } from './local-secrets.ts'

const LOOPBACK = '127.0.0.1'
const POOL_SIZE = 5

interface CompositionOptions {
  databases: Record<string, ServiceDatabase>
  bus: Bus
  sharedState: SharedState
  host: string
  port: number
  publicUrl: string
  secrets: LocalSecrets
  simulatorStepMs: number
  dispatchWindowMinutes: number
  /** Null: that of the simulator. */
  geocoder: GeocoderSettings | null
  /** Folder for photos and signatures of proofs of delivery. */
  objectsDirectory: string
  webhookSchedule: string[] | null
  console: ConsoleOptions
  /** Null until the demo merchant is there. */
  findExampleKey: () => ExampleKey | null
  tracing: boolean
  logLevel: LogLevel
}

interface Composition {
  port: number
  adminPort: number
  stop(): Promise<void>
}

type Part = Stoppable & Partial<Pick<RunningService, 'drain'>>

/** Starts the carriers, the four services in parallel, then the gateway. `stop` goes in the reverse order. */
export async function startComposition(options: CompositionOptions): Promise<Composition> {
  const started: Part[] = []
  const stop = async () => {
    // At once, although the gateway may take most of the time to answer the requests in progress.
    for (const part of started) part.drain?.()
    for (const part of started.splice(0).reverse()) await part.stop()
  }
  const begin = async <T extends Part>(starting: Promise<T>): Promise<T> => {
    const part = await starting
    started.push(part)
    return part
  }
  const ports: Ports = {
    shipment: await freePort(),
    quoting: await freePort(),
    booking: await freePort(),
    webhook: await freePort(),
  }
  try {
    const simulator = await begin(
      startSimulator({
        ...commonOptions('simulator', options),
        port: 0,
        simulatorKey: options.secrets.simulatorKey,
        stepMs: options.simulatorStepMs,
      }),
    )
    await allStarted(startServices(options, ports, simulator.url).map((starting) => begin(starting)))
    const gateway = await begin(startOwnGateway(options, ports))
    return { port: gateway.port, adminPort: gateway.adminPort, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Ports = Record<'shipment' | 'quoting' | 'booking' | 'webhook', number>

const targets = (ports: Ports) => ({
  shipmentUrl: `${LOOPBACK}:${ports.shipment}`,
  quotingUrl: `${LOOPBACK}:${ports.quoting}`,
  bookingUrl: `${LOOPBACK}:${ports.booking}`,
  webhookUrl: `${LOOPBACK}:${ports.webhook}`,
})

/** Dependencies that every service gets. */
function commonOptions(service: string, { bus, databases, secrets, logLevel }: CompositionOptions) {
  const database = databases[service]
  if (database === undefined) throw new Error(`there is no database for ${service}`)
  return {
    databaseUrl: database.url,
    migrationDatabaseUrl: database.ownerUrl,
    databaseSchema: database.schema,
    poolSize: POOL_SIZE,
    host: LOOPBACK,
    opsPort: 0,
    internalKey: secrets.internalKey(service),
    bus,
    log: createLog({ service, level: logLevel }),
    metrics: createMetrics({ service }),
  }
}

function startServices(options: CompositionOptions, ports: Ports, simulatorUrl: string): Promise<RunningService>[] {
  const { secrets, sharedState, publicUrl } = options
  const { simulatorKey, carrierEncryptionKeys } = secrets
  const receivers = localReceivers({ HOST: options.host, WAYBILL_PUBLIC_URL: publicUrl })
  const endpointsAllowed = receivers.allowHttp
  const carriers = { simulatorUrl, simulatorKey, carrierEncryptionKeys, endpointsAllowed }
  return [
    startShipmentService({
      ...commonOptions('shipment', options),
      grpcPort: ports.shipment,
      publicUrl,
      dispatchWindowMinutes: options.dispatchWindowMinutes,
      simulatorUrl,
    }),
    startQuotingService({
      ...commonOptions('quoting', options),
      ...targets(ports),
      ...carriers,
      // Shown to merchants, and registered with carriers.
      callbackBaseUrl: publicUrl,
      geocoder: options.geocoder ?? simulatedGeocoder(simulatorUrl),
      sharedState,
      grpcPort: ports.quoting,
    }),
    startBookingService({
      ...commonOptions('booking', options),
      ...targets(ports),
      ...carriers,
      // For the simulator, which may be unable to reach the public address.
      callbackBaseUrl: `http://${LOOPBACK}:${options.port}`,
      grpcPort: ports.booking,
      publicUrl,
      labelSigningKey: secrets.labelSigningKey,
      objects: { directory: options.objectsDirectory },
    }),
    startWebhookService({
      ...commonOptions('webhook', options),
      grpcPort: ports.webhook,
      encryptionKeys: secrets.webhookEncryptionKeys,
      ...receivers,
      schedule: options.webhookSchedule ?? undefined,
    }),
  ]
}

function startOwnGateway(options: CompositionOptions, ports: Ports) {
  return startGateway({
    ...commonOptions('gateway', options),
    ...targets(ports),
    host: options.host,
    port: options.port,
    adminHost: LOOPBACK,
    adminPort: 0,
    publicUrl: options.publicUrl,
    createDocumentation,
    findExampleKey: options.findExampleKey,
    encryptionKeys: options.secrets.tokenEncryptionKeys,
    adminTokens: [{ name: 'admin', token: options.secrets.adminToken }],
    sharedState: options.sharedState,
    // As for the endpoints of carrier accounts: nobody else reaches the API.
    privateIssuersAllowed: localReceivers({ HOST: options.host, WAYBILL_PUBLIC_URL: options.publicUrl }).allowHttp,
    console: options.console,
    tracing: options.tracing,
  })
}

/** Waits for all, so that none is still starting when a failure stops what has started; throws the first failure. */
async function allStarted(starting: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(starting)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}
