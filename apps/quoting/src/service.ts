/** Composition root. */
import { startExchangeLog } from '@waybill/carriers/exchange-log/exchange-log'
import { carriersFor } from '@waybill/carriers/registry'
import { carrierCallDuration, observeCarriers } from '@waybill/carriers/wrappers/call-observer'
import { type Database, transact } from '@waybill/chassis/postgres/database'
import { startLoop } from '@waybill/chassis/process/loops'
import {
  type RunningService,
  type ServiceOptions,
  type ServiceParts,
  startService,
} from '@waybill/chassis/process/start-service'
import { connectRpc } from '@waybill/chassis/rpc/client'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import type { ShipmentServiceDefinition } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import { quotingConsumers } from './consumers.ts'
import type { QuotingDatabase } from './db.ts'
import { describeStoredData, erasePass } from './erasure/erase.ts'
import { migrations } from './migrations.ts'
import { expireOverdueQuotes } from './quotes/commands.ts'
import { createRateCache, noRateCache } from './rates/rate-cache.ts'
import { createRates } from './rates/rates.ts'
import { quotingRpc } from './rpc/handlers.ts'

const EXPIRY_INTERVAL_MS = 1_000
const EXPIRY_BATCH = 100
const RATE_CACHE_MS = 3_000

export interface QuotingServiceOptions extends ServiceOptions {
  /** host:port of the shipment service. */
  shipmentUrl: string
  /** Base URL of the simulator; null: there are no simulated carriers. */
  simulatorUrl: string | null
  simulatorKey: string
  /** Where replicas share cached offers; nothing is cached without it. */
  sharedState?: SharedState
  /** How long offers are cached, in ms; 3,000 by default, 0: not at all. */
  rateCacheMs?: number
  /** How long exchanges with carriers are kept, in days; 30 by default, 0: not at all. */
  exchangeDays?: number
}

/** Starts the service; resolves once it is ready. */
export const startQuotingService = (options: QuotingServiceOptions): Promise<RunningService> =>
  startService<QuotingDatabase>('quoting', options, { migrations, start: (db) => startQuoting(db, options) })

function startQuoting(db: Database<QuotingDatabase>, options: QuotingServiceOptions): ServiceParts<QuotingDatabase> {
  const { internalKey, rpcTls, log, metrics, sharedState, rateCacheMs = RATE_CACHE_MS } = options
  const exchanges = startExchangeLog({ db, days: options.exchangeDays ?? 30, log, metrics })
  const shipments = connectRpc<ShipmentServiceDefinition>({
    serviceName: 'waybill.shipment.v1.ShipmentService',
    target: options.shipmentUrl,
    internalKey,
    tls: rpcTls,
    log,
    metrics,
  })
  const carriers = observeCarriers(carriersFor({ ...options, record: exchanges.record }), {
    log,
    duration: metrics.histogram(carrierCallDuration),
  })
  const cache = sharedState ? createRateCache({ sharedState, ttlMs: rateCacheMs }) : noRateCache
  const askForRates = createRates({ carriers, cache, metrics })
  const expiry = startLoop({
    name: 'quote.expiry',
    intervalMs: EXPIRY_INTERVAL_MS,
    log,
    work: async () => {
      const expired = await transact(db, (trx) => expireOverdueQuotes(trx, EXPIRY_BATCH, new Date()))
      return expired === EXPIRY_BATCH ? 'again' : 'idle'
    },
  })
  return {
    rpc: [quotingRpc({ db, shipments, askForRates, carriers })],
    handlers: quotingConsumers,
    erase: erasePass(db),
    describeStoredData: (environmentId, shipmentId) => describeStoredData(db, environmentId, shipmentId),
    stop: () => expiry.stop(),
    async close() {
      await exchanges.stop()
      shipments.close()
    },
  }
}
