/** Pure: what PATCH does to a shipment. */

import type { ErrorDetail } from '@waybill/contracts/app-error'
import type { Accepted } from '@waybill/contracts/requests/across-fields'
import { type ServiceOptions, serviceOptionsText } from '@waybill/contracts/requests/service-options'
import {
  type CollectionTime,
  collectionDateProblem,
  collectionFields,
  courierTimeProblem,
  lateStart,
  type UpdateShipment,
  updateShipmentSchema,
} from '@waybill/contracts/requests/shipment-documents'
import { errorDetail, getDetails, parseDocument, validationError } from '@waybill/contracts/requests/validation'
import { collectableAt, publicShipment, type Shipment } from '@waybill/contracts/shipment'
import {
  type Address,
  type AddressPatch,
  postCodeRefusal,
  type SentAddressPatch,
} from '@waybill/contracts/values/address'
import { coordinatesProblem } from '@waybill/contracts/values/coordinates'
import { type Customs, customsText } from '@waybill/contracts/values/customs/declaration'
import { mergeMetadata, ON_DEMAND_METADATA, SET_BY_WAYBILL } from '@waybill/contracts/values/metadata'
import { findCurrency } from '@waybill/contracts/values/money'
import type { Parcel } from '@waybill/contracts/values/parcels/parcel'
import { phoneRefusal } from '@waybill/contracts/values/phones/phone'
import { newCustoms, newServiceOptions, optionProblems } from './options.ts'
import {
  contentValues,
  declaredValueDetails,
  isSameList,
  itemDetails,
  measureProblems,
  returnProblems,
  toParcels,
  withStored,
} from './parcels.ts'
import { readOnlyProblems } from './read-only.ts'

/** A patch as it is stored with a claim. Parcels have their IDs already, since the carrier gets them before the merchant. */
export interface ShipmentPatch {
  collectionAt?: Date
  collectionDate?: string | null
  collectionAllDay?: boolean
  readyAt?: Date
  pickupAddress?: AddressPatch
  dropoffAddress?: AddressPatch
  pickupInstructions?: string | null
  dropoffInstructions?: string | null
  parcels?: Parcel[]
  metadata?: Record<string, string | null>
  /** Null removes all. */
  serviceOptions?: ServiceOptions | null
  /** Null removes all. */
  customs?: Customs | null
  tags?: string[]
}

/**
 * Reads a PATCH document for a shipment. Throws `validation_error` with every field that the shipment does not allow, and
 * `metadata_limit_exceeded` if only the merged metadata has too many keys.
 */
export function toPatch(shipment: Shipment, document: UpdateShipment, nowMs: number): ShipmentPatch {
  const problems = patchProblems(shipment, document, nowMs)
  if (problems.length > 0) throw validationError(problems)
  const { metadata, parcels, tags } = document
  const currency = findCurrency(document.pickup_address?.country ?? shipment.pickupAddress.country)
  const collection = toCollection(shipment, document.collection_date)
  const patch: ShipmentPatch = {
    ...(collection && collectionFields(collection)),
    readyAt: document.ready_at === null ? shipment.createdAt : document.ready_at,
    pickupAddress: newValues(shipment.pickupAddress, document.pickup_address),
    dropoffAddress: newValues(shipment.dropoffAddress, document.dropoff_address),
    pickupInstructions: document.pickup_instructions,
    dropoffInstructions: document.dropoff_instructions,
    parcels: parcels && toParcels(withStored(parcels, shipment.parcels), currency),
    metadata,
    serviceOptions: newServiceOptions(shipment, document),
    customs: newCustoms(shipment, document),
    tags,
  }
  return withoutUndefined(patch)
}

/** The fields that the shipment does not allow, of a document or of the part of it that its schema accepts. */
export function patchProblems(shipment: Shipment, document: Accepted<UpdateShipment>, nowMs: number): ErrorDetail[] {
  const { metadata, parcels } = document
  const currency = findCurrency(document.pickup_address?.country ?? shipment.pickupAddress.country)
  const pickupAddress = newValues(shipment.pickupAddress, document.pickup_address)
  const collection = toCollection(shipment, document.collection_date as UpdateShipment['collection_date'])
  return [
    ...readOnlyProblems(shipment, document),
    ...(metadata ? metadataProblems(shipment, metadata) : []),
    ...addressProblems(shipment, document),
    ...collectionProblems(shipment, collection, mergeAddress(shipment.pickupAddress, pickupAddress), nowMs),
    ...deadlineProblems(shipment, collection, document.ready_at ?? null),
    ...declaredValueDetails(parcels ?? [], currency),
    ...itemDetails(parcels ?? [], shipment.parcels, currency),
    ...measureProblems(parcels ?? [], shipment.parcels),
    ...returnProblems(shipment, parcels),
    ...optionProblems(shipment, document),
  ]
}

