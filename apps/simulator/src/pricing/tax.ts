/**
 * Standard rates of VAT or GST in basis points (2,000 = 20 %), as of January 2026; a country that is not here adds
 * none (the United States and Hong Kong have no such tax on transport).
 * Sources: European Commission, "VAT rates applied in the Member States"; OECD, "Consumption Tax Trends";
 * PwC, "Worldwide Tax Summaries". China: rate for express services. Canada: the federal GST alone.
 */
const standardRates: Readonly<Record<string, number>> = {
  AT: 2000,
  BE: 2100,
  BG: 2000,
  CY: 1900,
  CZ: 2100,
  DE: 1900,
  DK: 2500,
  EE: 2400,
  ES: 2100,
  FI: 2550,
  FR: 2000,
  GR: 2400,
  HR: 2500,
  HU: 2700,
  IE: 2300,
  IT: 2200,
  LT: 2100,
  LU: 1700,
  LV: 2100,
  MT: 1800,
  NL: 2100,
  PL: 2300,
  PT: 2300,
  RO: 2100,
  SE: 2500,
  SI: 2200,
  SK: 2300,
  AL: 2000,
  AM: 2000,
  AZ: 1800,
  BA: 1700,
  BY: 2000,
  CH: 810,
  GB: 2000,
  GE: 1800,
  IS: 2400,
  KZ: 1600,
  LI: 810,
  MD: 2000,
  ME: 2100,
  MK: 1800,
  NO: 2500,
  RS: 2000,
  RU: 2200,
  TR: 2000,
  UA: 2000,
  UZ: 1200,
  AE: 500,
  AU: 1000,
  BD: 1500,
  BH: 1000,
  CN: 600,
  ID: 1100,
  IL: 1800,
  IN: 1800,
  JO: 1600,
  JP: 1000,
  KR: 1000,
  LK: 1800,
  MY: 600,
  NP: 1300,
  NZ: 1500,
  OM: 500,
  PH: 1200,
  PK: 1600,
  SA: 1500,
  SG: 900,
  TH: 700,
  TW: 500,
  VN: 1000,
  BW: 1400,
  CI: 1800,
  CM: 1925,
  DZ: 1900,
  EG: 1400,
  ET: 1500,
  GH: 1500,
  KE: 1600,
  MA: 2000,
  MU: 1500,
  NA: 1500,
  NG: 750,
  RW: 1800,
  SN: 1800,
  TN: 1900,
  TZ: 1800,
  UG: 1800,
  ZA: 1500,
  ZM: 1600,
  AR: 2100,
  BB: 1750,
  BO: 1300,
  CA: 500,
  CL: 1900,
  CO: 1900,
  CR: 1300,
  DO: 1800,
  EC: 1500,
  GT: 1200,
  JM: 1500,
  MX: 1600,
  PA: 700,
  PE: 1800,
  PY: 1000,
  TT: 1250,
  UY: 2200,
}

const EUROPEAN_UNION = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/**
 * Basis points of tax on a transport, by the country where it begins.
 * Within a country, or within the Union, the rate of departure (Directive 2006/112/EC, articles 49 and 50);
 * transport of goods out of the tax area is exempt (article 146 (1) (e); other countries zero-rate it alike).
 */
export function taxBasisPoints(pickupCountry: string, dropoffCountry: string): number {
  const inOneArea =
    pickupCountry === dropoffCountry || (EUROPEAN_UNION.has(pickupCountry) && EUROPEAN_UNION.has(dropoffCountry))
  return inOneArea ? (standardRates[pickupCountry] ?? 0) : 0
}

/** Tax on an amount, both in minor units, rounded half up. */
export const taxMinor = (amountMinor: number, basisPoints: number): number =>
  Math.round((amountMinor * basisPoints) / 10_000)
