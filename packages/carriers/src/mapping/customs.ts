/** Pure: shipments across customs borders, for which aggregators need a declaration of contents and values. */
import type { QuoteOutcome, QuoteRequest } from '../carrier-adapter.ts'
import { placeName, territoryCode } from './territories.ts'

/**
 * Member states of the European Union, whose customs territory is one with Monaco (Regulation (EU) 952/2013, article 4), and
 * Northern Ireland, where its customs code applies to goods (Windsor Framework, article 5). The Azores and Madeira belong to it.
 */
const EUROPEAN_UNION = new Set([
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU', 'LV'],
  ...['MC', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'GB-NIR'],
])
/**
 * Territories within the customs territory of another country. All other territories are apart from their country: outside of its
 * customs territory (Heligoland, Ceuta, Melilla, Livigno, Greenland, Svalbard …) or inside it, with declarations because of other
 * taxes (Directive 2006/112/EC, article 6: Åland, Canary Islands, French overseas departments, Mount Athos, Campione).
 */
const sharedTerritories: ReadonlyMap<string, string> = new Map([
  // Customs treaty of 1923 between Switzerland and Liechtenstein; treaty of 1964 with Germany about Büsingen.
  ['LI', 'CH'],
  ['DE-BUS', 'CH'],
  // Customs and Excise Agreement of 1979 with the Isle of Man.
  ['IM', 'GB'],
  // 19 CFR 101.1. USPS asks for customs forms to the other territories and to military post: Domestic Mail Manual, 608.2.4.
  ['PR', 'US'],
])

const findCustomsTerritory = (address: QuoteRequest['pickup']): string => {
  const code = territoryCode(address)
  return EUROPEAN_UNION.has(code) ? 'EU' : (sharedTerritories.get(code) ?? code)
}

/** Whether goods on this route need customs papers. */
function crossesCustoms({ pickup, dropoff }: Pick<QuoteRequest, 'pickup' | 'dropoff'>): boolean {
  const [from, to] = [findCustomsTerritory(pickup), findCustomsTerritory(dropoff)]
  // Goods of Northern Ireland have unfettered access to Great Britain: The Definition of Qualifying Northern Ireland Goods
  // (EU Exit) Regulations 2020.
  const isUnfettered = territoryCode(pickup) === 'GB-NIR' && to === 'GB'
  return from !== to && !isUnfettered
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
