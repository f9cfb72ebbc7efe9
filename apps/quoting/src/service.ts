/** Composition root. */
import { startExchangeLog } from '@waybill/carriers/exchange-log/exchange-log'
import { type Carriers, carriersFor } from '@waybill/carriers/registry'
import { carrierCallDuration, carrierUnauthorized, observeCarriers } from '@waybill/carriers/wrappers/call-observer'
import { startLoop } from '@waybill/chassis/loops/loops'
import { type Database, transact } from '@waybill/chassis/postgres/database'
import {
  type RunningService,
  type ServiceOptions,
  type ServiceParts,
  startService,
} from '@waybill/chassis/process/start-service'
import { connectRpc } from '@waybill/chassis/rpc/client'
import { createSecretBox } from '@waybill/chassis/secrets/secret-box'
import { createMemoryState } from '@waybill/chassis/state/memory'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import { hasLiveAccount } from './accounts/repository.ts'
import { startCredentialUpkeep } from './accounts/upkeep.ts'
import { type CallbackUrlOf, createVerification, startAccountWatch } from './accounts/verification.ts'
import { createGeocoder, type GeocoderSettings } from './addresses/geocoder.ts'
import { quotingConsumers } from './consumers.ts'
import type { QuotingDatabase } from './db.ts'
import { describeStoredData, erasePass } from './erasure/erase.ts'
import { migrations } from './migrations.ts'
import { createAcceptances } from './quotes/acceptances.ts'
import { expireOverdueQuotes } from './quotes/commands.ts'
import { findNextExpiry } from './quotes/repository.ts'
import { createContracts } from './rates/contracts.ts'
import { createRateCache, noRateCache } from './rates/rate-cache.ts'
import { createRates } from './rates/rates.ts'
import { quotingRpc } from './rpc/handlers.ts'
import { tableRules } from './table-rules.ts'

const EXPIRY_INTERVAL_MS = 2_000
const EXPIRY_BATCH = 100
const RATE_CACHE_MS = 3_000

export interface QuotingServiceOptions extends ServiceOptions {
  /** host:port of the shipment service. */
  shipmentUrl: string
  /** Base URL of the simulator; null: there are no simulated carriers. */
  simulatorUrl: string | null
  simulatorKey: string
  /** Keys that seal credentials of carrier accounts, as `createSecretBox` reads them. */
  carrierEncryptionKeys: string
  /** Base of the addresses for call-backs of carriers; null by default: this installation has no public address. */
  callbackBaseUrl?: string | null
  /** Whether accounts may name an endpoint, which may be at any address; false by default. */
  endpointsAllowed?: boolean
  /** Carriers beside those of the registry, for tests. */
  moreCarriers?: Carriers
  /** Where replicas share cached offers; nothing is cached without it. */
  sharedState?: SharedState
  /** How long offers are cached, in ms; 3,000 by default, 0: not at all. */
  rateCacheMs?: number
  /** Where addresses are looked up, at any address; null by default: nowhere. */
  geocoder?: GeocoderSettings | null
  /** How long exchanges with carriers are kept, in days; 30 by default, 0: not at all. */
  exchangeDays?: number
}

/** Starts the service; resolves once it is ready. */
export const startQuotingService = (options: QuotingServiceOptions): Promise<RunningService> =>
  startService<QuotingDatabase>('quoting', options, {
    migrations,
    tables: tableRules,
    start: async (db) => startQuoting(db, options),
  })

const NO_CARRIER =
  'No live environment has a carrier account: only tests and own drivers can be booked. Add one in the console or with POST /api/v1/carrier-accounts.'

function startQuoting(db: Database<QuotingDatabase>, options: QuotingServiceOptions): ServiceParts<QuotingDatabase> {
  const { internalKey, rpcTls, log, metrics, sharedState, rateCacheMs = RATE_CACHE_MS } = options
  const exchanges = startExchangeLog({ db, days: options.exchangeDays ?? 30, log, metrics })
  const shipments = connectRpc({
    caller: 'quoting',
    serviceName: 'waybill.shipment.v1.ShipmentService',
    target: options.shipmentUrl,
    internalKey,
    tls: rpcTls,
    log,
    metrics,
  })
  const { callbackBaseUrl = null, endpointsAllowed = false } = options
  const trustedUrls = endpointsAllowed ? 'all' : []
  const known = carriersFor({ ...options, trustedUrls, record: exchanges.record })
  const carriers = observeCarriers(new Map([...known, ...(options.moreCarriers ?? [])]), {
    log,
    duration: metrics.histogram(carrierCallDuration),
    unauthorized: metrics.counter(carrierUnauthorized),
  })
  const box = createSecretBox(options.carrierEncryptionKeys)
  const getCallbackUrl: CallbackUrlOf = ({ carrierAccountId, carrierCode }) => {
    const callbacks = carriers.get(carrierCode)?.descriptor.account?.callbacks ?? 'none'
    return callbackBaseUrl && callbacks !== 'none' ? `${callbackBaseUrl}/api/v1/callbacks/${carrierAccountId}` : null
  }
  const verify = createVerification({ carriers, box, getCallbackUrl })
  const watch = startAccountWatch({ db, verify, getCallbackUrl, log, metrics })
  const upkeep = startCredentialUpkeep({ db, box, log, metrics, markUnreadable: watch.markUnreadable })
  const cache = sharedState ? createRateCache({ sharedState, ttlMs: rateCacheMs }) : noRateCache
  const listContracts = createContracts({ db, carriers, box })
  const acceptances = createAcceptances()
  const askForRates = createRates({ carriers, listContracts, suspect: watch.suspect, cache, metrics })
  const geocoder = options.geocoder
    ? createGeocoder(options.geocoder, {
        simulatorUrl: options.simulatorUrl,
        sharedState: sharedState ?? createMemoryState(),
        log,
      })
    : null
  const expiry = startLoop({
    name: 'quote.expiry',
    intervalMs: EXPIRY_INTERVAL_MS,
    log,
    work: async () => {
      const nextAt = await findNextExpiry(db)
      const now = new Date()
      if (nextAt === null) return 'idle'
      if (nextAt > now) return nextAt.getTime() - now.getTime()
      const expired = await transact(db, (trx) => expireOverdueQuotes(trx, EXPIRY_BATCH, now))
      return expired === EXPIRY_BATCH ? 'again' : 'idle'
    },
  })
  return {
    rpc: [
      quotingRpc({
        db,
        shipments,
        askForRates,
        listContracts,
        acceptances,
        carriers,
        box,
        endpointsAllowed,
        getCallbackUrl,
        verify,
        suspect: watch.suspect,
        geocoder,
        log,
      }),
    ],
    handlers: quotingConsumers({ verify: watch.report, acceptances }),
    erase: erasePass(db),
    readNotes: async () => ((await hasLiveAccount(db)) ? [] : [NO_CARRIER]),
    describeStoredData: (environmentId, shipmentId) => describeStoredData(db, environmentId, shipmentId),
    async stop() {
      await Promise.all([expiry.stop(), upkeep.stop()])
      await watch.stop()
    },
    async close() {
      await exchanges.stop()
      await geocoder?.close()
      shipments.close()
    },
  }
}
