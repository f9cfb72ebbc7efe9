import type { Logger } from '@waybill/chassis/telemetry/log'
import { newId } from '@waybill/contracts/ids'
import type { AttemptTrigger } from '@waybill/contracts/webhooks/delivery'
import { type AttemptResult, type Decision, decide, isDeadLetter } from '../deliveries/delivery.ts'
import type { RetrySchedule } from '../deliveries/retry-schedule.ts'
import type { DeliveryMetrics } from '../metrics.ts'
import type { ClaimedDelivery } from '../queue/claim-repository.ts'
import { rememberOpened, type SecretBox } from '../secrets/secret-box.ts'
import { secretLabel } from '../secrets/signing-secret.ts'
import type { Sender } from '../sending/sender.ts'
import { signedHeaders } from '../sending/signature.ts'
import { traceAttempt } from './attempt-trace.ts'
import type { FinishedAttempt } from './repository.ts'

const USER_AGENT = 'Waybill-Webhooks/1.0'

/** No secret opens, since its key is gone or another one: nothing is sent without a signature. */
const notSigned = (startedAt: Date): AttemptResult => ({
  startedAt,
  durationMs: 0,
  responseStatus: null,
  responseHeaders: {},
  responseBody: null,
  errorCode: 'signing_error',
})

/** Makes one attempt; rejects when the signal aborts it. */
export type MakeAttempt = (delivery: ClaimedDelivery, claimId: string, signal: AbortSignal) => Promise<FinishedAttempt>

/** Attempts: signed and sent as a span of the event's trace, decided upon, measured and logged. */
export function createAttempts(options: {
  sender: Sender
  box: SecretBox
  schedule: RetrySchedule
  measures: DeliveryMetrics
  log: Logger
}): MakeAttempt {
  const { sender, box, schedule, measures, log } = options
  const openSecret = rememberOpened(box)

  async function send(
    delivery: ClaimedDelivery,
    traceparent: string | null,
    signal: AbortSignal,
  ): Promise<AttemptResult> {
    const body = Buffer.from(delivery.payload)
    const { endpoint } = delivery
    const secrets = endpoint.secrets.flatMap(
      (sealed) => openSecret(sealed, secretLabel({ ...endpoint, ...sealed })) ?? [],
    )
    if (secrets.length === 0) return notSigned(new Date())
    const headers = {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      ...signedHeaders({ id: delivery.eventId, at: new Date(), body, secrets }),
      ...(traceparent !== null && { traceparent }),
    }
    return await sender.send({ url: endpoint.url, headers, body }, signal)
  }

  /** Within the attempt's span, so that the line bears its trace. */
  function note(attempt: Omit<FinishedAttempt, 'claimId'> & { eventId: string; number: number }): void {
    const { environmentId, subscriptionId, deliveryId, eventId, trigger, result, decision, number } = attempt
    const { durationMs, responseStatus, errorCode } = result
    const ids = { environmentId, subscriptionId, deliveryId, eventId }
    const fields = { trigger, attempt: number, durationMs, responseStatus, errorCode, result: decision.status }
    log.info({ ...ids, ...fields }, 'delivery.attempted')
    measures.attempts.observe({ outcome: errorCode ?? 'succeeded' }, durationMs / 1_000)
    if (decision.status !== 'retrying') measures.deliveries.inc({ result: decision.status })
    if (decision.status === 'failed' && isDeadLetter(trigger)) {
      measures.deadLetters.inc({ reason: decision.gone ? 'gone' : 'exhausted' })
    }
  }

  return async (delivery, claimId, signal) => {
    const { endpoint, deliveryId, eventId, eventAt, attemptsMade, traceparent } = delivery
    const { environmentId, subscriptionId } = endpoint
    const trigger: AttemptTrigger = attemptsMade === 0 ? delivery.trigger : 'retry'
    const number = attemptsMade + 1
    const ids = { environmentId, subscriptionId, deliveryId, attemptId: newId('att') }
    const attributes = {
      'waybill.delivery_id': deliveryId,
      'waybill.subscription_id': subscriptionId,
      'waybill.attempt': number,
    }
    return await traceAttempt({ traceparent, attributes }, async (parent) => {
      const result = await send(delivery, parent, signal)
      const made = { trigger, attemptsMade: number, result }
      const decision: Decision = decide(made, { schedule, random: Math.random(), now: new Date() })
      const finished = { ...ids, eventAt, claimId, trigger, result, decision }
      note({ ...finished, eventId, number })
      return finished
    })
  }
}
