/** Pure: which goods of a shipment come back. */
import type { ErrorDetail } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { errorDetail } from '@waybill/contracts/requests/validation'
import type { Shipment, ShipmentStatus } from '@waybill/contracts/shipment'
import type { ReturnedParcel, ReturnShipment } from '@waybill/contracts/shipments/returns'
import type { ParcelItem } from '@waybill/contracts/values/customs/items'
import { declaredValue, type Parcel } from '@waybill/contracts/values/parcels/parcel'
import { gramsPer } from '@waybill/contracts/values/parcels/units'
import { declared } from '../shipments/parcels.ts'

/** The goods are with the recipient after all, so that they can come back by another return. */
const ended: readonly ShipmentStatus[] = ['cancelled', 'expired', 'failed', 'returned']

/** Goods that are in no other return. */
export interface LeftParcel {
  parcel: Parcel
  /** Pieces of each item, by its place; null: the parcel lists none. */
  items: number[] | null
  /** The returns that have the rest. */
  elsewhere: string[]
}

/** The goods of a shipment that are in none of its returns, unless these have ended without them. */
export function listLeft({ parcels }: Pick<Shipment, 'parcels'>, returns: readonly Shipment[]): LeftParcel[] {
  return leftBy(
    parcels,
    returns.filter(({ status }) => !ended.includes(status)),
  )
}

/** The goods that a recipient may ask for: what the merchant has refused is not asked for again. */
export const listLeftForRecipient = ({ parcels }: Pick<Shipment, 'parcels'>, returns: readonly Shipment[]) =>
  leftBy(
    parcels,
    returns.filter(
      ({ status, returnTerms }) => !ended.includes(status) || returnTerms?.decision?.outcome === 'refused',
    ),
  )

function leftBy(parcels: readonly Parcel[], open: readonly Shipment[]): LeftParcel[] {
  return parcels.map((parcel) => {
    const taken = open.flatMap(({ shipmentId, returnTerms }) =>
      (returnTerms?.goods ?? [])
        .filter((one) => one.parcel_id === parcel.parcelId)
        .map((one) => ({ ...one, shipmentId })),
    )
    const quantityIn = (index: number) =>
      taken
        .flatMap(({ items }) => items ?? [])
        .reduce((sum, item) => sum + (item.index === index ? item.quantity : 0), 0)
    const isWhole = taken.some(({ items }) => items === null)
    const listed = parcel.items?.map(({ quantity }, index) => (isWhole ? 0 : Math.max(0, quantity - quantityIn(index))))
    return { parcel, items: listed ?? null, elsewhere: [...new Set(taken.map(({ shipmentId }) => shipmentId))] }
  })
}

const isEmpty = ({ items, elsewhere }: LeftParcel): boolean =>
  items === null ? elsewhere.length > 0 : items.every((quantity) => quantity === 0)

const allOf = ({ parcel, items }: LeftParcel, reason?: string): ReturnedParcel => ({
  parcel_id: parcel.parcelId,
  items: items?.flatMap((quantity, index) => (quantity > 0 ? [withReason({ index, quantity }, reason)] : [])) ?? null,
  ...(items === null && reason !== undefined && { reason }),
})

const withReason = <T extends object>(one: T, reason: string | undefined): T & { reason?: string } =>
  reason === undefined ? one : { ...one, reason }

/** The goods that a document asks for, and its wrong fields. Without items and parcels: everything that is left. */
export function chooseGoods(
  left: readonly LeftParcel[],
  document: Pick<ReturnShipment, 'items' | 'parcels'>,
): { goods: ReturnedParcel[]; problems: ErrorDetail[] } {
  if (document.items) return chooseItems(left, document.items)
  if (document.parcels) return chooseParcels(left, document.parcels)
  return { goods: left.filter((one) => !isEmpty(one)).map((one) => allOf(one)), problems: [] }
}

