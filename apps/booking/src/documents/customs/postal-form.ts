/** The forms CN 22 and CN 23 of a booking with a post, written from what the shipment declares. Equal shipments give equal bytes. */

import { cn22Refusal, isForCn22 } from '@waybill/carriers/mapping/customs/posts'
import { goodsValue, netWeight } from '@waybill/carriers/mapping/customs/values'
import { carrierParcels } from '@waybill/carriers/shipment-request'
import type { Shipment } from '@waybill/contracts/shipment'
import type { ParcelItem } from '@waybill/contracts/values/customs/items'
import type { Parcel } from '@waybill/contracts/values/parcels/parcel'
import { fitsCn22 } from '@waybill/labels/customs/cn22-page'
import type { PostalCategory, PostalForm, PostalFormKind, PostalLine } from '@waybill/labels/customs/postal-form'
import { postalPages, printPostalForms } from '@waybill/labels/customs/print-papers'
import type { BookingRecord } from '../../bookings/booking.ts'
import {
  chooseParcels,
  dateText,
  itemsRefusal,
  itemTexts,
  kilograms,
  partyLines,
  taxIdTexts,
  textsRefusal,
  valueText,
} from './paper-texts.ts'

const PAPER = 'a postal form'
const formNames = { cn22: 'CN 22', cn23: 'CN 23' } as const

const categories: Readonly<Record<string, PostalCategory>> = {
  merchandise: 'sale',
  gift: 'gift',
  sample: 'sample',
  documents: 'documents',
  returned_goods: 'returned',
}

interface FormChoice {
  /** Null: of all parcels, one form for each. */
  parcelNumber: number | null
  /** `fitting`: CN 22 if it does for every parcel, else CN 23. */
  kind: PostalFormKind | 'fitting'
}

/** The forms of a shipment, or why there are none. */
export function postalForms(
  booking: BookingRecord,
  shipment: Shipment,
  { parcelNumber, kind: asked }: FormChoice,
): { refusal: string } | { kind: PostalFormKind; forms: PostalForm[] } {
  const refusal = itemsRefusal(shipment, parcelNumber, PAPER)
  if (refusal !== null) return { refusal }
  const chosen = chooseParcels(shipment, parcelNumber)
  const written = chosen.map((parcel) => ({ parcel, form: writeForm(booking, shipment, parcel) }))
  const measures = ({ parcel }: { parcel: Parcel }) => [parcel.weightGrams, contentsValue(shipment, parcel)] as const
  const { serviceCode } = booking.quoteOption
  const findFitting = () =>
    written.every((each) => isForCn22(serviceCode, ...measures(each)) && fitsCn22(each.form)) ? 'cn22' : 'cn23'
  for (const each of asked === 'cn22' ? written : []) {
    const reason =
      cn22Refusal(...measures(each)) ?? (fitsCn22(each.form) ? null : 'has more contents than a label holds')
    if (reason !== null)
      return { refusal: `parcel ${shipment.parcels.indexOf(each.parcel) + 1} ${reason}: it needs a CN 23.` }
  }
  const kind = asked === 'fitting' ? findFitting() : asked
  const forms = written.map(({ form }) => form)
  const tooLong = textsRefusal(postalPages({ kind, forms }), PAPER, forms.length)
  return tooLong === null ? { kind, forms } : { refusal: tooLong }
}

/** As PDF, a form after the other. */
export const postalFormFile = (
  { createdAt, bookingId }: BookingRecord,
  { kind, forms }: { kind: PostalFormKind; forms: readonly PostalForm[] },
  signal: AbortSignal,
): Promise<Buffer> => printPostalForms({ kind, title: `${formNames[kind]} ${bookingId}`, createdAt, forms }, signal)

const contentsValue = (shipment: Shipment, parcel: Parcel) =>
  goodsValue(carrierParcels({ ...shipment, parcels: [parcel] }))

function writeForm(booking: BookingRecord, shipment: Shipment, parcel: Parcel): PostalForm {
  const { customs, merchantOrderRef, parcels } = shipment
  const { currency, exponent, amountMinor, taxMinor } = booking.quoteOption
  const isOnly = parcels.length === 1
  const value = contentsValue(shipment, parcel)
  const importer = taxIdTexts(customs, 'importer').map((id) => `Importer ${id}`)
  return {
    // Carriers give one number to a booking, which is not that of each parcel.
    itemNumber: isOnly ? (booking.trackingNumber ?? '') : '',
    reference: isOnly
      ? merchantOrderRef
      : `${merchantOrderRef} · parcel ${parcels.indexOf(parcel) + 1} of ${parcels.length}`,
    sender: partyLines(shipment, 'sender'),
    recipient: [...partyLines(shipment, 'recipient'), ...importer],
    category: customs?.contents ? (categories[customs.contents] ?? 'other') : null,
    explanation:
      customs?.contents_explanation ?? (customs?.contents === 'humanitarian_donation' ? 'humanitarian donation' : ''),
    lines: (parcel.items ?? []).map(toLine),
    grossWeight: kilograms(parcel.weightGrams),
    totalValue: value ? valueText(value) : '',
    postage: isOnly ? valueText({ currency, exponent, amountMinor: amountMinor + taxMinor }) : '',
    invoiceNumber: customs?.invoice_number ?? '',
    facts: [
      ...(customs?.export_filing ? [['Export filing', customs.export_filing] as const] : []),
      ...(customs?.non_delivery ? [['If undeliverable', customs.non_delivery] as const] : []),
    ],
    signed:
      customs?.certify && customs.certify_signer ? `${dateText(booking.createdAt)} ${customs.certify_signer}` : '',
  }
}

function toLine(item: ParcelItem): PostalLine {
  const { goods, ...texts } = itemTexts(item)
  const grams = netWeight(goods, { pieces: goods.quantity, unit: 'g', decimals: 0 })
  return { ...texts, netWeight: grams === null ? '' : kilograms(grams) }
}
