/** Request bodies that create, quote, change, cancel and book a shipment. */
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { amountProblem, dispatchSchema } from '../dispatch.ts'
import { type PublicShipment, publicShipmentSchema } from '../shipment.ts'
import { addressPatchSchema, addressSchema, sentBackAddressSchema } from '../values/address.ts'
import { itemProblems } from '../values/customs/across-parcels.ts'
import { customsSchema } from '../values/customs/declaration.ts'
import { localDate, toTimestamp, utcDate } from '../values/local-time.ts'
import { metadataPatchSchema, metadataSchema, onDemandMetadataSchema } from '../values/metadata.ts'
import { findCurrency } from '../values/money.ts'
import {
  declaredValueProblems,
  type ParcelDocument,
  parcelsSchema,
  sentBackParcelsSchema,
} from '../values/parcels/parcel.ts'
import { assigneeId, holdReason } from '../values/search/handling-fields.ts'
import { tagsPatchSchema, tagsSchema } from '../values/search/tags.ts'
import { optionalText, patchedText, requiredText, timestamp, timestampRefusal } from '../values/text.ts'
import { getTimeZone, type ZonedPlace } from '../values/time-zone.ts'
import { type Accepted, acrossFields } from './across-fields.ts'
import type { DetailCode } from './detail-codes.ts'
import { readOnly } from './read-only-fields.ts'
import { serviceOptionsSchema } from './service-options.ts'
import { refuse } from './validation.ts'

const DAY_MS = 86_400_000

/** A `collection_date` as it was sent. */
export interface CollectionTime {
  /** The time; for a date without a time, its start in UTC. */
  at: Date
  /** The date as it was written; null: the UTC date of `at`. */
  date: string | null
  /** Only a date was sent. */
  allDay: boolean
}

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/

/** The fields of a shipment that hold it. */
export const collectionFields = ({ at, date, allDay }: CollectionTime) => ({
  collectionAt: at,
  collectionDate: date,
  collectionAllDay: allDay,
})

/** A timestamp or a date. */
const anyCollectionDate = z
  .string()
  .trim()
  .transform((text, context): CollectionTime => {
    const allDay = DATE_ONLY.test(text)
    const whole = allDay ? `${text}T00:00:00Z` : text
    const parsed = timestamp.safeParse(whole)
    if (!parsed.success) {
      const expected = 'must be a timestamp such as 2026-12-01T09:00:00Z or a date such as 2026-12-01'
      refuse(context, [], ...timestampRefusal(text, expected))
      return z.NEVER
    }
    const written = text.slice(0, 10)
    return { at: parsed.data, date: allDay || written !== utcDate(parsed.data) ? written : null, allDay }
  })

/** The problem with a collection before yesterday (UTC); today's date in every time zone is accepted. */
export function collectionDateProblem(
  { at }: CollectionTime,
  nowMs: number,
): [code: DetailCode, message: string] | null {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS
  return at.getTime() < today - DAY_MS ? ['collection_date_in_past', 'must not be earlier than yesterday (UTC)'] : null
}

/** The problem with a later day without a time: a courier on demand would come at its midnight. Today's date means now. */
export function courierTimeProblem(
  { date, allDay }: Partial<CollectionTime>,
  pickup: ZonedPlace,
  nowMs: number,
): [code: DetailCode, message: string] | null {
  if (!allDay || !date) return null
  const timeZone = getTimeZone(pickup)
  if (date <= localDate(new Date(nowMs), timeZone)) return null
  const example = toTimestamp(date, '09:00', timeZone)
  return ['time_required', `must have a time, such as ${example}: without one, a courier on demand can come only today`]
}

/** The time at or after which nothing can be delivered until `deliverBy`, by the name of its field; null: neither. */
export function lateStart(
  deliverBy: Date,
  {
    collectionDate,
    readyAt,
  }: { collectionDate: Partial<CollectionTime> | undefined; readyAt: Date | null | undefined },
): 'collection_date' | 'ready_at' | null {
  // A date without a time is today's, and begins before now.
  if (collectionDate?.at && collectionDate.allDay === false && collectionDate.at >= deliverBy) return 'collection_date'
  return readyAt && readyAt >= deliverBy ? 'ready_at' : null
}

const collectionDate = anyCollectionDate.superRefine((time, context) => {
  const problem = collectionDateProblem(time, Date.now())
  if (problem) refuse(context, [], ...problem)
})

const merchantId = z.string().optional().describe('The merchant of the token. Optional; if sent, it must match.')
/** Throws `merchant_mismatch` if the body names another merchant than the caller. */
export function assertMerchant({ merchantId }: { merchantId: string }, document: { merchant_id?: string }): void {
  if (document.merchant_id === undefined || document.merchant_id === merchantId) return
  throw new AppError(
    'merchant_mismatch',
    `The token belongs to merchant ${merchantId}, but merchant_id is ${document.merchant_id}. Omit merchant_id, or use a token of ${document.merchant_id}.`,
  )
}

