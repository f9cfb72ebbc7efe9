/** Arguments of tools. The API validates the values, and names every wrong field. */
import { z } from 'zod'

const id = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[a-z0-9]{26}$`), {
    error: `must be an identifier as Waybill has given it, which begins with ${prefix}_`,
  })

export const shipmentId = id('shp').describe('Identifier of the shipment, shp_…')
export const quoteOptionId = id('qop').describe('Identifier of the offer, qop_…, from get_rates')

const optional = z.string().optional()

const address = z.strictObject({
  name: optional,
  company: optional,
  address_line_1: z.string().describe('Street and number'),
  address_line_2: optional,
  city: z.string(),
  province: optional,
  post_code: optional,
  country: z.string().describe('ISO 3166-1 alpha-2 code, such as GB'),
  phone: optional.describe('With country code'),
  email: optional,
  latitude: z.number().optional(),
  longitude: z.number().optional(),
})

const parcel = z.strictObject({
  title: z.string().describe('Short description of the contents'),
  weight_kg: z.number().optional(),
  weight: z
    .strictObject({ value: z.number(), unit: z.enum(['kg', 'g', 'lb', 'oz']) })
    .optional()
    .describe('In place of weight_kg, as the user says it'),
  length_cm: z.number().optional(),
  width_cm: z.number().optional(),
  height_cm: z.number().optional(),
  dimensions: z
    .strictObject({ length: z.number(), width: z.number(), height: z.number(), unit: z.enum(['cm', 'mm', 'in']) })
    .optional()
    .describe('In place of length_cm, width_cm and height_cm'),
  declared_value: optional.describe('Decimal string'),
  declared_value_currency: optional.describe('ISO 4217 code'),
})

export const shipmentDocument = z.strictObject({
  merchant_order_ref: z.string().describe('Your order reference. The same document twice registers one shipment'),
  collection_date: z.string().describe('YYYY-MM-DD, or a timestamp; yesterday at the earliest'),
  pickup_address: address,
  dropoff_address: address,
  parcels: z.array(parcel).min(1).max(99),
  pickup_instructions: optional,
  dropoff_instructions: optional,
  ready_at: optional.describe('RFC 3339 time when the parcels can be collected'),
  metadata: z.record(z.string(), z.string()).optional(),
})
