/** Periods with events that got no delivery because their subscription was behind. */
import type { MissedPeriod } from '@waybill/contracts/webhooks/subscription'
import { sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'

const PRUNE_BATCH = 1_000

/** Records a period. With an earlier one of the same reason it becomes one period. */
export async function recordMissed(
  trx: Writer,
  { environmentId, subscriptionId }: EndpointKey,
  { reason, since, until, eventCount }: MissedPeriod,
): Promise<void> {
  await sql`
    insert into missed_period as known (environment_id, subscription_id, reason, since, until, event_count)
    values (${environmentId}, ${subscriptionId}, ${reason}, ${since}, ${until}, ${eventCount})
    on conflict (environment_id, subscription_id, reason) do update
    set since = least(known.since, excluded.since), until = greatest(known.until, excluded.until),
      event_count = known.event_count + excluded.event_count, recorded_at = now()`.execute(trx)
}

/** Deletes a batch of the periods recorded before a time. Returns how many. */
export async function deleteOldMissed(db: Reader, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from missed_period where (environment_id, subscription_id, reason) in (
      select environment_id, subscription_id, reason from missed_period where recorded_at < ${before}
      limit ${PRUNE_BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
