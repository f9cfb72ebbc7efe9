/** Request bodies that create, quote, change, cancel and book a shipment. */
import { z } from 'zod'
import { refuse } from './validation.ts'
import { addressPatchSchema, addressSchema } from './values/address.ts'
import { metadataPatchSchema, metadataSchema } from './values/metadata.ts'
import { parcelsSchema } from './values/parcel.ts'
import { optionalText, patchedText, requiredText, timestamp } from './values/text.ts'

const DAY_MS = 86_400_000

/** A UTC timestamp or a date, yesterday (UTC) or later: today's date in every time zone is accepted. */
const collectionDate = z
  .string()
  .trim()
  .transform((text, context) => {
    const whole = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text
    const parsed = timestamp.safeParse(whole)
    if (!parsed.success) {
      refuse(
        context,
        [],
        'invalid_format',
        'must be a UTC timestamp such as 2026-12-01T09:00:00Z or a date such as 2026-12-01',
      )
      return z.NEVER
    }
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
    if (parsed.data.getTime() < today - DAY_MS) {
      refuse(context, [], 'collection_date_in_past', 'must not be earlier than yesterday (UTC)')
    }
    return parsed.data
  })

const merchantId = z.string().optional().describe('The merchant of the token. Optional; if sent, it must match.')
const merchantOrderRef = requiredText(128)
const instructions = optionalText(1000)
const readyAt = timestamp.nullish().transform((at) => at ?? null)

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
}

/** Body of POST /api/v1/shipments. */
export const createShipmentSchema = z.strictObject(shipmentFields).meta({ id: 'CreateShipment' })
export type CreateShipment = z.output<typeof createShipmentSchema>

/** Body of POST /api/v1/shipments/on-demand. */
export const createOnDemandShipmentSchema = z
  .strictObject({ ...shipmentFields, collection_date: collectionDate.optional() })
  .meta({ id: 'CreateOnDemandShipment' })
export type CreateOnDemandShipment = z.output<typeof createOnDemandShipmentSchema>

/** Body of POST /api/v1/quotes without shipment_id, or with null. */
export const createQuoteSchema = z
  .strictObject({ ...shipmentFields, shipment_id: z.null().optional() })
  .meta({ id: 'CreateQuote' })

/** Body of POST /api/v1/quotes with a shipment_id: fields sent must equal the stored shipment. */
export const createQuoteForShipmentSchema = z
  .strictObject({
    merchant_id: merchantId,
    merchant_order_ref: merchantOrderRef.optional(),
    collection_date: collectionDate.optional(),
    pickup_address: addressSchema.optional(),
    dropoff_address: addressSchema.optional(),
    parcels: parcelsSchema.optional(),
    pickup_instructions: instructions,
    dropoff_instructions: instructions,
    ready_at: readyAt,
    metadata: metadataSchema,
    shipment_id: z.string().max(64),
  })
  .meta({ id: 'CreateQuoteForShipment' })

export type CreateQuote = z.output<typeof createQuoteSchema>
export type CreateQuoteForShipment = z.output<typeof createQuoteForShipmentSchema>

/** Selects the schema of a quote request by whether it names a shipment. */
export const quoteSchemaFor = (body: unknown): typeof createQuoteSchema | typeof createQuoteForShipmentSchema =>
  typeof body === 'object' && body !== null && 'shipment_id' in body && body.shipment_id !== null
    ? createQuoteForShipmentSchema
    : createQuoteSchema

/** Body of PATCH /api/v1/shipments/{shipment_id}: a merge patch; parcels are replaced together. */
export const updateShipmentSchema = z
  .strictObject({
    merchant_id: merchantId,
    collection_date: collectionDate.optional(),
    pickup_address: addressPatchSchema.optional(),
    dropoff_address: addressPatchSchema.optional(),
    parcels: parcelsSchema.optional(),
    pickup_instructions: patchedText(1000),
    dropoff_instructions: patchedText(1000),
    ready_at: timestamp.optional(),
    metadata: metadataPatchSchema.optional(),
  })
  .meta({ id: 'UpdateShipment' })
export type UpdateShipment = z.output<typeof updateShipmentSchema>

/** Body of POST /api/v1/shipments/{shipment_id}/cancel. */
export const cancelShipmentSchema = z
  .strictObject({
    reason_code: z
      .string()
      .regex(/^[A-Za-z0-9_.-]{1,64}$/, { error: 'must be 1 to 64 characters: letters, digits, _ . or -' }),
    reason_note: optionalText(500),
  })
  .meta({ id: 'CancelShipment' })
export type CancelShipment = z.output<typeof cancelShipmentSchema>

/** Body of POST /api/v1/shipments/{shipment_id}/book. */
export const bookShipmentSchema = z
  .strictObject({ quote_option_id: z.string().min(1).max(64) })
  .meta({ id: 'BookShipment' })
export type BookShipment = z.output<typeof bookShipmentSchema>
