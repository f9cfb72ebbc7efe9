/** What came of attempts: the attempts themselves, their deliveries, the queue, the endpoints' health. */
import { sql } from 'kysely'
import type { Writer } from '../db.ts'
import type { AttemptResult, AttemptTrigger, Decision } from '../delivery.ts'
import { type EndpointHealth, SUCCESS_NOTED_EVERY_MS } from '../endpoint-health.ts'
import type { EndpointKey } from './queue.ts'

/** An attempt that has been made, with what it makes of its delivery. */
export interface FinishedAttempt extends EndpointKey {
  attemptId: string
  deliveryId: string
  eventAt: Date
  claimId: string
  trigger: AttemptTrigger
  result: AttemptResult
  decision: Decision
}

/**
 * Stores attempts of different deliveries. Each attempt is stored; the state of its delivery changes only if the claim
 * still stands, but a success counts whoever holds the claim by now. The next due time is by the database's clock.
 * The same attempts written again, after a commit whose answer was lost, change nothing.
 */
export async function writeAttempts(trx: Writer, attempts: readonly FinishedAttempt[]): Promise<void> {
  await sql`
    with finished as (
      select * from jsonb_to_recordset(${JSON.stringify(attempts.map(attemptRecord))}::jsonb) as finished (
        environment_id text, delivery_id text, attempt_id text, event_at timestamptz, subscription_id text,
        claim_id uuid, trigger text, started_at timestamptz, duration_ms integer, response_status smallint,
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
      set claim_id = null, lease_until = null, lane = 1, attempts_made = attempts_made + 1,
        due_at = now() + finished.delay_ms * interval '1 ms'
      from finished
      where queued.environment_id = finished.environment_id and queued.delivery_id = finished.delivery_id
        and finished.status = 'retrying' and queued.claim_id = finished.claim_id
      returning queued.environment_id, queued.delivery_id, queued.due_at
    ), outcome as (
      select finished.environment_id, finished.delivery_id, finished.event_at, finished.status, requeued.due_at,
        ended.delivery_id is not null or requeued.delivery_id is not null or finished.status = 'succeeded' as counts
      from finished
      join stored using (environment_id, delivery_id)
      left join ended using (environment_id, delivery_id)
      left join requeued using (environment_id, delivery_id)
    )
    update delivery
    set attempt_count = attempt_count + 1,
      status = case when counts then outcome.status else delivery.status end,
      next_attempt_at = case when counts then outcome.due_at else delivery.next_attempt_at end
    from outcome
    where delivery.environment_id = outcome.environment_id and delivery.delivery_id = outcome.delivery_id
      and delivery.event_at = outcome.event_at`.execute(trx)
}

function attemptRecord({ result, decision, ...attempt }: FinishedAttempt) {
  return {
    environment_id: attempt.environmentId,
    delivery_id: attempt.deliveryId,
    attempt_id: attempt.attemptId,
    event_at: attempt.eventAt,
    subscription_id: attempt.subscriptionId,
    claim_id: attempt.claimId,
    trigger: attempt.trigger,
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

export interface EndpointState extends EndpointKey, EndpointHealth {}

interface EndpointRow {
  environment_id: string
  subscription_id: string
  failing_since: Date | null
  failure_count: number
  last_success_at: Date | null
}

/**
 * Locks, in the order of their ids, the endpoints whose health may change: all that failed, and of those that only
 * succeeded the ones that were failing or whose last success was noted long ago.
 */
export async function lockHealthOf(
  trx: Writer,
  { failed, succeeded }: { failed: readonly EndpointKey[]; succeeded: readonly EndpointKey[] },
): Promise<EndpointState[]> {
  const { rows } = await sql<EndpointRow>`
    select endpoint.environment_id, endpoint.subscription_id, failing_since, failure_count, last_success_at
    from unnest(
      ${[...failed, ...succeeded].map(({ environmentId }) => environmentId)}::text[],
      ${[...failed, ...succeeded].map(({ subscriptionId }) => subscriptionId)}::text[]
    ) with ordinality as told (environment_id, subscription_id, place)
    join endpoint using (environment_id, subscription_id)
    where told.place <= ${failed.length} or failing_since is not null or last_success_at is null
      or last_success_at < now() - ${SUCCESS_NOTED_EVERY_MS} * interval '1 ms'
    order by endpoint.environment_id, endpoint.subscription_id
    for update of endpoint`.execute(trx)
  return rows.map((row) => ({
    environmentId: row.environment_id,
    subscriptionId: row.subscription_id,
    failingSince: row.failing_since,
    failureCount: row.failure_count,
    lastSuccessAt: row.last_success_at,
  }))
}

/** The caller holds the endpoint's lock. */
export async function updateHealth(trx: Writer, endpoint: EndpointState): Promise<void> {
  await trx
    .updateTable('endpoint')
    .set({
      failing_since: endpoint.failingSince,
      failure_count: endpoint.failureCount,
      last_success_at: endpoint.lastSuccessAt,
    })
    .where('environment_id', '=', endpoint.environmentId)
    .where('subscription_id', '=', endpoint.subscriptionId)
    .execute()
}
