/** Fails pending bookings that no operation will end. */

import { type Loop, startLoop } from '@waybill/chassis/loops/loops'
import { transact } from '@waybill/chassis/postgres/database'
import { systemChange } from '../bookings/recorder.ts'
import type { Dependencies } from '../dependencies.ts'
import { failAbandonedBooking } from './commands.ts'
import { listAbandonedBookings } from './repository.ts'

const SWEEP_EVERY_MS = 60_000
/** An operation and its booking end together. The margin lets a person look first. */
const AFTER_SECONDS = 900
const MAX_PER_SWEEP = 1_000

type SweepDependencies = Pick<Dependencies, 'db' | 'recorder' | 'log'>

/** Sweeps every minute. Safe in every replica. */
export const startAbandonedSweep = (dependencies: SweepDependencies): Loop =>
  startLoop({
    name: 'booking.abandoned',
    intervalMs: SWEEP_EVERY_MS,
    log: dependencies.log,
    async work(signal) {
      await sweepAbandonedBookings(dependencies, AFTER_SECONDS, signal)
      return 'idle'
    },
  })

/**
 * Fails the bookings of all environments that are pending for `afterSeconds` without an operation, each in its own
 * transaction. Resolves to their ids. A failure is logged, so that the other bookings go on.
 */
export async function sweepAbandonedBookings(
  { db, recorder, log }: SweepDependencies,
  afterSeconds: number,
  signal?: AbortSignal,
): Promise<string[]> {
  const failed: string[] = []
  for (const key of await listAbandonedBookings(db, afterSeconds, MAX_PER_SWEEP)) {
    if (signal?.aborted) break
    try {
      const isFailed = await transact(db, (trx) =>
        failAbandonedBooking(trx, key, afterSeconds, recorder(systemChange())),
      )
      if (!isFailed) continue
      failed.push(key.bookingId)
      log.error(key, 'booking.abandoned')
    } catch (error) {
      log.error({ err: error, ...key }, 'booking.not_failed')
    }
  }
  return failed
}
