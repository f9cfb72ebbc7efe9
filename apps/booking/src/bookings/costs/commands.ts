import type { Trx } from '../../db.ts'
import { addLines, type CostLine, costLines, negated } from './cost-lines.ts'
import {
  addToWeeks,
  type BookingKey,
  type CostProgress,
  listBookingsAfter,
  listBookingsInOutbox,
  listChangedBookings,
  lockProgress,
  type OutboxEnd,
  storeCounted,
  storeProgress,
} from './repository.ts'

/** Events, or bookings of a recount, of one transaction. */
const BATCH = 500
/** Events are deleted a week after they are published. If nothing was counted for so long, all bookings are looked at. */
const RECOUNT_AFTER_MS = 5 * 86_400_000

/**
 * Counts the bookings of the next events until `end`, whose writers have ended, and of a recount that is under way. The
 * figures and the progress change in one transaction. Resolves to whether there is more to count; `busy`: another process
 * counts.
 */
export async function countNext(trx: Trx, end: OutboxEnd, batch = BATCH): Promise<'more' | 'done' | 'busy'> {
  const stored = await lockProgress(trx)
  if (stored === undefined) return 'busy'
  const before = withRecount(stored, end)
  const range = { after: before.position, until: end.position, limit: batch }
  const { keys, last } = await listBookingsInOutbox(trx, range)
  const older = before.recounted === null ? [] : await listBookingsAfter(trx, before.recounted, batch)
  await count(trx, [...keys, ...older])
  const recounted = older.length < batch ? null : (older.at(-1) ?? null)
  const isDone = last === null && recounted === null
  await storeProgress(trx, {
    position: last ?? Math.max(before.position, end.position),
    countedUntil: isDone ? laterTime(before.countedUntil, end.at) : before.countedUntil,
    recounted,
  })
  return isDone ? 'done' : 'more'
}

/** After a long time without counting, events may have been deleted. */
const withRecount = (stored: CostProgress, { at }: OutboxEnd): CostProgress =>
  stored.countedUntil !== null &&
  stored.recounted === null &&
  at.getTime() - stored.countedUntil.getTime() > RECOUNT_AFTER_MS
    ? { ...stored, recounted: { environmentId: '', bookingId: '' } }
    : stored

const laterTime = (one: Date | null, other: Date): Date => (one === null || other > one ? other : one)

/** Replaces what each booking that has changed is counted with by what it is now. */
async function count(trx: Trx, keys: readonly BookingKey[]): Promise<void> {
  const unique = new Map(keys.map((key) => [key.bookingId, key]))
  const changed = await listChangedBookings(trx, [...unique.values()])
  if (changed.length === 0) return
  const counted = changed.map(({ booking, ...rest }) => ({ ...rest, lines: costLines(booking) }))
  for (const [environmentId, bookings] of Map.groupBy(counted, (one) => one.environmentId)) {
    const lines: CostLine[] = bookings.flatMap((one) => [...negated(one.countedLines), ...one.lines])
    await addToWeeks(trx, environmentId, addLines(lines))
  }
  await storeCounted(trx, counted)
}
