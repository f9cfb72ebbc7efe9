/** The commercial invoice of a booking, written from what the shipment declares. Equal shipments give equal bytes. */
import { carrierCustoms } from '@waybill/carriers/customs-request'
import { dutiesPayer, goodsValue } from '@waybill/carriers/mapping/customs/values'
import { carrierParcels } from '@waybill/carriers/shipment-request'
import type { Shipment } from '@waybill/contracts/shipment'
import type { ParcelItem } from '@waybill/contracts/values/customs/items'
import type { Invoice, InvoiceLine } from '@waybill/labels/customs/invoice'
import { invoicePages } from '@waybill/labels/customs/invoice-pages'
import type { BookingRecord } from '../../bookings/booking.ts'
import {
  chooseParcels,
  dateText,
  itemsRefusal,
  itemTexts,
  kilograms,
  partyLines,
  spaced,
  taxIdTexts,
  textsRefusal,
  valueText,
} from './paper-texts.ts'

const PAPER = 'an invoice'
/** Declared contents that nobody buys. */
const unsold: ReadonlySet<string> = new Set(['gift', 'documents', 'returned_goods', 'sample', 'humanitarian_donation'])

/** The invoice of all parcels (`parcelNumber` null) or of one, or why there is none. */
export function writeInvoice(
  booking: BookingRecord,
  shipment: Shipment,
  parcelNumber: number | null,
): { refusal: string } | { invoice: Invoice } {
  const refusal = itemsRefusal(shipment, parcelNumber, PAPER)
  if (refusal !== null) return { refusal }
  const { customs } = shipment
  const parcels = chooseParcels(shipment, parcelNumber)
  const isProForma = unsold.has(customs?.contents ?? '')
  const number = customs?.invoice_number ?? `${shipment.merchantOrderRef}${shipment.returnTerms ? ' R' : ''}`
  const invoice: Invoice = {
    isProForma,
    number: parcelNumber === null ? number : `${number} / ${parcelNumber}`,
    date: customs?.invoice_date ?? dateText(booking.createdAt),
    createdAt: booking.createdAt,
    sender: partyLines(shipment, 'sender'),
    recipient: partyLines(shipment, 'recipient'),
    facts: listFacts(booking, shipment, parcelNumber),
    lines: parcels.flatMap(({ items = [] }) => items.map(toLine)),
    totals: listTotals({ ...shipment, parcels }),
    statements: [
      ...(isProForma ? ['The goods are not sold. Values are stated for customs purposes only.'] : []),
      ...(customs?.certify ? ['I declare that all information on this invoice is true and correct.'] : []),
    ],
    signer: (customs?.certify && customs.certify_signer) || null,
  }
  const tooLong = textsRefusal(invoicePages(invoice), PAPER, parcels.length)
  return tooLong === null ? { invoice } : { refusal: tooLong }
}

function toLine(item: ParcelItem): InvoiceLine {
  const { goods, ...texts } = itemTexts(item)
  const { unit_weight: weight } = item
  return {
    ...texts,
    unitWeight: weight ? `${weight.value} ${weight.unit}` : '',
    unitValue: valueText(goods.unitValue),
  }
}

function listFacts(
  { trackingNumber }: BookingRecord,
  { merchantOrderRef, customs, parcels }: Shipment,
  parcelNumber: number | null,
): Invoice['facts'] {
  const [terms] = Object.values(carrierCustoms(customs))
  const facts: [string, string | null | undefined][] = [
    ['Order', merchantOrderRef],
    ['Parcel', parcelNumber === null ? null : `${parcelNumber} of ${parcels.length}`],
    ['Tracking number', trackingNumber],
    ['Reason for export', customs?.contents && spaced(customs.contents)],
    ['Contents', customs?.contents_explanation],
    ['Incoterm', customs?.incoterm],
    ['Duties paid by', terms && dutiesPayer(terms)],
    ['Export filing', customs?.export_filing],
    ['If undeliverable', customs?.non_delivery],
    ...taxIdTexts(customs, 'importer').map((id): [string, string] => ['Importer', id]),
  ]
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

/** Sums of the lines. The net weight is left out if that of an item is not known. */
function listTotals(shipment: Shipment): Invoice['totals'] {
  const parcels = carrierParcels(shipment)
  const items = parcels.flatMap((parcel) => parcel.items ?? [])
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const netGrams = items.reduce((sum, item) => sum + item.quantity * (item.unitWeightGrams ?? Number.NaN), 0)
  const grossGrams = parcels.reduce((sum, { weightGrams }) => sum + weightGrams, 0)
  const value = goodsValue(parcels)
  return [
    ['Parcels', String(parcels.length)],
    ['Pieces', String(pieces)],
    ...(Number.isNaN(netGrams) ? [] : [['Net weight', kilograms(netGrams)] as const]),
    ['Gross weight', kilograms(grossGrams)],
    ...(value ? [['Total value', valueText(value)] as const] : []),
  ]
}
