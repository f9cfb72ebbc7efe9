/** Use case of attempts: store their results and update their endpoints. */
import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import { toDomainEvent } from '@waybill/chassis/messaging/outbox/public-event'
import type { DisabledReason } from '@waybill/contracts/webhooks/subscription'
import type { Writer } from '../db.ts'
import { healthAfter, isFailingForGood, isWorthWriting } from '../endpoints/endpoint-health.ts'
import { type EndpointKey, endpointKey, endpointKeyText } from '../endpoints/endpoint-key.ts'
import { type EndpointState, lockEndpointStates, updateEndpointState } from '../endpoints/repository.ts'
import { conditionAfter, type EndpointPace, isSamePace, paceAfter, pacedAttempt } from '../fairness/endpoint-pace.ts'
import { pauseWaiting } from '../queue/repository.ts'
import { disableSubscription } from '../subscriptions/repository.ts'
import { disabledEvent } from '../subscriptions/subscription.ts'
import { type FinishedAttempt, writeAttempts } from './repository.ts'

/** How attempts changed their endpoint. */
export interface EndpointChange extends EndpointKey {
  /** Why its subscription was disabled; null if it is still enabled. */
  disabled: DisabledReason | null
  /** New state of its breaker; null if unchanged. */
  breaker: EndpointPace['breaker'] | null
}

interface Recorded {
  changes: EndpointChange[]
  /** Whether an ordered delivery that waited for one of these may now be sent. */
  hasReleased: boolean
  /** Keys of the endpoints at full speed and in good health: nothing of them is written after the next quick success. */
  settled: string[]
}

/**
 * Stores finished attempts of different deliveries, updates the health and pace of their endpoints, and disables
 * subscriptions whose receiver answered 410 or has failed for days. Locks the endpoints, by id, before anything else.
 * `startLimit`: concurrent sends with which an endpoint begins.
 */
export async function recordAttempts(
  trx: Writer,
  attempts: readonly FinishedAttempt[],
  { at, startLimit }: { at: Date; startLimit: number },
): Promise<Recorded> {
  const counted = attempts.filter(countsForEndpoint)
  const byEndpoint = Map.groupBy(counted, endpointKeyText)
  const endpointsWith = (aReasonToSlowDown: boolean) =>
    [...byEndpoint.values()]
      .filter((made) => made.some(isReasonToSlowDown) === aReasonToSlowDown)
      .flatMap((made) => made.slice(0, 1))
  const endpoints = await lockEndpointStates(trx, { slowing: endpointsWith(true), others: endpointsWith(false) })
  const hasReleased = await writeAttempts(trx, attempts)
  const changes: EndpointChange[] = []
  const settled = new Set(byEndpoint.keys())
  for (const endpoint of endpoints) settled.delete(endpointKeyText(endpoint))
  for (const before of endpoints) {
    const made = byEndpoint.get(endpointKeyText(before)) ?? []
    const after = await updateEndpoint(trx, before, made, startLimit)
    const reason = reasonToDisable(after, made, at)
    const disabled = reason && (await disable(trx, before, reason, at)) ? reason : null
    const breaker = after.pace.breaker === before.pace.breaker ? null : after.pace.breaker
    if (disabled !== null || breaker !== null) changes.push({ ...endpointKey(before), disabled, breaker })
  }
  return { changes, hasReleased, settled: [...settled] }
}

/** Whether the attempt changes nothing of an endpoint that is settled. */
export const isQuickSuccess = (attempt: FinishedAttempt): boolean =>
  attempt.trigger === 'test' || !isReasonToSlowDown(attempt)

/** Tests do not count. Nor do unsigned attempts: that failure is ours, and the receiver got no request. */
const countsForEndpoint = ({ trigger, result }: FinishedAttempt) =>
  trigger !== 'test' && result.errorCode !== 'signing_error'

const isReasonToSlowDown = ({ decision, result }: FinishedAttempt) =>
  decision.status !== 'succeeded' || conditionAfter(result) === 'slow'

/** Computes the endpoint's state after the attempts and writes it if it has changed. */
async function updateEndpoint(
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
  const hasChanged = isWorthWriting(before.health, health) || !isSamePace(before.pace, pace)
  if (hasChanged) await updateEndpointState(trx, after, { pauseMs })
  return after
}

function reasonToDisable(
  { health }: EndpointState,
  attempts: readonly FinishedAttempt[],
  at: Date,
): DisabledReason | undefined {
  if (attempts.some(({ decision }) => decision.status === 'failed' && decision.gone)) return 'gone'
  return isFailingForGood(health, at) ? 'failing' : undefined
}

async function disable(trx: Writer, endpoint: EndpointKey, reason: DisabledReason, at: Date): Promise<boolean> {
  const disabled = await disableSubscription(trx, endpoint, { reason, at })
  if (disabled === undefined) return false
  await appendOutbox(trx, [toDomainEvent(disabledEvent(disabled, at))])
  await pauseWaiting(trx, [endpoint])
  return true
}
