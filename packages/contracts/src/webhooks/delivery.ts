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
export const attemptTriggers = ['event', 'retry', 'manual', 'test', 'replay'] as const
export type AttemptTrigger = (typeof attemptTriggers)[number]

export const attemptErrorCodes = [
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

/** How many attempts a delivery shows: its last ones. */
export const SHOWN_ATTEMPTS = 25

/** One request to a receiver, and what came of it. */
export interface Attempt {
  attemptId: string
  trigger: AttemptTrigger
  startedAt: Date
  durationMs: number
  /** Null when none came. */
  responseStatus: number | null
  /** Those that are safe to keep. */
  responseHeaders: Record<string, string>
  /** Its beginning, as text; null when none was read. */
  responseBody: string | null
  /** Null exactly when the attempt succeeded. */
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
  /** The last ones, oldest first. */
  attempts: Attempt[]
}

export const publicAttemptSchema = z
  .object({
    attempt_id: z.string().describe('Identifier, att_…'),
    trigger: z.enum(attemptTriggers).describe('Why it was made.'),
    started_at: z.string().describe('When it began.'),
    duration_ms: z.number().int().describe('How long it took, in milliseconds.'),
    response_status: z.number().int().nullable().describe('HTTP status of the answer; null when none came.'),
    response_headers: z.record(z.string(), z.string()).describe('Those that help and give nothing away.'),
    response_body: z.string().nullable().describe('Its first 1 KiB; null when none was read.'),
    error_code: z
      .enum(attemptErrorCodes)
      .nullable()
      .describe(
        'Null exactly when the attempt succeeded. `signing_error`: no signing secret could be opened, so nothing was sent.',
      ),
  })
  .meta({ id: 'Attempt' })
export type PublicAttempt = z.output<typeof publicAttemptSchema>

export const publicDeliverySchema = z
  .object({
    delivery_id: z.string(),
    subscription_id: z.string(),
    event: z.string().describe('The event type.'),
    event_id: z.string().describe('The event: the webhook-id of every attempt.'),
    status: z.enum(deliveryStatuses),
    attempt_count: z.number().int(),
    next_attempt_at: z.string().nullable(),
    createdAt: z.string(),
    attempts: z.array(publicAttemptSchema).describe(`The last ${SHOWN_ATTEMPTS}, oldest first.`),
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
  attempts: delivery.attempts.map(publicAttempt),
})

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
