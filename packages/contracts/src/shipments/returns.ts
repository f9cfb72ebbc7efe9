/** Returns: shipments that bring goods back from the recipient of another shipment. */
import { z } from 'zod'
import { acrossFields } from '../requests/across-fields.ts'
import { inOrder } from '../requests/key-order.ts'
import { refuse } from '../requests/validation.ts'
import { metadataSchema } from '../values/metadata.ts'
import { wholeNumber } from '../values/number.ts'
import { directions } from '../values/search/directions.ts'
import { optionalText, requiredText } from '../values/text.ts'

export const returnPayments = ['now', 'on_use'] as const
export const returnLabels = ['paper', 'qr'] as const

const MOST_ENTRIES = 100
const MOST_PIECES = 100_000

/** A merchant's code for a reason. */
export const reasonCode = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, { error: 'must be 1 to 64 characters: letters, digits, _ . or -' })

const returnedItemSchema = acrossFields(
  z.strictObject({
    sku: requiredText(64).optional(),
    description: requiredText(200).optional(),
    parcel_id: z.string().max(64).optional().describe('Looks in this parcel of the shipment only.'),
    quantity: wholeNumber(1, MOST_PIECES).optional().describe('Default: all that are not in another return.'),
  }),
  (_accepted, context, all) => {
    if (Object.hasOwn(all, 'sku') || Object.hasOwn(all, 'description')) return
    refuse(context, ['sku'], 'required', 'is required, or description')
  },
)

/** Body of POST /api/v1/shipments/{shipment_id}/return. */
export const returnShipmentSchema = acrossFields(
  z.strictObject({
    items: z
      .array(returnedItemSchema)
      .min(1)
      .max(MOST_ENTRIES)
      .optional()
      .describe('Items of the shipment, by `sku` or `description`. Default: everything that is not in another return.'),
    parcels: z
      .array(z.strictObject({ parcel_id: z.string().max(64) }))
      .min(1)
      .max(MOST_ENTRIES)
      .optional()
      .describe('Whole parcels of the shipment, in place of `items`.'),
    reason: reasonCode
      .nullish()
      .transform((code) => code ?? null)
      .describe('Your code for the reason, such as `wrong_size`.'),
    note: optionalText(500).describe('The reason in words.'),
    pay: z
      .enum(returnPayments)
      .nullish()
      .transform((pay) => pay ?? null)
      .describe(
        'When the carrier charges: `now`, with the booking, or `on_use`, when the label is used. Default: as it does.',
      ),
    label: z
      .enum(returnLabels)
      .nullish()
      .transform((label) => label ?? 'paper')
      .describe('`qr`: the recipient shows a code, and needs no printer. Default: `paper`.'),
    merchant_order_ref: requiredText(128).optional().describe('Default: that of the shipment.'),
    metadata: metadataSchema,
  }),
  (_accepted, context, all) => {
    if (Object.hasOwn(all, 'items') && Object.hasOwn(all, 'parcels'))
      refuse(context, ['parcels'], 'conflicting_fields', 'cannot be sent together with items')
  },
).meta({ id: 'ReturnShipment' })
export type ReturnShipment = z.output<typeof returnShipmentSchema>

const publicReturnTermsSchema = z
  .object({
    reason: z.string().nullable(),
    note: z.string().nullable(),
    pay: z.enum(returnPayments).nullable().describe('Null: as the carrier does.'),
    label: z.enum(returnLabels),
  })
  .meta({ id: 'ReturnTerms' })
type PublicReturnTerms = z.output<typeof publicReturnTermsSchema>

/** Goods of the original shipment that a return brings back. */
export interface ReturnedParcel {
  parcel_id: string
  /** By their places in the list of the parcel; null: the parcel, which lists none. */
  items: { index: number; quantity: number }[] | null
}

/** A return as its shipment keeps it. */
export interface ReturnTerms extends PublicReturnTerms {
  return_of: string
  goods: ReturnedParcel[]
  /** Absent: the merchant made it. The returns page shows those of the recipient only, and leads to their labels. */
  by_recipient?: true
}

const names = ['return_of', 'reason', 'note', 'pay', 'label', 'goods', 'by_recipient']

/** With its fields in the order in which they are shown: PostgreSQL has its own. */
export const completeReturnTerms = (stored: ReturnTerms): ReturnTerms => inOrder(stored, names)

/** The fields of a shipment that say whether it is a return, and which returns it has. */
export const publicReturnFields = {
  direction: z.enum(directions).describe('`return`: it brings goods of another shipment back.'),
  return_of: z.string().nullable().describe('The shipment whose goods it brings back, shp_….'),
  return_terms: publicReturnTermsSchema.nullable().describe('Set for a return.'),
  return_ids: z.array(z.string()).describe('Its returns, shp_…, oldest first.'),
}

export const publicReturn = (
  terms: ReturnTerms | null | undefined,
  returnIds: readonly string[] | undefined,
): { [Name in keyof typeof publicReturnFields]: z.output<(typeof publicReturnFields)[Name]> } => ({
  direction: terms ? 'return' : 'outbound',
  return_of: terms?.return_of ?? null,
  return_terms: terms ? { reason: terms.reason, note: terms.note, pay: terms.pay, label: terms.label } : null,
  return_ids: [...(returnIds ?? [])],
})
