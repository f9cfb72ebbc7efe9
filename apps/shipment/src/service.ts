/** Composition root. */
import { descriptorsFor } from '@waybill/carriers/registry'
import { type RunningService, type ServiceOptions, startService } from '@waybill/chassis/process/start-service'
import { DEFAULT_WINDOW_MINUTES } from '@waybill/contracts/dispatch'
import { shipmentConsumers } from './consumers.ts'
import type { ShipmentDatabase } from './db.ts'
import { describeStoredData, erasePass, RETENTION_DAYS, startRetention } from './erasure/retention.ts'
import { migrations } from './migrations.ts'
import { shipmentRpc } from './rpc/handlers.ts'
import { startSweeps } from './sweeps/sweeps.ts'
import { tableRules } from './table-rules.ts'

export interface ShipmentServiceOptions extends ServiceOptions {
  /** Base of the URLs that merchants get, without a trailing slash. */
  publicUrl: string
  /** Interval between requests for a courier that has not been found; 1 minute by default. */
  dispatchRepeatMs?: number
  /** How long a courier is looked for unless the merchant says, in whole minutes; 10 by default. */
  dispatchWindowMinutes?: number
  /** Time from its collection date until an unbooked shipment expires; 14 days by default. */
  expireAfterMs?: number
  /** Days from its last change until the personal data of a finished shipment is erased; 400 by default, 0: never. */
  personalDataRetentionDays?: number
  /** Base URL of the simulator; null: no simulated carriers. */
  simulatorUrl?: string | null
}

/** Starts the service; resolves once it is ready. */
export const startShipmentService = (options: ShipmentServiceOptions): Promise<RunningService> =>
  startService<ShipmentDatabase>('shipment', options, {
    migrations,
    tables: tableRules,
    async start(db) {
      const sweeps = startSweeps({ ...options, db })
      const { publicUrl, dispatchWindowMinutes = DEFAULT_WINDOW_MINUTES } = options
      const days = options.personalDataRetentionDays ?? RETENTION_DAYS
      const retention = startRetention({ db, days, log: options.log })
      return {
        rpc: [shipmentRpc({ db, publicUrl, dispatchWindowMinutes, carriers: descriptorsFor(options) })],
        handlers: shipmentConsumers(options.metrics),
        erase: erasePass(db),
        describeStoredData: (environmentId, shipmentId) => describeStoredData(db, environmentId, shipmentId),
        stop: () => Promise.all([sweeps.stop(), retention.stop()]),
      }
    },
  })