/** A stored phone number and stored coordinates may be sent back, although earlier versions did not check them. */
function addressProblems(
  { pickupAddress, dropoffAddress }: Shipment,
  document: Accepted<UpdateShipment>,
): ErrorDetail[] {
  const wrong = (name: 'pickup_address' | 'dropoff_address', stored: Address): ErrorDetail[] => {
    const sent = document[name] ?? {}
    const details: ErrorDetail[] = []
    const country = sent.country ?? stored.country
    const refusal = sent.phone && sent.phone !== stored.phone ? phoneRefusal(sent.phone, country) : null
    if (refusal !== null) details.push(errorDetail([name, 'phone'], 'invalid_format', refusal))
    const isNew = sent.post_code && (sent.post_code !== stored.post_code || country !== stored.country)
    const wrongCode = isNew && sent.post_code ? postCodeRefusal(sent.post_code, country) : null
    if (wrongCode !== null) details.push(errorDetail([name, 'post_code'], 'invalid_format', wrongCode))
    const areStored = sent.latitude === stored.latitude && sent.longitude === stored.longitude
    const problem = areStored ? null : coordinatesProblem({ country: stored.country, ...withoutUndefined(sent) })
    if (problem !== null) details.push(errorDetail([name, 'latitude'], 'invalid_value', problem))
    return details
  }
  return [...wrong('pickup_address', pickupAddress), ...wrong('dropoff_address', dropoffAddress)]
}

/**
 * The patch, without what belongs to the old place if it is a response that is sent back, which has its `location_id`, with the
 * address of another place.
 */
function newValues(stored: Address, patch: Accepted<SentAddressPatch> | undefined): AddressPatch | undefined {
  if (patch === undefined) return undefined
  const { location_id: locationId, ...fields } = patch
  if (locationId === undefined || !isMoved(stored, { ...stored, ...withoutUndefined(fields) })) return fields
  const { latitude, longitude, google_place_id, residential, ...words } = fields
  return {
    ...words,
    ...((latitude !== stored.latitude || longitude !== stored.longitude) && { latitude, longitude }),
    ...(google_place_id !== stored.google_place_id && { google_place_id }),
    ...(residential !== stored.residential && { residential }),
  }
}

const isMoved = (from: Address, to: Address): boolean =>
  (['address_line_1', 'city', 'post_code', 'country'] as const).some((name) => to[name] !== from[name])

/** The time that changes the shipment's; undefined: none. Responses have the date only: sent back, it changes nothing. */
const toCollection = (shipment: Shipment, time: CollectionTime | undefined): CollectionTime | undefined =>
  time?.allDay && time.date === publicShipment(shipment).collection_date ? undefined : time

/** The date is in the past, or lacks a courier's time. */
function collectionProblems(
  { onDemand }: Shipment,
  time: CollectionTime | undefined,
  pickup: Address,
  nowMs: number,
): ErrorDetail[] {
  if (time === undefined) return []
  const problem = collectionDateProblem(time, nowMs) ?? (onDemand ? courierTimeProblem(time, pickup, nowMs) : null)
  return problem === null ? [] : [errorDetail(['collection_date'], ...problem)]
}

/** The time moves beyond the end of the delivery that the dispatch allows. */
function deadlineProblems(
  { dispatch, readyAt: stored }: Shipment,
  collectionDate: CollectionTime | undefined,
  sent: Date | null,
): ErrorDetail[] {
  const deadline = dispatch?.deliver_by ?? null
  const readyAt = sent?.getTime() === stored.getTime() ? null : sent
  const late = deadline === null ? null : lateStart(new Date(deadline), { collectionDate, readyAt })
  return late === null
    ? []
    : [errorDetail([late], 'invalid_value', `must be before ${deadline}, the deliver_by of the dispatch`)]
}

/** Merges a patch into a shipment. Raises the route revision if route, parcels, options, customs or the collection change. */
export function applyPatch(shipment: Shipment, patch: ShipmentPatch): Shipment {
  const { pickupAddress, dropoffAddress, parcels, metadata, serviceOptions, ...plain } = patch
  const merged: Shipment = {
    ...shipment,
    ...(serviceOptions !== undefined && { serviceOptions }),
    ...plain,
    pickupAddress: mergeAddress(shipment.pickupAddress, pickupAddress),
    dropoffAddress: mergeAddress(shipment.dropoffAddress, dropoffAddress),
    metadata: mergeMetadata(shipment.metadata, metadata ?? {}),
  }
  merged.parcels = mergedParcels(shipment, parcels)
  return isPricedAlike(shipment, merged) ? merged : { ...merged, routeRevision: shipment.routeRevision + 1 }
}

