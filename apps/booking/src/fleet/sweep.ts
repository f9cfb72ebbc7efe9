/** Offers jobs of own fleets to drivers, one after another. A job stays due until its offer is stored. */

import { type Loop, startLoop } from '@waybill/chassis/loops/loops'
import { transact } from '@waybill/chassis/postgres/database'
import type { Dependencies } from '../dependencies.ts'
import { continueSearch } from './commands.ts'
import type { SearchTimes } from './job.ts'
import { listDueJobs } from './repository.ts'

const INTERVAL_MS = 1_000
const BATCH = 20
const TIMES = { offerMs: 60_000, pauseMs: 15_000 } as const satisfies SearchTimes

/** Looks every second, in all environments. Safe in every replica. */
export const startOffers = (dependencies: Dependencies): Loop =>
  startLoop({
    name: 'booking.fleet_offers',
    intervalMs: INTERVAL_MS,
    log: dependencies.log,
    async work(signal) {
      const due = await listDueJobs(dependencies.db, BATCH)
      let failed = 0
      for (const key of due) {
        if (signal.aborted) break
        try {
          await transact(dependencies.db, (trx) => continueSearch(trx, dependencies, key, TIMES))
        } catch (error) {
          // One job's failure must not stop the others. It stays due until the next round.
          failed++
          dependencies.log.warn({ err: error, ...key }, 'fleet.offer_failed')
        }
      }
      return due.length === BATCH && failed === 0 ? 'again' : 'idle'
    },
  })
