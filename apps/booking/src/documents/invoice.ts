/** The commercial invoice of a booking, written from what the shipment declares. Equal shipments give equal bytes. */
import type { CarrierItem } from '@waybill/carriers/carrier-customs'
import { carrierCustoms, carrierItem } from '@waybill/carriers/customs-request'
import { addressLines } from '@waybill/carriers/label/address-lines'
import { isLatin1 } from '@waybill/carriers/label/glyphs'
import { dutiesPayer, goodsValue, lineValue } from '@waybill/carriers/mapping/customs/values'
import { carrierAddress, carrierParcels } from '@waybill/carriers/shipment-request'
import type { Shipment } from '@waybill/contracts/shipment'
import type { Customs } from '@waybill/contracts/values/customs/declaration'
import { type Money, moneyText } from '@waybill/contracts/values/money'
import type { Parcel } from '@waybill/contracts/values/parcels/parcel'
import { parsePhone } from '@waybill/contracts/values/phones/phone'
import type { Invoice, InvoiceLine } from '@waybill/labels/invoice/invoice'
import { printInvoice } from '@waybill/labels/invoice/print-invoice'
import type { BookingRecord } from '../bookings/booking.ts'

/** Declared contents that nobody buys. */
const unsold: ReadonlySet<string> = new Set(['gift', 'documents', 'returned_goods', 'sample', 'humanitarian_donation'])

/** Items of an invoice: some 40 pages, a second of the processor. A parcel has at most 100. */
const MOST_ITEMS = 1_000
/** Characters that are drawn as outlines, at half a millisecond each. */
const MOST_OUTLINED = 5_000

/** Why there is no invoice of these parcels: one lists no items, or it would take too long to print. Null: there is one. */
export function invoiceRefusal(shipment: Shipment, parcelNumber: number | null): string | null {
  const chosen = chooseParcels(shipment, parcelNumber)
  const empty = chosen
    .filter(({ items = [] }) => items.length === 0)
    .map((parcel) => shipment.parcels.indexOf(parcel) + 1)
  if (empty.length > 0) return `no items are listed of parcel ${empty.join(', ')}.`
  const items = chosen.flatMap((parcel) => parcel.items ?? [])
  if (items.length > MOST_ITEMS)
    return `an invoice has at most ${MOST_ITEMS} items, and these are ${items.length}: choose a parcel.`
  const texts = items.flatMap(({ description, sku }) => [description, sku ?? ''])
  const outlined = texts.filter((text) => !isLatin1(text)).join('').length
  if (outlined > MOST_OUTLINED)
    return `its items have ${outlined} characters beside Latin letters, and an invoice has at most ${MOST_OUTLINED}: choose a parcel.`
  return null
}

const chooseParcels = ({ parcels }: Shipment, parcelNumber: number | null): Parcel[] =>
  parcels.filter((_, index) => parcelNumber === null || index + 1 === parcelNumber)

/** The invoice of all parcels (`parcelNumber` null) or of one as PDF, unless there is an `invoiceRefusal`. */
export async function invoiceFile(
  booking: BookingRecord,
  shipment: Shipment,
  { parcelNumber, signal }: { parcelNumber: number | null; signal: AbortSignal },
): Promise<Buffer> {
  const { pickupAddress, dropoffAddress, customs } = shipment
  const parcels = chooseParcels(shipment, parcelNumber)
  const isProForma = unsold.has(customs?.contents ?? '')
  const number = customs?.invoice_number ?? `${shipment.merchantOrderRef}${shipment.returnTerms ? ' R' : ''}`
  const invoice: Invoice = {
    isProForma,
    number: parcelNumber === null ? number : `${number} / ${parcelNumber}`,
    date: customs?.invoice_date ?? dateText(booking.createdAt),
    createdAt: booking.createdAt,
    sender: partyLines(shipment, 'sender', [pickupAddress, dropoffAddress]),
    recipient: partyLines(shipment, 'recipient', [dropoffAddress, pickupAddress]),
    facts: listFacts(booking, shipment, parcelNumber),
    lines: parcels.flatMap(({ items = [] }) => items.map(toLine)),
    totals: listTotals({ ...shipment, parcels }),
    statements: [
      ...(isProForma ? ['The goods are not sold. Values are stated for customs purposes only.'] : []),
      ...(customs?.certify ? ['I declare that all information on this invoice is true and correct.'] : []),
    ],
    signer: customs?.certify_signer ?? null,
  }
  return await printInvoice(invoice, signal)
}

const dateText = (at: Date): string => at.toISOString().slice(0, 10)
const valueText = (value: Money): string => `${moneyText(value)} ${value.currency}`
const spaced = (name: string): string => name.replaceAll('_', ' ')

function toLine(item: NonNullable<Parcel['items']>[number]): InvoiceLine {
  const goods: CarrierItem = carrierItem(item)
  const { unit_weight: weight } = item
  return {
    description: item.description,
    sku: item.sku ?? '',
    hsCode: item.hs_code ?? '',
    originCountry: item.origin_country ?? '',
    quantity: String(item.quantity),
    unitWeight: weight ? `${weight.value} ${weight.unit}` : '',
    unitValue: valueText(goods.unitValue),
    value: valueText(lineValue(goods)),
  }
}

function partyLines(
  { customs }: Shipment,
  party: Customs['tax_ids'][number]['party'],
  [address, other]: [Shipment['pickupAddress'], Shipment['pickupAddress']],
): string[] {
  const contacts = [phoneText(address), address.email ?? null].filter((line) => line !== null)
  const numbers = (customs?.tax_ids ?? []).filter((id) => id.party === party).map(taxIdText)
  return [...addressLines(carrierAddress(address), other.country), ...contacts, ...numbers]
}

/** In international form, which customs officers of another country can call; as it was stored if it cannot be read. */
function phoneText({ phone, country }: Pick<Shipment['pickupAddress'], 'phone' | 'country'>): string | null {
  const known = parsePhone(phone, country)
  return known ? `${known.e164}${known.extension ? ` ext. ${known.extension}` : ''}` : phone
}

const taxIdText = ({ type, number, issuing_country: country }: Customs['tax_ids'][number]): string =>
  `${spaced(type).toUpperCase()} ${number}${country ? ` (${country})` : ''}`

function listFacts(
  { trackingNumber }: BookingRecord,
  { merchantOrderRef, customs, parcels }: Shipment,
  parcelNumber: number | null,
): Invoice['facts'] {
  const importer = (customs?.tax_ids ?? []).filter(({ party }) => party === 'importer')
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
    ...importer.map((id): [string, string] => ['Importer', taxIdText(id)]),
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

const kilograms = (grams: number): string => `${(grams / 1_000).toFixed(3)} kg`
