/** The composition of the service: what is its own. */
import { type RunningService, type ServiceOptions, startService } from '@waybill/chassis/process/start-service'
import { shipmentConsumers } from './consumers.ts'
import type { ShipmentDatabase } from './db.ts'
import { erasePass, heldOf, RETENTION_DAYS, startRetention } from './erasure/retention.ts'
import { migrations } from './migrations.ts'
import { shipmentRpc } from './rpc/handlers.ts'
import { startSweeps } from './sweeps/sweeps.ts'

export interface ShipmentServiceOptions extends ServiceOptions {
  /** Base of the addresses that merchants are given, without a trailing slash. */
  publicUrl: string
  /** A courier not found in this time is asked for again; a minute unless given. */
  dispatchRepeatMs?: number
  /** Until a ready shipment that nobody booked expires, from its collection date; 14 days unless given. */
  expireAfterMs?: number
  /** Until the personal data of a shipment that has ended is erased, in days; 400 unless given, 0: never. */
  personalDataRetentionDays?: number
}

/** Starts the service; resolves once it is ready. */
export const startShipmentService = (options: ShipmentServiceOptions): Promise<RunningService> =>
  startService<ShipmentDatabase>('shipment', options, {
    migrations,
    start(db) {
      const sweeps = startSweeps({ ...options, db })
      const days = options.personalDataRetentionDays ?? RETENTION_DAYS
      const retention = startRetention({ db, days, log: options.log })
      return {
        rpc: [shipmentRpc({ db, publicUrl: options.publicUrl })],
        handlers: shipmentConsumers(options.metrics),
        erase: erasePass(db),
        describeStoredData: (environmentId, shipmentId) => heldOf(db, environmentId, shipmentId),
        stop: () => Promise.all([sweeps.stop(), retention.stop()]),
      }
    },
  })
