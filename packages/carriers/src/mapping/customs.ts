/** Pure: shipments across customs borders, for which aggregators need a declaration of contents and values. */
import type { QuoteOutcome, QuoteRequest } from '../carrier-adapter.ts'

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

const customsTerritoryOf = (country: string): string =>
  EUROPEAN_UNION.has(country) ? 'EU' : (territories.get(country) ?? country)

/** Whether goods on this route need customs papers. Regions of a country outside of its customs territory are not known. */
export const crossesCustoms = ({ pickup, dropoff }: Pick<QuoteRequest, 'pickup' | 'dropoff'>): boolean =>
  customsTerritoryOf(pickup.country) !== customsTerritoryOf(dropoff.country)

/** Why a carrier that needs a customs declaration with the shipment is not asked; null: no customs border is crossed. */
export function customsDecline(
  route: Pick<QuoteRequest, 'pickup' | 'dropoff'>,
  carrierName: string,
): Extract<QuoteOutcome, { kind: 'not_served' }> | null {
  if (!crossesCustoms(route)) return null
  const { pickup, dropoff } = route
  const message = `${carrierName} needs a customs declaration for shipments from ${pickup.country} to ${dropoff.country}, which Waybill cannot send yet. Book this shipment with the carrier itself.`
  return { kind: 'not_served', code: 'customs_not_supported', message }
}
