/** Pure: what carriers need of a declaration, so that a gap is named before they are asked. */
import type { CarrierCustoms, CarrierTaxId, QuoteOutcome, QuoteRequest } from '../../carrier-adapter.ts'
import { placeName } from '../territories.ts'
import { crossesCustoms } from './borders.ts'
import { findIncoterm } from './values.ts'

export interface DeclarationNeeds {
  carrierName: string
  customs: readonly Exclude<keyof CarrierCustoms, 'taxIds'>[]
  items: readonly ('unitWeightGrams' | 'originCountry')[]
  /** Pieces without a value are refused. */
  needsValue: boolean
  /** Terms that the carrier knows. */
  incoterms: readonly string[]
  /** Terms by which the carrier knows who pays the duties; absent: it has a field for that. */
  incotermByPayer?: Readonly<Record<'sender' | 'recipient', string>>
  /** Numbers of which the carrier needs the country. */
  takesTaxId: (taxId: CarrierTaxId) => boolean
}

type Declared = Pick<QuoteRequest, 'pickup' | 'dropoff' | 'parcels' | 'customs'>

/** `/customs/certify_signer` of `certifySigner`. */
export const customsPointer = (field: keyof CarrierCustoms): string =>
  `/customs/${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`

const itemFields = { unitWeightGrams: 'unit_weight', originCountry: 'origin_country' } as const

/** Pointers of all that is missing. */
function findGaps({ customs = {}, parcels }: Declared, needs: DeclarationNeeds): string[] {
  const needed = new Set<keyof CarrierCustoms>(needs.customs)
  if (customs.contents === 'other') needed.add('contentsExplanation')
  if (customs.certify && !needs.customs.includes('certify')) needed.add('certifySigner')
  // A declaration that is not certified is as good as none.
  const isMissing = (field: keyof CarrierCustoms) => !customs[field]
  const ofItems = parcels.flatMap(({ items = [] }, index) =>
    items.length === 0
      ? [`/parcels/${index}/items`]
      : items.flatMap((item, position) => {
          const pointer = `/parcels/${index}/items/${position}`
          return [
            ...(needs.needsValue && item.unitValue.amountMinor === 0 ? [`${pointer}/unit_value`] : []),
            ...needs.items.filter((field) => !item[field]).map((field) => `${pointer}/${itemFields[field]}`),
          ]
        }),
  )
  const ofTaxIds = (customs.taxIds ?? []).flatMap((taxId, index) =>
    needs.takesTaxId(taxId) && !taxId.issuingCountry ? [`/customs/tax_ids/${index}/issuing_country`] : [],
  )
  return [...[...needed].filter(isMissing).map(customsPointer), ...ofItems, ...ofTaxIds]
}

type NotServed = Extract<QuoteOutcome, { kind: 'not_served' }>

/** Longest list of fields in a message. */
const MOST_NAMED = 8

/** Why a carrier is not asked to take goods across a customs border; null: none is crossed, or the declaration is complete. */
export function customsDecline(request: Declared, needs: DeclarationNeeds): NotServed | null {
  if (!crossesCustoms(request)) return null
  const { pickup, dropoff, customs = {} } = request
  const { carrierName, incoterms, incotermByPayer } = needs
  const route = `from ${placeName(pickup)} to ${placeName(dropoff)}`
  const gaps = findGaps(request, needs)
  const [pointer] = gaps
  if (pointer !== undefined) {
    const more = gaps.length > MOST_NAMED ? ' …' : ''
    const message = `Missing: ${gaps.slice(0, MOST_NAMED).join(', ')}${more}. ${carrierName} needs it to declare goods to customs ${route}.`
    return { kind: 'not_served', code: 'missing_field', message, pointer }
  }
  const incoterm = incotermByPayer ? findIncoterm(customs, incotermByPayer) : (customs.incoterm ?? null)
  if (incoterm === null || incoterms.includes(incoterm)) return null
  const message = `/customs/incoterm is ${incoterm}, and ${carrierName} knows ${incoterms.join(', ')} only.`
  return { kind: 'not_served', code: 'customs_not_supported', message, pointer: '/customs/incoterm' }
}
