/**
 * Requests as Uber's reference has them (uber-direct-sdk, deliveries/openapi.yaml; developer.uber.com, Automated Delivery
 * Testing). Stricter than Uber: a field that the reference does not name is refused.
 */
import { z } from 'zod'

const phone = z.string().regex(/^\+[0-9]+$/, 'phone number is not valid.')
const timestamp = z.iso.datetime({ offset: true })
const notes = z.string().max(280)
const cents = z.int().nonnegative()
const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

const structuredAddress = z.strictObject({
  street_address: z.array(z.string().min(1)).min(1),
  city: z.string().min(1),
  state: z.string(),
  zip_code: z.string(),
  country: z.string().regex(/^[A-Z]{2}$/),
})
export type StructuredAddress = z.output<typeof structuredAddress>

/** A structured address as JSON text. */
const address = z.string().transform((text, context): StructuredAddress => {
  const parsed = structuredAddress.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  context.addIssue({ code: 'custom', message: 'unable to resolve provided address through geocoding' })
  return z.NEVER
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const barcodes = z.array(
  z.strictObject({ value: z.string().min(1), type: z.enum(['CODE39', 'CODE39_FULL_ASCII', 'CODE128', 'QR']) }),
)
const signature = {
  signature: z.boolean().optional(),
  signature_requirement: z
    .strictObject({
      enabled: z.boolean().optional(),
      collect_signer_name: z.boolean().optional(),
      collect_signer_relationship: z.boolean().optional(),
    })
    .optional(),
}
const identification = z.strictObject({ min_age: z.number().optional() }).optional()
const pickupVerification = z.strictObject({
  ...signature,
  barcodes: barcodes.optional(),
  identification,
  picture: z.boolean().optional(),
})
const dropoffVerification = pickupVerification.extend({
  pincode: z.strictObject({ enabled: z.boolean().optional() }).optional(),
})
const returnVerification = z.strictObject({
  ...signature,
  barcodes: barcodes.optional(),
  picture: z.boolean().optional(),
})

const manifestItem = z
  .strictObject({
    name: z.string().min(1),
    quantity: z.int().min(1),
    size: z.enum(['small', 'medium', 'large', 'xlarge']).optional(),
    dimensions: z.strictObject({ length: z.int().min(1), height: z.int().min(1), depth: z.int().min(1) }).optional(),
    price: cents.optional(),
    must_be_upright: z.boolean().optional(),
    weight: z.int().min(1).optional(),
    vat_percentage: z.int().optional(),
  })
  .refine(({ dimensions, weight }) => dimensions === undefined || weight !== undefined, 'weight is required.')

const route = {
  pickup_address: address,
  dropoff_address: address,
  pickup_latitude: latitude.optional(),
  pickup_longitude: longitude.optional(),
  dropoff_latitude: latitude.optional(),
  dropoff_longitude: longitude.optional(),
  pickup_ready_dt: timestamp.optional(),
  pickup_deadline_dt: timestamp.optional(),
  dropoff_ready_dt: timestamp.optional(),
  dropoff_deadline_dt: timestamp.optional(),
  manifest_total_value: cents.optional(),
  external_store_id: z.string().optional(),
}

export const quoteRequest = z.strictObject({
  ...route,
  pickup_phone_number: phone.optional(),
  dropoff_phone_number: phone.optional(),
})

const roboCourier = z.strictObject({
  mode: z.enum(['auto', 'custom']),
  enroute_for_pickup_at: timestamp.optional(),
  pickup_imminent_at: timestamp.optional(),
  pickup_at: timestamp.optional(),
  dropoff_imminent_at: timestamp.optional(),
  dropoff_at: timestamp.optional(),
  cancel_reason: z
    .enum([
      'cannot_access_customer_location',
      'cannot_find_customer_address',
      'customer_rejected_order',
      'customer_unavailable',
    ])
    .optional(),
})

export const deliveryRequest = z.strictObject({
  ...route,
  pickup_name: z.string().min(1),
  pickup_phone_number: phone,
  pickup_business_name: z.string().optional(),
  pickup_notes: notes.optional(),
  pickup_verification: pickupVerification.optional(),
  dropoff_name: z.string().min(1),
  dropoff_phone_number: phone,
  dropoff_business_name: z.string().optional(),
  dropoff_notes: notes.optional(),
  dropoff_seller_notes: notes.optional(),
  dropoff_verification: dropoffVerification.optional(),
  return_verification: returnVerification.optional(),
  deliverable_action: z.enum(['deliverable_action_meet_at_door', 'deliverable_action_leave_at_door']).optional(),
  undeliverable_action: z.enum(['leave_at_door', 'return', 'discard']).optional(),
  manifest_items: z.array(manifestItem).min(1),
  manifest_reference: z.string().optional(),
  quote_id: z.string().startsWith('dqt_').optional(),
  requires_dropoff_signature: z.boolean().optional(),
  requires_id: z.boolean().optional(),
  tip: cents.optional(),
  idempotency_key: z.string().min(1).optional(),
  external_id: z.string().optional(),
  external_user_info: z
    .strictObject({
      merchant_account: z
        .strictObject({ account_created_at: timestamp.optional(), email: z.string().optional() })
        .optional(),
      device: z.strictObject({ id: z.string().optional() }).optional(),
    })
    .optional(),
  test_specifications: z.strictObject({ robo_courier_specification: roboCourier }).optional(),
})
export type DeliveryRequest = z.output<typeof deliveryRequest>
export type QuoteRequest = z.output<typeof quoteRequest>

export const updateRequest = z.strictObject({
  dropoff_notes: notes.optional(),
  dropoff_verification: z.strictObject({ barcodes: barcodes.optional() }).optional(),
  manifest_reference: z.string().optional(),
  pickup_notes: notes.optional(),
  pickup_verification: z.strictObject({ barcodes: barcodes.optional() }).optional(),
  requires_dropoff_signature: z.boolean().optional(),
  requires_id: z.boolean().optional(),
  tip_by_customer: cents.optional(),
  dropoff_latitude: latitude.optional(),
  dropoff_longitude: longitude.optional(),
})

export const proofRequest = z.strictObject({
  waypoint: z.enum(['pickup', 'dropoff', 'return']),
  type: z.enum(['picture', 'signature', 'pincode']),
})

/** Form fields of the login service. */
export const tokenRequest = z.strictObject({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  grant_type: z.literal('client_credentials'),
  scope: z.string().min(1),
})

export const listQuery = z.strictObject({
  filter: z
    .enum(['pending', 'pickup', 'pickup_complete', 'dropoff', 'delivered', 'canceled', 'returned', 'ongoing'])
    .optional(),
  limit: z.coerce.number().int().min(1).optional(),
  offset: z.coerce.number().int().nonnegative().optional(),
})
