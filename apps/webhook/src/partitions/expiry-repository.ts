/** Retention of the event log: what subscriptions that are behind have not reached is recorded as missed. */

import { transact } from '@waybill/chassis/postgres/database'
import { matchesPattern } from '@waybill/contracts/events/event-patterns'
import { type Selectable, sql } from 'kysely'
import { recordMissed } from '../catch-up/missed-repository.ts'
import type { EventTable, Reader, Writer } from '../db.ts'
import { type EndpointKey, endpointKey } from '../endpoints/endpoint-key.ts'
import { deleteOldRows, dropMonths, startOfMonth } from './repository.ts'

/** Events that a subscription wanted and that were deleted before their turn. */
interface ExpiredEvents extends EndpointKey {
  events: number
  since: Date
  until: Date
}

/** Events of one type that are being deleted. */
interface Deleted {
  type: string
  events: number
  since: Date
  until: Date
}

type DeletedRow = Pick<Selectable<EventTable>, 'environment_id' | 'position' | 'type' | 'event_at'>

type Behind = EndpointKey & { position: number; events: string[] }

/**
 * Drops the monthly partitions of the log whose events are all older than `before`, and deletes one batch of older events
 * from the default partition. What subscriptions that are behind lose by it is recorded in the same transaction.
 */
export async function dropOldEvents(
  db: Reader,
  before: Date,
): Promise<{ dropped: string[]; deleted: number; expired: ExpiredEvents[] }> {
  const months = await transact(db, async (trx) => {
    const expired: ExpiredEvents[] = []
    for (const behind of await lockAllBehind(trx)) {
      expired.push(...(await recordExpired(trx, behind, await countInMonths(trx, behind, before))))
    }
    return { dropped: await dropMonths(trx, 'event', before), expired }
  })
  const rest = await transact(db, async (trx) => {
    const allBehind = await lockAllBehind(trx)
    const returning = sql<DeletedRow>`environment_id, position, type, event_at`
    const rows = await deleteOldRows(trx, 'event', { before, returning })
    const expired: ExpiredEvents[] = []
    for (const behind of allBehind) {
      const own = rows.filter(
        ({ environment_id, position }) => environment_id === behind.environmentId && Number(position) > behind.position,
      )
      const deleted = own.map(({ type, event_at }) => ({ type, events: 1, since: event_at, until: event_at }))
      expired.push(...(await recordExpired(trx, behind, deleted)))
    }
    return { deleted: rows.length, expired }
  })
  return { dropped: months.dropped, deleted: rest.deleted, expired: [...months.expired, ...rest.expired] }
}

/** Locks every subscription that is behind, so that none continues while its events are counted and deleted. */
async function lockAllBehind(trx: Writer): Promise<Behind[]> {
  const { rows } = await sql<Behind>`
    select behind.environment_id as "environmentId", behind.subscription_id as "subscriptionId", position, events
    from behind_subscription as behind join subscription using (environment_id, subscription_id)
    order by behind.environment_id, behind.subscription_id
    for update of behind`.execute(trx)
  return rows
}

/** The events after a subscription's position in the monthly partitions that `dropMonths` would drop, by type. */
async function countInMonths(trx: Writer, { environmentId, position }: Behind, before: Date): Promise<Deleted[]> {
  await sql`set local statement_timeout = 0`.execute(trx) // a month can have millions of events
  const { rows } = await sql<Deleted>`
    select type, count(*) as events, min(event_at) as since, max(event_at) as until from event
    where environment_id = ${environmentId} and position > ${position} and event_at < ${startOfMonth(before)}
      and tableoid <> 'event_default'::regclass
    group by type`.execute(trx)
  return rows
}

async function recordExpired(trx: Writer, behind: Behind, deleted: readonly Deleted[]): Promise<ExpiredEvents[]> {
  const wanted = deleted.filter(({ type }) => matchesPattern(type, behind.events))
  if (wanted.length === 0) return []
  const events = wanted.reduce((sum, one) => sum + one.events, 0)
  const since = new Date(Math.min(...wanted.map((one) => one.since.getTime())))
  const until = new Date(Math.max(...wanted.map((one) => one.until.getTime())))
  await recordMissed(trx, behind, { reason: 'expired', since, until, eventCount: events })
  return [{ ...endpointKey(behind), events, since, until }]
}
