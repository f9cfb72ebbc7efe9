/** Batches of bookings: what POST /api/v1/bookings/batch takes, and what became of it. */
import { z } from 'zod'
import { refuse } from '../requests/validation.ts'
import { MOST_BATCH_ITEMS, publicErrorSchema } from './shipment-batch.ts'

const ENTITY_TAG = /^(?:W\/)?"([\x21\x23-\x7e]{1,64})"$/
/** Suffix of the version in an ETag header. */
const DIGEST = /-[0-9a-f]{12}$/

/** The version in an entity tag, as in the header If-Match. */
const entityTagSchema = z
  .string()
  .transform((text, context) => {
    const [, tag] = ENTITY_TAG.exec(text) ?? []
    if (tag !== undefined) return tag.replace(DIGEST, '')
    refuse(context, [], 'invalid_format', 'must be one entity tag in quotes, as in an ETag header')
    return z.NEVER
  })
  .describe(
    'The `ETag` of the shipment that was quoted. If it has changed since, the item fails with `version_conflict`, and nothing is booked.',
  )

/** Body of POST /api/v1/bookings/batch. */
export const createBookingBatchSchema = z
  .strictObject({
    bookings: z
      .array(
        z
          .strictObject({
            shipment_id: z.string().min(1).max(64),
            quote_option_id: z.string().min(1).max(64),
            if_match: entityTagSchema.optional(),
          })
          .meta({ id: 'BookingBatchEntry' }),
      )
      .min(1)
      .max(MOST_BATCH_ITEMS)
      .describe('1 to 500 shipments, each with the quote option to book.'),
  })
  .meta({ id: 'CreateBookingBatch' })
export type CreateBookingBatch = z.output<typeof createBookingBatchSchema>

const bookingBatchStatuses = ['running', 'completed'] as const
export const bookingBatchItemStatuses = ['pending', 'booked', 'failed'] as const
export type BookingBatchItemStatus = (typeof bookingBatchItemStatuses)[number]

export const publicBookingBatchSchema = z
  .object({
    batch_id: z.string().describe('Identifier, bch_…'),
    merchant_id: z.string(),
    environment_id: z.string(),
    status: z.enum(bookingBatchStatuses).describe('`completed`: no item is `pending` any more.'),
    total: z.int().describe('Number of items.'),
    pending: z.int().describe('Number of items that are `pending`.'),
    booked: z.int().describe('Number of items that are `booked`.'),
    failed: z.int().describe('Number of items that `failed`.'),
    created_at: z.string(),
    completed_at: z.string().nullable().describe('When the last item was booked or failed.'),
  })
  .meta({ id: 'BookingBatch' })
export type PublicBookingBatch = z.output<typeof publicBookingBatchSchema>

export const publicBookingBatchItemSchema = z
  .object({
    index: z.int().min(0).describe('Position in `bookings` of the request, from 0.'),
    shipment_id: z.string(),
    quote_option_id: z.string(),
    status: z
      .enum(bookingBatchItemStatuses)
      .describe(
        '`pending`: not booked yet, or the carrier has not responded. `booked`: the carrier has the booking. `failed`: see `error`.',
      ),
    booking_id: z.string().nullable().describe('The booking, bkg_…, also while its carrier has not responded.'),
    error: publicErrorSchema
      .nullable()
      .describe('Why the item `failed`: the error that `POST /api/v1/shipments/{shipment_id}/book` has.'),
  })
  .meta({ id: 'BookingBatchItem' })
export type PublicBookingBatchItem = z.output<typeof publicBookingBatchItemSchema>
