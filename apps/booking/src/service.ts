/** Composition root. */
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
import { startProofFetching } from './documents/proof-fetching.ts'
import { createSignedUrls } from './documents/signed-urls.ts'
import { createErasurePass, describeStoredData, startUnclaimedPruning } from './erasure/erasure-pass.ts'
import { bookingMetrics } from './metrics.ts'
import { migrations } from './migrations.ts'
import { startOperationPruning } from './operations/pruning.ts'
import { findOpenOperations } from './operations/pruning-repository.ts'
import { startReconciler } from './operations/reconciler.ts'
import { createRunner } from './operations/runner.ts'
import type { OnStep } from './operations/steps/work.ts'
import { bookingRpc } from './rpc/handlers.ts'
import { createAdvanceJob, createEraseJob } from './simulator-client.ts'
import { startPolling } from './tracking/polling.ts'

export interface BookingServiceOptions extends ServiceOptions {
  /** host:port of the shipment service. */
  shipmentUrl: string
  /** host:port of the quoting service. */
  quotingUrl: string
  /** Base of the URLs that merchants get, without a trailing slash. */
  publicUrl: string
  /** Base of the URLs for carriers' call-backs, without a trailing slash; null: carriers are polled instead. */
  callbackBaseUrl: string | null
  labelSigningKey: string
  dispatchWindowMs: number
  /** Where photos and signatures of proofs are stored. */
  objects: ObjectStoreOptions
  /** Base URL of the simulator; null: no simulated carriers. */
  simulatorUrl: string | null
  simulatorKey: string
  /** How long exchanges with carriers are stored, in days; default 30; 0: not at all. */
  exchangeDays?: number
  /** For tests: carriers to use instead of those of the registry. */
  carriers?: Carriers
  /** For tests: called at each step of an operation; an error it throws ends the run like a crash. */
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
  const wakeReconciler = () => reconciler.nudge()
  const ingestion = { ...dependencies, wakeReconciler }
  const polling = startPolling(ingestion)
  const proofs = startProofFetching(dependencies)
  const unclaimedPruning = startUnclaimedPruning(dependencies)
  const operationPruning = startOperationPruning(dependencies, exchangeDays)
  return {
    rpc: [bookingRpc({ ...ingestion, runner, advanceJob: createAdvanceJob(options) })],
    handlers: bookingConsumers({ dispatchWindowMs: options.dispatchWindowMs, wakeReconciler }),
    findUnfinished: findOpenOperations,
    erase: createErasurePass({ ...dependencies, eraseJob: createEraseJob(options) }),
    describeStoredData: (environmentId, shipmentId) => describeStoredData(db, environmentId, shipmentId),
    async stop() {
      await Promise.all([
        reconciler.stop(),
        polling.stop(),
        proofs.stop(),
        unclaimedPruning.stop(),
        operationPruning.stop(),
      ])
      await runner.stop()
    },
    async close() {
      await exchanges.stop()
      shipments.close()
      quotes.close()
    },
  }
}
