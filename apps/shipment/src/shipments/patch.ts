/** Pure: what PATCH does to a shipment. */

import type { ErrorDetail } from '@waybill/contracts/app-error'
import { collectableAt, type Shipment } from '@waybill/contracts/shipment'
import { type UpdateShipment, updateShipmentSchema } from '@waybill/contracts/shipment-documents'
import { errorDetail, parseDocument, validationError } from '@waybill/contracts/validation'
import type { Address, AddressPatch } from '@waybill/contracts/values/address'
import { mergeMetadata, ON_DEMAND_METADATA } from '@waybill/contracts/values/metadata'
import { currencyOf } from '@waybill/contracts/values/money'
import type { Parcel } from '@waybill/contracts/values/parcel'
import { hasSameParcels, inCurrency, toParcels } from './parcels.ts'

/** A patch as it is stored with a claim. Parcels have their IDs already, since the carrier gets them before the merchant. */
export interface ShipmentPatch {
  collectionAt?: Date
  readyAt?: Date
  pickupAddress?: AddressPatch
  dropoffAddress?: AddressPatch
  pickupInstructions?: string | null
  dropoffInstructions?: string | null
  parcels?: Parcel[]
  metadata?: Record<string, string | null>
}

/**
 * Reads a PATCH document for a shipment. Throws `validation_error` if it sets reserved metadata, and
 * `metadata_limit_exceeded` if the merged metadata has too many keys.
 */
export function toPatch(shipment: Shipment, document: UpdateShipment): ShipmentPatch {
  const { metadata, parcels } = document
  if (metadata) assertMetadata(shipment, metadata)
  const pickupCountry = document.pickup_address?.country ?? shipment.pickupAddress.country
  const patch: ShipmentPatch = {
    collectionAt: document.collection_date,
    readyAt: document.ready_at,
    pickupAddress: document.pickup_address,
    dropoffAddress: document.dropoff_address,
    pickupInstructions: document.pickup_instructions,
    dropoffInstructions: document.dropoff_instructions,
    parcels: parcels && toParcels(parcels, currencyOf(pickupCountry)),
    metadata,
  }
  return withoutUndefined(patch)
}

/** Merges a patch into a shipment. Raises the route revision if route or parcels change. */
export function applyPatch(shipment: Shipment, patch: ShipmentPatch): Shipment {
  const { pickupAddress, dropoffAddress, parcels, metadata, ...plain } = patch
  const merged: Shipment = {
    ...shipment,
    ...plain,
    pickupAddress: mergeAddress(shipment.pickupAddress, pickupAddress),
    dropoffAddress: mergeAddress(shipment.dropoffAddress, dropoffAddress),
    metadata: mergeMetadata(shipment.metadata, metadata ?? {}),
  }
  merged.parcels = mergedParcels(shipment, merged.pickupAddress, parcels)
  return hasSameRoute(shipment, merged) ? merged : { ...merged, routeRevision: shipment.routeRevision + 1 }
}

/** Which data a change affects: none, metadata only, the schedule too, or data that the carrier has. */
export type Reach = 'none' | 'metadata' | 'schedule' | 'carrier'

/** The widest reach of the differences between two states of a shipment. */
export function changeReach(before: Shipment, after: Shipment): Reach {
  const carrierData = (s: Shipment) => [
    ...addressValues(s.pickupAddress),
    ...addressValues(s.dropoffAddress),
    s.pickupInstructions,
    s.dropoffInstructions,
    ...s.parcels.map((parcel) => parcel.parcelId),
    collectableAt(s),
  ]
  if (!same(carrierData(before), carrierData(after))) return 'carrier'
  const schedule = (s: Shipment) => [s.collectionAt.getTime(), s.readyAt.getTime()]
  if (!same(schedule(before), schedule(after))) return 'schedule'
  const metadata = (s: Shipment) => [
    s.pickupAddress.code, // the merchant's name for the place
    s.dropoffAddress.code,
    ...Object.entries(s.metadata).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]
  return same(metadata(before), metadata(after)) ? 'none' : 'metadata'
}

/**
 * Merges a patch into a stored address. If street, city, post code or country changes without new coordinates, the old
 * coordinates are dropped, and so are place ID and post code unless the patch has them.
 */
export function mergeAddress(stored: Address, patch: AddressPatch = {}): Address {
  const merged: Address = { ...stored, ...withoutUndefined(patch) }
  const moved = (['address_line_1', 'city', 'post_code', 'country'] as const).some(
    (name) => merged[name] !== stored[name],
  )
  if (moved && typeof patch.latitude !== 'number') {
    merged.latitude = null
    merged.longitude = null
    merged.google_place_id = patch.google_place_id ?? null
    merged.post_code = patch.post_code ?? null
  }
  // Clearing one coordinate clears both.
  return merged.latitude === null || merged.longitude === null ? { ...merged, latitude: null, longitude: null } : merged
}

function mergedParcels(shipment: Shipment, pickupAddress: Address, patched: Parcel[] | undefined): Parcel[] {
  const stored = inCurrency(
    shipment.parcels,
    currencyOf(shipment.pickupAddress.country),
    currencyOf(pickupAddress.country),
  )
  // Equal parcels keep their IDs, so that nothing counts as changed.
  return patched === undefined || hasSameParcels(stored, patched) ? stored : patched
}

function assertMetadata(shipment: Shipment, patch: Record<string, string | null>): void {
  const reserved = shipment.onDemand ? Object.keys(ON_DEMAND_METADATA).filter((key) => Object.hasOwn(patch, key)) : []
  const details = reserved.map(
    (key): ErrorDetail => errorDetail(['metadata', key], 'read_only', 'is reserved on an on-demand shipment'),
  )
  if (details.length > 0) throw validationError(details)
  const merged = Object.entries(mergeMetadata(shipment.metadata, patch))
  // Reserved keys do not count towards the merchant's limit.
  const own = shipment.onDemand ? merged.filter(([key]) => !Object.hasOwn(ON_DEMAND_METADATA, key)) : merged
  parseDocument(updateShipmentSchema, { metadata: Object.fromEntries(own) })
}

/** Whether places and parcels are equal. Contacts do not matter. */
function hasSameRoute(before: Shipment, after: Shipment): boolean {
  const route = (s: Shipment) => [
    ...placeValues(s.pickupAddress),
    ...placeValues(s.dropoffAddress),
    ...s.parcels.map((parcel) => parcel.parcelId),
  ]
  return same(route(before), route(after))
}

const placeValues = (address: Address) => [
  address.address_line_1,
  address.address_line_2,
  address.town,
  address.city,
  address.province,
  address.post_code,
  address.country,
  address.latitude,
  address.longitude,
  address.google_place_id,
]

const addressValues = (address: Address) => [
  ...placeValues(address),
  address.name,
  address.company,
  address.first_name,
  address.last_name,
  address.phone,
]

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Drops undefined fields, which would overwrite stored values when spread. */
const withoutUndefined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
