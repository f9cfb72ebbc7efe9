/** The composition of the service: what is started, in which order, and how it stops. */
import { carriersFor } from '@waybill/carriers/registry'
import type { Bus } from '@waybill/chassis/bus'
import { openDatabase, transact } from '@waybill/chassis/database'
import { startOpsServer } from '@waybill/chassis/health'
import { startConsumers } from '@waybill/chassis/inbox'
import type { Logger } from '@waybill/chassis/log'
import { startLoop } from '@waybill/chassis/loops'
import type { Metrics } from '@waybill/chassis/metrics'
import { migrate } from '@waybill/chassis/migrate'
import { startPruning } from '@waybill/chassis/pruning'
import { startRelay } from '@waybill/chassis/relay'
import { connectRpc } from '@waybill/chassis/rpc-client'
import { startRpcServer } from '@waybill/chassis/rpc-server'
import type { SharedState } from '@waybill/chassis/shared-state'
import type { ShipmentServiceDefinition } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import * as quotesMigration from '../migrations/0001-quotes.ts'
import * as listsMigration from '../migrations/0002-quote-lists.ts'
import * as exchangesMigration from '../migrations/0003-carrier-exchanges.ts'
import { expireOverdueQuotes } from './commands.ts'
import { quotingConsumers } from './consumers.ts'
import type { QuotingDatabase } from './db.ts'
import { startExchangeLog } from './exchange-log.ts'
import { createRateCache, noRateCache } from './rate-cache.ts'
import { createRates } from './rates.ts'
import { pingDatabase } from './repository.ts'
import { quotingRpc } from './rpc.ts'

const SERVICE = 'quoting'
const EXPIRY_INTERVAL_MS = 1_000
const EXPIRY_BATCH = 100
const RATE_CACHE_MS = 3_000

export interface QuotingServiceOptions {
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
  /** Base URL of the simulator; null: there are no simulated carriers. */
  simulatorUrl: string | null
  simulatorKey: string
  /** Where replicas share offers that can be reused; left out: they are asked for every time. */
  sharedState?: SharedState
  /** How long they are; 3 s unless given, 0: not at all. */
  rateCacheMs?: number
  /** How long exchanges with carriers are kept, in days; 30 unless given, 0: none is. */
  exchangeDays?: number
  log: Logger
  metrics: Metrics
}

export interface RunningQuotingService {
  grpcPort: number
  opsPort: number
  stop(): Promise<void>
}

/** Migrates the schema, then serves. `stop` ends calls first, then what works in the background, then connections. */
export async function startQuotingService(options: QuotingServiceOptions): Promise<RunningQuotingService> {
  const { databaseUrl, databaseSchema: schema, bus, host, internalKey, log, metrics } = options
  const db = openDatabase<QuotingDatabase>({
    url: databaseUrl,
    schema,
    applicationName: SERVICE,
    poolSize: options.poolSize,
  })
  const migrations = {
    '0001-quotes': quotesMigration,
    '0002-quote-lists': listsMigration,
    '0003-carrier-exchanges': exchangesMigration,
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
  const carriers = carriersFor({ ...options, record: exchanges.record })
  const { sharedState, rateCacheMs = RATE_CACHE_MS } = options
  const cache = sharedState ? createRateCache({ sharedState, ttlMs: rateCacheMs }) : noRateCache
  const askForRates = createRates({ carriers, cache, log, metrics })
  const relay = await startRelay({ db, databaseUrl, schema, bus, log, metrics })
  const consumers = await startConsumers({ db, bus, service: SERVICE, handlers: quotingConsumers, log, metrics })
  const pruning = startPruning({ db, log })
  const expiry = startLoop({
    name: 'quote.expiry',
    intervalMs: EXPIRY_INTERVAL_MS,
    log,
    work: async () => {
      const expired = await transact(db, (trx) => expireOverdueQuotes(trx, EXPIRY_BATCH, new Date()))
      return expired === EXPIRY_BATCH ? 'again' : 'idle'
    },
  })
  const rpc = await startRpcServer({
    host,
    port: options.grpcPort,
    internalKey,
    log,
    metrics,
    services: [quotingRpc({ db, shipments, askForRates, carriers })],
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
      await Promise.all([consumers.stop(), expiry.stop(), pruning.stop()])
      await relay.stop()
      await exchanges.stop()
      shipments.close()
      await db.destroy()
      await ops.stop()
    },
  }
}
