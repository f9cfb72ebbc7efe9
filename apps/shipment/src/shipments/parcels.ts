/** Pure: parcels of a shipment. */
import type { ErrorDetail } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import type { Accepted } from '@waybill/contracts/requests/across-fields'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { Shipment } from '@waybill/contracts/shipment'
import { itemProblems } from '@waybill/contracts/values/customs/across-parcels'
import { type ItemDocument, itemDocument, type ParcelItem, toItem } from '@waybill/contracts/values/customs/items'
import { inCurrency, isCurrency, type Money, toMoney } from '@waybill/contracts/values/money'
import {
  declaredValue,
  declaredValueProblems,
  type Parcel,
  type ParcelDocument,
  storedItems,
} from '@waybill/contracts/values/parcels/parcel'
import { chosenMeasures, storedMeasures } from '@waybill/contracts/values/parcels/units'

/**
 * Parcels as sent, with their ids or new ones. `currency`: of declared values without one. Throws `validation_error` for declared values with
 * more digits than their currency has.
 */
export function toParcels(documents: readonly MergedDocument[], currency: string): Parcel[] {
  const details = declaredValueDetails(documents, currency)
  if (details.length > 0) throw validationError(details)
  return documents.map((document) => toParcel(document, currency))
}

/** The declared values with more digits than their currency has. */
export const declaredValueDetails = (
  ...[documents, currency]: Parameters<typeof declaredValueProblems>
): ErrorDetail[] =>
  declaredValueProblems(documents, currency).map(([path, problem]) => errorDetail(path, 'too_many_decimals', problem))

function toParcel(document: MergedDocument, pickupCurrency: string): Parcel {
  return {
    parcelId: document.parcel_id ?? newId('pcl'),
    title: document.title,
    ...storedMeasures(document),
    ...declared(toMoney(document.declared_value, document.declared_value_currency ?? pickupCurrency)),
    contentsDescription: document.contents_description ?? document.title,
    ...storedItems(document.keptItems ?? document.items?.map(toItem) ?? null),
  }
}

/** A parcel of a request; one of the shipment keeps its items if the request has none. */
type MergedDocument = ParcelDocument & { keptItems?: readonly ParcelItem[] | undefined }

/** Parcels of an answer that came back, with one form of each measure and the items that they keep. */
export const withStored = (documents: readonly ParcelDocument[], stored: readonly Parcel[]): MergedDocument[] =>
  documents.map((document) => {
    const known = findStored(document, stored)
    const merged = { ...document, ...chosenMeasures(document, known).measures }
    return document.items === undefined ? { ...merged, keptItems: known?.items } : merged
  })

/** The items that do not agree with each other or with their parcels, as these are after the request. */
export function itemDetails(
  documents: readonly (Accepted<ParcelDocument> | undefined)[],
  stored: readonly Parcel[],
  currency: string,
): ErrorDetail[] {
  const parcels = documents.map((document = {}) => {
    const known = findStored(document, stored)
    const items = document.items === undefined ? known?.items?.map(itemDocument) : document.items
    return { ...document, ...chosenMeasures(document, known).measures, items }
  })
  return itemProblems(parcels, currency).map((problem) => errorDetail(...problem))
}

/** The measures of which a parcel that came back has two new values. */
export const measureProblems = (
  documents: readonly (Accepted<ParcelDocument> | undefined)[],
  stored: readonly Parcel[],
): ErrorDetail[] =>
  documents.flatMap((document, index) =>
    chosenMeasures(document ?? {}, findStored(document, stored)).conflicts.map((name) =>
      errorDetail(['parcels', index, name], 'conflicting_fields', BOTH_CHANGED),
    ),
  )

const OWN_GOODS = 'must be as registered: for other goods, cancel the return and register another one'
const RETURNED_GOODS = 'must be as registered: the goods are counted in the returns of the shipment'

