/** Pure: the commercial invoice and the value of goods in UPS's terms. Sources: Shipping.yaml, InternationalForms and InvoiceLineTotal. */
import { moneyText } from '@waybill/contracts/values/money'
import { cutText } from '@waybill/contracts/values/text'
import type { CarrierCustoms, CarrierItem, QuoteRequest } from '../../../carrier-adapter.ts'
import { customsDecline, type DeclarationNeeds } from '../../../mapping/customs/needs.ts'
import { declarationNotices } from '../../../mapping/customs/notices.ts'
import { declared, dutiesPayer, goodsValue, toDecimal } from '../../../mapping/customs/values.ts'
import { toParty, upsCountry } from './addresses.ts'

const needs: DeclarationNeeds = {
  carrierName: 'UPS',
  customs: ['contents', 'invoiceNumber', 'invoiceDate'],
  items: ['originCountry'],
  needsValue: true,
  incoterms: ['CFR', 'CIF', 'CIP', 'CPT', 'DAF', 'DDP', 'DAP', 'DEQ', 'DES', 'EXW', 'FAS', 'FCA', 'FOB'],
  // Identification numbers need an account with UPS's product for them.
  takesTaxId: () => false,
}

type Asked = Pick<QuoteRequest, 'pickup' | 'dropoff' | 'parcels' | 'customs'>

/** The terms of an invoice. Documents need none, and without terms the merchant attaches the invoice. Null: UPS makes none. */
function invoiced(request: Asked): CarrierCustoms | null {
  const customs = declared(request)
  return customs?.contents === 'documents' ? null : customs
}

const MOST_PRODUCTS = 100

/** Destinations from the United States for which UPS needs the value of the goods. Source: Shipping.yaml, InvoiceLineTotal. */
const NEEDS_VALUE = new Set(['CA', 'PR'])

const needsValue = ({ pickup, dropoff }: Asked): boolean =>
  upsCountry(pickup) === 'US' && NEEDS_VALUE.has(upsCountry(dropoff))

/** Why UPS need not be asked to take the goods; null: it must. */
export function goodsDecline(request: Asked) {
  const value = goodsValue(request.parcels)
  if (needsValue(request) && value?.currency !== 'USD') {
    const message = `Missing: /parcels/0/declared_value, or items of each parcel. UPS needs the value of the goods in USD from US to ${upsCountry(request.dropoff)}.`
    return { kind: 'not_served' as const, code: 'missing_field', message, pointer: '/parcels/0/declared_value' }
  }
  if (invoiced(request) === null) return null
  const count = request.parcels.reduce((sum, { items = [] }) => sum + items.length, 0)
  if (count <= MOST_PRODUCTS) return customsDecline(request, needs)
  const message = `UPS takes ${MOST_PRODUCTS} items on an invoice, and there are ${count}.`
  return { kind: 'not_served' as const, code: 'customs_not_supported', message, pointer: '/parcels/0/items' }
}

/** The value of the goods, in whole units, as a property; empty: UPS does not ask for it. */
export function invoiceTotal(request: Asked): { InvoiceLineTotal?: object } {
  const value = needsValue(request) ? goodsValue(request.parcels) : null
  if (value === null) return {}
  const MonetaryValue = String(Math.max(1, Math.ceil(toDecimal(value))))
  return { InvoiceLineTotal: { CurrencyCode: value.currency, MonetaryValue } }
}

const LINE_LENGTH = 35
const MOST_LINES = 3

