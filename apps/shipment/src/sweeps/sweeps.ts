/** Loops for what is due by time. */

import { type Stoppable, startLoop } from '@waybill/chassis/loops/loops'
import { transact } from '@waybill/chassis/postgres/database'
import type { Logger } from '@waybill/chassis/telemetry/log'
import { DISPATCH_REPEAT_MS, EXPIRE_AFTER_MS } from '../config.ts'
import type { Reader } from '../db.ts'
import { askOverdueBookedToExpire, expireOverdueShipments, repeatDispatchRequests } from './commands.ts'

const BATCH = 100
const DISPATCH_POLL_MS = 5_000
const EXPIRY_POLL_MS = 60_000
/** By then a carrier that refused to cancel may accept, or the job may have ended. */
const EXPIRY_AGAIN_MS = 24 * 3_600_000
const EXPIRY_REPEAT_MS = 600_000

interface SweepOptions {
  db: Reader
  log: Logger
  dispatchRepeatMs?: number
  expireAfterMs?: number
}

/** Requests couriers again that were not found in time, and expires shipments that nobody collected. Safe in every replica. */
export function startSweeps(options: SweepOptions): Stoppable {
  const { db, log, dispatchRepeatMs = DISPATCH_REPEAT_MS, expireAfterMs = EXPIRE_AFTER_MS } = options
  const loops = [
    startLoop({
      name: 'dispatch.repeat',
      intervalMs: Math.min(DISPATCH_POLL_MS, dispatchRepeatMs),
      log,
      async work() {
        const due = { intervalMs: dispatchRepeatMs, limit: BATCH }
        const repeated = await transact(db, (trx) => repeatDispatchRequests(trx, due, new Date()))
        if (repeated > 0) log.info({ repeated }, 'dispatch.requested_again')
        return repeated === BATCH ? 'again' : 'idle'
      },
    }),
    startLoop({
      name: 'shipment.expiry',
      intervalMs: EXPIRY_POLL_MS,
      log,
      async work() {
        const at = new Date()
        const due = { collectionBefore: new Date(at.getTime() - expireAfterMs), limit: BATCH }
        const expired = await transact(db, (trx) => expireOverdueShipments(trx, due, at))
        if (expired > 0) log.info({ expired }, 'shipments.expired')
        const booked = { ...due, againMs: EXPIRY_AGAIN_MS, repeatMs: EXPIRY_REPEAT_MS }
        const asked = await transact(db, (trx) => askOverdueBookedToExpire(trx, booked, at))
        if (asked > 0) log.info({ asked }, 'shipments.expiry_requested')
        return expired === BATCH || asked === BATCH ? 'again' : 'idle'
      },
    }),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
