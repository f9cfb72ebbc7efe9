/** Pure: Uber's errors, in its words and with our codes where they say the same. */
import type { CarrierMessageCode } from '@waybill/contracts/quotes/carrier-message'
import { z } from 'zod'
import { redactContacts } from '../../../exchange-log/redaction.ts'
import { decodeText } from '../../../http/answer-text.ts'
import type { HttpOutcome } from '../../../http/client.ts'
import type { CarrierProblem } from '../../../http/outcome.ts'

/** The code with which dispatch asks again a minute later. */
const NO_COURIER = 'no_courier' satisfies CarrierMessageCode

const codes = new Map<string, CarrierMessageCode>([
  ['couriers_busy', NO_COURIER],
  ['robo_couriers_busy', NO_COURIER],
  ['address_undeliverable_limited_couriers', NO_COURIER],
  ['address_undeliverable', 'no_coverage'],
  ['expired_quote', 'offer_expired'],
  ['customer_limited', 'rate_limited'],
  ['service_unavailable', 'carrier_unavailable'],
  ['request_timeout', 'timeout'],
  ['pickup_window_too_small', 'not_in_time'],
  ['pickup_ready_too_early', 'not_in_time'],
  ['pickup_ready_too_late', 'not_in_time'],
  ['pickup_deadline_too_early', 'not_in_time'],
  ['dropoff_deadline_too_early', 'not_in_time'],
  ['dropoff_deadline_before_pickup_deadline', 'not_in_time'],
  ['dropoff_ready_after_pickup_deadline', 'not_in_time'],
])

const apiError = z.object({
  code: z.string().min(1),
  message: z.string().nullish().catch(null),
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
})

/** Errors of the login service (RFC 6749, 5.2). */
const oauthError = z.object({ error: z.string().min(1), error_description: z.string().nullish().catch(null) })

/** Detail from the metadata: which parameter is wrong and why. */
function details(metadata: Record<string, unknown> | null | undefined): string[] {
  return Object.entries(metadata ?? {}).flatMap(([name, value]) => {
    if (typeof value !== 'string' || name === 'delivery_id') return []
    return name === 'param_details' ? [value] : [`${name}: ${value}`]
  })
}

export const uberProblem: z.ZodType<CarrierProblem> = z.union([
  apiError.transform(({ code, message, metadata }) => ({
    code: codes.get(code) ?? code,
    message: redactContacts([message ?? code, ...details(metadata)].join(' ')),
  })),
  oauthError.transform(({ error, error_description }) => ({
    code: error,
    message: redactContacts(error_description ?? `Uber refuses the credentials: ${error}.`),
  })),
])

/** The error as Uber sent it; null: the answer has none. */
export function readError(outcome: HttpOutcome): z.output<typeof apiError> | null {
  if (outcome.kind !== 'answered') return null
  return parseError(decodeText(outcome))
}

function parseError(body: string): z.output<typeof apiError> | null {
  try {
    return apiError.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

/** Whether the answer says that no courier is free, which Uber does with a 503. */
export const isBusy = (outcome: HttpOutcome): boolean => codes.get(readError(outcome)?.code ?? '') === NO_COURIER

/** A rate limit that is answered with 400, as some calls are, becomes the 429 that it is. */
export const withRateLimit = (outcome: HttpOutcome): HttpOutcome =>
  outcome.kind === 'answered' && outcome.status === 400 && readError(outcome)?.code === 'customer_limited'
    ? { ...outcome, status: 429 }
    : outcome
