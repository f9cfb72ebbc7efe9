/** The end of personal data: of shipments whose time has come, and, once more, of those erased a moment ago. */
import { transact } from '@waybill/chassis/postgres/database'
import { type Stoppable, startLoop } from '@waybill/chassis/process/loops'
import type { Erasure } from '@waybill/chassis/retention/erasures'
import { countChassisRows } from '@waybill/chassis/retention/prune-subjects'
import type { StoredData } from '@waybill/chassis/rpc/operator-service'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Reader } from '../db.ts'
import { eraseAgain, eraseForgotten } from './commands.ts'
import { countShipmentRows } from './repository.ts'

export const RETENTION_DAYS = 400
const DAY_MS = 86_400_000
const BATCH = 100
const POLL_MS = 60_000

/** Erases shipments so many days after their end; 0: never. Any number of replicas do so side by side. */
export function startRetention({ db, days, log }: { db: Reader; days: number; log: Logger }): Stoppable {
  if (days === 0) return { stop: async () => {} }
  return startLoop({
    name: 'shipment.retention',
    intervalMs: POLL_MS,
    log,
    async work() {
      const at = new Date()
      const due = { changedBefore: new Date(at.getTime() - days * DAY_MS), limit: BATCH }
      const erased = await transact(db, (trx) => eraseForgotten(trx, due, at))
      if (erased > 0) log.info({ erased }, 'shipments.erased')
      return erased === BATCH ? 'again' : 'idle'
    },
  })
}

/** Makes a pass over a shipment that was erased. */
export const erasePass =
  (db: Reader) =>
  (erasure: Erasure): Promise<void> =>
    transact(db, (trx) => eraseAgain(trx, erasure))

/** What there is about a shipment. */
export async function heldOf(db: Reader, environmentId: string, shipmentId: string): Promise<StoredData> {
  const own = await countShipmentRows(db, environmentId, shipmentId)
  return { tables: { ...own, ...(await countChassisRows(db, environmentId, [shipmentId])) }, subjectIds: [] }
}
