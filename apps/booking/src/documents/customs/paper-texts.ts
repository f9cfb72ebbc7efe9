/** Texts of papers for customs, and when there are none. */
import type { CarrierItem } from '@waybill/carriers/carrier-customs'
import { carrierItem } from '@waybill/carriers/customs-request'
import { addressLines } from '@waybill/carriers/label/address-lines'
import { isLatin1 } from '@waybill/carriers/label/glyphs'
import type { LabelPage } from '@waybill/carriers/label/label-document'
import { lineValue } from '@waybill/carriers/mapping/customs/values'
import { carrierAddress } from '@waybill/carriers/shipment-request'
import type { Shipment } from '@waybill/contracts/shipment'
import type { Customs } from '@waybill/contracts/values/customs/declaration'
import type { ParcelItem } from '@waybill/contracts/values/customs/items'
import { type Money, moneyText } from '@waybill/contracts/values/money'
import type { Parcel } from '@waybill/contracts/values/parcels/parcel'
import { parsePhone } from '@waybill/contracts/values/phones/phone'

/** Items of a paper: some 40 pages, a second of the processor. A parcel has at most 100. */
const MOST_ITEMS = 1_000
/** Characters that are drawn as outlines, at half a millisecond each. */
const MOST_OUTLINED = 5_000

/** All parcels (`parcelNumber` null), or one. */
export const chooseParcels = ({ parcels }: Shipment, parcelNumber: number | null): Parcel[] =>
  parcels.filter((_, index) => parcelNumber === null || index + 1 === parcelNumber)

/** Why there is no paper of these parcels: one lists no items, or all have too many. Null: there is one. */
export function itemsRefusal(shipment: Shipment, parcelNumber: number | null, name: string): string | null {
  const chosen = chooseParcels(shipment, parcelNumber)
  const empty = chosen
    .filter(({ items = [] }) => items.length === 0)
    .map((parcel) => shipment.parcels.indexOf(parcel) + 1)
  if (empty.length > 0) return `no items are listed of parcel ${empty.join(', ')}.`
  const items = chosen.flatMap((parcel) => parcel.items ?? [])
  return items.length > MOST_ITEMS
    ? `${name} has at most ${MOST_ITEMS} items, and these are ${items.length}: choose a parcel.`
    : null
}

/** Why a paper of so many parcels is not printed: it would take too long. Null: it is. */
export function textsRefusal(pages: readonly LabelPage[], name: string, parcels: number): string | null {
  const texts = pages.flat().flatMap((element) => (element.kind === 'text' ? element.lines : []))
  const outlined = texts.filter((text) => !isLatin1(text)).join('').length
  if (outlined <= MOST_OUTLINED) return null
  const advice = parcels > 1 ? 'choose a parcel' : 'shorten them'
  return `its texts have ${outlined} characters beside Latin letters, and ${name} has at most ${MOST_OUTLINED}: ${advice}.`
}

export const dateText = (at: Date): string => at.toISOString().slice(0, 10)
export const valueText = (value: Money): string => `${moneyText(value)} ${value.currency}`
export const spaced = (name: string): string => name.replaceAll('_', ' ')
export const kilograms = (grams: number): string => `${(grams / 1_000).toFixed(3)} kg`

/** The texts of an item on every paper. An empty one is not known. */
export function itemTexts(item: ParcelItem) {
  const goods: CarrierItem = carrierItem(item)
  return {
    description: item.description,
    sku: item.sku ?? '',
    hsCode: item.hs_code ?? '',
    originCountry: item.origin_country ?? '',
    quantity: String(item.quantity),
    value: valueText(lineValue(goods)),
    goods,
  }
}

/** Lines of the address of a party, from the name to the country, then its phone, email and tax numbers. */
export function partyLines(
  { pickupAddress, dropoffAddress, customs }: Shipment,
  party: Customs['tax_ids'][number]['party'],
): string[] {
  const [address, other] = party === 'sender' ? [pickupAddress, dropoffAddress] : [dropoffAddress, pickupAddress]
  const contacts = [phoneText(address), address.email ?? null].filter((line) => line !== null)
  return [...addressLines(carrierAddress(address), other.country), ...contacts, ...taxIdTexts(customs, party)]
}

/** In international form, which customs officers of another country can call; as it was stored if it cannot be read. */
function phoneText({ phone, country }: Pick<Shipment['pickupAddress'], 'phone' | 'country'>): string | null {
  const known = parsePhone(phone, country)
  return known ? `${known.e164}${known.extension ? ` ext. ${known.extension}` : ''}` : phone
}

export const taxIdTexts = (customs: Customs | null | undefined, party: Customs['tax_ids'][number]['party']): string[] =>
  (customs?.tax_ids ?? [])
    .filter((id) => id.party === party)
    .map(
      ({ type, number, issuing_country: country }) =>
        `${spaced(type).toUpperCase()} ${number}${country ? ` (${country})` : ''}`,
    )
