/** Pure: names and transit times of services behind ShipEngine, which gives neither brands nor longest transits. */
import { longestTransitDaysOfAny, toCode } from '../../../mapping/service-code.ts'

interface Brand {
  code: string
  name: string
}

const usps = { code: 'usps', name: 'USPS' }
const ups = { code: 'ups', name: 'UPS' }
const fedex = { code: 'fedex', name: 'FedEx' }

/** Carriers that ShipEngine names after the seller of the postage or the kind of contract. */
const brands: ReadonlyMap<string, Brand> = new Map([
  ...['usps', 'stamps_com', 'endicia'].map((code) => [code, usps] as const),
  ...['ups', 'ups_walleted'].map((code) => [code, ups] as const),
  ...['fedex', 'fedex_walleted'].map((code) => [code, fedex] as const),
])

/** The longest transit that the carrier publishes, in working days, by service code. Sources: as in the adapter to EasyPost. */
const longestDays: ReadonlyMap<string, number> = new Map([
  ['usps.priority_mail_express', 3],
  ['usps.priority_mail', 3],
  ['usps.ground_advantage', 5],
  ['usps.first_class_mail', 5],
  ['usps.parcel_select', 9],
  ['usps.media_mail', 8],
  ['usps.library_mail', 8],
  ['usps.first_class_mail_international', 21],
  ['usps.priority_mail_international', 10],
  ['usps.priority_mail_express_international', 5],
  ['ups.ground', 5],
  ['ups.3_day_select', 3],
  ['ups.2nd_day_air', 2],
  ['ups.2nd_day_air_am', 2],
  ['ups.next_day_air', 1],
  ['ups.next_day_air_saver', 1],
  ['ups.next_day_air_early_am', 1],
  ['fedex.ground', 7],
  ['fedex.home_delivery', 7],
  ['fedex.express_saver', 3],
  ['fedex.2day', 2],
  ['fedex.2day_am', 2],
  ['fedex.standard_overnight', 1],
  ['fedex.priority_overnight', 1],
  ['fedex.first_overnight', 1],
  ['fedex.international_priority', 3],
  ['fedex.international_economy', 6],
])

interface Named {
  carrier_code: string | null
  friendly_name: string | null
}

/** Who carries the parcels. */
export function findBrand({ carrier_code, friendly_name }: Named): Brand {
  const code = toCode(carrier_code ?? friendly_name ?? 'unknown')
  return brands.get(code) ?? { code, name: friendly_name ?? carrier_code ?? 'unknown' }
}

/** `usps.priority_mail`: the brand, and ShipEngine's code of the service without the brand or carrier at its beginning. */
export function toServiceCode(carrier: Named, service: string): string {
  const brand = findBrand(carrier)
  const code = toCode(service)
  const prefix = [carrier.carrier_code, brand.code].find((start) => start !== null && code.startsWith(`${start}_`))
  return `${brand.code}.${prefix ? code.slice(prefix.length + 1) : code}`
}

/** The longest transit of a service in working days. */
export const longestTransitDays = (serviceCode: string, crossesBorders: boolean): number =>
  longestDays.get(serviceCode) ?? longestTransitDaysOfAny(crossesBorders)