const merchantOrderRef = requiredText(128)
const instructions = optionalText(1000)
const readyAt = timestamp.nullish().transform((at) => at ?? null)
const serviceOptions = serviceOptionsSchema
  .nullish()
  .describe(
    'What carriers are asked for beside the transport. A carrier that cannot do all of it makes no offer, and a quote says why.',
  )

const customs = customsSchema.nullish().describe('Declared to customs.')

const shipmentFields = {
  merchant_id: merchantId,
  merchant_order_ref: merchantOrderRef,
  collection_date: collectionDate,
  pickup_address: addressSchema,
  dropoff_address: addressSchema,
  parcels: parcelsSchema,
  pickup_instructions: instructions,
  dropoff_instructions: instructions,
  ready_at: readyAt,
  metadata: metadataSchema,
  service_options: serviceOptions,
  customs,
  tags: tagsSchema,
}

const assignee = assigneeId
  .optional()
  .describe('The active member of your team, usr_…, who takes care of it. Default: nobody.')

/** The fields of a shipment in responses that a change cannot set. */
export const readOnlyNames = Object.keys(publicShipmentSchema.shape).filter(
  (name): name is keyof PublicShipment => name === 'merchant_order_ref' || !Object.hasOwn(shipmentFields, name),
)

const readOnlyFields = (settable: readonly string[] = []) =>
  Object.fromEntries(
    readOnlyNames.filter((name) => !settable.includes(name)).map((name) => [name, readOnly.optional()]),
  )

type New<Fields> = Fields & { pickup_address: { country: string }; parcels: ParcelDocument[] }

/**
 * The declared values of a new shipment have the digits of their currencies, which may follow from the pickup's country, and
 * the items of its parcels agree with them.
 */
const withDeclaredValues = <S extends z.ZodType<New<unknown>>>(schema: S): S =>
  acrossFields(schema, (accepted: Accepted<New<unknown>>, context) => {
    const country = accepted.pickup_address?.country
    const currency = country === undefined ? null : findCurrency(country)
    for (const [path, problem] of declaredValueProblems(accepted.parcels ?? [], currency))
      refuse(context, path, 'too_many_decimals', problem)
    for (const [path, code, problem] of itemProblems(accepted.parcels ?? [], currency))
      refuse(context, path, code, problem)
  })

/** Body of POST /api/v1/shipments. */
export const createShipmentSchema = withDeclaredValues(
  z.strictObject({
    ...shipmentFields,
    collection_date: collectionDate.describe(
      'A date or a timestamp; yesterday at the earliest. A date is that day at the pickup: the courier is asked for from the opening of the pickup. Weekends, public holidays and closed hours move the time asked of the carrier to the next opening, never this date. A timestamp with an offset keeps the date it is written with.',
    ),
    assignee_id: assignee,
    hold: z
      .strictObject({ reason: holdReason })
      .nullish()
      .describe('Keeps the shipment from being booked until it is released.'),
  }),
).meta({ id: 'CreateShipment' })
export type CreateShipment = z.output<typeof createShipmentSchema>

const onDemandFields = z.strictObject({
  ...shipmentFields,
  collection_date: collectionDate
    .optional()
    .describe('When the courier is to collect. Default: at once. A later time is asked of the carrier.'),
  dispatch: dispatchSchema
    .nullish()
    .describe('Limits of the search for a courier. They cannot be changed after creation.'),
  metadata: onDemandMetadataSchema,
  assignee_id: assignee,
})

/** Body of POST /api/v1/shipments/on-demand. */
export const createOnDemandShipmentSchema = acrossFields(
  withDeclaredValues(onDemandFields),
  ({ collection_date: collectionDate, dispatch, pickup_address: pickup, ready_at: readyAt }, context) => {
    const { country, province = null, latitude = null, longitude = null } = pickup ?? {}
    // Without a country, the day at the pickup is not known.
    const place = country === undefined ? null : { country, province, latitude, longitude }
    const problem = place && collectionDate && courierTimeProblem(collectionDate, place, Date.now())
    if (problem) refuse(context, ['collection_date'], ...problem)
    const { deliver_by: deliverBy, max_total_amount: maximum, currency } = dispatch ?? {}
    const late = deliverBy && lateStart(deliverBy, { collectionDate, readyAt })
    if (late) refuse(context, ['dispatch', 'deliver_by'], 'invalid_value', `must be after ${late}`)
    if (!maximum) return
    const ofPickup = country === undefined ? null : findCurrency(country)
    const decimals = amountProblem(maximum, currency === undefined ? null : (currency ?? ofPickup))
    if (decimals !== null) refuse(context, ['dispatch', 'max_total_amount'], 'too_many_decimals', decimals)
  },
).meta({ id: 'CreateOnDemandShipment' })
export type CreateOnDemandShipment = z.output<typeof createOnDemandShipmentSchema>