function chooseParcels(left: readonly LeftParcel[], wanted: NonNullable<ReturnShipment['parcels']>) {
  const problems: ErrorDetail[] = []
  const goods: ReturnedParcel[] = []
  for (const [index, { parcel_id: parcelId, reason }] of wanted.entries()) {
    const path = ['parcels', index, 'parcel_id']
    const found = left.find(({ parcel }) => parcel.parcelId === parcelId)
    if (found === undefined) problems.push(unknownParcel(path, parcelId))
    else if (goods.some((one) => one.parcel_id === parcelId))
      problems.push(errorDetail(path, 'repeated', `must not repeat ${parcelId}`))
    else if (isEmpty(found)) problems.push(errorDetail(path, 'not_allowed', alreadyIn(found.elsewhere)))
    else goods.push(allOf(found, reason))
  }
  return { goods, problems }
}

const unknownParcel = (path: (string | number)[], parcelId: string): ErrorDetail =>
  errorDetail(path, 'unknown_parcel', `must be a parcel of the shipment, which ${parcelId} is not`)

const alreadyIn = (returns: readonly string[]): string => `is already in return ${returns.join(', ')}`

interface FoundItem {
  parcelId: string
  index: number
  sent: number
  /** Pieces of each item of the parcel that are in no return. */
  left: number[]
  elsewhere: readonly string[]
}

/** Takes each item from the first parcels that have it. */
function chooseItems(left: readonly LeftParcel[], wanted: NonNullable<ReturnShipment['items']>) {
  const problems: ErrorDetail[] = []
  const all = left.flatMap(({ parcel, items, elsewhere }) => {
    const rest = [...(items ?? [])]
    const found = { parcelId: parcel.parcelId, left: rest, elsewhere }
    return (parcel.items ?? []).map((listed, index) => ({ ...found, listed, index, sent: listed.quantity }))
  })
  const taken: (FoundItem & { quantity: number; reason: string | undefined })[] = []
  for (const [place, item] of wanted.entries()) {
    const found = all.filter(({ parcelId, listed }) => fits(item, parcelId, listed))
    const available = found.reduce((sum, one) => sum + countLeft(one), 0)
    const quantity = item.quantity ?? available
    if (item.parcel_id !== undefined && !left.some(({ parcel }) => parcel.parcelId === item.parcel_id))
      problems.push(unknownParcel(['items', place, 'parcel_id'], item.parcel_id))
    else if (found.length === 0) problems.push(unknownItem(place, item))
    else if (available === 0 && item.quantity === undefined) problems.push(noneLeft(place, item, found))
    else if (available === 0 || quantity > available) problems.push(tooMany(place, available, found))
    else taken.push(...take(found, quantity).map((one) => ({ ...one, reason: item.reason })))
  }
  const goods = left.flatMap(({ parcel }) => {
    const items = toItems(taken.filter(({ parcelId }) => parcelId === parcel.parcelId))
    return items.length > 0 ? [{ parcel_id: parcel.parcelId, items }] : []
  })
  return { goods, problems }
}

const countLeft = ({ left, index }: FoundItem): number => left[index] ?? 0

/** Takes so many pieces, of which there are enough. */
const take = (found: readonly FoundItem[], quantity: number): (FoundItem & { quantity: number })[] => {
  let missing = quantity
  return found.flatMap((one) => {
    const part = Math.min(missing, countLeft(one))
    missing -= part
    one.left[one.index] = countLeft(one) - part
    return part === 0 ? [] : [{ ...one, quantity: part }]
  })
}

/** In the order of the parcel, each item once for each reason. */
function toItems(taken: readonly { index: number; quantity: number; reason: string | undefined }[]) {
  const found = new Map<string, { index: number; quantity: number; reason?: string }>()
  for (const { index, quantity, reason } of taken) {
    const key = `${index} ${reason ?? ''}`
    found.set(key, withReason({ index, quantity: (found.get(key)?.quantity ?? 0) + quantity }, reason))
  }
  return [...found.values()].sort((one, other) => one.index - other.index)
}

type WantedItem = NonNullable<ReturnShipment['items']>[number]

const fits = (wanted: WantedItem, parcelId: string, { sku, description }: ParcelItem): boolean =>
  (wanted.sku === undefined || wanted.sku === sku) &&
  (wanted.description === undefined || wanted.description === description) &&
  (wanted.parcel_id === undefined || wanted.parcel_id === parcelId)