/** The description in lines, broken between words. */
function toLines(text: string): string[] {
  const words = text.split(/\s+/).flatMap((word) => word.match(/.{1,35}/gsu) ?? [])
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < LINE_LENGTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Number of an export from the European Union, which begins with a year and the country. */
const MRN = /^\d\d([A-Z]{2})[A-Z0-9]{14}$/

function findMrn({ exportFiling }: CarrierCustoms, { pickup }: Asked): string | null {
  const text = exportFiling?.trim().toUpperCase() ?? ''
  return MRN.exec(text)?.[1] === upsCountry(pickup) ? text : null
}

export const upsDeclarationNotices = (request: QuoteRequest) =>
  invoiced(request) === null
    ? []
    : declarationNotices(request, {
        carrierName: 'UPS',
        customs: [
          'nonDelivery',
          ...(request.customs && findMrn(request.customs, request) === null ? (['exportFiling'] as const) : []),
        ],
        isTaxIdTaken: () => false,
        descriptions: {
          limit: `${MOST_LINES} lines of ${LINE_LENGTH} characters`,
          fits: (text) => toLines(text).length <= MOST_LINES,
        },
      })

/** Value of one piece. A line without a number of the merchant has its place on the invoice. */
const toProduct = ({ description, quantity, unitValue, hsCode, originCountry, sku }: CarrierItem, index: number) => ({
  Description: toLines(description).slice(0, MOST_LINES),
  Unit: { Number: String(quantity), UnitOfMeasurement: { Code: 'PCS' }, Value: moneyText(unitValue) },
  ...(hsCode && { CommodityCode: hsCode }),
  PartNumber: cutText(sku ?? String(index + 1), LINE_LENGTH),
  OriginCountryCode: originCountry,
})

const reasons: Partial<Record<NonNullable<CarrierCustoms['contents']>, string>> = {
  merchandise: 'SALE',
  gift: 'GIFT',
  sample: 'SAMPLE',
  returned_goods: 'RETURN',
  humanitarian_donation: 'DONATION',
}
const REASON_LENGTH = 20
const COMMENT_LENGTH = 150

const toReason = ({ contents, contentsExplanation }: CarrierCustoms): string =>
  (contents && reasons[contents]) ?? cutText(contentsExplanation ?? 'OTHER', REASON_LENGTH)

/** In UPS's words. Source: Shipping.yaml, DeclarationStatement. */
const CERTIFIED =
  'I hereby certify that the information on this invoice is true and correct and the contents and value of this shipment is as stated above.'

const PAPER_INVOICE = '01'

/** The invoice that UPS makes, as an option of a shipment; empty: none. The buyer is the recipient. */
export function internationalForms(request: Asked): { InternationalForms?: object } {
  const customs = invoiced(request)
  if (customs === null) return {}
  const { contentsExplanation, certify, certifySigner, incoterm, invoiceNumber = '', invoiceDate = '' } = customs
  const { EMailAddress: _, ...buyer } = toParty(request.dropoff)
  const items = request.parcels.flatMap((parcel) => parcel.items ?? [])
  return {
    InternationalForms: {
      FormType: [PAPER_INVOICE],
      Contacts: { SoldTo: buyer },
      Product: items.map(toProduct),
      InvoiceNumber: invoiceNumber,
      InvoiceDate: invoiceDate.replaceAll('-', ''),
      ReasonForExport: toReason(customs),
      ...(contentsExplanation && { Comments: cutText(contentsExplanation, COMMENT_LENGTH) }),
      ...(incoterm && { TermsOfShipment: incoterm }),
      ...(certify && { DeclarationStatement: [CERTIFIED, certifySigner].filter(Boolean).join(' ') }),
      CurrencyCode: items[0]?.unitValue.currency ?? '',
    },
  }
}

/** The number of the export, as a property of a shipment; empty: none. */
export function exportNumber(request: Asked): { MovementReferenceNumber?: string } {
  const customs = declared(request)
  const mrn = customs && findMrn(customs, request)
  return mrn === null ? {} : { MovementReferenceNumber: mrn }
}

/** Duties and taxes that the account pays, as charges; empty: the recipient pays them. */
export function dutiesCharges(request: Asked, AccountNumber: string): object[] {
  const customs = declared(request)
  return customs && dutiesPayer(customs) === 'sender' ? [{ Type: '02', BillShipper: { AccountNumber } }] : []
}
