/** What came of attempts, and what follows from it. */
import { appendOutbox, type DomainEvent } from '@waybill/chassis/outbox'
import type { PublicEvent } from '@waybill/contracts/event'
import type { DisabledReason } from '@waybill/contracts/subscription'
import type { Writer } from '../db.ts'
import { healthAfter, isGivenUp, isWorthNoting } from '../endpoint-health.ts'
import {
  type EndpointState,
  type FinishedAttempt,
  lockHealthOf,
  updateHealth,
  writeAttempts,
} from '../repository/attempts.ts'
import { type EndpointKey, pauseWaiting } from '../repository/queue.ts'
import { disableSubscription } from '../repository/subscriptions.ts'
import { disabledEvent } from '../subscription.ts'

export interface Disabled extends EndpointKey {
  reason: DisabledReason
}

/**
 * Stores what came of attempts of different deliveries, and what follows from it: the endpoints' health, and the end
 * of subscriptions whose receiver is gone or has failed for days. Answers those that it disabled.
 * Locks endpoints, by id, before anything else.
 */
export async function recordAttempts(trx: Writer, attempts: readonly FinishedAttempt[], at: Date): Promise<Disabled[]> {
  const counted = attempts.filter(({ trigger }) => trigger !== 'test')
  const byEndpoint = Map.groupBy(counted, endpointText)
  const endpointsThat = (haveFailed: boolean) =>
    [...byEndpoint.values()]
      .filter((made) => made.some(({ decision }) => decision.status !== 'succeeded') === haveFailed)
      .flatMap((made) => made.slice(0, 1))
  const endpoints = await lockHealthOf(trx, { failed: endpointsThat(true), succeeded: endpointsThat(false) })
  await writeAttempts(trx, attempts)
  const disabled: Disabled[] = []
  for (const endpoint of endpoints) {
    const made = byEndpoint.get(endpointText(endpoint)) ?? []
    const reason = await judge(trx, endpoint, made, at)
    if (reason && (await disable(trx, endpoint, reason, at))) disabled.push({ ...endpointKey(endpoint), reason })
  }
  return disabled
}

/** Notes an endpoint's health; answers why it is to be disabled, if it is. */
async function judge(
  trx: Writer,
  before: EndpointState,
  attempts: readonly FinishedAttempt[],
  at: Date,
): Promise<DisabledReason | undefined> {
  const outcomes = attempts.map(({ decision, result: { startedAt, durationMs } }) => ({
    success: decision.status === 'succeeded',
    startedAt,
    finishedAt: new Date(startedAt.getTime() + durationMs),
  }))
  const after = healthAfter(before, outcomes)
  if (isWorthNoting(before, after)) await updateHealth(trx, { ...endpointKey(before), ...after })
  if (attempts.some(({ decision }) => decision.status === 'failed' && decision.gone)) return 'gone'
  return isGivenUp(after, at) ? 'failing' : undefined
}

async function disable(trx: Writer, endpoint: EndpointKey, reason: DisabledReason, at: Date): Promise<boolean> {
  const disabled = await disableSubscription(trx, endpoint, { reason, at })
  if (disabled === undefined) return false
  await appendOutbox(trx, [domainEvent(disabledEvent(disabled, at))])
  await pauseWaiting(trx, [endpoint])
  return true
}

const endpointText = ({ environmentId, subscriptionId }: EndpointKey) => `${environmentId} ${subscriptionId}`
const endpointKey = ({ environmentId, subscriptionId }: EndpointKey) => ({ environmentId, subscriptionId })

const domainEvent = (event: PublicEvent): DomainEvent => ({
  eventId: event.id,
  type: event.type,
  environmentId: event.environment_id,
  subjectType: event.subject.type,
  subjectId: event.subject.id,
  sequence: event.sequence,
  occurredAt: new Date(event.timestamp),
  public: event,
  internal: null,
})