const nameKey = ({ sku }: WantedItem): 'sku' | 'description' => (sku === undefined ? 'description' : 'sku')

function noneLeft(place: number, item: WantedItem, found: readonly FoundItem[]): ErrorDetail {
  const path = ['items', place, nameKey(item)]
  const returns = listElsewhere(found)
  if (returns.length === 0) return errorDetail(path, 'repeated', 'must not repeat an item that is listed whole before')
  return errorDetail(path, 'not_allowed', alreadyIn(returns))
}

const listElsewhere = (found: readonly FoundItem[]): string[] => [
  ...new Set(found.flatMap(({ elsewhere }) => elsewhere)),
]

function unknownItem(place: number, item: WantedItem): ErrorDetail {
  const { sku, description, parcel_id } = item
  const where = parcel_id === undefined ? 'the shipment' : `parcel ${parcel_id}`
  return errorDetail(
    ['items', place, nameKey(item)],
    'invalid_value',
    `must be an item of ${where}: it has no ${[sku, description].filter((one) => one !== undefined).join(', ')}`,
  )
}

function tooMany(place: number, available: number, found: readonly FoundItem[]): ErrorDetail {
  const sent = found.reduce((sum, one) => sum + one.sent, 0)
  const returns = listElsewhere(found).join(', ')
  const inOthers = returns === '' || available === sent ? '' : `. Others are in return ${returns}`
  const message = `must be at most ${available}: ${sent} were sent${inOthers}`
  return errorDetail(['items', place, 'quantity'], 'too_large', message)
}

/** The parcels of a return: those of the shipment with what of them comes back, with new ids. */
export const returnedParcels = (left: readonly LeftParcel[], goods: readonly ReturnedParcel[]): Parcel[] =>
  goods.flatMap(({ parcel_id: parcelId, items }) => {
    const parcel = left.find((one) => one.parcel.parcelId === parcelId)?.parcel
    return parcel ? [{ ...withItems(parcel, items), parcelId: newId('pcl') }] : []
  })

function withItems(parcel: Parcel, chosen: ReturnedParcel['items']): Parcel {
  const all = parcel.items ?? []
  const counts = chosen && all.map((_, index) => countChosen(chosen, index))
  const items = (counts ?? []).flatMap((quantity, index) =>
    all[index] && quantity > 0 ? [{ ...all[index], quantity }] : [],
  )
  const isWhole =
    chosen === null ||
    (items.length === all.length && items.every((item, index) => item.quantity === all[index]?.quantity))
  if (isWhole) return parcel
  const { weightSent: _, ...measured } = parcel
  const staying = stayingGrams(all, chosen)
  return {
    ...(staying === null ? parcel : { ...measured, weightGrams: Math.max(1, parcel.weightGrams - staying) }),
    // A value that was declared for all of them is that of those that come back.
    ...(parcel.declaredValueMinor > 0 && toValue(parcel, items)),
    items,
  }
}

const countChosen = (chosen: NonNullable<ReturnedParcel['items']>, index: number): number =>
  chosen.reduce((sum, one) => sum + (one.index === index ? one.quantity : 0), 0)

/** Weight of the items that the recipient keeps; null: that of one is not known, so that the parcel weighs as before. */
function stayingGrams(all: readonly ParcelItem[], chosen: ReturnedParcel['items']): number | null {
  let grams = 0
  for (const [index, { quantity, unit_weight: weight }] of all.entries()) {
    const kept = quantity - countChosen(chosen ?? [], index)
    if (kept > 0 && weight === null) return null
    grams += weight === null ? 0 : kept * Number(weight.value) * gramsPer[weight.unit]
  }
  return Math.floor(grams)
}

const toValue = (parcel: Parcel, items: readonly ParcelItem[]) => {
  const { currency, exponent } = declaredValue(parcel)
  const isOther = items.some(({ unit_value: value }) => value.currency !== currency)
  if (isOther) return {}
  const minor = ({ amount }: ParcelItem['unit_value']) => Math.round(Number(amount) * 10 ** exponent)
  const amountMinor = items.reduce((sum, item) => sum + minor(item.unit_value) * item.quantity, 0)
  return declared({ amountMinor, currency, exponent })
}
