import countryToCurrency, { type Countries } from 'country-to-currency'
import { decimalCount, decimalText } from './decimals.ts'

/**
 * The active currencies of ISO 4217 by their minor digits. Not from Intl: the Unicode CLDR in Node gives the digits that
 * shops print (HUF 0), and changes them between releases. Without the codes that have no minor digits (XAU, XDR, XTS …):
 * no price is in them.
 * Source: ISO 4217 list one of 2024-06-25 with amendments 176 to 180: XCG and XAD added, ANG, CUC and BGN withdrawn.
 */
const currenciesByDigits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP
    COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR
    JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN
    NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
    THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const digitsByCurrency: ReadonlyMap<string, number> = new Map(
  Object.entries(currenciesByDigits).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((currency) => [currency, Number(digits)] as const),
  ),
)

const MOST_DIGITS = Math.max(...digitsByCurrency.values())

/** The codes of all active currencies. */
export const currencies: readonly string[] = [...digitsByCurrency.keys()].sort()

/** Whether the code is an active ISO 4217 currency, in upper case. */
export const isCurrency = (code: string): boolean => digitsByCurrency.has(code)

/** Minor digits of an ISO 4217 currency: JPY 0, EUR 2, KWD 3. Throws RangeError for a code that is not an active one. */
export function minorDigits(currency: string): number {
  const digits = digitsByCurrency.get(currency)
  if (digits === undefined) throw new RangeError(`${currency} is not an active ISO 4217 currency`)
  return digits
}

/**
 * An amount as it is stored and sent: it counts 10^-exponent of one unit of `currency`. With its exponent beside it, an
 * amount keeps its meaning when ISO 4217 changes the digits of its currency.
 */
export interface Money {
  /** ISO 4217; withdrawn since then, perhaps. */
  currency: string
  exponent: number
  amountMinor: number
}

/** A JSON number as an amount with the minor digits of the currency, rounded half up. */
export function toMoney(amount: number, currency: string): Money {
  const exponent = minorDigits(currency)
  return { currency, exponent, amountMinor: decimalCount(amount, exponent) }
}

/** Decimal text of an amount, with as many digits as its exponent: 1250 with exponent 2 is "12.50". */
export const moneyText = ({ amountMinor, exponent }: Omit<Money, 'currency'>): string =>
  decimalText(amountMinor, exponent)

/** The same decimal amount in another currency, with its minor digits, rounded half up. Does not convert by a rate. */
export function inCurrency({ amountMinor, exponent }: Omit<Money, 'currency'>, currency: string): Money {
  const digits = minorDigits(currency)
  return { currency, exponent: digits, amountMinor: rescaled(amountMinor, exponent, digits) }
}

const rescaled = (amountMinor: number, exponent: number, digits: number): number =>
  digits === exponent ? amountMinor : decimalCount(amountMinor / 10 ** exponent, digits)

/** ISO 4217 currency of an ISO 3166-1 alpha-2 country; USD for an unknown country, and for one without active currency. */
export function findCurrency(country: string): string {
  const currency = countryToCurrency[country as Countries] ?? 'USD'
  return isCurrency(currency) ? currency : 'USD'
}

/**
 * Error of an amount with this many decimal places; null: none. Its error code is `too_many_decimals`. Beside
 * a currency that is wrong or not known, only more places than any currency has are wrong.
 */
export function decimalsProblem(places: number, given: string | null): string | null {
  const currency = given?.trim().toUpperCase() ?? ''
  if (!isCurrency(currency)) {
    return places <= MOST_DIGITS ? null : `must have at most ${MOST_DIGITS} decimal places: no currency has more`
  }
  const digits = minorDigits(currency)
  if (places <= digits) return null
  return digits === 0
    ? `must be a whole number: ${currency} has no decimal places`
    : `must have at most ${digits} decimal places, as ${currency} has`
}
