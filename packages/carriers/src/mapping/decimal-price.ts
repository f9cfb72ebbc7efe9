/** Pure: prices that carriers state as decimals. */
import { isCurrency, minorDigits } from '@waybill/contracts/values/money'

const MAX_EXPONENT = 4

/** An amount greater than 0. It counts 10^-exponent of one unit of `currency`. */
export interface Price {
  currency: string
  exponent: number
  amountMinor: number
}

const DECIMAL = /^(-?)(\d{1,9})(?:\.(\d{1,12}))?$/
const SCALE = 12

/** The decimal times 10^12; null: it is none. */
function scaled(decimal: string): bigint | null {
  const [, sign, units, decimals = ''] = DECIMAL.exec(decimal.trim()) ?? []
  if (units === undefined) return null
  return BigInt(`${sign}${units}${decimals.padEnd(SCALE, '0')}`)
}

/** The digits that decimals have after the point, at least those of the currency and at most 4. */
function findExponent(amounts: readonly bigint[], currency: string): number {
  const digits = amounts.map((amount) => {
    const decimals = String(amount < 0n ? -amount : amount)
      .padStart(SCALE + 1, '0')
      .slice(-SCALE)
    return decimals.replace(/0+$/, '').length
  })
  return Math.min(Math.max(minorDigits(currency), ...digits), MAX_EXPONENT)
}

/** Cut and rounded up to the exponent, so that a merchant never pays more than the offer. */
function toMinor(amount: bigint, exponent: number): number {
  const unit = 10n ** BigInt(SCALE - exponent)
  const isExact = amount % unit === 0n
  return Number(amount / unit) + (isExact || amount < 0n ? 0 : 1)
}

/**
 * A decimal as a price: `7.58` USD is 758 with exponent 2. Null: it is no price in an active currency. Digits beyond the exponent 4
 * are cut and rounded up.
 */
export const parsePrice = (decimal: string, currency: string): Price | null => addUp([decimal], currency)?.price ?? null

/**
 * The sum of decimals as a price, with the parts in the same unit: `parts` has one for each decimal. Null: they are no price. Exact:
 * no floating point is involved.
 */
export function addUp(decimals: readonly string[], currency: string): { price: Price; parts: number[] } | null {
  const amounts = decimals.map(scaled)
  if (!isCurrency(currency) || !amounts.every((amount) => amount !== null)) return null
  const exponent = findExponent(amounts, currency)
  const amountMinor = toMinor(
    amounts.reduce((sum, amount) => sum + amount, 0n),
    exponent,
  )
  if (amountMinor <= 0 || amountMinor > Number.MAX_SAFE_INTEGER) return null
  return { price: { currency, exponent, amountMinor }, parts: amounts.map((amount) => toMinor(amount, exponent)) }
}
