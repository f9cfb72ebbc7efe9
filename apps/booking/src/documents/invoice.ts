/** The commercial invoice of a booking, written from what the shipment declares. Equal shipments give equal bytes. */
import type { CarrierItem } from '@waybill/carriers/carrier-customs'
import { carrierItem } from '@waybill/carriers/customs-request'
import { addressLines } from '@waybill/carriers/label/address-lines'
import { goodsValue, lineValue } from '@waybill/carriers/mapping/customs/values'
import { carrierAddress, carrierParcels } from '@waybill/carriers/shipment-request'
import type { Shipment } from '@waybill/contracts/shipment'
import type { Customs } from '@waybill/contracts/values/customs/declaration'
import { type Money, moneyText } from '@waybill/contracts/values/money'
import type { Parcel } from '@waybill/contracts/values/parcels/parcel'
import type { Invoice, InvoiceLine } from '@waybill/labels/invoice/invoice'
import { printInvoice } from '@waybill/labels/invoice/print-invoice'
import type { BookingRecord } from '../bookings/booking.ts'

/** The invoice for these parcels as PDF; null: they list no items. */
export async function invoiceFile(
  booking: BookingRecord,
  shipment: Shipment,
  parcels: readonly Parcel[],
): Promise<Buffer | null> {
  const lines = parcels.flatMap(({ items = [] }) => items.map(toLine))
  if (lines.length === 0) return null
  const { pickupAddress, dropoffAddress, customs } = shipment
  const invoice: Invoice = {
    number: customs?.invoice_number ?? shipment.merchantOrderRef,
    date: customs?.invoice_date ?? dateText(booking.createdAt),
    createdAt: booking.createdAt,
    sender: partyLines(shipment, 'sender', [pickupAddress, dropoffAddress]),
    recipient: partyLines(shipment, 'recipient', [dropoffAddress, pickupAddress]),
    facts: listFacts(booking, shipment),
    lines,
    totals: listTotals({ ...shipment, parcels: [...parcels] }),
    statements: customs?.certify ? ['I declare that all information on this invoice is true and correct.'] : [],
    signer: customs?.certify_signer ?? null,
  }
  return await printInvoice(invoice)
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
  const contacts = [address.phone, address.email ?? null].filter((line) => line !== null)
  const numbers = (customs?.tax_ids ?? []).filter((id) => id.party === party).map(taxIdText)
  return [...addressLines(carrierAddress(address), other.country), ...contacts, ...numbers]
}

const taxIdText = ({ type, number, issuing_country: country }: Customs['tax_ids'][number]): string =>
  `${spaced(type).toUpperCase()} ${number}${country ? ` (${country})` : ''}`

function listFacts({ trackingNumber }: BookingRecord, { merchantOrderRef, customs }: Shipment): Invoice['facts'] {
  const importer = (customs?.tax_ids ?? []).filter(({ party }) => party === 'importer').map(taxIdText)
  const facts: [string, string | null | undefined][] = [
    ['Order', merchantOrderRef],
    ['Tracking number', trackingNumber],
    ['Reason for export', customs?.contents_explanation ?? (customs?.contents && spaced(customs.contents))],
    ['Incoterm', customs?.incoterm],
    ['Duties paid by', customs?.duties_payer],
    ['Export filing', customs?.export_filing],
    ['If undeliverable', customs?.non_delivery],
    ['Importer', importer.join(', ')],
  ]
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

function listTotals(shipment: Shipment): Invoice['totals'] {
  const parcels = carrierParcels(shipment)
  const pieces = parcels.flatMap(({ items = [] }) => items).reduce((sum, { quantity }) => sum + quantity, 0)
  const grams = parcels.reduce((sum, { weightGrams }) => sum + weightGrams, 0)
  const value = goodsValue(parcels)
  return [
    ['Parcels', String(parcels.length)],
    ['Pieces', String(pieces)],
    ['Gross weight', `${(grams / 1_000).toFixed(3)} kg`],
    ...(value ? [['Total value', valueText(value)] as const] : []),
  ]
}
