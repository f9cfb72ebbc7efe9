import { type Stoppable, startLoop } from '@waybill/chassis/loops/loops'
import { transact } from '@waybill/chassis/postgres/database'
import type { Logger } from '@waybill/chassis/telemetry/log'
import { dateOlderBookings } from '../bookings/shipment-copy-repository.ts'
import type { Db } from '../db.ts'
import { listOlderBookings } from './repository.ts'

const POLL_MS = 60_000
const BATCH = 200

/** Lists the bookings that version 0.1 has made, and dates those of the version before. Safe in every replica. */
export const startListing = ({ db, log }: { db: Db; log: Logger }): Stoppable =>
  startLoop({
    name: 'booking.listing',
    intervalMs: POLL_MS,
    log,
    async work() {
      const listed = await transact(db, (trx) => listOlderBookings(trx, BATCH))
      const dated = await dateOlderBookings(db, BATCH)
      if (listed + dated > 0) log.info({ listed, dated }, 'bookings.listed')
      return listed === BATCH || dated === BATCH ? 'again' : 'idle'
    },
  })