/** Which data a change affects: none, metadata and tags only, the schedule too, or data that the carrier has. */
type Reach = 'none' | 'metadata' | 'schedule' | 'carrier'

/** The widest reach of the differences between two states of a shipment. */
export function changeReach(before: Shipment, after: Shipment): Reach {
  const carrierData = (s: Shipment) => [
    ...addressValues(s.pickupAddress),
    ...addressValues(s.dropoffAddress),
    s.pickupInstructions,
    s.dropoffInstructions,
    ...s.parcels.map(parcelValues),
    serviceOptionsText(s.serviceOptions),
    customsText(s.customs),
    collectableAt(s),
  ]
  if (!same(carrierData(before), carrierData(after))) return 'carrier'
  const schedule = (s: Shipment) => [
    s.collectionAt.getTime(),
    s.collectionDate,
    s.collectionAllDay,
    s.readyAt.getTime(),
  ]
  if (!same(schedule(before), schedule(after))) return 'schedule'
  const metadata = (s: Shipment) => [
    s.pickupAddress.code, // the merchant's name for the place
    s.dropoffAddress.code,
    s.tags,
    ...Object.entries(s.metadata).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]
  return same(metadata(before), metadata(after)) ? 'none' : 'metadata'
}

/**
 * Merges a patch into a stored address. If street, city, post code or country changes, the old coordinates, the old place
 * ID and `residential` are dropped, since they belong to another place. The post code stays.
 */
export function mergeAddress(stored: Address, patch: AddressPatch = {}): Address {
  const merged: Address = { ...stored, ...withoutUndefined(patch) }
  if (isMoved(stored, merged)) {
    merged.latitude = patch.latitude ?? null
    merged.longitude = patch.longitude ?? null
    merged.google_place_id = patch.google_place_id ?? null
    if (merged.residential !== undefined) merged.residential = patch.residential ?? null
  }
  // Clearing one coordinate clears both.
  return merged.latitude === null || merged.longitude === null ? { ...merged, latitude: null, longitude: null } : merged
}

function mergedParcels(shipment: Shipment, patched: Parcel[] | undefined): Parcel[] {
  // Equal parcels keep their IDs, so that nothing counts as changed.
  return patched === undefined || isSameList(shipment.parcels, patched) ? shipment.parcels : patched
}

function metadataProblems(shipment: Shipment, sent: Record<string, string | null | undefined>): ErrorDetail[] {
  const patch = withoutUndefined(sent) as Record<string, string | null>
  const reserved = shipment.onDemand
    ? Object.keys(ON_DEMAND_METADATA).filter(
        (key) => Object.hasOwn(patch, key) && patch[key] !== shipment.metadata[key],
      )
    : []
  if (reserved.length > 0) {
    return reserved.map((key) => errorDetail(['metadata', key], 'read_only', SET_BY_WAYBILL))
  }
  const merged = Object.entries(mergeMetadata(shipment.metadata, patch))
  // Reserved keys do not count towards the merchant's limit.
  const own = shipment.onDemand ? merged.filter(([key]) => !Object.hasOwn(ON_DEMAND_METADATA, key)) : merged
  return getDetails(() => parseDocument(updateShipmentSchema, { metadata: Object.fromEntries(own) }))
}

/** Whether an offer for one is an offer for the other: places, parcels, options, customs and the time of collection are equal. */
function isPricedAlike(before: Shipment, after: Shipment): boolean {
  const priced = (s: Shipment) => [
    ...placeValues(s.pickupAddress),
    ...placeValues(s.dropoffAddress),
    ...s.parcels.map(parcelValues),
    serviceOptionsText(s.serviceOptions),
    customsText(s.customs),
    collectableAt(s),
  ]
  return same(priced(before), priced(after))
}

/** Where the courier goes. How the door is found and who opens it make no difference to the price. */
const placeValues = (address: Address) => [
  address.address_line_1,
  address.town,
  address.city,
  address.province,
  address.post_code,
  address.country,
  address.latitude,
  address.longitude,
  address.google_place_id,
  address.residential ?? null,
]

/** A changed parcel may have kept its ID. */
const parcelValues = (parcel: Parcel) => [parcel.parcelId, ...contentValues(parcel, '')]

const addressValues = (address: Address) => [
  ...placeValues(address),
  address.address_line_2,
  address.name,
  address.company,
  address.first_name,
  address.last_name,
  address.phone,
  address.email ?? null,
]

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Drops undefined fields, which would overwrite stored values when spread. */
const withoutUndefined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
