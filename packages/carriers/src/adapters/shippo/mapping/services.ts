/** Pure: names and transit times of services behind Shippo, which gives no longest transits. */
import { longestTransitDaysOfAny, toCode } from '../../../mapping/service-code.ts'

/** Carriers whose name in rates is not their name in tracking. */
const tokens: ReadonlyMap<string, string> = new Map([
  ['asendia', 'asendia_us'],
  ['dhl', 'dhl_express'],
  ['evri', 'hermes_uk'],
  ['evri_uk', 'hermes_uk'],
])

/** Carriers whose names Shippo also writes as one word: `DHLExpress` in messages. Source: CarriersEnum of Shippo's reference. */
const inWords = new Map(
  [
    ...['apc_postal', 'asendia_us', 'australia_post', 'better_trucks', 'canada_post', 'collect_plus', 'correios_br'],
    ...['correos_espana', 'deutsche_post', 'dhl_benelux', 'dhl_ecommerce', 'dhl_express', 'dhl_germany', 'dpd_de'],
    ...['dpd_uk', 'fastway_australia', 'gls_us', 'hermes_uk', 'hongkong_post', 'mondial_relay', 'new_zealand_post'],
    ...['nippon_express', 'poste_italiane', 'royal_mail', 'rr_donnelley', 'russian_post'],
  ].map((token) => [token.replaceAll('_', ''), token]),
)

/** The longest transit that the carrier publishes, in working days, by service code. Sources: as in the adapter to EasyPost. */
const longestDays: ReadonlyMap<string, number> = new Map([
  ['usps.priority_express', 3],
  ['usps.priority', 3],
  ['usps.ground_advantage', 5],
  ['usps.first', 5],
  ['usps.parcel_select', 9],
  ['usps.media_mail', 8],
  ['usps.library_mail', 8],
  ['usps.first_class_package_international_service', 21],
  ['usps.priority_mail_international', 10],
  ['usps.priority_mail_express_international', 5],
  ['ups.ground', 5],
  ['ups.3_day_select', 3],
  ['ups.second_day_air', 2],
  ['ups.second_day_air_am', 2],
  ['ups.next_day_air', 1],
  ['ups.next_day_air_saver', 1],
  ['ups.next_day_air_early_am', 1],
  ['fedex.ground', 7],
  ['fedex.home_delivery', 7],
  ['fedex.express_saver', 3],
  ['fedex.2_day', 2],
  ['fedex.2_day_am', 2],
  ['fedex.standard_overnight', 1],
  ['fedex.priority_overnight', 1],
  ['fedex.first_overnight', 1],
  ['fedex.international_priority', 3],
  ['fedex.international_economy', 6],
])

/** Shippo's name of a carrier, as in `GET /tracks/usps/…`, by the name in its rates. */
export function carrierToken(provider: string): string {
  const code = toCode(provider)
  return tokens.get(code) ?? inWords.get(code) ?? code
}

/** `usps.priority`: the carrier, and Shippo's token of the service without the carrier at its beginning. */
export function toServiceCode(provider: string, service: string): string {
  const carrier = carrierToken(provider)
  const code = toCode(service)
  const prefix = [carrier, toCode(provider)].find((start) => code.startsWith(`${start}_`))
  return `${carrier}.${prefix === undefined ? code : code.slice(prefix.length + 1)}`
}

/** The longest transit of a service in working days. */
export const longestTransitDays = (serviceCode: string, crossesBorders: boolean): number =>
  longestDays.get(serviceCode) ?? longestTransitDaysOfAny(crossesBorders)
