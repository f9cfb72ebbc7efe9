/** Finds couriers who have not arrived at the pickup in time, and has them replaced. */

import { type Loop, startLoop } from '@waybill/chassis/loops/loops'
import { transact } from '@waybill/chassis/postgres/database'
import { systemChange } from '../bookings/recorder.ts'
import type { Dependencies } from '../dependencies.ts'
import { cancelLateBooking } from './commands.ts'
import { listLatePickups } from './repository.ts'

const LOOK_EVERY_MS = 10_000
/** A carrier that has refused to cancel is asked again as long as the courier does not arrive. */
const ASK_AGAIN_MS = 5 * 60_000
const MOST_AT_ONCE = 100

/** Looks every ten seconds, in all environments. Safe in every replica. */
export const startLatePickups = (
  { db, recorder, log, wakeReconciler }: Pick<Dependencies, 'db' | 'recorder' | 'log' | 'wakeReconciler'>,
  { intervalMs = LOOK_EVERY_MS }: { intervalMs?: number } = {},
): Loop =>
  startLoop({
    name: 'booking.late_pickups',
    intervalMs,
    log,
    async work(signal) {
      for (const key of await listLatePickups(db, MOST_AT_ONCE)) {
        if (signal.aborted) break
        const isLate = await transact(db, (trx) => cancelLateBooking(trx, key, ASK_AGAIN_MS, recorder(systemChange())))
        if (!isLate) continue
        log.info(key, 'booking.pickup_late')
        wakeReconciler()
      }
      return 'idle'
    },
  })
