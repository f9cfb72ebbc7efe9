/** Charges of a booking, with their mapping to the public shape. */
import { z } from 'zod'
import { decimalString, timestampString } from '../requests/described-texts.ts'
import { type Money, moneyText } from '../values/money.ts'

/** Types of charges. A later version may add others. */
export const chargeTypes = ['cancellation_fee', 'weight_adjustment', 'route_adjustment', 'refund_rejected'] as const
export type ChargeType = (typeof chargeTypes)[number]

/** Charge or credit of the carrier beside the price of the booked option. Negative: a credit. */
export interface Charge extends Money {
  type: ChargeType
  /** The carrier's, so that a charge which it reports again counts once. */
  chargeId?: string
  taxMinor: number
  reason: string | null
  at: Date
}

/** They adjust the price of the option, and are not due without it. */
const adjustments: readonly ChargeType[] = ['weight_adjustment', 'route_adjustment']

/**
 * The charges of a booking that was cancelled before the pickup: a line for each type of adjustment reverses what remains of
 * it, so that the sum of all lines is what is due. A type whose amounts cancel out but for the rounding of their tax has no
 * line: another one takes the tax.
 */
export function withReversals(charges: readonly Charge[], cancelledAt: Date): readonly Charge[] {
  const reversals = new Map<string, Charge>()
  for (const { type, currency, exponent, amountMinor, taxMinor } of charges) {
    if (!adjustments.includes(type)) continue
    const key = `${type} ${currency} ${exponent}`
    const { amountMinor: amount, taxMinor: tax } = reversals.get(key) ?? { amountMinor: 0, taxMinor: 0 }
    reversals.set(key, {
      type,
      currency,
      exponent,
      amountMinor: amount - amountMinor,
      taxMinor: tax - taxMinor,
      reason: 'The booking is cancelled.',
      at: cancelledAt,
    })
  }
  const remaining = withoutTaxRests([...reversals.values()])
  return remaining.length === 0 ? charges : [...charges, ...remaining]
}

/** Moves the tax of lines without an amount to another line of the same currency. Leaves out lines of nothing. */
function withoutTaxRests(lines: readonly Charge[]): Charge[] {
  const kept = lines.filter(({ amountMinor }) => amountMinor !== 0)
  for (const rest of lines.filter(({ amountMinor }) => amountMinor === 0)) {
    const index = kept.findIndex(({ currency, exponent }) => currency === rest.currency && exponent === rest.exponent)
    const other = kept[index]
    if (other === undefined) kept.push(rest)
    else kept[index] = { ...other, taxMinor: other.taxMinor + rest.taxMinor }
  }
  return kept.filter(({ amountMinor, taxMinor }) => amountMinor !== 0 || taxMinor !== 0)
}

export const publicChargeSchema = z
  .object({
    type: z.string().describe(`Why it is charged: ${chargeTypes.join(', ')}. More may be added.`),
    amount: decimalString('Amount before tax; negative if the carrier credits it.'),
    tax_amount: z.string(),
    currency: z.string(),
    reason: z.string().nullable().describe('Why, in words, else null.'),
    at: timestampString('When it was charged.'),
  })
  .meta({ id: 'Charge' })
type PublicCharge = z.output<typeof publicChargeSchema>

export const publicCharge = (charge: Charge): PublicCharge => ({
  type: charge.type,
  amount: moneyText(charge),
  tax_amount: moneyText({ ...charge, amountMinor: charge.taxMinor }),
  currency: charge.currency,
  reason: charge.reason,
  at: charge.at.toISOString(),
})
