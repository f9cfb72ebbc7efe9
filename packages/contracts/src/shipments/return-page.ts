/** The returns page of a recipient, as the shipment service answers it to the gateway. */
import { z } from 'zod'
import { shipmentStatuses } from '../shipment.ts'
import { wholeNumber } from '../values/number.ts'
import { optionalText } from '../values/text.ts'
import { reasonCode, returnLabels } from './returns.ts'

const MOST_PLACES = 1_000
const MOST_PIECES = 100_000

const placeSchema = z.strictObject({
  /** Places in the shipment, from 0; null: the parcel as a whole, which lists no items. */
  parcel: z.int().min(0).max(MOST_PLACES),
  item: z.int().min(0).max(MOST_PLACES).nullable(),
  quantity: wholeNumber(1, MOST_PIECES),
})
const chosenSchema = placeSchema.extend({ reason: reasonCode.nullable() })

/** A recipient's choice. */
export const recipientReturnSchema = z.strictObject({
  goods: z.array(chosenSchema).max(MOST_PLACES),
  note: optionalText(500),
  /** How many returns the page showed: another one may have been made since, such as by a second click. */
  known_returns: z.int().min(0).max(MOST_PLACES),
})
export type RecipientReturn = z.output<typeof recipientReturnSchema>

/** Reasons why a recipient can return nothing. */
const returnBars = ['not_offered', 'not_delivered', 'too_late', 'nothing_left', 'too_many'] as const

export const returnPageSchema = z.object({
  environment_id: z.string(),
  bar: z.enum(returnBars).nullable(),
  /** Goods that can come back. */
  goods: z.array(placeSchema.extend({ description: z.string().nullable() })),
  reasons: z.array(z.object({ code: z.string(), text: z.string() })),
  /** Oldest first. */
  returns: z.array(
    z.object({
      status: z.enum(shipmentStatuses),
      /** Null: the merchant has not booked it yet. */
      booking_id: z.string().nullable(),
      is_approved: z.boolean(),
      /** Why the merchant has refused it; null: it has not. */
      refusal: z.string().nullable(),
      label: z.enum(returnLabels),
      registered_at: z.string(),
      pieces: z.int(),
    }),
  ),
})
export type ReturnPage = z.output<typeof returnPageSchema>
