/** Every service in one process: the same `start` functions that the processes of a stack call. */
import { startBookingService } from '@waybill/booking/service'
import type { Bus } from '@waybill/chassis/messaging/bus'
import type { ServiceDatabase } from '@waybill/chassis/postgres/provision'
import { freePort } from '@waybill/chassis/process/free-port'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import { createLog, type LogLevel } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { startGateway } from '@waybill/gateway/service'
import { startQuotingService } from '@waybill/quoting/service'
import { startShipmentService } from '@waybill/shipment/service'
import { startSimulator } from '@waybill/simulator/service'
import { startWebhookService } from '@waybill/webhook/service'
import type { LocalSecrets } from './local-secrets.ts'

const LOOPBACK = '127.0.0.1'
const POOL_SIZE = 5

export interface CompositionOptions {
  databases: Record<string, ServiceDatabase>
  bus: Bus
  sharedState: SharedState
  host: string
  port: number
  publicUrl: string
  secrets: LocalSecrets
  simulatorStepMs: number
  dispatchWindowMs: number
  /** Where photos and signatures of proofs are kept. */
  objectsDirectory: string
  webhookSchedule: string[] | null
  tracing: boolean
  logLevel: LogLevel
}

export interface Composition {
  port: number
  adminPort: number
  stop(): Promise<void>
}

/** Starts the carriers, the four services side by side, then the gateway. `stop` goes the other way. */
export async function startComposition(options: CompositionOptions): Promise<Composition> {
  const { bus, sharedState, secrets } = options
  const ports = {
    shipment: await freePort(),
    quoting: await freePort(),
    booking: await freePort(),
    webhook: await freePort(),
  }
  const started: { stop(): Promise<void> }[] = []
  const stop = async () => {
    for (const part of started.splice(0).reverse()) await part.stop()
  }
  const partOf = (service: string) => {
    const database = options.databases[service]
    if (database === undefined) throw new Error(`there is no database for ${service}`)
    return {
      databaseUrl: database.url,
      databaseSchema: database.schema,
      poolSize: POOL_SIZE,
      host: LOOPBACK,
      opsPort: 0,
      internalKey: secrets.internalKey,
      bus,
      log: createLog({ service, level: options.logLevel }),
      metrics: createMetrics({ service }),
    }
  }
  const targets = {
    shipmentUrl: `${LOOPBACK}:${ports.shipment}`,
    quotingUrl: `${LOOPBACK}:${ports.quoting}`,
    bookingUrl: `${LOOPBACK}:${ports.booking}`,
    webhookUrl: `${LOOPBACK}:${ports.webhook}`,
  }
  const begin = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const part = await starting
    started.push(part)
    return part
  }

  try {
    const simulator = await begin(
      startSimulator({
        ...partOf('simulator'),
        port: 0,
        simulatorKey: secrets.simulatorKey,
        stepMs: options.simulatorStepMs,
      }),
    )
    const carriers = { simulatorUrl: simulator.url, simulatorKey: secrets.simulatorKey }
    await allStarted([
      begin(startShipmentService({ ...partOf('shipment'), grpcPort: ports.shipment, publicUrl: options.publicUrl })),
      begin(
        startQuotingService({ ...partOf('quoting'), ...targets, ...carriers, sharedState, grpcPort: ports.quoting }),
      ),
      begin(
        startBookingService({
          ...partOf('booking'),
          ...targets,
          ...carriers,
          grpcPort: ports.booking,
          publicUrl: options.publicUrl,
          callbackBaseUrl: `http://${LOOPBACK}:${options.port}`,
          labelSigningKey: secrets.labelSigningKey,
          dispatchWindowMs: options.dispatchWindowMs,
          objects: { directory: options.objectsDirectory },
        }),
      ),
      begin(
        startWebhookService({
          ...partOf('webhook'),
          grpcPort: ports.webhook,
          encryptionKeys: secrets.encryptionKeys,
          allowedCidrs: ['127.0.0.0/8', '::1/128'],
          allowHttp: true,
          schedule: options.webhookSchedule ?? undefined,
          drainMs: 5_000, // its turn to stop comes after the gateway's, which may take 12 s of the 20
        }),
      ),
    ])
    const gateway = await begin(
      startGateway({
        ...partOf('gateway'),
        ...targets,
        host: options.host,
        port: options.port,
        adminHost: LOOPBACK,
        adminPort: 0,
        publicUrl: options.publicUrl,
        adminToken: secrets.adminToken,
        sharedState,
        tracing: options.tracing,
      }),
    )
    return { port: gateway.port, adminPort: gateway.adminPort, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits for all, so that none is still starting when a failure stops what has started; throws the first failure. */
async function allStarted(starting: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(starting)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}
