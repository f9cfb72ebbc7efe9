import { transact } from '@waybill/chassis/postgres/database'
import { type Stoppable, startLoop } from '@waybill/chassis/process/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Db } from '../db.ts'
import { listOlderBookings } from './repository.ts'

const POLL_MS = 60_000
const BATCH = 200

/** Lists the bookings that version 0.1 has made. Safe in every replica. */
export const startListing = ({ db, log }: { db: Db; log: Logger }): Stoppable =>
  startLoop({
    name: 'booking.listing',
    intervalMs: POLL_MS,
    log,
    async work() {
      const listed = await transact(db, (trx) => listOlderBookings(trx, BATCH))
      if (listed > 0) log.info({ listed }, 'bookings.listed')
      return listed === BATCH ? 'again' : 'idle'
    },
  })
