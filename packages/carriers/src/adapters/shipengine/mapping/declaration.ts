/** Pure: declarations to customs in ShipEngine's terms. Source: openapi.yaml, international_shipment_options, products, tax_identifier. */
import { cutText } from '@waybill/contracts/values/text'
import type { CarrierItem, CarrierParcel, CarrierTaxId, QuoteRequest } from '../../../carrier-adapter.ts'
import { customsDecline, type DeclarationNeeds } from '../../../mapping/customs/needs.ts'
import { declarationNotices } from '../../../mapping/customs/notices.ts'
import { declared, dutiesPayer, netWeight, toDecimal } from '../../../mapping/customs/values.ts'

const DESCRIPTION_LENGTH = 100

const taxTypes = new Set([
  ...['vat', 'eori', 'ssn', 'ein', 'tin', 'ioss', 'pan', 'voec', 'pccc', 'oss', 'passport', 'abn', 'ukims'],
])
const takesTaxId = ({ type }: CarrierTaxId): boolean => taxTypes.has(type)

const needs: DeclarationNeeds = {
  carrierName: 'ShipEngine',
  customs: ['contents', 'nonDelivery'],
  items: ['unitWeightGrams', 'originCountry'],
  needsValue: false,
  incoterms: ['EXW', 'FCA', 'CPT', 'CIP', 'DPU', 'DAP', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF', 'DDU'],
  takesTaxId,
}

export const shipengineCustomsDecline = (request: QuoteRequest) => customsDecline(request, needs)

export const shipengineDeclarationNotices = (request: QuoteRequest) =>
  declarationNotices(request, {
    carrierName: 'ShipEngine',
    customs: ['certifySigner', 'exportFiling', 'invoiceDate'],
    isTaxIdTaken: takesTaxId,
    descriptions: {
      limit: `${DESCRIPTION_LENGTH} characters`,
      fits: ({ length }) => length <= DESCRIPTION_LENGTH,
    },
  })

const nonDeliveries = { return: 'return_to_sender', abandon: 'treat_as_abandoned' } as const

/** ShipEngine knows no donations. */
const toContents = (contents: string | undefined, explanation: string | undefined) => {
  const isDonation = contents === 'humanitarian_donation'
  const said = explanation ?? (isDonation ? 'Humanitarian donation' : undefined)
  return { contents: isDonation ? 'other' : contents, ...(said && { contents_explanation: said }) }
}

const parties = { sender: 'shipper', recipient: 'recipient', importer: 'ior' } as const

/** The terms, as properties of a shipment; empty: nothing is declared. */
export function customsTerms(request: QuoteRequest): { customs?: object; tax_identifiers?: object[] } {
  const customs = declared(request)
  if (customs === null) return {}
  const { contents, contentsExplanation, nonDelivery, incoterm, invoiceNumber, taxIds = [] } = customs
  const taken = taxIds.filter(takesTaxId)
  return {
    customs: {
      ...toContents(contents, contentsExplanation),
      non_delivery: nonDelivery && nonDeliveries[nonDelivery],
      ...(incoterm && { terms_of_trade_code: incoterm.toLowerCase() }),
      ...(invoiceNumber && { invoice_additional_details: { invoice_number: invoiceNumber } }),
    },
    ...(taken.length > 0 && {
      tax_identifiers: taken.map(({ party, type, number, issuingCountry }) => ({
        taxable_entity_type: parties[party],
        identifier_type: type,
        issuing_authority: issuingCountry,
        value: number,
      })),
    }),
  }
}

/** Whether the sender pays the duties, as a property of the advanced options; empty: nothing is said. */
export function dutiesOption(request: QuoteRequest): { delivered_duty_paid?: boolean } {
  const customs = declared(request)
  const payer = customs && dutiesPayer(customs)
  return payer === null ? {} : { delivered_duty_paid: payer === 'sender' }
}

/** Value and weight are those of one piece. */
const wireProduct = (item: CarrierItem, unit: 'oz' | 'g') => ({
  description: cutText(item.description, DESCRIPTION_LENGTH),
  quantity: item.quantity,
  value: { currency: item.unitValue.currency.toLowerCase(), amount: toDecimal(item.unitValue) },
  weight: {
    value: netWeight(item, { pieces: 1, unit, decimals: 4 }),
    unit: unit === 'oz' ? 'ounce' : 'gram',
  },
  country_of_origin: item.originCountry,
  ...(item.hsCode && { harmonized_tariff_code: item.hsCode }),
  ...(item.sku && { sku: item.sku }),
})

/** Contents of a parcel, as a property; empty: nothing is declared. */
export const products = (
  request: QuoteRequest,
  { items = [] }: CarrierParcel,
  unit: 'oz' | 'g',
): { products?: object[] } =>
  declared(request) === null ? {} : { products: items.map((item) => wireProduct(item, unit)) }
