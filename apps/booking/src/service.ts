/** The composition of the service: what is its own. */
import { startExchangeLog } from '@waybill/carriers/exchange-log/exchange-log'
import { type Carriers, carriersFor } from '@waybill/carriers/registry'
import { carrierCallDuration, observeCarriers } from '@waybill/carriers/wrappers/call-observer'
import type { Database } from '@waybill/chassis/postgres/database'
import {
  type RunningService,
  type ServiceOptions,
  type ServiceParts,
  startService,
} from '@waybill/chassis/process/start-service'
import { connectRpc } from '@waybill/chassis/rpc/client'
import type { QuotingServiceDefinition } from '@waybill/contracts/gen/waybill/quoting/v1/QuotingService'
import type { ShipmentServiceDefinition } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import { createBookingCodec } from './bookings/codec.ts'
import { createRecorderFactory } from './bookings/recorder.ts'
import { bookingConsumers } from './consumers.ts'
import type { BookingDatabase } from './db.ts'
import type { Dependencies } from './dependencies.ts'
import { type ObjectStoreOptions, openObjectStore } from './documents/objects/open-object-store.ts'
import { startProofs } from './documents/proof-fetching.ts'
import { createSignedUrls } from './documents/signed-urls.ts'
import { erasePass, heldOf, startUnclaimedPruning } from './erasure/erasure-pass.ts'
import { bookingMetrics } from './metrics.ts'
import { migrations } from './migrations.ts'
import { startOperationPruning } from './operations/pruning.ts'
import { findOpenOperations } from './operations/pruning-repository.ts'
import { startReconciler } from './operations/reconciler.ts'
import { createRunner } from './operations/runner.ts'
import type { OnStep } from './operations/steps/work.ts'
import { bookingRpc } from './rpc/handlers.ts'
import { createAdvanceJob, createEraseJob } from './simulator-client.ts'
import { startTracking } from './tracking/polling.ts'

export interface BookingServiceOptions extends ServiceOptions {
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
  /** Carriers to use instead of those of the registry: for tests of what the registry's do not do. */
  carriers?: Carriers
  /** For tests of crashes: called at each step of an operation; what it throws leaves the operation as a crash would. */
  onStep?: OnStep
}

/** Starts the service; resolves once it is ready. */
export const startBookingService = (options: BookingServiceOptions): Promise<RunningService> =>
  startService<BookingDatabase>('booking', options, { migrations, start: (db) => startBookings(db, options) })

function startBookings(db: Database<BookingDatabase>, options: BookingServiceOptions): ServiceParts<BookingDatabase> {
  const { internalKey, rpcTls, log, metrics, exchangeDays = 30 } = options
  const exchanges = startExchangeLog({ db, days: exchangeDays, log, metrics })
  const shipments = connectRpc<ShipmentServiceDefinition>({
    serviceName: 'waybill.shipment.v1.ShipmentService',
    target: options.shipmentUrl,
    internalKey,
    tls: rpcTls,
    log,
    metrics,
  })
  const quotes = connectRpc<QuotingServiceDefinition>({
    serviceName: 'waybill.quoting.v1.QuotingService',
    target: options.quotingUrl,
    internalKey,
    tls: rpcTls,
    log,
    metrics,
  })
  const carriers = options.carriers ?? carriersFor({ ...options, record: exchanges.record })
  const signedUrls = createSignedUrls({ publicUrl: options.publicUrl, signingKey: options.labelSigningKey })
  const codec = createBookingCodec(signedUrls)
  const dependencies: Dependencies = {
    db,
    shipments,
    quotes,
    carriers: observeCarriers(carriers, { log, duration: metrics.histogram(carrierCallDuration) }),
    recordExchange: exchanges.record,
    objects: openObjectStore(options.objects),
    signedUrls,
    codec,
    recorder: createRecorderFactory(codec),
    callbackBaseUrl: options.callbackBaseUrl,
    log,
    metrics: bookingMetrics(metrics, db, carriers.keys()),
  }
  const runner = createRunner(dependencies, { onStep: options.onStep })
  const reconciler = startReconciler(dependencies, runner)
  const hasten = () => reconciler.nudge()
  const reports = { ...dependencies, hasten }
  const tracking = startTracking(reports)
  const proofs = startProofs(dependencies)
  const unclaimed = startUnclaimedPruning(dependencies)
  const ended = startOperationPruning(dependencies, exchangeDays)
  return {
    rpc: [bookingRpc({ ...reports, runner, advanceJob: createAdvanceJob(options) })],
    handlers: bookingConsumers({ dispatchWindowMs: options.dispatchWindowMs, hasten }),
    findUnfinished: findOpenOperations,
    erase: erasePass({ ...dependencies, eraseJob: createEraseJob(options) }),
    describeStoredData: (environmentId, shipmentId) => heldOf(db, environmentId, shipmentId),
    async stop() {
      await Promise.all([reconciler.stop(), tracking.stop(), proofs.stop(), unclaimed.stop(), ended.stop()])
      await runner.stop()
    },
    async close() {
      await exchanges.stop()
      shipments.close()
      quotes.close()
    },
  }
}
