/** Pure: the fields of addresses that a carrier needs or speaks of, as pointers to the fields of the shipment. */
import type { CarrierAddress, QuoteRequest } from '../carrier-adapter.ts'
import { isoTerritory } from './territories.ts'

const NEEDS_PROVINCE: ReadonlySet<string> = new Set(['US', 'CA', 'AU'])

type Route = Pick<QuoteRequest, 'pickup' | 'dropoff'>

/** The names that a carrier has for the two addresses. */
interface EndNames {
  pickup: string
  dropoff: string
}

const ends = ({ pickup, dropoff }: Route, names: EndNames) =>
  [
    { name: 'pickup_address', wireName: names.pickup, address: pickup },
    { name: 'dropoff_address', wireName: names.dropoff, address: dropoff },
  ] as const

/** First missing field that a carrier needs before it is asked; null: none. `pointer`: to the first field. */
export function missingForCarriers(route: Route, carrierName: string): { message: string; pointer: string } | null {
  const missing = ends(route, { pickup: '', dropoff: '' }).flatMap(({ name, address }) => [
    ...(address.province === null && NEEDS_PROVINCE.has(address.country) ? [`/${name}/province`] : []),
    ...(address.phone === null && isoTerritory(route.pickup) !== isoTerritory(route.dropoff) ? [`/${name}/phone`] : []),
  ])
  const [pointer] = missing
  return pointer === undefined
    ? null
    : { message: `Missing: ${missing.join(', ')}. ${carrierName} needs it for these addresses.`, pointer }
}

/** Our fields of an address by the words that aggregators and carriers use for them. */
const fields: readonly [word: RegExp, ours: string, read: (address: CarrierAddress) => unknown][] = [
  [/phone/i, 'phone', ({ phone }) => phone],
  [/state_province|\bstate\b|province/i, 'province', ({ province }) => province],
  [/postal_?code|\bzip\b|post code/i, 'post_code', ({ postCode }) => postCode],
  [/city_locality|\bcity\b/i, 'city', ({ city }) => city],
  [/address_?line_?1|\bstreet1?\b/i, 'address_line_1', ({ addressLine1 }) => addressLine1],
  [/e-?mail/i, 'email', ({ email }) => email],
]

/**
 * The pointer of the field that a message speaks of, as a property; empty: it speaks of none. If the message does not say which end
 * it means, it is the one without the field.
 */
export function addressPointer(message: string, route: Route, names: EndNames): { pointer?: string } {
  const field = fields.find(([word]) => word.test(message))
  if (field === undefined) return {}
  const [, ours, read] = field
  const both = ends(route, names)
  const named = both.filter(({ wireName }) => message.includes(wireName))
  const candidates = named.length === 1 ? named : both.filter(({ address }) => read(address) === null)
  const [end] = candidates
  return end === undefined ? {} : { pointer: `/${end.name}/${ours}` }
}
