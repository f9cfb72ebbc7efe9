import type { Logger } from '@waybill/chassis/log'
import { type Stoppable, startLoop } from '@waybill/chassis/loops'
import type { Reader } from './db.ts'
import { ensurePartitions } from './repository/partitions.ts'

const EVERY_MS = 3_600_000
/** From the month before, since events may come late, to two months ahead. */
const MONTHS = [-1, 0, 1, 2]

/** Makes the partitions of the months around now, then keeps making those that come near. */
export async function startPartitions({ db, log }: { db: Reader; log: Logger }): Promise<Stoppable> {
  async function makeMissing(): Promise<void> {
    const now = new Date()
    for (const offset of MONTHS) {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset))
      const made = await ensurePartitions(db, month)
      if (made > 0) log.info({ month: month.toISOString().slice(0, 7), tables: made }, 'partitions.made')
    }
  }

  await makeMissing()
  return startLoop({
    name: 'partitions',
    intervalMs: EVERY_MS,
    log,
    async work() {
      await makeMissing()
      return 'idle'
    },
  })
}
