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
    reason: reasonCode.optional().describe('Default: the `reason` of the return.'),
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
      .array(z.strictObject({ parcel_id: z.string().max(64), reason: reasonCode.optional() }))
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

const decisionOutcomes = ['approved', 'refused'] as const

/** The merchant's answer to a recipient who asks for a return. */
export const returnDecisionSchema = acrossFields(
  z.strictObject({
    outcome: z.enum(decisionOutcomes).describe('`refused`: the return is cancelled.'),
    note: optionalText(500).describe('Why it is refused, as the recipient reads it.'),
  }),
  ({ outcome, note }, context) => {
    if (outcome === 'refused' && !note) refuse(context, ['note'], 'required', 'is required: the recipient reads it')
    if (outcome === 'approved' && note) refuse(context, ['note'], 'not_allowed', 'is for returns that are refused')
  },
)
export type ReturnDecision = z.output<typeof returnDecisionSchema>

const publicReturnTermsSchema = z
  .object({
    reason: z.string().nullable().describe('Null: none, or see `goods`.'),
    note: z.string().nullable(),
    pay: z.enum(returnPayments).nullable().describe('Null: as the carrier does.'),
    label: z.enum(returnLabels),
    goods: z
      .array(
        z.object({
          parcel_id: z.string(),
          item: z.int().nullable(),
          quantity: z.int(),
          reason: z.string().nullable(),
        }),
      )
      .describe('Of the original; `item`: its place in the parcel, from 0; null: all of it.'),
    by_recipient: z.boolean(),
    decision: z
      .object({
        outcome: z.enum(decisionOutcomes),
        note: z.string().nullable(),
        decided_at: z.string(),
        decided_by: z.string().nullable().describe('usr_… or key_…; null: the return rules.'),
      })
      .nullable()
      .describe('About a request of the recipient. A booking decides, too.'),
  })
  .meta({ id: 'ReturnTerms' })
type PublicReturnTerms = z.output<typeof publicReturnTermsSchema>

/** Goods of the original shipment that a return brings back. Without a reason, that of the return holds. */
export interface ReturnedParcel {
  parcel_id: string
  /** By their places in the list of the parcel; null: the parcel, which lists none. */
  items: { index: number; quantity: number; reason?: string }[] | null
  reason?: string
}

/** A return as its shipment keeps it. */
export interface ReturnTerms extends Pick<PublicReturnTerms, 'reason' | 'note' | 'pay' | 'label'> {
  return_of: string
  goods: ReturnedParcel[]
  /** Absent: the merchant made it. The returns page shows those of the recipient only, and leads to their labels. */
  by_recipient?: true
  /** Absent: none yet, or the merchant made the return. */
  decision?: NonNullable<PublicReturnTerms['decision']>
}

const names = ['return_of', 'reason', 'note', 'pay', 'label', 'goods', 'by_recipient', 'decision']
const decisionNames = ['outcome', 'note', 'decided_at', 'decided_by']

/** With its fields in the order in which they are shown: PostgreSQL has its own. */
export const completeReturnTerms = (stored: ReturnTerms): ReturnTerms => ({
  ...inOrder(stored, names),
  ...(stored.decision && { decision: inOrder(stored.decision, decisionNames) }),
})

const publicGoods = ({ goods }: ReturnTerms): PublicReturnTerms['goods'] =>
  goods.flatMap(({ parcel_id, items, reason = null }): PublicReturnTerms['goods'] =>
    items === null
      ? [{ parcel_id, item: null, quantity: 1, reason }]
      : items.map(({ index, quantity, reason: own = null }) => ({ parcel_id, item: index, quantity, reason: own })),
  )

const publicTerms = (terms: ReturnTerms): PublicReturnTerms => ({
  reason: terms.reason,
  note: terms.note,
  pay: terms.pay,
  label: terms.label,
  goods: publicGoods(terms),
  by_recipient: terms.by_recipient ?? false,
  decision: terms.decision ?? null,
})

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
  return_terms: terms ? publicTerms(terms) : null,
  return_ids: [...(returnIds ?? [])],
})
