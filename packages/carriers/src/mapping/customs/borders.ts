/** Pure: customs borders between places. */
import type { QuoteRequest } from '../../carrier-adapter.ts'
import { territoryCode } from '../territories.ts'

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

/** Those inside the Union's customs territory, whose goods pay no duties to it (Regulation (EU) 952/2013, article 4). */
const INSIDE_UNION = new Set(['EU', 'AX', 'ES-CN', 'GF', 'GP', 'GR-69', 'IT-CAM', 'MF', 'MQ', 'RE', 'YT'])

/** Whether goods from a territory, by its code as of `findCustomsTerritory`, are Union goods. */
export const isInsideUnion = (territory: string): boolean => INSIDE_UNION.has(territory)

/** `EU`, or the code of a country or territory. */
export const findCustomsTerritory = (address: QuoteRequest['pickup']): string => {
  const code = territoryCode(address)
  return EUROPEAN_UNION.has(code) ? 'EU' : (sharedTerritories.get(code) ?? code)
}

/** Whether goods on this route need customs papers. */
export function crossesCustoms({ pickup, dropoff }: Pick<QuoteRequest, 'pickup' | 'dropoff'>): boolean {
  const [from, to] = [findCustomsTerritory(pickup), findCustomsTerritory(dropoff)]
  // Goods of Northern Ireland have unfettered access to Great Britain: The Definition of Qualifying Northern Ireland Goods
  // (EU Exit) Regulations 2020.
  const isUnfettered = territoryCode(pickup) === 'GB-NIR' && to === 'GB'
  return from !== to && !isUnfettered
}
