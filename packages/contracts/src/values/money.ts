import countryToCurrency, { type Countries } from 'country-to-currency'
import { decimalCount, decimalText } from './decimals.ts'

const digitsByCurrency = new Map<string, number>()

/** Minor digits of an ISO 4217 currency, from the Unicode CLDR in Node: JPY 0, EUR 2, KWD 3. */
export function minorDigits(currency: string): number {
  let digits = digitsByCurrency.get(currency)
  if (digits === undefined) {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    digits = maximumFractionDigits ?? 2
    digitsByCurrency.set(currency, digits)
  }
  return digits
}

/** Decimal text of an amount in minor units, with the digits of the currency: 1250 EUR is "12.50". */
export const moneyText = (amountMinor: number, currency: string): string =>
  decimalText(amountMinor, minorDigits(currency))

/** Minor units of a JSON number, rounded half up. */
export const moneyMinor = (amount: number, currency: string): number => decimalCount(amount, minorDigits(currency))

/** ISO 4217 currency of an ISO 3166-1 alpha-2 country; USD for an unknown country. */
export const currencyOf = (country: string): string => countryToCurrency[country as Countries] ?? 'USD'
