/** Pure: declarations to customs in Shippo's terms. Sources: customsdeclarationcreaterequest.d.ts, customsitemcreaterequest.d.ts. */
import { moneyText } from '@waybill/contracts/values/money'
import type { CarrierCustoms, CarrierItem, CarrierTaxId, QuoteRequest } from '../../../carrier-adapter.ts'
import { customsDecline, type DeclarationNeeds } from '../../../mapping/customs/needs.ts'
import { declarationNotices } from '../../../mapping/customs/notices.ts'
import { declared, findIncoterm, lineValue, netWeight } from '../../../mapping/customs/values.ts'

const incotermByPayer = { sender: 'DDP', recipient: 'DDU' } as const

const needs: DeclarationNeeds = {
  carrierName: 'Shippo',
  customs: ['contents', 'nonDelivery', 'certify', 'certifySigner'],
  items: ['unitWeightGrams', 'originCountry'],
  needsValue: false,
  incoterms: ['DDP', 'DDU', 'FCA', 'DAP'],
  incotermByPayer,
  // Shippo keeps numbers without their country.
  takesTaxId: () => false,
}

/** Exemptions and the number of a filing, as Shippo names them. */
const exemptions: readonly [written: RegExp, name: string][] = [
  [/^NOEEI\s*30\.37\s*\(?a\)?$/i, 'NOEEI_30_37_a'],
  [/^NOEEI\s*30\.37\s*\(?h\)?$/i, 'NOEEI_30_37_h'],
  [/^NOEEI\s*30\.37\s*\(?f\)?$/i, 'NOEEI_30_37_f'],
  [/^NOEEI\s*30\.36$/i, 'NOEEI_30_36'],
]
const ITN = /^(?:AES\s*)?(X\d{14})$/i

/** The filing as properties; null: Shippo has no field for it. */
function toFiling(text: string): { eel_pfc: string; aes_itn?: string } | null {
  const written = text.trim()
  const [, itn] = ITN.exec(written) ?? []
  if (itn !== undefined) return { eel_pfc: 'AES_ITN', aes_itn: itn.toUpperCase() }
  const [, eel_pfc] = exemptions.find(([form]) => form.test(written)) ?? []
  return eel_pfc === undefined ? null : { eel_pfc }
}

export const shippoCustomsDecline = (request: QuoteRequest) => customsDecline(request, needs)

const taxTypes: ReadonlyMap<string, string> = new Map([
  ['ein', 'EIN'],
  ['vat', 'VAT'],
  ['ioss', 'IOSS'],
  ['arn', 'ARN'],
])

const isExporter = ({ party }: CarrierTaxId): boolean => party === 'sender'

/** The numbers of the exporter for which there is a place: one EORI and one other. */
function findExporter(taxIds: readonly CarrierTaxId[]) {
  const ofExporter = taxIds.filter(isExporter)
  return {
    eori: ofExporter.find(({ type }) => type === 'eori') ?? null,
    other: ofExporter.find(({ type }) => taxTypes.has(type)) ?? null,
  }
}

export const shippoDeclarationNotices = (request: QuoteRequest) =>
  declarationNotices(request, {
    carrierName: 'Shippo',
    customs: [
      'invoiceDate',
      ...(toFiling(request.customs?.exportFiling ?? '') === null ? (['exportFiling'] as const) : []),
    ],
    isTaxIdTaken: (taxId, all) => Object.values(findExporter(all)).includes(taxId),
  })

function exporterIdentification({ taxIds = [] }: CarrierCustoms): { exporter_identification?: object } {
  const { eori, other } = findExporter(taxIds)
  if (eori === null && other === null) return {}
  return {
    exporter_identification: {
      ...(eori && { eori_number: eori.number }),
      ...(other && { tax_id: { type: taxTypes.get(other.type), number: other.number } }),
    },
  }
}

const MAX_TARIFF_NUMBER_LENGTH = 12

/** Value and weight are those of the whole line, as text. */
const wireItem = (item: CarrierItem, unit: 'oz' | 'g') => ({
  description: item.description,
  quantity: item.quantity,
  net_weight: String(netWeight(item, { pieces: item.quantity, unit, decimals: 4 })),
  mass_unit: unit,
  value_amount: moneyText(lineValue(item)),
  value_currency: item.unitValue.currency,
  origin_country: item.originCountry,
  ...(item.hsCode && {
    [item.hsCode.length > MAX_TARIFF_NUMBER_LENGTH ? 'hs_code' : 'tariff_number']: item.hsCode,
  }),
  ...(item.sku && { sku_code: item.sku }),
})

const contentsTypes = {
  merchandise: 'MERCHANDISE',
  documents: 'DOCUMENTS',
  gift: 'GIFT',
  returned_goods: 'RETURN_MERCHANDISE',
  sample: 'SAMPLE',
  humanitarian_donation: 'HUMANITARIAN_DONATION',
  other: 'OTHER',
} as const

/** One declaration of all parcels, as a property; empty: nothing is declared. `unit`: as of the parcels. */
export function customsDeclaration(request: QuoteRequest, unit: 'oz' | 'g'): { customs_declaration?: object } {
  const customs = declared(request)
  if (customs === null) return {}
  const { contents, contentsExplanation, nonDelivery, certifySigner, exportFiling, invoiceNumber } = customs
  const incoterm = findIncoterm(customs, incotermByPayer)
  return {
    customs_declaration: {
      contents_type: contents && contentsTypes[contents],
      ...(contentsExplanation && { contents_explanation: contentsExplanation }),
      non_delivery_option: nonDelivery?.toUpperCase(),
      certify: true,
      certify_signer: certifySigner,
      ...(incoterm && { incoterm }),
      ...(exportFiling && toFiling(exportFiling)),
      ...(invoiceNumber && { invoice: invoiceNumber }),
      ...exporterIdentification(customs),
      items: request.parcels.flatMap(({ items = [] }) => items.map((item) => wireItem(item, unit))),
    },
  }
}
