/** Results of attempts: the attempts, their deliveries and the queue. */

import type { AttemptTrigger } from '@waybill/contracts/webhooks/delivery'
import { sql } from 'kysely'
import type { Reader } from '../db.ts'
import type { AttemptResult, DeliveryDecision } from '../deliveries/delivery.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { lanes } from '../endpoints/lanes.ts'

/** An attempt with its result and what follows for its delivery. */
export interface FinishedAttempt extends EndpointKey {
  /** Origin of the URL that it was sent to. */
  origin: string
  attemptId: string
  deliveryId: string
  eventAt: Date
  claimId: string
  trigger: AttemptTrigger
  /** Whether the retry schedule applies. If not, a failure is no dead letter. */
  isScheduled: boolean
  /** Whether others may wait for it, as the next of their subject. */
  isOrdered: boolean
  result: AttemptResult
  decision: DeliveryDecision
}

/**
 * Stores attempts of different deliveries. Every attempt is stored. The state of its delivery changes only if the claim
 * is still valid, except that a success always counts. Due times are by the database's clock.
 * A delivery that had succeeded stays `succeeded` if a manual redelivery fails.
 * Idempotent: writing the same attempts again, after a commit whose answer was lost, is a no-op.
 * Returns whether an ordered delivery that waited for one of these may now be sent.
 */
export async function writeAttempts(db: Reader, attempts: readonly FinishedAttempt[]): Promise<boolean> {
  const { rows } = await sql<{ has_released: boolean }>`
    with finished as (
      select * from jsonb_to_recordset(${JSON.stringify(attempts.map(attemptRecord))}::jsonb) as finished (
        environment_id text, delivery_id text, attempt_id text, event_at timestamptz, subscription_id text,
        claim_id uuid, trigger text, is_scheduled boolean, started_at timestamptz, duration_ms integer, response_status smallint,
        response_headers jsonb, response_body text, error_code text, status text, delay_ms bigint
      )
    ), stored as (
      insert into attempt (environment_id, delivery_id, attempt_id, event_at, subscription_id, trigger, started_at,
        duration_ms, response_status, response_headers, response_body, error_code)
      select environment_id, delivery_id, attempt_id, event_at, subscription_id, trigger, started_at,
        duration_ms, response_status, response_headers, response_body, error_code
      from finished
      on conflict do nothing
      returning environment_id, delivery_id
    ), ended as (
      delete from delivery_queue as queued using finished
      where queued.environment_id = finished.environment_id and queued.delivery_id = finished.delivery_id
        and finished.status <> 'retrying' and (queued.claim_id = finished.claim_id or finished.status = 'succeeded')
      returning queued.environment_id, queued.delivery_id
    ), requeued as (
      update delivery_queue as queued
      set claim_id = null, claimed_by = null, lease_until = null, lane = ${sql.lit(lanes.retry)}, attempts_made = attempts_made + 1,
        due_at = now() + finished.delay_ms * interval '1 ms'
      from finished
      where queued.environment_id = finished.environment_id and queued.delivery_id = finished.delivery_id
        and finished.status = 'retrying' and queued.claim_id = finished.claim_id
      returning queued.environment_id, queued.delivery_id
    ), outcome as (
      select environment_id, delivery_id, event_at,
        case when not is_scheduled and status = 'failed' and ${hadSucceeded} then 'succeeded' else status end as status,
        now() + delay_ms * interval '1 ms' as due_at,
        -- Not a join: the planner expects one row and would choose a nested loop over all of them.
        status = 'succeeded' or (environment_id, delivery_id) in (
          select environment_id, delivery_id from ended union all select environment_id, delivery_id from requeued
        ) as counts
      from finished join stored using (environment_id, delivery_id)
    ), written as (
      update delivery
      set attempt_count = attempt_count + 1,
        status = case when counts then outcome.status else delivery.status end,
        next_attempt_at = case when counts then outcome.due_at else delivery.next_attempt_at end
      from outcome
      where delivery.environment_id = outcome.environment_id and delivery.delivery_id = outcome.delivery_id
        and delivery.event_at = outcome.event_at
    )
    select exists (
      select from ended
      join delivery_queue as next on next.environment_id = ended.environment_id and next.predecessor_id = ended.delivery_id
    ) as has_released`.execute(db)
  return rows[0]?.has_released ?? false
}

/** Whether the last attempt before this one of `finished`, ignoring failed manual ones, was a success. */
const hadSucceeded = sql`coalesce((
  select error_code is null from attempt as before
  where before.environment_id = finished.environment_id and before.delivery_id = finished.delivery_id
    and before.event_at = finished.event_at and (before.trigger <> 'manual' or error_code is null)
  order by attempt_id desc limit 1
), false)`

function attemptRecord({ result, decision, ...attempt }: FinishedAttempt) {
  return {
    environment_id: attempt.environmentId,
    delivery_id: attempt.deliveryId,
    attempt_id: attempt.attemptId,
    event_at: attempt.eventAt,
    subscription_id: attempt.subscriptionId,
    claim_id: attempt.claimId,
    trigger: attempt.trigger,
    is_scheduled: attempt.isScheduled,
    started_at: result.startedAt,
    duration_ms: result.durationMs,
    response_status: result.responseStatus,
    response_headers: result.responseHeaders,
    response_body: result.responseBody,
    error_code: result.errorCode,
    status: decision.status,
    delay_ms: decision.status === 'retrying' ? decision.delayMs : null,
  }
}
