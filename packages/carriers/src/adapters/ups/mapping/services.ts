/** Pure: UPS's services, their codes and transit times. */

interface UpsService {
  /** UPS's code, two digits. */
  upsCode: string
  serviceCode: string
  name: string
  /** The longest usual transit, in working days: used where UPS states none for the route. */
  longestDays: number
}

const service = (upsCode: string, serviceCode: string, name: string, longestDays: number): UpsService => ({
  upsCode,
  serviceCode,
  name,
  longestDays,
})

/**
 * Services for packages that are handed over at an address. Some have other names in other countries: 07 is UPS Express in Europe.
 * Without pallets (71, 75, 96), Mail Innovations, Access Points (70) and services under special contracts.
 * Source of the codes: Rating.yaml, Shipment/Service/Code. The reference of the API has no table of transit times: it states the days
 * of a route (`BusinessDaysInTransit` of Rating.yaml and TimeInTransit.yaml). The days here are estimates
 * for offers without such a statement.
 */
export const upsServices: readonly UpsService[] = [
  service('03', 'ups_ground', 'UPS Ground', 5),
  service('12', 'ups_3_day_select', 'UPS 3 Day Select', 3),
  service('02', 'ups_2nd_day_air', 'UPS 2nd Day Air', 2),
  service('59', 'ups_2nd_day_air_am', 'UPS 2nd Day Air A.M.', 2),
  service('13', 'ups_next_day_air_saver', 'UPS Next Day Air Saver', 1),
  service('01', 'ups_next_day_air', 'UPS Next Day Air', 1),
  service('14', 'ups_next_day_air_early', 'UPS Next Day Air Early', 1),
  service('11', 'ups_standard', 'UPS Standard', 7),
  service('08', 'ups_worldwide_expedited', 'UPS Worldwide Expedited', 5),
  service('65', 'ups_worldwide_saver', 'UPS Worldwide Saver', 3),
  service('07', 'ups_worldwide_express', 'UPS Worldwide Express', 3),
  service('54', 'ups_worldwide_express_plus', 'UPS Worldwide Express Plus', 3),
  service('74', 'ups_express_1200', 'UPS Express 12:00', 1),
]

/** Services that UPS does not have for returns. Source: Shipping.yaml, Service/Code. */
export const isForReturns = ({ upsCode }: UpsService): boolean => upsCode !== '13' && upsCode !== '59'

const byUpsCode = new Map(upsServices.map((each) => [each.upsCode, each]))
const byServiceCode = new Map(upsServices.map((each) => [each.serviceCode, each]))

/** By UPS's code, which may come without its leading zero; undefined: the service is not offered. */
export const serviceByUpsCode = (code: string): UpsService | undefined => byUpsCode.get(code.padStart(2, '0'))

export const serviceByCode = (serviceCode: string): UpsService | undefined => byServiceCode.get(serviceCode)
