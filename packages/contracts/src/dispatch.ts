/** The limits that a merchant sets for the search for a courier of an on-demand shipment. */
import { z } from 'zod'
import type { Dispatch__Output as DispatchMessage } from './gen/waybill/shipment/v1/Dispatch.ts'
import { acrossFields } from './requests/across-fields.ts'
import { inOrder } from './requests/key-order.ts'
import { refuse } from './requests/validation.ts'
import { currencyCode } from './values/currency-code.ts'
import { decimalsProblem, isCurrency, type Money, minorDigits, moneyText } from './values/money.ts'
import { wholeNumber } from './values/number.ts'
import { timestamp } from './values/text.ts'

const DEFAULT_MAX_ATTEMPTS = 5
export const DEFAULT_WINDOW_MINUTES = 10
/** The longest search, and the longest that the operator can set. */
export const MAX_WINDOW_MINUTES = 120
/** A merchant names fewer carriers than this. */
const MOST_CODES = 50

const AMOUNT = /^\d{1,10}(?:\.\d{1,30})?$/

const amount = z
  .union([z.number(), z.string()], { error: 'must be an amount such as "30.00"' })
  .transform((value, context) => {
    const text = String(value).trim()
    if (AMOUNT.test(text) && Number(text) > 0) return text
    if (Number(text) <= 0 && text !== '') refuse(context, [], 'too_small', 'must be greater than 0')
    else refuse(context, [], 'invalid_format', 'must be an amount such as "30.00"')
    return z.NEVER
  })
  .meta({ anyOf: undefined, type: ['number', 'string'], exclusiveMinimum: 0, pattern: AMOUNT.source })

const distinctNames = z
  .array(z.string().trim().min(1).max(64))
  .min(1)
  .max(MOST_CODES)
  .nullish()
  .transform((list) => (list ? [...new Set(list)] : null))

const codes = (what: string, ofWhat: string) =>
  distinctNames.describe(`${what} that may be booked, on demand or not. Default: every on-demand service${ofWhat}.`)

const orNull = <T>(value: T | null | undefined): T | null => value ?? null

const deliverBy = timestamp.refine((at) => !(at.getTime() <= Date.now()), {
  error: 'must be in the future',
  params: { code: 'deliver_by_in_past' },
})

/** `dispatch` of POST /api/v1/shipments/on-demand. */
export const dispatchSchema = acrossFields(
  z.strictObject({
    max_total_amount: amount
      .nullish()
      .transform(orNull)
      .describe(
        'The most that a courier is booked for, tax and earlier cancellation fees included. Offers in another currency are not booked. It limits the search only: a change of the shipment that raises the price afterwards is a line in `charges` of the booking. Default: no limit.',
      ),
    currency: currencyCode
      .nullish()
      .transform(orNull)
      .describe('Currency of max_total_amount. Default: the currency of the pickup country.'),
    carrier_codes: codes('Carriers', ' of every carrier'),
    service_codes: codes('Services', ''),
    carried_by: distinctNames
      .describe(
        'Only services of aggregators whose parcels one of these carries, such as `USPS`, in any case. Default: every one that may be booked.',
      )
      .describe(
        'Only services of aggregators whose parcels one of these carries, such as `USPS`, in any case. Default: every one that may be booked.',
      ),
    deliver_by: deliverBy
      .nullish()
      .transform(orNull)
      .describe(
        'Offers whose delivery window ends later are not booked. After `collection_date` and `ready_at`, if they are sent.',
      ),
    max_attempts: wholeNumber(1, 20)
      .nullish()
      .transform((count) => count ?? DEFAULT_MAX_ATTEMPTS)
      .describe(
        'The most bookings that carriers accept, 1 to 20, in all searches for the shipment: when so many have ended before the pickup, no other courier is looked for. Refusals do not count; window_minutes limits how long carriers are asked. Default: 5.',
      ),
    window_minutes: wholeNumber(1, MAX_WINDOW_MINUTES)
      .nullish()
      .transform(orNull)
      .describe(
        'Minutes until the search ends and the shipment fails, 1 to 120. If the carrier or you cancel the booking, the search continues in the same window. Default: the setting of the installation, usually 10.',
      ),
    pickup_late_after_minutes: wholeNumber(1, 1_440)
      .nullish()
      .transform(orNull)
      .describe(
        'A courier who has not arrived at the pickup this many minutes after the pickup time, or after the booking if that is later, is cancelled and another one is looked for, in a new window of the same length. A fee for it counts towards max_total_amount. Default: never.',
      ),
  }),
  (_accepted, context, all: { currency?: unknown; max_total_amount?: unknown }) => {
    if ((all.currency ?? null) === null || (all.max_total_amount ?? null) !== null) return
    refuse(context, ['currency'], 'invalid_value', 'needs max_total_amount')
  },
).meta({ id: 'DispatchRequest' })
type DispatchDocument = z.output<typeof dispatchSchema>

