/** Pure: shipments across customs borders, for which aggregators need a declaration of contents and values. */
import type { CarrierAddress, QuoteOutcome, QuoteRequest } from '../carrier-adapter.ts'

/** Member states of the European Union, whose customs territory is one, and Monaco, which belongs to it. */
const EUROPEAN_UNION = new Set([
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU', 'LV'],
  ...['MC', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
])
/** Countries within the customs territory of another. */
const territories: ReadonlyMap<string, string> = new Map([
  ['LI', 'CH'],
  ['IM', 'GB'],
  ['PR', 'US'],
])

/** Regions outside of the customs or tax territory of their country, by the beginning of their post codes. */
const outerRegions: readonly { country: string; postCode: RegExp; name: string }[] = [
  { country: 'DE', postCode: /^27498/, name: 'Heligoland' },
  { country: 'DE', postCode: /^78266/, name: 'Büsingen' },
  { country: 'ES', postCode: /^3[58]/, name: 'Canary Islands' },
  { country: 'ES', postCode: /^51/, name: 'Ceuta' },
  { country: 'ES', postCode: /^52/, name: 'Melilla' },
  { country: 'FR', postCode: /^(97|98[678])/, name: 'overseas' },
  { country: 'GB', postCode: /^JE/i, name: 'Jersey' },
  { country: 'GB', postCode: /^GY/i, name: 'Guernsey' },
  { country: 'IT', postCode: /^23041/, name: 'Livigno' },
]

/** Military post and territories with ZIP codes, which need a customs form within the United States. */
const OUTER_STATES = new Set(['AA', 'AE', 'AP', 'AS', 'GU', 'MP', 'VI'])

/** The part of the country outside of its customs territory; null: the address is within. */
function findOuterRegion({ country, province, postCode }: CarrierAddress): string | null {
  const state = province?.trim().toUpperCase() ?? ''
  if (country === 'US') return OUTER_STATES.has(state) ? state : null
  const found = outerRegions.find(
    (region) => region.country === country && region.postCode.test(postCode?.trim() ?? ''),
  )
  return found?.name ?? null
}

const findCustomsTerritory = (address: CarrierAddress): string => {
  const { country } = address
  const region = findOuterRegion(address)
  if (region !== null) return `${country} ${region}`
  return EUROPEAN_UNION.has(country) ? 'EU' : (territories.get(country) ?? country)
}

/** Whether goods on this route need customs papers. */
const crossesCustoms = ({ pickup, dropoff }: Pick<QuoteRequest, 'pickup' | 'dropoff'>): boolean =>
  findCustomsTerritory(pickup) !== findCustomsTerritory(dropoff)

const placeName = (address: CarrierAddress): string => {
  const region = findOuterRegion(address)
  return region === null ? address.country : `${address.country} (${region})`
}

/** Why a carrier that needs a customs declaration with the shipment is not asked; null: no customs border is crossed. */
export function customsDecline(
  route: Pick<QuoteRequest, 'pickup' | 'dropoff'>,
  carrierName: string,
): Extract<QuoteOutcome, { kind: 'not_served' }> | null {
  if (!crossesCustoms(route)) return null
  const { pickup, dropoff } = route
  const message = `${carrierName} needs a customs declaration for shipments from ${placeName(pickup)} to ${placeName(dropoff)}, which Waybill cannot send yet. Book this shipment with the carrier itself.`
  return { kind: 'not_served', code: 'customs_not_supported', message, pointer: '/dropoff_address/country' }
}
