/**
 * Pure: the currency and the tax of the countries that the simulated carriers know. A handful is enough for a sandbox:
 * everywhere else they bill in US dollars without tax.
 */
import { minorDigits } from '@waybill/contracts/values/money'

interface Country {
  /** ISO 4217. */
  currency: string
  /** Standard rate of VAT or GST on transport in basis points: 2,000 is 20 %. */
  taxBasisPoints: number
  inEuropeanUnion: boolean
}

/**
 * Rates of January 2026. Sources: European Commission, "VAT rates applied in the Member States"; OECD, "Consumption Tax
 * Trends". Canada: the federal GST alone. The United States has no such tax. Kuwait is here for its three decimals.
 */
const countries: Readonly<Record<string, Country>> = {
  DE: { currency: 'EUR', taxBasisPoints: 1_900, inEuropeanUnion: true },
  ES: { currency: 'EUR', taxBasisPoints: 2_100, inEuropeanUnion: true },
  FR: { currency: 'EUR', taxBasisPoints: 2_000, inEuropeanUnion: true },
  IE: { currency: 'EUR', taxBasisPoints: 2_300, inEuropeanUnion: true },
  IT: { currency: 'EUR', taxBasisPoints: 2_200, inEuropeanUnion: true },
  NL: { currency: 'EUR', taxBasisPoints: 2_100, inEuropeanUnion: true },
  PL: { currency: 'PLN', taxBasisPoints: 2_300, inEuropeanUnion: true },
  AU: { currency: 'AUD', taxBasisPoints: 1_000, inEuropeanUnion: false },
  CA: { currency: 'CAD', taxBasisPoints: 500, inEuropeanUnion: false },
  GB: { currency: 'GBP', taxBasisPoints: 2_000, inEuropeanUnion: false },
  IN: { currency: 'INR', taxBasisPoints: 1_800, inEuropeanUnion: false },
  JP: { currency: 'JPY', taxBasisPoints: 1_000, inEuropeanUnion: false },
  KW: { currency: 'KWD', taxBasisPoints: 0, inEuropeanUnion: false },
  US: { currency: 'USD', taxBasisPoints: 0, inEuropeanUnion: false },
}

const elsewhere: Country = { currency: 'USD', taxBasisPoints: 0, inEuropeanUnion: false }

/** Units of a currency per euro, rounded and fixed: the same request has the same price every day. Not for trade. */
const unitsPerEuro: Readonly<Record<string, number>> = {
  AUD: 1.78,
  CAD: 1.63,
  EUR: 1,
  GBP: 0.87,
  INR: 103,
  JPY: 175,
  KWD: 0.36,
  PLN: 4.25,
  USD: 1.17,
}

const getCountry = (countryCode: string): Country => countries[countryCode] ?? elsewhere

/** ISO 4217 currency in which the carriers bill transports that begin in the country. */
export const getCurrency = (countryCode: string): string => getCountry(countryCode).currency

/** The amount in minor units of a currency that `getCurrency` returns, rounded half up. */
export function convertEuroCents(euroCents: number, currency: string): number {
  const rate = unitsPerEuro[currency]
  if (rate === undefined) throw new TypeError(`no exchange rate for ${currency}`)
  return Math.round((euroCents * Math.round(rate * 10_000) * 10 ** minorDigits(currency)) / 1_000_000)
}

/**
 * Tax rate of a transport in basis points, by the country where it begins.
 * Within a country or within the Union, the rate of departure applies (Directive 2006/112/EC, articles 49 and 50).
 * Transport of goods out of the tax area is exempt (article 146 (1) (e); other countries zero-rate it likewise).
 */
export function taxBasisPoints(pickupCountry: string, dropoffCountry: string): number {
  const pickup = getCountry(pickupCountry)
  const sameArea =
    pickupCountry === dropoffCountry || (pickup.inEuropeanUnion && getCountry(dropoffCountry).inEuropeanUnion)
  return sameArea ? pickup.taxBasisPoints : 0
}

/** Tax on an amount, both in minor units, rounded half up. */
export const taxMinor = (amountMinor: number, basisPoints: number): number =>
  Math.round((amountMinor * basisPoints) / 10_000)
