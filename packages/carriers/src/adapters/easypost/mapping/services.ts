/** Pure: names and transit times of services behind EasyPost, which it does not give. */
import { longestTransitDaysOfAny, toCode } from '../../../mapping/service-code.ts'

interface KnownService {
  name: string
  /** The longest transit that the carrier publishes, in working days. */
  longestDays: number
}

const known = (name: string, longestDays: number): KnownService => ({ name, longestDays })

/**
 * Services by `carrier.service` in lower case, at home in the United States unless they cross borders.
 * Sources: usps.com/ship/mail-shipping-services.htm, "Rate and Service Guide" of UPS and "Service Guide" of FedEx, 2026.
 */
const services: ReadonlyMap<string, KnownService> = new Map([
  ['usps.express', known('USPS Priority Mail Express', 3)],
  ['usps.priority', known('USPS Priority Mail', 3)],
  ['usps.groundadvantage', known('USPS Ground Advantage', 5)],
  ['usps.first', known('USPS First-Class Mail', 5)],
  ['usps.parcelselect', known('USPS Parcel Select', 9)],
  ['usps.mediamail', known('USPS Media Mail', 8)],
  ['usps.librarymail', known('USPS Library Mail', 8)],
  ['usps.firstclasspackageinternationalservice', known('USPS First-Class Package International', 21)],
  ['usps.prioritymailinternational', known('USPS Priority Mail International', 10)],
  ['usps.expressmailinternational', known('USPS Priority Mail Express International', 5)],
  ['ups.ground', known('UPS Ground', 5)],
  ['ups.3dayselect', known('UPS 3 Day Select', 3)],
  ['ups.2nddayair', known('UPS 2nd Day Air', 2)],
  ['ups.2nddayairam', known('UPS 2nd Day Air A.M.', 2)],
  ['ups.nextdayair', known('UPS Next Day Air', 1)],
  ['ups.nextdayairsaver', known('UPS Next Day Air Saver', 1)],
  ['ups.nextdayairearlyam', known('UPS Next Day Air Early', 1)],
  ['fedex.fedex_ground', known('FedEx Ground', 7)],
  ['fedex.ground_home_delivery', known('FedEx Home Delivery', 7)],
  ['fedex.fedex_express_saver', known('FedEx Express Saver', 3)],
  ['fedex.fedex_2_day', known('FedEx 2Day', 2)],
  ['fedex.fedex_2_day_am', known('FedEx 2Day A.M.', 2)],
  ['fedex.standard_overnight', known('FedEx Standard Overnight', 1)],
  ['fedex.priority_overnight', known('FedEx Priority Overnight', 1)],
  ['fedex.first_overnight', known('FedEx First Overnight', 1)],
  ['fedex.international_priority', known('FedEx International Priority', 3)],
  ['fedex.international_economy', known('FedEx International Economy', 6)],
])

/** Carriers by the names under which EasyPost sells its own accounts with them. */
const carriersOfEasyPost: ReadonlyMap<string, string> = new Map([
  ['UPSDAP', 'UPS'],
  ['FedExDefault', 'FedEx'],
])

/** Who carries the parcels. */
export const carriedBy = (carrier: string): string => carriersOfEasyPost.get(carrier) ?? carrier

const find = (carrier: string, service: string): KnownService | undefined =>
  services.get(`${carriedBy(carrier)}.${service}`.toLowerCase())

/** `usps.groundadvantage`: carrier and service in lower case, with nothing but letters, digits and underscores. */
export const toServiceCode = ({ carrier, service }: { carrier: string; service: string }): string =>
  `${toCode(carrier)}.${toCode(service)}`

/** `NextDayAirSaver` and `PRIORITY_OVERNIGHT` as words. */
const inWords = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/\b([A-Z])([A-Z]{3,})\b/g, (_, first: string, rest: string) => first + rest.toLowerCase())

/** As shown to merchants: `USPS Ground Advantage`. */
export const toServiceName = ({ carrier, service }: { carrier: string; service: string }): string =>
  find(carrier, service)?.name ?? `${carriedBy(carrier)} ${inWords(service)}`

/** The longest transit of the service in working days. */
export function longestTransitDays(
  { carrier, service }: { carrier: string; service: string },
  crossesBorders: boolean,
): number {
  return find(carrier, service)?.longestDays ?? longestTransitDaysOfAny(crossesBorders)
}
