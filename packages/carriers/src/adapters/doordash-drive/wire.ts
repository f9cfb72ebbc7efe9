/**
 * Pure: answers and call-backs of DoorDash Drive, as far as we read them (developer.doordash.com, Drive API reference; the types of
 * @doordash/sdk). DoorDash leaves empty fields out.
 */
import { z } from 'zod'
import {
  amount,
  currencyCode,
  each,
  instant,
  maybe,
  number,
  point,
  requiredText,
  text,
} from '../../mapping/wire-fields.ts'

const feeComponent = z.object({ type: requiredText, amount: number })

const dasher = {
  dasher_id: text,
  dasher_name: text,
  /** Rings the courier from the phone of the drop-off only. */
  dasher_dropoff_phone_number: text,
  dasher_pickup_phone_number: text,
  /** Set in older call-backs. */
  dasher_phone_number: text,
  dasher_location: point,
  dasher_location_lat: number,
  dasher_location_lng: number,
}

const times = {
  created_at: instant,
  updated_at: instant,
  pickup_time_actual: instant,
  dropoff_time_estimated: instant,
  dropoff_time_actual: instant,
  return_time_actual: instant,
}

const proofs = {
  dropoff_verification_image_url: text,
  dropoff_signature_image_url: text,
  dropoff_options: maybe(z.object({ proof_of_delivery: text })),
}

/** A quote or a delivery: one object, told apart by `delivery_status`. */
export const wireDelivery = z.object({
  delivery_status: requiredText,
  cancellation_reason: text,
  ...times,
  ...dasher,
  ...proofs,
  currency: text,
  fee: number,
  tracking_url: text,
})

/** A quote with its price. Amounts are in the lowest denomination of the currency. */
export const wireQuote = z
  .object({
    currency: text,
    fee: amount,
    fee_components: each(feeComponent),
    tax: number,
    dropoff_time_estimated: instant,
    delivery_status: text,
  })
  .transform((quote, context) => {
    const currency = quote.currency === null ? null : currencyCode(quote.currency)
    if (currency !== null || quote.currency === null) return { ...quote, currency }
    context.addIssue({ code: 'custom', path: ['currency'], message: 'is not an active ISO 4217 currency' })
    return z.NEVER
  })

/** A call-back: the delivery without its status, and what has happened. */
export const wireEvent = z.object({
  external_delivery_id: requiredText,
  event_name: text,
  /** Set in older call-backs. */
  event_type: text,
  cancellation_reason: text,
  reason: text,
  ...times,
  ...dasher,
  ...proofs,
})

export const wireError = z.object({
  code: requiredText,
  message: text,
  reason: text,
  field_errors: each(z.object({ field: text, error: text })),
})

export type WireDelivery = z.output<typeof wireDelivery>
export type WireQuote = z.output<typeof wireQuote>
export type WireEvent = z.output<typeof wireEvent>
export type WireError = z.output<typeof wireError>
