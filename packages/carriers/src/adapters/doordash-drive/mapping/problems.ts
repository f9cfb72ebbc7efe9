/** Pure: DoorDash's errors, in its words and with our codes where they say the same. */
import type { CarrierMessageCode } from '@waybill/contracts/quotes/carrier-message'
import type { z } from 'zod'
import { redactContacts } from '../../../exchange-log/redaction.ts'
import { decodeText } from '../../../http/answer-text.ts'
import type { HttpOutcome } from '../../../http/client.ts'
import type { CarrierProblem } from '../../../http/outcome.ts'
import { type WireError, wireError } from '../wire.ts'

/** The code with which dispatch asks again a minute later. */
export const NO_COURIER = 'no_courier' satisfies CarrierMessageCode

/** By `reason`, else by `code` ("Error codes and reasons"). */
const codes = new Map<string, CarrierMessageCode>([
  ['distance_too_long', 'too_far'],
  ['pickup_address_not_in_coverage', 'no_coverage'],
  ['delivery_address_not_in_coverage', 'no_coverage'],
  ['outside_of_delivery_time', 'not_in_time'],
  ['no_available_dashers', NO_COURIER],
  ['quote_expired', 'offer_expired'],
  ['too_many_requests', 'rate_limited'],
  ['rate_limited', 'rate_limited'],
  ['throttled', 'rate_limited'],
])

/** The first pattern that the message matches decides where code and reason say less. */
const byMessage: readonly [RegExp, CarrierMessageCode][] = [
  [/\bquote\b.*\bexpired\b/i, 'offer_expired'],
  [/\bno (available )?dashers?\b|\bdashers? (are )?(not |un)available\b/i, NO_COURIER],
]

const pointers = new Map([
  ['pickup_address', '/pickup_address'],
  ['pickup_phone_number', '/pickup_address/phone'],
  ['pickup_business_name', '/pickup_address/company'],
  ['dropoff_address', '/dropoff_address'],
  ['dropoff_phone_number', '/dropoff_address/phone'],
  ['dropoff_contact_given_name', '/dropoff_address/name'],
  ['dropoff_contact_family_name', '/dropoff_address/name'],
  ['dropoff_business_name', '/dropoff_address/company'],
  ['pickup_time', '/collection_date'],
])

const toCode = ({ code, reason, message }: WireError): string =>
  codes.get(reason ?? '') ??
  codes.get(code) ??
  byMessage.find(([pattern]) => pattern.test(message ?? ''))?.[1] ??
  reason ??
  code

const describeError = ({ code, message, field_errors }: WireError): string =>
  redactContacts(
    [
      message ?? code,
      ...field_errors.flatMap(({ field, error }) =>
        error === null ? [] : [field === null ? error : `${field}: ${error}`],
      ),
    ].join(' '),
  )

export const doordashProblem: z.ZodType<CarrierProblem> = wireError.transform((error) => ({
  code: toCode(error),
  message: describeError(error),
}))

/** The error as DoorDash sent it; null: the answer has none. */
export function readError(outcome: HttpOutcome): WireError | null {
  if (outcome.kind !== 'answered' || outcome.status < 400) return null
  try {
    return wireError.safeParse(JSON.parse(decodeText(outcome))).data ?? null
  } catch {
    return null
  }
}

/** The field of the shipment that the merchant can mend; undefined: the error names none. */
export const pointTo = (error: WireError | null): string | undefined =>
  error?.field_errors.map(({ field }) => pointers.get(field ?? '')).find((pointer) => pointer !== undefined)

/** Reasons with which DoorDash refuses what it is still working on. */
const PENDING_REASONS = new Set(['delivery_creation_in_progress', 'duplicate_request'])

const isPending = ({ code, reason }: WireError): boolean =>
  PENDING_REASONS.has(reason ?? '') || PENDING_REASONS.has(code)

/** Failure of a call about a delivery. 401 and 403 are about the account, and 429 about its calls. */
const REFUSAL_STATUSES = new Set([400, 404, 409, 422])

/** Whether the answer refuses a call about a delivery, for whatever reason. */
export const isRefusal = (outcome: HttpOutcome): boolean =>
  outcome.kind === 'answered' && REFUSAL_STATUSES.has(outcome.status)

/** Whether DoorDash has decided against a call about a delivery. Of its refusals, a 409 is a decision too. */
export function isDecision(outcome: HttpOutcome): boolean {
  const error = readError(outcome)
  return isRefusal(outcome) && error !== null && !isPending(error)
}
