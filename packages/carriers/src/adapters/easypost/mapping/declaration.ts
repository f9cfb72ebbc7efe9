/** Pure: declarations to customs in EasyPost's terms. Sources: CustomsInfo.d.ts, CustomsItem.d.ts, Options.d.ts, TaxIdentifier.d.ts. */
import type { CarrierItem, CarrierParcel, CarrierTaxId, QuoteRequest } from '../../../carrier-adapter.ts'
import { customsDecline, type DeclarationNeeds } from '../../../mapping/customs/needs.ts'
import { declarationNotices } from '../../../mapping/customs/notices.ts'
import { declared, findIncoterm, lineValue, netWeight, toDecimal } from '../../../mapping/customs/values.ts'

/** Any term but DDP leaves the duties to the recipient. */
const incotermByPayer = { sender: 'DDP', recipient: 'DAP' } as const

/** EasyPost knows no importer beside the two addresses. */
const takesTaxId = ({ party }: CarrierTaxId): boolean => party !== 'importer'

const needs: DeclarationNeeds = {
  carrierName: 'EasyPost',
  customs: ['contents'],
  items: ['unitWeightGrams', 'originCountry'],
  needsValue: true,
  incoterms: ['EXW', 'FCA', 'CPT', 'CIP', 'DAT', 'DAP', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'],
  incotermByPayer,
  takesTaxId,
}

export const easypostCustomsDecline = (request: QuoteRequest) => customsDecline(request, needs)

/** Where exports are filed by EEL or PFC. */
const FILES_EEI = new Set(['US', 'PR', 'VI'])

const filesHere = ({ pickup }: QuoteRequest): boolean => FILES_EEI.has(pickup.country)

export const easypostDeclarationNotices = (request: QuoteRequest) =>
  declarationNotices(request, {
    carrierName: 'EasyPost',
    customs: ['invoiceDate', ...(filesHere(request) ? [] : (['exportFiling'] as const))],
    isTaxIdTaken: takesTaxId,
  })

/** The number of a filing stands after its system: `AES X20260101123456`. Source: EasyPost's customs guide. */
const toFiling = (text: string): string => (/^X\d{14}$/.test(text) ? `AES ${text}` : text)

/** Value and weight are those of the whole line. */
const wireItem = (item: CarrierItem) => ({
  description: item.description,
  quantity: item.quantity,
  value: toDecimal(lineValue(item)),
  currency: item.unitValue.currency,
  weight: netWeight(item, { pieces: item.quantity, unit: 'oz', decimals: 3 }),
  origin_country: item.originCountry,
  ...(item.hsCode && { hs_tariff_number: item.hsCode }),
  ...(item.sku && { code: item.sku }),
})

/** The declaration of a parcel, as a property; empty: nothing is declared. */
export function customsInfo(request: QuoteRequest, { items = [] }: CarrierParcel): { customs_info?: object } {
  const customs = declared(request)
  if (customs === null) return {}
  const { contents, contentsExplanation, nonDelivery, certify, certifySigner, exportFiling } = customs
  return {
    customs_info: {
      contents_type: contents,
      ...(contentsExplanation && { contents_explanation: contentsExplanation }),
      ...(nonDelivery && { non_delivery_option: nonDelivery }),
      ...(certify && { customs_certify: true, customs_signer: certifySigner }),
      ...(exportFiling && filesHere(request) && { eel_pfc: toFiling(exportFiling) }),
      customs_items: items.map(wireItem),
    },
  }
}

/** Terms of the declaration among the options of a shipment. */
export function declarationOptions(request: QuoteRequest): { incoterm?: string; invoice_number?: string } {
  const customs = declared(request)
  if (customs === null) return {}
  const incoterm = findIncoterm(customs, incotermByPayer)
  return { ...(incoterm && { incoterm }), ...(customs.invoiceNumber && { invoice_number: customs.invoiceNumber }) }
}

const entities = { sender: 'SENDER', recipient: 'RECEIVER' } as const

/** Tax numbers of both sides, as a property; empty: none. */
export function taxIdentifiers(request: QuoteRequest): { tax_identifiers?: object[] } {
  const found = (declared(request)?.taxIds ?? []).flatMap(({ party, type, number, issuingCountry }) =>
    party === 'importer'
      ? []
      : { entity: entities[party], tax_id_type: type.toUpperCase(), tax_id: number, issuing_country: issuingCountry },
  )
  return found.length === 0 ? {} : { tax_identifiers: found }
}
