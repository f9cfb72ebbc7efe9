/** Erases personal data after its retention period, and makes the later passes over what was erased. */

import { type Stoppable, startLoop } from '@waybill/chassis/loops/loops'
import { transact } from '@waybill/chassis/postgres/database'
import type { Erasure } from '@waybill/chassis/retention/erasures'
import { countChassisRows } from '@waybill/chassis/retention/prune-subjects'
import type { StoredData } from '@waybill/chassis/rpc/operator-service'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Reader } from '../db.ts'
import { eraseAgain, eraseDueShipments } from './commands.ts'
import { countShipmentRows } from './repository.ts'

export const RETENTION_DAYS = 400
const DAY_MS = 86_400_000
const BATCH = 100
const POLL_MS = 60_000

/** Erases shipments `days` after their last change; 0: never. Safe in every replica. */
export function startRetention({ db, days, log }: { db: Reader; days: number; log: Logger }): Stoppable {
  if (days === 0) return { stop: async () => {} }
  return startLoop({
    name: 'shipment.retention',
    intervalMs: POLL_MS,
    log,
    async work() {
      const at = new Date()
      const due = { changedBefore: new Date(at.getTime() - days * DAY_MS), limit: BATCH }
      const erased = await transact(db, (trx) => eraseDueShipments(trx, due, at))
      if (erased > 0) log.info({ erased }, 'shipments.erased')
      return erased === BATCH ? 'again' : 'idle'
    },
  })
}

/** Makes one more pass over an erased shipment. */
export const erasePass =
  (db: Reader) =>
  (erasure: Erasure): Promise<void> =>
    transact(db, (trx) => eraseAgain(trx, erasure))

/** Counts the rows about a shipment, by table. */
export async function describeStoredData(db: Reader, environmentId: string, shipmentId: string): Promise<StoredData> {
  const own = await countShipmentRows(db, environmentId, shipmentId)
  return { tables: { ...own, ...(await countChassisRows(db, environmentId, [shipmentId])) }, subjectIds: [] }
}
