/** Pure: parcels of a shipment. */
import { newId } from '@waybill/contracts/ids'
import { minorDigits, moneyMinor } from '@waybill/contracts/values/money'
import type { Parcel, ParcelDocument } from '@waybill/contracts/values/parcel'

/** Parcels as sent, with ids. `declared_value` is read in the currency of the pickup country. */
export const toParcels = (documents: readonly ParcelDocument[], currency: string): Parcel[] =>
  documents.map((document) => ({
    parcelId: newId('pcl'),
    title: document.title,
    weightGrams: document.weight_kg,
    lengthTenthMm: document.length_cm,
    widthTenthMm: document.width_cm,
    heightTenthMm: document.height_cm,
    declaredValueMinor: moneyMinor(document.declared_value, currency),
    contentsDescription: document.contents_description ?? document.title,
  }))

/** The values of a parcel without its ID, in a fixed order. */
export const contentValues = (parcel: Parcel): readonly (string | number)[] => [
  parcel.title,
  parcel.weightGrams,
  parcel.lengthTenthMm,
  parcel.widthTenthMm,
  parcel.heightTenthMm,
  parcel.declaredValueMinor,
  parcel.contentsDescription,
]

/** Whether two lists have equal parcels in the same order, apart from their IDs. */
export const hasSameParcels = (one: readonly Parcel[], other: readonly Parcel[]): boolean =>
  JSON.stringify(one.map(contentValues)) === JSON.stringify(other.map(contentValues))

/** Rewrites declared values in another currency: the same decimal amount, in its minor units. */
export function inCurrency(parcels: Parcel[], from: string, to: string): Parcel[] {
  const digits = minorDigits(from)
  if (digits === minorDigits(to)) return parcels
  return parcels.map((parcel) => ({
    ...parcel,
    declaredValueMinor: moneyMinor(parcel.declaredValueMinor / 10 ** digits, to),
  }))
}
