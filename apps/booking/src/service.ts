/** Composition root. */
import { startExchangeLog } from '@waybill/carriers/exchange-log/exchange-log'
import { type Carriers, carriersFor } from '@waybill/carriers/registry'
import { carrierCallDuration, carrierUnauthorized, observeCarriers } from '@waybill/carriers/wrappers/call-observer'
import type { Database } from '@waybill/chassis/postgres/database'
import {
  type RunningService,
  type ServiceOptions,
  type ServiceParts,
  startService,
} from '@waybill/chassis/process/start-service'
import { connectRpc } from '@waybill/chassis/rpc/client'
import { createSecretBox, createSecretOpener } from '@waybill/chassis/secrets/secret-box'
import { startCredentialUpkeep } from './accounts/credential-upkeep.ts'
import { startAccountRelease } from './accounts/release-sweep.ts'
import { startLabelWorker } from './batches/labels/worker.ts'
import { startManifestWorker } from './batches/manifests/worker.ts'
import { startPickupWorker } from './batches/pickups/worker.ts'
import { makeItemsDue } from './batches/repository.ts'
import { startBatchWorker } from './batches/worker.ts'
import { createBookingCodec } from './bookings/codec.ts'
import { startCostCounting } from './bookings/costs/counting.ts'
import { createRecorderFactory } from './bookings/recorder.ts'
import { startClaimSweep } from './claims/sweep.ts'
import { bookingConsumers } from './consumers.ts'
import type { BookingDatabase } from './db.ts'
import type { Dependencies } from './dependencies.ts'
import { startLatePickups } from './dispatching/late-pickups.ts'
import { type ObjectStoreOptions, openObjectStore } from './documents/objects/open-object-store.ts'
import { startProofFetching } from './documents/proof-fetching.ts'
import { createSignedUrls } from './documents/signed-urls.ts'
import { createErasurePass, describeStoredData } from './erasure/erasure-pass.ts'
import { createFleetAdapter } from './fleet/adapter.ts'
import { startOffers } from './fleet/sweep.ts'
import { bookingMetrics } from './metrics.ts'
import { migrations } from './migrations.ts'
import type { OpenOperation } from './operations/operation.ts'
import { findOpenOperations } from './operations/pruning-repository.ts'
import { bookingRpc } from './rpc/handlers.ts'
import { startReconciler } from './saga/reconciler.ts'
import { createRunner } from './saga/runner.ts'
import type { OnStep } from './saga/steps/work.ts'
import { createEraseJob, createSimulatorCalls } from './simulator-client.ts'
import { bookingChecks } from './stuck/checks.ts'
import { startAbandonedSweep } from './stuck/sweep.ts'
import { tableRules } from './table-rules.ts'
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
  /** Keys that seal credentials of carrier accounts, as `createSecretBox` reads them. */
  carrierEncryptionKeys: string
  /** Where photos and signatures of proofs are stored. */
  objects: ObjectStoreOptions
  /** Base URL of the simulator; null: no simulated carriers. */
  simulatorUrl: string | null
  simulatorKey: string
  /** Whether accounts may name an endpoint, which may be at any address; false by default. */
  endpointsAllowed?: boolean
  /** How long exchanges with carriers are stored, in days; default 30; 0: not at all. */
  exchangeDays?: number
  /** For tests: carriers to use instead of those of the registry. */
  carriers?: Carriers
  /** For tests: how long runs may take from `drain`. Default: as long as the process may take to stop, less 3 s. */
  runsEndWithinMs?: number
  /** For tests: pause of the loops that continue what a merchant waits for. Default: that of each loop. */
  loopsEveryMs?: number
  /** For tests: called at each step of an operation; an error it throws ends the run like a crash. */
  onStep?: OnStep
}

/** Starts the service; resolves once it is ready. */
export const startBookingService = (options: BookingServiceOptions): Promise<RunningService> =>
  startService<BookingDatabase>('booking', options, {
    migrations,
    tables: tableRules(options),
    start: async (db) => startBookings(db, options),
  })

function connectPeers({ shipmentUrl, quotingUrl, internalKey, rpcTls: tls, log, metrics }: BookingServiceOptions) {
  const common = { caller: 'booking', internalKey, tls, log, metrics } as const
  return {
    shipments: connectRpc({ ...common, serviceName: 'waybill.shipment.v1.ShipmentService', target: shipmentUrl }),
    quotes: connectRpc({ ...common, serviceName: 'waybill.quoting.v1.QuotingService', target: quotingUrl }),
  }
}