/** The parcels of a return, and of a shipment with returns, keep their goods, which are in one return; their measures can change. */
export function returnProblems(
  { returnTerms, returnIds = [], parcels }: Pick<Shipment, 'returnTerms' | 'returnIds' | 'parcels'>,
  documents: readonly (Accepted<ParcelDocument> | undefined)[] | undefined,
): ErrorDetail[] {
  if ((!returnTerms && returnIds.length === 0) || documents === undefined) return []
  const ids = documents.map((document) => document?.parcel_id)
  if (ids.length !== parcels.length || !parcels.every(({ parcelId }) => ids.includes(parcelId))) {
    const owner = returnTerms ? 'the return' : 'the shipment, which has returns'
    return [errorDetail(['parcels'], 'not_allowed', `must be the parcels of ${owner}, each with its parcel_id`)]
  }
  return documents.flatMap((document, index) => {
    // Incomplete items are refused by the schema.
    if (document?.items === undefined || !(document.items ?? []).every(isWhole)) return []
    const stored = findStored(document, parcels)?.items ?? []
    const sent = (document.items ?? []).map((item) => item && toItem(item as ItemDocument))
    return JSON.stringify(sent) === JSON.stringify(stored)
      ? []
      : [errorDetail(['parcels', index, 'items'], 'not_allowed', returnTerms ? OWN_GOODS : RETURNED_GOODS)]
  })
}

const isWhole = (item: Accepted<ItemDocument> | undefined): boolean =>
  item?.quantity !== undefined &&
  item.unit_value?.amount !== undefined &&
  item.unit_value.currency !== undefined &&
  (!item.unit_weight || (item.unit_weight.value !== undefined && item.unit_weight.unit !== undefined))

const BOTH_CHANGED = 'says something else than the same measure in kg or cm: send one of them'

const findStored = (document: { parcel_id?: string | undefined } | undefined, stored: readonly Parcel[]) =>
  stored.find(({ parcelId }) => parcelId === document?.parcel_id)

/** Errors in the sent IDs: each must be that of a stored parcel, and none may be repeated. */
export function parcelIdProblems(
  documents: readonly ({ parcel_id?: string | undefined } | undefined)[],
  stored: readonly Parcel[],
): ErrorDetail[] {
  const known = new Set(stored.map((parcel) => parcel.parcelId))
  const seen = new Map<string, number>()
  return documents.flatMap((document, index) => {
    const id = document?.parcel_id
    if (id === undefined) return []
    const path = ['parcels', index, 'parcel_id']
    if (!known.has(id)) {
      const message = `must be a parcel of the shipment, which ${id} is not: leave it out for a new parcel`
      return [errorDetail(path, 'unknown_parcel', message)]
    }
    const first = seen.get(id)
    if (first !== undefined)
      return [errorDetail(path, 'repeated', `must not repeat ${id}, the id of parcels[${first}]`)]
    seen.set(id, index)
    return []
  })
}

/**
 * The values of a parcel without its ID, in a fixed order. Equal amounts are equal whatever their exponents. The currency is
 * one of the values only if it is not that of the pickup country.
 */
export const contentValues = (parcel: Parcel, pickupCurrency: string): readonly (string | number)[] => [
  parcel.title,
  parcel.weightGrams,
  parcel.lengthTenthMm,
  parcel.widthTenthMm,
  parcel.heightTenthMm,
  comparable(declaredValue(parcel)).amountMinor,
  parcel.contentsDescription,
  ...(parcel.declaredValueCurrency === pickupCurrency ? [] : [parcel.declaredValueCurrency]),
  // Carriers get the number as it was sent.
  ...(parcel.weightSent ? [parcel.weightSent] : []),
  ...(parcel.dimensionsSent ? [parcel.dimensionsSent] : []),
  ...(parcel.items ? [JSON.stringify(parcel.items)] : []),
]

/** Whether two lists have equal parcels in the same order, apart from their IDs. */
export function hasSameParcels(one: readonly Parcel[], other: readonly Parcel[]): boolean {
  const values = (parcels: readonly Parcel[]) => JSON.stringify(parcels.map((parcel) => contentValues(parcel, '')))
  return values(one) === values(other)
}

/** Whether one list can stand for the other: equal parcels in the same order, none with the ID of another one. */
export function isSameList(stored: readonly Parcel[], other: readonly Parcel[]): boolean {
  const positions = new Map(stored.map((parcel, index) => [parcel.parcelId, index]))
  return (
    hasSameParcels(stored, other) && other.every(({ parcelId }, index) => (positions.get(parcelId) ?? index) === index)
  )
}

export const declared = ({ amountMinor, currency, exponent }: Money) => ({
  declaredValueMinor: amountMinor,
  declaredValueCurrency: currency,
  declaredValueExponent: exponent,
})

/** With the minor digits of its currency, unless that has been withdrawn. */
const comparable = (value: Money): Money => (isCurrency(value.currency) ? inCurrency(value, value.currency) : value)