/** Body of POST /api/v1/quotes without shipment_id, or with null. */
export const createQuoteSchema = withDeclaredValues(
  z.strictObject({
    ...shipmentFields,
    collection_date: collectionDate.describe('A timestamp or a date, as when a shipment is created.'),
    shipment_id: z
      .null()
      .optional()
      .describe('Null or omitted: the matching shipment is reused, or a new one is created.'),
  }),
).meta({ id: 'CreateQuote' })

const SHIPMENT_OR_FIELDS =
  'is required for a stored shipment. For a new one, send merchant_order_ref, collection_date, pickup_address, dropoff_address and parcels'

/** Body of POST /api/v1/quotes with a shipment_id: fields sent must equal the stored shipment. */
export const createQuoteForShipmentSchema = z
  .strictObject({
    merchant_id: merchantId,
    merchant_order_ref: merchantOrderRef.optional(),
    collection_date: anyCollectionDate.optional().describe('A timestamp or a date.'),
    pickup_address: sentBackAddressSchema.optional(),
    dropoff_address: sentBackAddressSchema.optional(),
    parcels: sentBackParcelsSchema.optional(),
    pickup_instructions: instructions,
    dropoff_instructions: instructions,
    ready_at: readyAt,
    metadata: metadataSchema,
    service_options: serviceOptions,
    customs,
    tags: tagsSchema,
    ...readOnlyFields(['merchant_order_ref']),
    shipment_id: z
      .string({ error: ({ input }) => ((input ?? null) === null ? SHIPMENT_OR_FIELDS : undefined) })
      .max(64)
      .describe('The shipment to quote. All other fields must match it.'),
  })
  .meta({ id: 'CreateQuoteForShipment' })

export type CreateQuote = z.output<typeof createQuoteSchema>
export type CreateQuoteForShipment = z.output<typeof createQuoteForShipmentSchema>

const ownFieldsOfNew = ['pickup_address', 'dropoff_address', 'parcels'] as const

/** Selects the schema of a quote request: of a new shipment if it has addresses or parcels but names no shipment. */
export function quoteSchemaFor(body: unknown): typeof createQuoteSchema | typeof createQuoteForShipmentSchema {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return createQuoteSchema
  const { shipment_id } = body as { shipment_id?: unknown }
  const namesShipment = (shipment_id ?? null) !== null
  const isOfNew = ownFieldsOfNew.some((name) => Object.hasOwn(body, name))
  return namesShipment || !isOfNew ? createQuoteForShipmentSchema : createQuoteSchema
}

/** Body of PATCH /api/v1/shipments/{shipment_id}: a merge patch; the list of parcels is replaced, entries with an id keep it. */
export const updateShipmentSchema = z
  .strictObject({
    merchant_id: merchantId,
    collection_date: anyCollectionDate
      .optional()
      .describe(
        'A timestamp or a date, as when a shipment is created. Sending the displayed date back is a no-op, even if the shipment has a time on that date. To replace that time with any time of the day, send the start of the day, such as 2026-12-01T00:00:00+01:00. An on-demand shipment needs a time with a later date.',
      ),
    pickup_address: addressPatchSchema.optional(),
    dropoff_address: addressPatchSchema.optional(),
    parcels: sentBackParcelsSchema.optional(),
    pickup_instructions: patchedText(1000),
    dropoff_instructions: patchedText(1000),
    ready_at: timestamp.nullish(),
    metadata: metadataPatchSchema.optional(),
    service_options: serviceOptionsSchema
      .nullish()
      .describe(
        'An option that is left out stays, and null removes it; null in place of all removes all. Cannot be changed while a carrier has the booking.',
      ),
    customs: customsSchema
      .nullish()
      .describe(
        'Changed as `service_options` are. A change of an unbooked shipment drops what `from_defaults` lists and no longer applies.',
      ),
    tags: tagsPatchSchema,
    ...readOnlyFields(),
  })
  .meta({ id: 'UpdateShipment' })
export type UpdateShipment = z.output<typeof updateShipmentSchema>

/** Body of POST /api/v1/shipments/{shipment_id}/cancel and of POST /api/v1/bookings/{booking_id}/cancel. */
export const cancelShipmentSchema = z
  .strictObject({
    reason_code: z
      .string()
      .regex(/^[A-Za-z0-9_.-]{1,64}$/, { error: 'must be 1 to 64 characters: letters, digits, _ . or -' }),
    reason_note: optionalText(500),
  })
  .meta({ id: 'CancelShipment' })

/** Body of POST /api/v1/shipments/{shipment_id}/book. */
export const bookShipmentSchema = z
  .strictObject({ quote_option_id: z.string().min(1).max(64) })
  .meta({ id: 'BookShipment' })
