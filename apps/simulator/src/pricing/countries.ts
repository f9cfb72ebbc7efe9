/**
 * Pure: the currency and the tax of the countries that the simulated carriers know. A few are enough for a sandbox:
 * everywhere else they bill in US dollars without tax.
 */
import { minorDigits } from '@waybill/contracts/values/money'

interface Country {
  /** ISO 4217. */
  currency: string
  /** Standard rate of VAT or GST on transport in basis points: 2,000 is 20 %. */
  taxBasisPoints: number
  inEuropeanUnion: boolean
  /** Domestic price level in percent of the euro area's. 100 if absent. */
  domesticPricePercent?: number
}

/**
 * Rates of January 2026. Sources: European Commission, "VAT rates applied in the Member States"; OECD, "Consumption Tax
 * Trends". Canada: the federal GST alone. The United States has no such tax. Kuwait is here for its three decimals.
 * The domestic prices are rough estimates.
 */
const countries: Readonly<Record<string, Country>> = {
  AT: { currency: 'EUR', taxBasisPoints: 2_000, inEuropeanUnion: true },
  BE: { currency: 'EUR', taxBasisPoints: 2_100, inEuropeanUnion: true },
  BG: { currency: 'EUR', taxBasisPoints: 2_000, inEuropeanUnion: true },
  CY: { currency: 'EUR', taxBasisPoints: 1_900, inEuropeanUnion: true },
  CZ: { currency: 'CZK', taxBasisPoints: 2_100, inEuropeanUnion: true },
  DE: { currency: 'EUR', taxBasisPoints: 1_900, inEuropeanUnion: true },
  DK: { currency: 'DKK', taxBasisPoints: 2_500, inEuropeanUnion: true },
  EE: { currency: 'EUR', taxBasisPoints: 2_400, inEuropeanUnion: true },
  ES: { currency: 'EUR', taxBasisPoints: 2_100, inEuropeanUnion: true },
  FI: { currency: 'EUR', taxBasisPoints: 2_550, inEuropeanUnion: true },
  FR: { currency: 'EUR', taxBasisPoints: 2_000, inEuropeanUnion: true },
  GR: { currency: 'EUR', taxBasisPoints: 2_400, inEuropeanUnion: true },
  HR: { currency: 'EUR', taxBasisPoints: 2_500, inEuropeanUnion: true },
  HU: { currency: 'HUF', taxBasisPoints: 2_700, inEuropeanUnion: true },
  IE: { currency: 'EUR', taxBasisPoints: 2_300, inEuropeanUnion: true },
  IT: { currency: 'EUR', taxBasisPoints: 2_200, inEuropeanUnion: true },
  LT: { currency: 'EUR', taxBasisPoints: 2_100, inEuropeanUnion: true },
  LU: { currency: 'EUR', taxBasisPoints: 1_700, inEuropeanUnion: true },
  LV: { currency: 'EUR', taxBasisPoints: 2_100, inEuropeanUnion: true },
  MT: { currency: 'EUR', taxBasisPoints: 1_800, inEuropeanUnion: true },
  NL: { currency: 'EUR', taxBasisPoints: 2_100, inEuropeanUnion: true },
  PL: { currency: 'PLN', taxBasisPoints: 2_300, inEuropeanUnion: true, domesticPricePercent: 60 },
  PT: { currency: 'EUR', taxBasisPoints: 2_300, inEuropeanUnion: true },
  RO: { currency: 'RON', taxBasisPoints: 2_100, inEuropeanUnion: true },
  SE: { currency: 'SEK', taxBasisPoints: 2_500, inEuropeanUnion: true },
  SI: { currency: 'EUR', taxBasisPoints: 2_200, inEuropeanUnion: true },
  SK: { currency: 'EUR', taxBasisPoints: 2_300, inEuropeanUnion: true },
  AU: { currency: 'AUD', taxBasisPoints: 1_000, inEuropeanUnion: false },
  CA: { currency: 'CAD', taxBasisPoints: 500, inEuropeanUnion: false },
  GB: { currency: 'GBP', taxBasisPoints: 2_000, inEuropeanUnion: false },
  IN: { currency: 'INR', taxBasisPoints: 1_800, inEuropeanUnion: false, domesticPricePercent: 25 },
  JP: { currency: 'JPY', taxBasisPoints: 1_000, inEuropeanUnion: false },
  KW: { currency: 'KWD', taxBasisPoints: 0, inEuropeanUnion: false },
  US: { currency: 'USD', taxBasisPoints: 0, inEuropeanUnion: false },
}

const elsewhere: Country = { currency: 'USD', taxBasisPoints: 0, inEuropeanUnion: false }

/** Units of a currency per euro, rounded and fixed: the same request has the same price every day. Not for trade. */
const unitsPerEuro: Readonly<Record<string, number>> = {
  AUD: 1.78,
  CAD: 1.63,
  CZK: 24.3,
  DKK: 7.46,
  EUR: 1,
  GBP: 0.87,
  HUF: 388,
  INR: 103,
  JPY: 175,
  KWD: 0.36,
  PLN: 4.25,
  RON: 5.09,
  SEK: 11,
  USD: 1.17,
}

const getCountry = (countryCode: string): Country => countries[countryCode] ?? elsewhere

/** ISO 4217 currency in which the carriers bill transports that begin in the country. */
export const getCurrency = (countryCode: string): string => getCountry(countryCode).currency

/** Domestic price level in percent of the euro area's. */
export const domesticPricePercent = (countryCode: string): number => getCountry(countryCode).domesticPricePercent ?? 100

/** Whether goods are cleared through customs between the two countries. */
export const crossesCustoms = (pickupCountry: string, dropoffCountry: string): boolean =>
  !isSameArea(pickupCountry, dropoffCountry)

const isSameArea = (pickupCountry: string, dropoffCountry: string): boolean =>
  pickupCountry === dropoffCountry ||
  (getCountry(pickupCountry).inEuropeanUnion && getCountry(dropoffCountry).inEuropeanUnion)

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
  return isSameArea(pickupCountry, dropoffCountry) ? getCountry(pickupCountry).taxBasisPoints : 0
}

/** Tax on an amount, both in minor units, rounded half up. */
export const taxMinor = (amountMinor: number, basisPoints: number): number =>
  Math.round((amountMinor * basisPoints) / 10_000)