/** The limits as the shipment keeps and shows them. */
export const publicDispatchSchema = z
  .object({
    max_total_amount: z.string().nullable().describe('Decimal string; null: no limit.'),
    currency: z.string().nullable().describe('Currency of max_total_amount.'),
    carrier_codes: z.array(z.string()).nullable(),
    service_codes: z.array(z.string()).nullable(),
    carried_by: z.array(z.string()).nullable().describe('Null: no limit.'),
    deliver_by: z.string().nullable(),
    max_attempts: z
      .number()
      .int()
      .describe('The most bookings that carriers accept, in all searches for the shipment; refusals do not count.'),
    window_minutes: z
      .number()
      .int()
      .nullable()
      .describe(
        'As sent, else the setting of the installation at the time. Null: the shipment is older than this field.',
      ),
    pickup_late_after_minutes: z.number().int().nullable().describe('Null: a late courier is not cancelled.'),
  })
  .meta({ id: 'Dispatch' })
export type Dispatch = z.output<typeof publicDispatchSchema>

/**
 * The limits of a shipment that an earlier version has stored or announced, which may lack `carried_by`. In the order in which they are
 * shown: PostgreSQL has its own.
 */
export const completeDispatch = (dispatch: Omit<Dispatch, 'carried_by'> & Partial<Dispatch>): Dispatch => ({
  ...inOrder(dispatch, Object.keys(publicDispatchSchema.shape)),
  carried_by: dispatch.carried_by ?? null,
})

/** An on-demand shipment whose merchant sets no limits. */
export const defaultDispatch: Dispatch = {
  max_total_amount: null,
  currency: null,
  carrier_codes: null,
  service_codes: null,
  carried_by: null,
  deliver_by: null,
  max_attempts: DEFAULT_MAX_ATTEMPTS,
  window_minutes: DEFAULT_WINDOW_MINUTES,
  pickup_late_after_minutes: null,
}

/** Error in a limit's amount in the currency; null: none. Amounts are not rounded. */
export const amountProblem = (text: string, currency: string | null): string | null =>
  decimalsProblem(getFraction(text).length, currency)

const getFraction = (text: string): string => (text.split('.')[1] ?? '').replace(/0+$/, '')

/** The limits of a document. Defaults: the currency of the pickup country and the window of the installation. */
export function toDispatch(
  document: DispatchDocument | null | undefined,
  { currency: pickupCurrency, windowMinutes }: { currency: string; windowMinutes: number },
): Dispatch {
  if (!document) return { ...defaultDispatch, window_minutes: windowMinutes }
  const { max_total_amount: maximum, deliver_by: deliverBy, ...rest } = document
  const currency = document.currency ?? pickupCurrency
  return completeDispatch({
    ...rest,
    max_total_amount: maximum === null ? null : moneyText(toAmount(maximum, currency)),
    currency: maximum === null ? null : currency,
    deliver_by: deliverBy?.toISOString() ?? null,
    window_minutes: document.window_minutes ?? windowMinutes,
  })
}

/** The most that the delivery may cost; null: no limit. */
export const maxTotal = ({ max_total_amount: maximum, currency }: Dispatch): Money | null =>
  maximum === null || currency === null ? null : toAmount(maximum, currency)

/** Whether the limits name carriers or services, instead of leaving them to what comes on demand. */
export const namesServices = ({ carrier_codes, service_codes, carried_by }: Dispatch): boolean =>
  carrier_codes !== null || service_codes !== null || carried_by !== null

/** Whether the service may be booked: one of those named or, if none are, one that comes on demand. */
export function mayBook(
  dispatch: Dispatch,
  service: { carrierCode: string; serviceCode: string; onDemand: boolean; carriedBy?: string | null },
): boolean {
  if (!namesServices(dispatch)) return service.onDemand
  const { carrier_codes: carriers, service_codes: services, carried_by: names } = dispatch
  const name = service.carriedBy?.toLowerCase()
  return (
    (carriers === null || carriers.includes(service.carrierCode)) &&
    (services === null || services.includes(service.serviceCode)) &&
    (names === null || names.some((one) => one.toLowerCase() === name))
  )
}

function toAmount(text: string, currency: string): Money {
  // A currency may have been withdrawn since the limit was stored.
  const exponent = isCurrency(currency) ? minorDigits(currency) : getFraction(text).length
  const [units = '0'] = text.split('.')
  return { currency, exponent, amountMinor: Number(units + getFraction(text).padEnd(exponent, '0')) }
}

export const dispatchMessage = (dispatch: Dispatch): DispatchMessage => ({
  max_total_amount: dispatch.max_total_amount ?? '',
  currency: dispatch.currency ?? '',
  carrier_codes: dispatch.carrier_codes ?? [],
  service_codes: dispatch.service_codes ?? [],
  carried_by: dispatch.carried_by ?? [],
  deliver_by: dispatch.deliver_by ?? '',
  max_attempts: dispatch.max_attempts,
  window_minutes: dispatch.window_minutes ?? 0,
  pickup_late_after_minutes: dispatch.pickup_late_after_minutes ?? 0,
})

const listOrNull = (list: string[]): string[] | null => (list.length === 0 ? null : list)

export const dispatchFromMessage = (message: DispatchMessage): Dispatch => ({
  max_total_amount: message.max_total_amount || null,
  currency: message.currency || null,
  carrier_codes: listOrNull(message.carrier_codes),
  service_codes: listOrNull(message.service_codes),
  carried_by: listOrNull(message.carried_by),
  deliver_by: message.deliver_by || null,
  max_attempts: message.max_attempts,
  window_minutes: message.window_minutes || null,
  pickup_late_after_minutes: message.pickup_late_after_minutes || null,
})
