/** Queries for merchants about subscriptions that are behind. */
import {
  type MissedPeriod,
  type MissedReason,
  type SubscriptionBacklog,
  type SubscriptionStatus,
  subscriptionStatuses,
} from '@waybill/contracts/webhooks/subscription'
import { sql } from 'kysely'
import type { Reader } from '../db.ts'

interface BacklogRow {
  subscription_id: string
  /** Null in the row of a subscription that is behind. */
  reason: MissedReason | null
  since: Date
  until: Date
  count: number | null
}

/** By subscription of an environment; those that are not behind and have missed nothing are left out. */
export async function readBacklogs(db: Reader, environmentId: string): Promise<Map<string, SubscriptionBacklog>> {
  const { rows } = await sql<BacklogRow>`
    select subscription_id, null as reason, since, since as until, last_position - position as count
    from behind_subscription join environment_position using (environment_id)
    where environment_id = ${environmentId}
    union all
    select subscription_id, reason, since, until, event_count from missed_period where environment_id = ${environmentId}
    order by subscription_id, reason`.execute(db)
  const bySubscription = Map.groupBy(rows, (row) => row.subscription_id)
  return new Map([...bySubscription].map(([id, own]) => [id, backlogFromRows(own)]))
}

function backlogFromRows(rows: readonly BacklogRow[]): SubscriptionBacklog {
  const behind = rows.find(({ reason }) => reason === null)
  return {
    behind: behind ? { since: behind.since, eventsBehind: behind.count ?? 0 } : null,
    missed: rows.flatMap(({ reason, since, until, count }): MissedPeriod[] =>
      reason === null ? [] : [{ reason, since, until, eventCount: count }],
    ),
  }
}

/** Number of subscriptions that are behind, for each status that a subscription can have. */
export async function countBehind(db: Reader): Promise<{ status: SubscriptionStatus; count: number }[]> {
  const { rows } = await sql<{ status: SubscriptionStatus; count: number }>`
    select statuses.status, count(behind.environment_id) as count
    from unnest(${[...subscriptionStatuses]}::text[]) as statuses (status)
    left join (
      behind_subscription as behind join subscription using (environment_id, subscription_id)
    ) on subscription.status = statuses.status
    group by statuses.status`.execute(db)
  return rows
}
