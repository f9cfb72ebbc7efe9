/**
 * Pure: answers and call-backs of Uber Direct, as far as we read them. Only what we cannot do without is required: another field
 * that is missing, null or of another type is read as null, and a number may be a string.
 */
import { z } from 'zod'
import {
  amount,
  anything,
  currencyCode,
  each,
  flag,
  maybe,
  number,
  point,
  requiredText,
  text,
  instant as timestamp,
} from '../../mapping/wire-fields.ts'

/** Uber sends times near the epoch, such as 1970-01-01, for what has not happened. */
const EARLIEST_MS = Date.UTC(2010, 0, 1)
const instant = timestamp.transform((at) => (at !== null && at.getTime() >= EARLIEST_MS ? at : null))

export const wireQuote = z
  .object({
    id: requiredText,
    fee: amount,
    currency_type: text,
    currency: text,
    created: instant,
    expires: instant,
    dropoff_eta: instant,
    dropoff_deadline: instant,
    // Minutes.
    duration: number,
  })
  .transform((quote, context) => {
    const currency = currencyCode(quote.currency_type ?? quote.currency)
    if (currency !== null) return { ...quote, currency }
    context.addIssue({ code: 'custom', path: ['currency_type'], message: 'is not an active ISO 4217 currency' })
    return z.NEVER
  })

const verification = maybe(
  z.object({
    signature: maybe(z.object({ image_url: text, name: text, signer_name: text, signer_relationship: text })),
    picture: maybe(z.object({ image_url: text })),
    pin_code: maybe(z.object({ entered: text })),
    pincode: maybe(z.object({ entered: text })),
    barcodes: each(
      z.object({ type: text, value: text, scan_result: maybe(z.object({ outcome: text, timestamp: instant })) }),
    ),
    completion_location: point,
  }),
)

const waypoint = maybe(
  z.object({
    name: text,
    phone_number: text,
    address: text,
    detailed_address: maybe(z.object({ street_address_1: text, zip_code: text })),
    courier_notes: text,
    status: text,
    status_timestamp: instant,
    verification,
    verification_requirements: maybe(z.object({ pincode: maybe(z.object({ enabled: flag, value: text })) })),
  }),
)

const courier = maybe(
  z.object({
    name: text,
    phone_number: text,
    location: point,
    public_phone_info: maybe(z.object({ formatted_phone_number: text, phone_number: text, pin_code: text })),
  }),
)

const related = z.object({ id: text, relationship: text })

/** Codes of why a delivery was cancelled: text, or an object with a general and a particular one. */
const reason = anything.transform((value) =>
  typeof value === 'object' && value !== null
    ? (text.parse((value as Record<string, unknown>).secondary_reason) ??
      text.parse((value as Record<string, unknown>).primary_reason))
    : text.parse(value),
)

export const wireDelivery = z.object({
  id: requiredText,
  status: requiredText,
  complete: flag,
  external_id: text,
  created: instant,
  updated: instant,
  pickup_ready: instant,
  pickup_eta: instant,
  dropoff_eta: instant,
  dropoff_identifier: text,
  tracking_url: text,
  fee: number,
  currency: text,
  courier,
  courier_imminent: flag,
  pickup: waypoint,
  dropoff: waypoint,
  return: waypoint,
  manifest_items: each(z.object({ weight: number })),
  undeliverable_action: text,
  undeliverable_reason: text,
  cancelation_reason: reason,
  cancellation_reason: reason,
  related_deliveries: z
    .union([z.array(related), related.transform((one) => [one])])
    .nullish()
    .catch(null),
})

export const wireDeliveries = z.object({
  data: z.array(z.unknown()),
  next_href: text,
})

/** The document is an image in Base64. */
export const wireProof = z.object({ document: z.string().min(1) })

export const wireEvent = z.object({
  kind: z.string(),
  delivery_id: text,
  status: text,
  created: instant,
  location: point,
  data: z.record(z.string(), z.unknown()).nullish().catch(null),
})

export type WireQuote = z.output<typeof wireQuote>
export type WireDelivery = z.output<typeof wireDelivery>
export type WireWaypoint = NonNullable<WireDelivery['pickup']>
export type WireEvent = z.output<typeof wireEvent>
