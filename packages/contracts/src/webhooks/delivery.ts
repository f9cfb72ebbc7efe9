import { z } from 'zod'

export const deliveryStatuses = [
  'pending',
  'sending',
  'succeeded',
  'retrying',
  'failed',
  'paused',
  'cancelled',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Why an attempt was made. */
const attemptTriggers = ['event', 'retry', 'manual', 'test', 'replay'] as const
export type AttemptTrigger = (typeof attemptTriggers)[number]

const attemptErrorCodes = [
  'dns_error',
  'connect_error',
  'tls_error',
  'timeout',
  'reset',
  'protocol_error',
  'blocked_address',
  'http_error',
  'signing_error',
] as const
export type AttemptErrorCode = (typeof attemptErrorCodes)[number]

/** A delivery shows its latest attempts, at most this many. */
export const SHOWN_ATTEMPTS = 25

/** One request to a receiver and its result. */
export interface Attempt {
  attemptId: string
  trigger: AttemptTrigger
  startedAt: Date
  durationMs: number
  /** Null if no response was received. */
  responseStatus: number | null
  /** Only headers on an allow-list: others may contain secrets. */
  responseHeaders: Record<string, string>
  /** The first bytes as text; null if no body was read. */
  responseBody: string | null
  /** Null if and only if the attempt succeeded. */
  errorCode: AttemptErrorCode | null
}

export interface Delivery {
  environmentId: string
  deliveryId: string
  subscriptionId: string
  eventId: string
  eventType: string
  status: DeliveryStatus
  attemptCount: number
  nextAttemptAt: Date | null
  createdAt: Date
  /** The latest ones, oldest first. */
  attempts: Attempt[]
}

const publicAttemptSchema = z
  .object({
    attempt_id: z.string().describe('Identifier, att_…'),
    trigger: z
      .enum(attemptTriggers)
      .describe(
        'What caused the attempt: the event itself, a scheduled retry (`retry`), a redelivery on request (`manual`), a test, or a replay. `manual` also if the redelivery only made the next attempt early.',
      ),
    started_at: z.string().describe('When the attempt started.'),
    duration_ms: z.number().int().describe('Duration in milliseconds.'),
    response_status: z.number().int().nullable().describe('HTTP status of the response; null if none was received.'),
    response_headers: z.record(z.string(), z.string()).describe('Selected headers of the response.'),
    response_body: z.string().nullable().describe('The first 1 KiB of the response body; null if none was read.'),
    error_code: z
      .enum(attemptErrorCodes)
      .nullable()
      .describe(
        'Why the attempt failed; null if it succeeded. `signing_error`: no signing secret could be decrypted, so nothing was sent.',
      ),
  })
  .meta({ id: 'Attempt' })
type PublicAttempt = z.output<typeof publicAttemptSchema>

export const publicDeliverySchema = z
  .object({
    delivery_id: z.string(),
    subscription_id: z.string(),
    event: z.string().describe('The event type.'),
    event_id: z.string().describe('Id of the event, sent as the webhook-id header of every attempt.'),
    status: z.enum(deliveryStatuses),
    attempt_count: z.number().int(),
    next_attempt_at: z.string().nullable(),
    createdAt: z.string(),
    updated_at: z.string().describe('When its latest attempt ended; `createdAt` before the first one has ended.'),
    attempts: z.array(publicAttemptSchema).describe(`The latest ${SHOWN_ATTEMPTS} attempts, oldest first.`),
  })
  .meta({ id: 'Delivery' })
export type PublicDelivery = z.output<typeof publicDeliverySchema>

export const publicDelivery = (delivery: Delivery): PublicDelivery => ({
  delivery_id: delivery.deliveryId,
  subscription_id: delivery.subscriptionId,
  event: delivery.eventType,
  event_id: delivery.eventId,
  status: delivery.status,
  attempt_count: delivery.attemptCount,
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  createdAt: delivery.createdAt.toISOString(),
  updated_at: updatedAt(delivery).toISOString(),
  attempts: delivery.attempts.map(publicAttempt),
})

/** When the latest attempt ended. */
function updatedAt({ createdAt, attempts }: Pick<Delivery, 'createdAt' | 'attempts'>): Date {
  const ends = attempts.map(({ startedAt, durationMs }) => startedAt.getTime() + durationMs)
  return new Date(Math.max(createdAt.getTime(), ...ends))
}

const publicAttempt = (attempt: Attempt): PublicAttempt => ({
  attempt_id: attempt.attemptId,
  trigger: attempt.trigger,
  started_at: attempt.startedAt.toISOString(),
  duration_ms: attempt.durationMs,
  response_status: attempt.responseStatus,
  response_headers: attempt.responseHeaders,
  response_body: attempt.responseBody,
  error_code: attempt.errorCode,
})