/** Loops that only look for rows whose time has come, or that have changed. */
function startSweeps(dependencies: Dependencies, latePickups: Parameters<typeof startLatePickups>[1]) {
  return [
    startClaimSweep(dependencies),
    startAbandonedSweep(dependencies),
    startLatePickups(dependencies, latePickups),
    startCostCounting(dependencies),
  ]
}

/** Work on items under leases, each in turn. */
function startItemWork(
  dependencies: Parameters<typeof startBatchWorker>[0],
  { loopsEveryMs: intervalMs, runsEndWithinMs: stopWithinMs }: BookingServiceOptions,
) {
  const itemWork = { intervalMs, stopWithinMs }
  return {
    batches: startBatchWorker(dependencies, itemWork),
    labels: startLabelWorker(dependencies, itemWork),
    pickups: startPickupWorker(dependencies, itemWork),
    manifests: startManifestWorker(dependencies, itemWork),
  }
}

function startBookings(db: Database<BookingDatabase>, options: BookingServiceOptions): ServiceParts<BookingDatabase> {
  const { publicUrl, log, metrics, exchangeDays = 30, loopsEveryMs: intervalMs } = options
  const exchanges = startExchangeLog({ db, days: exchangeDays, log, metrics })
  const { shipments, quotes } = connectPeers(options)
  const connected =
    options.carriers ??
    carriersFor({ ...options, trustedUrls: options.endpointsAllowed ? 'all' : [], record: exchanges.record })
  const fleet = createFleetAdapter({ db, wake: () => offers.nudge() })
  const carriers: Carriers = new Map([...connected, [fleet.descriptor.carrierCode, fleet]])
  const signedUrls = createSignedUrls({ publicUrl, signingKey: options.labelSigningKey })
  const codec = createBookingCodec(signedUrls)
  const box = createSecretBox(options.carrierEncryptionKeys)
  const dependencies: Dependencies = {
    db,
    openSecret: createSecretOpener(box),
    shipments,
    quotes,
    carriers: observeCarriers(carriers, {
      log,
      duration: metrics.histogram(carrierCallDuration),
      unauthorized: metrics.counter(carrierUnauthorized),
    }),
    recordExchange: exchanges.record,
    objects: openObjectStore(options.objects),
    signedUrls,
    codec,
    recorder: createRecorderFactory(codec),
    wakeReconciler: () => reconciler.nudge(),
    callbackBaseUrl: options.callbackBaseUrl,
    log,
    metrics: bookingMetrics(metrics, db, carriers.keys()),
  }
  const runner = createRunner(dependencies, options)
  /** A batch does not wait for the next try of its item. */
  const wakeItems = (operation: OpenOperation) => {
    if (operation.kind !== 'book') return
    makeItemsDue(db, operation).then(
      (count) => count > 0 && batches.nudge(),
      (error: unknown) => log.warn({ err: error, opId: operation.opId }, 'batch.items_not_woken'),
    )
  }
  const reconciler = startReconciler(dependencies, runner, { intervalMs, onEnd: wakeItems })
  const polling = startPolling(dependencies, { intervalMs })
  const proofs = startProofFetching(dependencies, { intervalMs })
  const offers = startOffers(dependencies)
  const { batches, labels, pickups, manifests } = startItemWork({ ...dependencies, runner }, options)
  const accountRelease = startAccountRelease(dependencies)
  const credentialUpkeep = startCredentialUpkeep({ db, log, box })
  const stoppedFirst = [reconciler, batches, labels, pickups, manifests, polling, proofs]
  const sweeps = [...startSweeps(dependencies, { intervalMs }), offers, accountRelease, credentialUpkeep]
  return {
    rpc: [
      bookingRpc({
        ...dependencies,
        runner,
        box,
        publicUrl,
        ...createSimulatorCalls(options),
        wakeBatches: () => batches.nudge(),
        wakeLabels: () => labels.nudge(),
        wakePickups: () => pickups.nudge(),
        wakeManifests: () => manifests.nudge(),
      }),
    ],
    handlers: bookingConsumers({
      wakeReconciler: dependencies.wakeReconciler,
      wakeAccountRelease: () => accountRelease.nudge(),
    }),
    findUnfinished: findOpenOperations,
    erase: createErasurePass({ ...dependencies, eraseJob: createEraseJob(options) }),
    describeStoredData: (environmentId, shipmentId) => describeStoredData(db, environmentId, shipmentId),
    stuckChecks: bookingChecks(dependencies, credentialUpkeep.check),
    drain() {
      for (const loop of stoppedFirst) void loop.stop()
      runner.drain()
    },
    async stop() {
      await Promise.all([...stoppedFirst, ...sweeps].map((loop) => loop.stop()))
      await runner.stop()
    },
    async close() {
      await exchanges.stop()
      shipments.close()
      quotes.close()
    },
  }
}
