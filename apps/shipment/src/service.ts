/** The composition of the service: what is started, in which order, and how it stops. */
import type { Bus } from '@waybill/chassis/bus'
import { openDatabase } from '@waybill/chassis/database'
import { startOpsServer } from '@waybill/chassis/health'
import { startConsumers } from '@waybill/chassis/inbox'
import type { Logger } from '@waybill/chassis/log'
import type { Metrics } from '@waybill/chassis/metrics'
import { migrate } from '@waybill/chassis/migrate'
import { startPruning } from '@waybill/chassis/pruning'
import { startRelay } from '@waybill/chassis/relay'
import { startRpcServer } from '@waybill/chassis/rpc-server'
import * as shipmentsMigration from '../migrations/0001-shipments.ts'
import * as followingMigration from '../migrations/0002-following.ts'
import * as expiryMigration from '../migrations/0003-expiry-of-booked.ts'
import { shipmentConsumers } from './consumers.ts'
import type { ShipmentDatabase } from './db.ts'
import { pingDatabase } from './queries.ts'
import { shipmentRpc } from './rpc.ts'
import { startSweeps } from './sweeps.ts'

const SERVICE = 'shipment'

export interface ShipmentServiceOptions {
  databaseUrl: string
  databaseSchema: string
  poolSize?: number
  bus: Bus
  host: string
  /** 0: a free one. */
  grpcPort: number
  /** 0: a free one. */
  opsPort: number
  internalKey: string
  /** Base of the addresses that merchants are given, without a trailing slash. */
  publicUrl: string
  /** A courier not found in this time is asked for again; a minute unless given. */
  dispatchRepeatMs?: number
  /** Until a ready shipment that nobody booked expires, from its collection date; 14 days unless given. */
  expireAfterMs?: number
  log: Logger
  metrics: Metrics
}

export interface RunningShipmentService {
  readonly grpcPort: number
  readonly opsPort: number
  stop(): Promise<void>
}

/**
 * Migrates the schema, then serves. `stop` takes no new calls and answers those under way, ends the work in the
 * background, publishes what is left to publish, and closes the database.
 */
export async function startShipmentService(options: ShipmentServiceOptions): Promise<RunningShipmentService> {
  const { databaseUrl, databaseSchema: schema, poolSize, bus, host, internalKey, log, metrics } = options
  const db = openDatabase<ShipmentDatabase>({ url: databaseUrl, schema, applicationName: SERVICE, poolSize })
  const migrations = {
    '0001-shipments': shipmentsMigration,
    '0002-following': followingMigration,
    '0003-expiry-of-booked': expiryMigration,
  }
  await migrate(db, { schema, migrations, log })

  const relay = await startRelay({ db, databaseUrl, schema, bus, log, metrics })
  const handlers = shipmentConsumers(metrics)
  const consumers = await startConsumers({ db, bus, service: SERVICE, handlers, log, metrics })
  const sweeps = startSweeps({ ...options, db })
  const pruning = startPruning({ db, log })
  const services = [shipmentRpc({ db, publicUrl: options.publicUrl })]
  const rpc = await startRpcServer({ host, port: options.grpcPort, internalKey, log, metrics, services })
  const readiness = async () => {
    await pingDatabase(db)
    return { database: true }
  }
  const ops = await startOpsServer({ host, port: options.opsPort, metrics, readiness, log })

  return {
    grpcPort: rpc.port,
    opsPort: ops.port,
    async stop() {
      ops.setDraining()
      await rpc.stop()
      await Promise.all([consumers.stop(), sweeps.stop(), pruning.stop()])
      await relay.stop()
      await db.destroy()
      await ops.stop()
    },
  }
}
