/** Articles in a parcel, as customs and carriers want to know them. */
import { z } from 'zod'
import { type Accepted, acrossFields } from '../../requests/across-fields.ts'
import { inOrder } from '../../requests/key-order.ts'
import { refuse } from '../../requests/validation.ts'
import { country } from '../address.ts'
import { currencyCode } from '../currency-code.ts'
import { decimalPlaces, numberText } from '../decimals.ts'
import { decimalsProblem, moneyText, toMoney } from '../money.ts'
import { numeric, wholeNumber } from '../number.ts'
import { checkWeight, publicWeightSchema, weightSchema } from '../parcels/units.ts'
import { optionalText, requiredText } from '../text.ts'
import { hsCodeRefusal, plainHsCode } from './hs-code.ts'

const MOST_ITEMS = 100
const MOST_PIECES = 100_000
/** As of `declared_value`, for all pieces of an item. */
const LARGEST_VALUE = 1_000_000_000

const hsCode = optionalText(30)
  .superRefine((text, context) => {
    const refusal = text === null ? null : hsCodeRefusal(text)
    if (refusal !== null) refuse(context, [], ...refusal)
  })
  .transform((text) => text && plainHsCode(text))

const itemFields = z.strictObject({
  description: requiredText(200).describe('Such as `cotton T-shirt`, not `gift`.'),
  quantity: wholeNumber(1, MOST_PIECES),
  unit_value: z
    .strictObject({ amount: numeric(z.number().min(0).max(LARGEST_VALUE)), currency: currencyCode })
    .describe('Of one piece; in one currency per shipment.'),
  unit_weight: weightSchema.nullish().describe('Of one piece.'),
  hs_code: hsCode.describe('6 to 15 digits, and dots.'),
  origin_country: country.nullish(),
  sku: optionalText(64),
})

const itemSchema = acrossFields(itemFields, ({ quantity, unit_value: value, unit_weight: weight }, context) => {
  checkWeight(weight ?? {}, ['unit_weight', 'value'], context)
  const { amount, currency = null } = value ?? {}
  if (amount === undefined) return
  const problem = decimalsProblem(decimalPlaces(amount), currency)
  if (problem !== null) refuse(context, ['unit_value', 'amount'], 'too_many_decimals', problem)
  if (quantity !== undefined && amount * quantity > LARGEST_VALUE)
    refuse(context, ['unit_value', 'amount'], 'too_large', `must be at most ${LARGEST_VALUE}, times quantity`)
}).meta({ id: 'ParcelItemRequest' })

/** `items` of a parcel in requests. */
export const itemsSchema = z.array(itemSchema).max(MOST_ITEMS)
export type ItemDocument = z.output<typeof itemSchema>
export type AcceptedItems = Accepted<ItemDocument[]> | null | undefined

export const publicItemSchema = z
  .object({
    description: z.string(),
    quantity: z.number().int(),
    unit_value: z.object({ amount: z.string(), currency: z.string() }),
    unit_weight: publicWeightSchema.nullable(),
    hs_code: z.string().nullable(),
    origin_country: z.string().nullable(),
    sku: z.string().nullable(),
  })
  .meta({ id: 'ParcelItem' })

/** As a parcel keeps it, and as it is shown. */
export type ParcelItem = z.output<typeof publicItemSchema>

const itemNames = Object.keys(publicItemSchema.shape)

/** With its fields in the order in which they are shown: PostgreSQL has its own. */
export const completeItem = (stored: ParcelItem): ParcelItem => ({
  ...inOrder(stored, itemNames),
  unit_value: inOrder(stored.unit_value, ['amount', 'currency']),
  unit_weight: stored.unit_weight && inOrder(stored.unit_weight, ['value', 'unit']),
})

/** A stored item as it would be sent. */
export const itemDocument = ({ unit_value: value, unit_weight: weight, ...item }: ParcelItem): ItemDocument => ({
  ...item,
  unit_value: { amount: Number(value.amount), currency: value.currency },
  unit_weight: weight && { value: Number(weight.value), unit: weight.unit },
})

export const toItem = ({ unit_value: value, unit_weight: weight, ...sent }: ItemDocument): ParcelItem =>
  completeItem({
    ...sent,
    unit_value: { amount: moneyText(toMoney(value.amount, value.currency)), currency: value.currency },
    unit_weight: weight ? { value: numberText(weight.value, 0), unit: weight.unit } : null,
    origin_country: sent.origin_country ?? null,
  })
