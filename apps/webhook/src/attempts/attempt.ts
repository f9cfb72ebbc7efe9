import { createSecretOpener, type OpenSecret, type SecretBox } from '@waybill/chassis/secrets/secret-box'
import type { Logger } from '@waybill/chassis/telemetry/log'
import { newId } from '@waybill/contracts/ids'
import { type AttemptResult, attemptTrigger, decideDelivery, isScheduled } from '../deliveries/delivery.ts'
import type { RetrySchedule } from '../deliveries/retry-schedule.ts'
import type { DeliveryMetrics } from '../metrics.ts'
import type { ClaimedDelivery } from '../queue/claim-repository.ts'
import { secretLabel } from '../secrets/signing-secret.ts'
import type { OutgoingMessage, Sender } from '../sending/sender.ts'
import { signedHeaders } from '../sending/signature.ts'
import { traceAttempt } from './attempt-trace.ts'
import type { FinishedAttempt } from './repository.ts'

const USER_AGENT = 'Waybill-Webhooks/1.0'

/** Makes one attempt. Rejects only when the signal aborts it. */
export type MakeAttempt = (delivery: ClaimedDelivery, claimId: string, signal: AbortSignal) => Promise<FinishedAttempt>

/** Makes attempts: signs and sends in a span of the event's trace, decides what follows, measures and logs. */
export function createAttempts(options: {
  sender: Sender
  box: SecretBox
  schedule: RetrySchedule
  measures: DeliveryMetrics
  log: Logger
}): MakeAttempt {
  const { sender, schedule, measures, log } = options
  const openSecret = createSecretOpener(options.box)

  return async (delivery, claimId, signal) => {
    const { endpoint, deliveryId, eventId, eventAt, isOrdered } = delivery
    const { environmentId, subscriptionId } = endpoint
    const ids = { environmentId, subscriptionId, origin: endpoint.origin, deliveryId, attemptId: newId('att') }
    const trigger = attemptTrigger(delivery)
    const attemptsMade = delivery.attemptsMade + 1
    const attributes = {
      'waybill.delivery_id': deliveryId,
      'waybill.subscription_id': subscriptionId,
      'waybill.attempt': attemptsMade,
    }
    return await traceAttempt({ traceparent: delivery.traceparent, attributes }, async (traceparent) => {
      const message = signedMessage(delivery, openSecret, traceparent)
      const result = message === undefined ? notSigned(new Date()) : await sender.send(message, signal)
      const made = { trigger: delivery.trigger, attemptsMade, result }
      const decision = decideDelivery(made, { schedule, random: Math.random(), now: new Date() })
      const scheduled = isScheduled(delivery.trigger)
      const finished = { ...ids, eventAt, claimId, trigger, isScheduled: scheduled, isOrdered, result, decision }
      // Inside the span, so that the log line has its trace id.
      logAttempt(log, finished, { eventId, attempt: attemptsMade })
      measureAttempt(measures, finished)
      return finished
    })
  }
}

/** Undefined if none of the endpoint's secrets can be opened: nothing is sent unsigned. */
function signedMessage(
  { endpoint, eventId, payload }: ClaimedDelivery,
  openSecret: OpenSecret,
  traceparent: string | null,
): OutgoingMessage | undefined {
  const body = Buffer.from(payload)
  const secrets = endpoint.secrets.flatMap(
    (sealed) => openSecret(sealed, secretLabel({ ...endpoint, ...sealed })) ?? [],
  )
  if (secrets.length === 0) return undefined
  const headers = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...signedHeaders({ id: eventId, at: new Date(), body, secrets }),
    ...(traceparent !== null && { traceparent }),
  }
  return { url: endpoint.url, headers, body }
}

const notSigned = (startedAt: Date): AttemptResult => ({
  startedAt,
  durationMs: 0,
  responseStatus: null,
  responseHeaders: {},
  responseBody: null,
  errorCode: 'signing_error',
})

function logAttempt(
  log: Logger,
  { environmentId, subscriptionId, deliveryId, trigger, result, decision }: FinishedAttempt,
  { eventId, attempt }: { eventId: string; attempt: number },
): void {
  const { durationMs, responseStatus, errorCode } = result
  const ids = { environmentId, subscriptionId, deliveryId, eventId }
  const fields = { trigger, attempt, durationMs, responseStatus, errorCode, result: decision.status }
  log.info({ ...ids, ...fields }, 'delivery.attempted')
}

function measureAttempt(measures: DeliveryMetrics, { isScheduled, result, decision }: FinishedAttempt): void {
  measures.attempts.observe({ outcome: result.errorCode ?? 'succeeded' }, result.durationMs / 1_000)
  if (decision.status !== 'retrying') measures.deliveries.inc({ result: decision.status })
  if (decision.status === 'failed' && isScheduled) {
    measures.deadLetters.inc({ reason: decision.gone ? 'gone' : 'exhausted' })
  }
}
