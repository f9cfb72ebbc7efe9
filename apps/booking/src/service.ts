/** The composition of the service: what is started, in which order, and how it stops. */
import { type Carriers, carriersFor } from '@waybill/carriers/registry'
import type { Bus } from '@waybill/chassis/bus'
import { openDatabase } from '@waybill/chassis/database'
import { startOpsServer } from '@waybill/chassis/health'
import { startConsumers } from '@waybill/chassis/inbox'
import type { Logger } from '@waybill/chassis/log'
import type { Metrics } from '@waybill/chassis/metrics'
import { migrate } from '@waybill/chassis/migrate'
import { startPruning } from '@waybill/chassis/pruning'
import { startRelay } from '@waybill/chassis/relay'
import { connectRpc } from '@waybill/chassis/rpc-client'
import { startRpcServer } from '@waybill/chassis/rpc-server'
import type { QuotingServiceDefinition } from '@waybill/contracts/gen/waybill/quoting/v1/QuotingService'
import type { ShipmentServiceDefinition } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import * as bookingsMigration from '../migrations/0001-bookings.ts'
import * as listsMigration from '../migrations/0002-lists-and-positions.ts'
import * as exchangesMigration from '../migrations/0003-carrier-exchanges.ts'
import * as proofMediaMigration from '../migrations/0004-proof-media.ts'
import * as shownMigration from '../migrations/0004-shipments-as-shown.ts'
import { bookingConsumers } from './consumers.ts'
import type { BookingDatabase } from './db.ts'
import { startExchangeLog } from './exchange-log.ts'
import { createLabelUrls } from './label-url.ts'
import { bookingMetrics } from './metrics.ts'
import { type ObjectStoreOptions, openObjectStore } from './objects/object-store.ts'
import type { Parts } from './parts.ts'
import { startProofs } from './proofs.ts'
import { startReconciler } from './reconcile.ts'
import { pingDatabase } from './repository/clock.ts'
import { bookingRpc } from './rpc/handlers.ts'
import { createRunner } from './runner/runner.ts'
import type { OnStep } from './runner/work.ts'
import { createAdvanceJob } from './simulator.ts'
import { startTracking } from './tracking.ts'

const SERVICE = 'booking'

export interface BookingServiceOptions {
  databaseUrl: string
  databaseSchema: string
  poolSize?: number
  bus: Bus
  host: string
  grpcPort: number
  opsPort: number
  internalKey: string
  /** host:port of the shipment service. */
  shipmentUrl: string
  /** host:port of the quoting service. */
  quotingUrl: string
  /** Base of the addresses that merchants are given, without a trailing slash. */
  publicUrl: string
  /** Base of the addresses that carriers report at; null: they cannot reach us, and are asked instead. */
  callbackBaseUrl: string | null
  labelSigningKey: string
  dispatchWindowMs: number
  /** Where photos and signatures are kept. */
  objects: ObjectStoreOptions
  /** Base URL of the simulator; null: there are no simulated carriers. */
  simulatorUrl: string | null
  simulatorKey: string
  /** How long exchanges with carriers are kept, in days; 30 unless given, 0: none is. */
  exchangeDays?: number
  log: Logger
  metrics: Metrics
  /** Carriers to use instead of those of the registry: for tests of what the registry's do not do. */
  carriers?: Carriers
  /** For tests of crashes: called at each step of an operation; what it throws leaves the operation as a crash would. */
  onStep?: OnStep
}

export interface RunningBookingService {
  grpcPort: number
  opsPort: number
  stop(): Promise<void>
}

/** Migrates the schema, then serves. `stop` ends calls first, then what works in the background, then connections. */
export async function startBookingService(options: BookingServiceOptions): Promise<RunningBookingService> {
  const { databaseUrl, databaseSchema: schema, bus, host, internalKey, log, metrics } = options
  const db = openDatabase<BookingDatabase>({
    url: databaseUrl,
    schema,
    applicationName: SERVICE,
    poolSize: options.poolSize,
  })
  const migrations = {
    '0001-bookings': bookingsMigration,
    '0002-lists-and-positions': listsMigration,
    '0003-carrier-exchanges': exchangesMigration,
    '0004-proof-media': proofMediaMigration,
    '0004-shipments-as-shown': shownMigration,
  }
  await migrate(db, { schema, migrations, log })

  const exchanges = startExchangeLog({ db, days: options.exchangeDays ?? 30, log, metrics })
  const shipments = connectRpc<ShipmentServiceDefinition>({
    serviceName: 'waybill.shipment.v1.ShipmentService',
    target: options.shipmentUrl,
    internalKey,
    log,
    metrics,
  })
  const quotes = connectRpc<QuotingServiceDefinition>({
    serviceName: 'waybill.quoting.v1.QuotingService',
    target: options.quotingUrl,
    internalKey,
    log,
    metrics,
  })
  const parts: Parts = {
    db,
    shipments,
    quotes,
    carriers: options.carriers ?? carriersFor({ ...options, record: exchanges.record }),
    recordExchange: exchanges.record,
    objects: openObjectStore(options.objects),
    labelUrls: createLabelUrls({ publicUrl: options.publicUrl, signingKey: options.labelSigningKey }),
    callbackBaseUrl: options.callbackBaseUrl,
    log,
    metrics: bookingMetrics(metrics, db),
  }
  const runner = createRunner(parts, { onStep: options.onStep })
  const relay = await startRelay({ db, databaseUrl, schema, bus, log, metrics })
  const reconciler = startReconciler(parts, runner)
  const hasten = () => reconciler.nudge()
  const reports = { ...parts, hasten }
  const handlers = bookingConsumers({ dispatchWindowMs: options.dispatchWindowMs, hasten })
  const consumers = await startConsumers({ db, bus, service: SERVICE, handlers, log, metrics })
  const tracking = startTracking(reports)
  const proofs = startProofs(parts)
  const pruning = startPruning({ db, log })
  const rpc = await startRpcServer({
    host,
    port: options.grpcPort,
    internalKey,
    log,
    metrics,
    services: [bookingRpc({ ...reports, runner, advanceJob: createAdvanceJob(options) })],
  })
  const ops = await startOpsServer({
    host,
    port: options.opsPort,
    metrics,
    log,
    readiness: async () => {
      await pingDatabase(db)
      return { database: true }
    },
  })

  return {
    grpcPort: rpc.port,
    opsPort: ops.port,
    async stop() {
      ops.setDraining()
      await rpc.stop()
      await Promise.all([consumers.stop(), reconciler.stop(), tracking.stop(), proofs.stop(), pruning.stop()])
      await runner.stop()
      await relay.stop()
      await exchanges.stop()
      shipments.close()
      quotes.close()
      await db.destroy()
      await ops.stop()
    },
  }
}
