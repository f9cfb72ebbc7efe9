/** Counts what has changed of bookings into the costs of their weeks, beside the calls that change them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Loop, startLoop } from '@waybill/chassis/loops/loops'
import { transact } from '@waybill/chassis/postgres/database'
import type { Db } from '../../db.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countNext } from './commands.ts'
import { findOutboxEnd, listOutboxWriters, type OutboxEnd } from './repository.ts'

const COUNT_EVERY_MS = 30_000
const LOOK_AGAIN_MS = 25
/** Longer than a statement may take. A transaction that is open for longer delays the count, not this loop. */
const WAIT_FOR_WRITERS_MS = 15_000

/** Counts twice a minute. Safe in every replica: one of them counts at a time. */
export const startCostCounting = (
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  { intervalMs = COUNT_EVERY_MS }: { intervalMs?: number } = {},
): Loop =>
  startLoop({
    name: 'booking.costs',
    intervalMs,
    log,
    async work(signal) {
      const end = await findOutboxEnd(db)
      if (!(await haveEnded(db, end, signal))) return 'idle'
      let next: Awaited<ReturnType<typeof countNext>> = 'more'
      while (next === 'more' && !signal.aborted) next = await transact(db, (trx) => countNext(trx, end))
      return 'idle'
    },
  })

/** Whether the transactions that were writing have ended in time. */
async function haveEnded(db: Db, { writers }: OutboxEnd, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + WAIT_FOR_WRITERS_MS
  let left = writers
  while (left.length > 0) {
    if (signal.aborted || performance.now() > until) return false
    await sleep(LOOK_AGAIN_MS)
    const present = new Set(await listOutboxWriters(db))
    left = left.filter((writer) => present.has(writer))
  }
  return true
}
