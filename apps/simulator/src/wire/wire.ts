/** Requests that the simulated carriers accept. */
import { labelFormats, labelSizes } from '@waybill/carriers/carrier-descriptor'
import { z } from 'zod'

const text = (maxLength: number) => z.string().max(maxLength)

const address = z.object({
  name: text(200).nullable(),
  company: text(200).nullable(),
  address_line_1: text(300),
  address_line_2: text(300).nullable(),
  /** Older callers do not send it. */
  town: text(200).nullable().default(null),
  city: text(200),
  province: text(200).nullable(),
  post_code: text(60).nullable(),
  country: z.string().regex(/^[A-Z]{2}$/),
  phone: text(60).nullable(),
  /** Older callers do not send it. */
  email: text(300).optional(),
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
})

const parcel = z.object({
  id: text(100).nullable(),
  title: text(500).nullable(),
  weight_grams: z.int().positive(),
  length_tenth_mm: z.int().positive(),
  width_tenth_mm: z.int().positive(),
  height_tenth_mm: z.int().positive(),
})

const route = z.object({ pickup: address, dropoff: address, parcels: z.array(parcel).min(1).max(99) })
const notes = z.object({ pickup_note: text(2_000).nullable(), dropoff_note: text(2_000).nullable() })

const money = z.object({ currency: z.string(), exponent: z.int().min(0).max(4), amount_minor: z.int().positive() })

/** Older callers do not send them. */
const options = z
  .object({
    signature: z.enum(['required', 'adult']).nullable(),
    insurance: money.nullable(),
    label_references: z.array(text(100)).max(2),
    tip: money.nullable(),
  })
  .optional()

const transport = route.extend({ ready_at: z.iso.datetime(), options })

/** Older callers do not send `on_demand`. */
export const quoteBody = transport.extend({ on_demand: z.boolean().default(false) })

export const jobBody = transport.extend(notes.shape).extend({
  reference: text(200).min(1),
  order_reference: text(200),
  /** Older callers do not send it. */
  on_demand: z.boolean().optional(),
  service: text(100),
  offer_id: text(2_000).nullable(),
  callback_url: z.url({ protocol: /^https?$/ }).nullable(),
})

export const updateBody = route.extend(notes.shape).extend({ ready_at: transport.shape.ready_at.optional() })
export const labelQuery = z.object({
  format: z.enum(labelFormats).default('pdf'),
  size: z.enum(labelSizes).default('4x6'),
  parcel: z.coerce.number().int().min(1).max(99).optional(),
  document: z.literal('qr').optional(),
})

export const cancelBody = z.object({ reason: text(200) })

export type WireAddress = z.output<typeof address>
export type WireParcel = z.output<typeof parcel>
export type WireRoute = z.output<typeof route>
export type WireOptions = NonNullable<z.output<typeof options>>
/** Input of a price and a delivery time, in a quote and in a job. */
export type QuoteBody = z.output<typeof transport> & { on_demand?: boolean }
export type JobBody = z.output<typeof jobBody>
export type UpdateBody = z.output<typeof updateBody>
