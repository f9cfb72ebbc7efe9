/**
 * Requests as DoorDash's reference has them (developer.doordash.com, Drive API; the types of @doordash/sdk). Stricter than DoorDash: a
 * field that the reference does not name is refused.
 */
import { z } from 'zod'

const phone = z.string().regex(/^\+[1-9]\d{6,14}$/, 'Phone number provided does not seem to be a valid one')
const timestamp = z.iso.datetime({ offset: true })
const cents = z.int().nonnegative()
const words = z.string().min(1)
const externalDeliveryId = z.string().regex(/^[a-zA-Z0-9\-._~]+$/)
const storeId = z.string().regex(/^[A-Za-z0-9_-]{3,64}$/)
const timeWindow = z.strictObject({ start_time: timestamp, end_time: timestamp })
/** Street, city and code with commas between them. */
const address = z.string().regex(/^[^,]+(,[^,]+){2,}$/, 'Could not resolve to a valid address')

const item = z.strictObject({
  name: words,
  description: z.string().optional(),
  quantity: z.int().min(1),
  external_id: z.string().optional(),
  volume: z.number().nonnegative().optional(),
  weight: z.number().nonnegative().optional(),
  length: z.number().nonnegative().optional(),
  width: z.number().nonnegative().optional(),
  height: z.number().nonnegative().optional(),
  price: cents.optional(),
  barcode: z.string().optional(),
  special_instructions: z.string().optional(),
})

const updatable = {
  pickup_address: address.optional(),
  pickup_business_name: words.optional(),
  pickup_phone_number: phone.optional(),
  pickup_instructions: z.string().optional(),
  pickup_reference_tag: words.optional(),
  pickup_external_business_id: storeId.optional(),
  pickup_external_store_id: storeId.optional(),
  dropoff_address: address.optional(),
  dropoff_business_name: words.optional(),
  dropoff_location: z.strictObject({ lat: z.number(), lng: z.number() }).optional(),
  dropoff_phone_number: phone.optional(),
  dropoff_instructions: z.string().optional(),
  dropoff_contact_given_name: words.optional(),
  dropoff_contact_family_name: words.optional(),
  dropoff_contact_send_notifications: z.boolean().optional(),
  contactless_dropoff: z.boolean().optional(),
  action_if_undeliverable: z.enum(['return_to_pickup', 'dispose']).optional(),
  tip: cents.optional(),
  order_contains: z.record(z.string(), z.boolean()).optional(),
  dasher_allowed_vehicles: z.array(z.enum(['car', 'bicycle', 'walking'])).optional(),
  dropoff_requires_signature: z.boolean().optional(),
  promotion_id: z.string().optional(),
  dropoff_cash_on_delivery: cents.optional(),
  order_value: cents.optional(),
  items: z.array(item).min(1).optional(),
  pickup_time: timestamp.optional(),
  dropoff_time: timestamp.optional(),
  pickup_window: timeWindow.optional(),
  dropoff_window: timeWindow.optional(),
}

interface Timing {
  pickup_time?: string | undefined
  dropoff_time?: string | undefined
  pickup_window?: object | undefined
}

const hasOneTiming = ({ pickup_time, dropoff_time, pickup_window }: Timing): boolean =>
  [pickup_time, dropoff_time, pickup_window].filter((timing) => timing !== undefined).length <= 1

export const quoteRequest = z
  .strictObject({
    ...updatable,
    external_delivery_id: externalDeliveryId,
    locale: z.enum(['en-US', 'fr-CA', 'es-US']).optional(),
    order_fulfillment_method: z.enum(['standard', 'catering', 'parcel', 'large_order']).optional(),
    pickup_address: address,
    pickup_phone_number: phone,
    dropoff_address: address,
    dropoff_phone_number: phone,
    dropoff_options: z
      .strictObject({
        signature: z.enum(['required', 'preferred', 'none']).optional(),
        id_verification: z.enum(['required', 'preferred', 'none']).optional(),
        proof_of_delivery: z.enum(['photo_required', 'pin_code', 'none']).optional(),
        catering_setup: z.enum(['required', 'none']).optional(),
      })
      .optional(),
  })
  .refine(hasOneTiming, { path: ['pickup_time'], message: 'Only one timing method may be used' })
export type QuoteRequest = z.output<typeof quoteRequest>

export const acceptRequest = z.strictObject({ tip: cents.optional(), dropoff_phone_number: phone.optional() })

export const updateRequest = z
  .strictObject(updatable)
  .refine(hasOneTiming, { path: ['pickup_time'], message: 'Only one timing method may be used' })
export type UpdateRequest = z.output<typeof updateRequest>

export const noBody = z.strictObject({})
