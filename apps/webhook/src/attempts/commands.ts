/** What came of attempts, and what follows from it. */
import { appendOutbox, type DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import type { PublicEvent } from '@waybill/contracts/events/public-event'
import type { DisabledReason } from '@waybill/contracts/webhooks/subscription'
import type { Writer } from '../db.ts'
import { healthAfter, isGivenUp, isWorthNoting } from '../endpoints/endpoint-health.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { type EndpointPace, isSamePace, paceAfter, pacedAttempt } from '../endpoints/endpoint-pace.ts'
import { type EndpointState, lockEndpointStates, updateEndpointState } from '../endpoints/repository.ts'
import { pauseWaiting } from '../queue/repository.ts'
import { disableSubscription } from '../subscriptions/repository.ts'
import { disabledEvent } from '../subscriptions/subscription.ts'
import { type FinishedAttempt, writeAttempts } from './repository.ts'

/** What attempts have changed about their endpoint. */
export interface EndpointChange extends EndpointKey {
  /** Why its subscription was disabled; null if it was not. */
  disabled: DisabledReason | null
  /** What its breaker has become; null if it is as it was. */
  breaker: EndpointPace['breaker'] | null
}

export interface Recorded {
  changes: EndpointChange[]
  /** Whether a delivery has been let go of that waited for one of these in its subject's order. */
  hasReleased: boolean
}

/**
 * Stores what came of attempts of different deliveries, and what follows from it: the endpoints' health and pace, and
 * the end of subscriptions whose receiver is gone or has failed for days. Answers what changed about endpoints.
 * Locks endpoints, by id, before anything else. `endpointLimit` is how many sends at a time any endpoint may have.
 */
export async function recordAttempts(
  trx: Writer,
  attempts: readonly FinishedAttempt[],
  { at, endpointLimit }: { at: Date; endpointLimit: number },
): Promise<Recorded> {
  const counted = attempts.filter(saysOfReceiver)
  const byEndpoint = Map.groupBy(counted, endpointText)
  const endpointsThat = (haveFailed: boolean) =>
    [...byEndpoint.values()]
      .filter((made) => made.some(({ decision }) => decision.status !== 'succeeded') === haveFailed)
      .flatMap((made) => made.slice(0, 1))
  const endpoints = await lockEndpointStates(trx, { failed: endpointsThat(true), succeeded: endpointsThat(false) })
  const hasReleased = await writeAttempts(trx, attempts)
  const changes: EndpointChange[] = []
  for (const before of endpoints) {
    const made = byEndpoint.get(endpointText(before)) ?? []
    const after = await noteState(trx, before, made, endpointLimit)
    const reason = reasonToDisable(after, made, at)
    const disabled = reason && (await disable(trx, before, reason, at)) ? reason : null
    const breaker = after.pace.breaker === before.pace.breaker ? null : after.pace.breaker
    if (disabled !== null || breaker !== null) changes.push({ ...endpointKey(before), disabled, breaker })
  }
  return { changes, hasReleased }
}

/** A test counts for nothing, nor does what could not be signed: that is our own doing, and nobody was asked. */
const saysOfReceiver = ({ trigger, result }: FinishedAttempt) =>
  trigger !== 'test' && result.errorCode !== 'signing_error'

/** Writes the endpoint's state after the attempts, if it has changed. */
async function noteState(
  trx: Writer,
  before: EndpointState,
  attempts: readonly FinishedAttempt[],
  fullLimit: number,
): Promise<EndpointState> {
  const outcomes = attempts.map(({ decision, result: { startedAt, durationMs } }) => ({
    success: decision.status === 'succeeded',
    startedAt,
    finishedAt: new Date(startedAt.getTime() + durationMs),
  }))
  const health = healthAfter(before.health, outcomes)
  const paced = attempts.map(({ result }) => pacedAttempt(result))
  const { pace, pauseMs } = paceAfter(before.pace, paced, { fullLimit })
  const after = { ...endpointKey(before), health, pace }
  const hasChanged = isWorthNoting(before.health, health) || !isSamePace(before.pace, pace)
  if (hasChanged) await updateEndpointState(trx, after, { pauseMs })
  return after
}

function reasonToDisable(
  { health }: EndpointState,
  attempts: readonly FinishedAttempt[],
  at: Date,
): DisabledReason | undefined {
  if (attempts.some(({ decision }) => decision.status === 'failed' && decision.gone)) return 'gone'
  return isGivenUp(health, at) ? 'failing' : undefined
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
