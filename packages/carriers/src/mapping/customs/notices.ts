/** Pure: what is said beside offers about parts of a declaration that a carrier does not get. */
import type { CarrierCustoms, CarrierTaxId, Notice, QuoteRequest } from '../../carrier-adapter.ts'
import { customsPointer } from './needs.ts'
import { declared } from './values.ts'

/** Fields of a declaration that a carrier has no place for. */
interface LeftOut {
  carrierName: string
  customs: readonly (keyof CarrierCustoms)[]
  isTaxIdTaken: (taxId: CarrierTaxId, all: readonly CarrierTaxId[]) => boolean
  /** Descriptions of items that the carrier takes; absent: any. */
  descriptions?: { limit: string; fits: (text: string) => boolean }
}

const MOST_NAMED = 8

const listPointers = (pointers: readonly string[]): string =>
  pointers.length > MOST_NAMED ? `${pointers.slice(0, MOST_NAMED).join(', ')} …` : pointers.join(', ')

/** Parts that the carrier does not get. None if nothing is declared. */
export function declarationNotices(request: QuoteRequest, leftOut: LeftOut): Notice[] {
  const customs = declared(request)
  if (customs === null) return []
  const { carrierName, descriptions } = leftOut
  const { taxIds = [] } = customs
  const missing = [
    ...leftOut.customs.filter((field) => customs[field]).map(customsPointer),
    ...taxIds.flatMap((taxId, index) => (leftOut.isTaxIdTaken(taxId, taxIds) ? [] : `/customs/tax_ids/${index}`)),
  ]
  const shortened = request.parcels.flatMap(({ items = [] }, index) =>
    items.flatMap(({ description }, position) =>
      descriptions?.fits(description) === false ? `/parcels/${index}/items/${position}/description` : [],
    ),
  )
  return [
    ...toNotice('customs_left_out', missing, (pointers) => `${carrierName} does not get ${pointers}.`),
    ...toNotice(
      'text_shortened',
      shortened,
      (pointers) => `${pointers}: ${carrierName} takes ${descriptions?.limit}. The rest is left out.`,
    ),
  ]
}

function toNotice(code: Notice['code'], pointers: readonly string[], describe: (pointers: string) => string): Notice[] {
  const [pointer] = pointers
  return pointer === undefined ? [] : [{ serviceCode: null, code, message: describe(listPointers(pointers)), pointer }]
}
