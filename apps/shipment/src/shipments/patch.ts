/** What PATCH does to a shipment: a merge patch, read against the shipment it is for. */

import type { ErrorDetail } from '@waybill/contracts/app-error'
import { collectableAt, type Shipment } from '@waybill/contracts/shipment'
import { type UpdateShipment, updateShipmentSchema } from '@waybill/contracts/shipment-documents'
import { errorDetail, parseDocument, validationError } from '@waybill/contracts/validation'
import type { Address, AddressPatch } from '@waybill/contracts/values/address'
import { mergeMetadata, ON_DEMAND_METADATA } from '@waybill/contracts/values/metadata'
import { currencyOf } from '@waybill/contracts/values/money'
import type { Parcel } from '@waybill/contracts/values/parcel'
import { inCurrency, parcelsOf, sameParcels } from './parcels.ts'

/** A change as it is kept with a claim: parcels have their ids, so that the carrier is told the ids that will hold. */
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
 * The patch that a document means for this shipment. Throws `validation_error` when it touches metadata that is ours,
 * `metadata_limit_exceeded` when the merged metadata are too many.
 */
export function patchFor(shipment: Shipment, document: UpdateShipment): ShipmentPatch {
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
    parcels: parcels && parcelsOf(parcels, currencyOf(pickupCountry)),
    metadata,
  }
  return given(patch)
}

/** The fields of the shipment that the patch sets, merged; the route revision is raised when route or parcels change. */
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
  return sameRoute(shipment, merged) ? merged : { ...merged, routeRevision: shipment.routeRevision + 1 }
}

/** Who must be told of a change: nobody, whoever reads the times, or the carrier too. */
export type Reach = 'none' | 'metadata' | 'schedule' | 'carrier'

/** The furthest that the difference between two states of a shipment reaches. */
export function reachOf(before: Shipment, after: Shipment): Reach {
  const told = (s: Shipment) => [
    ...addressValues(s.pickupAddress),
    ...addressValues(s.dropoffAddress),
    s.pickupInstructions,
    s.dropoffInstructions,
    ...s.parcels.map((parcel) => parcel.parcelId),
    collectableAt(s),
  ]
  if (!same(told(before), told(after))) return 'carrier'
  const schedule = (s: Shipment) => [s.collectionAt.getTime(), s.readyAt.getTime()]
  if (!same(schedule(before), schedule(after))) return 'schedule'
  const metadata = (s: Shipment) => [
    s.pickupAddress.code, // the merchant's own name of the place
    s.dropoffAddress.code,
    ...Object.entries(s.metadata).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]
  return same(metadata(before), metadata(after)) ? 'none' : 'metadata'
}

/**
 * A stored address with part of it replaced. An address that moves (street, city, post code or country) without new
 * coordinates loses the old ones, the place id, and the post code unless those are sent.
 */
export function mergeAddress(stored: Address, patch: AddressPatch = {}): Address {
  const merged: Address = { ...stored, ...given(patch) }
  const moved = (['address_line_1', 'city', 'post_code', 'country'] as const).some(
    (name) => merged[name] !== stored[name],
  )
  if (moved && typeof patch.latitude !== 'number') {
    merged.latitude = null
    merged.longitude = null
    merged.google_place_id = patch.google_place_id ?? null
    merged.post_code = patch.post_code ?? null
  }
  // They go together: clearing one clears the other.
  return merged.latitude === null || merged.longitude === null ? { ...merged, latitude: null, longitude: null } : merged
}

function mergedParcels(shipment: Shipment, pickupAddress: Address, patched: Parcel[] | undefined): Parcel[] {
  const stored = inCurrency(
    shipment.parcels,
    currencyOf(shipment.pickupAddress.country),
    currencyOf(pickupAddress.country),
  )
  // The same parcels sent again keep their ids, so that nothing counts as changed.
  return patched === undefined || sameParcels(stored, patched) ? stored : patched
}

function assertMetadata(shipment: Shipment, patch: Record<string, string | null>): void {
  const ours = shipment.onDemand ? Object.keys(ON_DEMAND_METADATA).filter((key) => Object.hasOwn(patch, key)) : []
  const details = ours.map(
    (key): ErrorDetail => errorDetail(['metadata', key], 'read_only', 'is set by us on an on-demand shipment'),
  )
  if (details.length > 0) throw validationError(details)
  const merged = Object.entries(mergeMetadata(shipment.metadata, patch))
  // Ours come on top of what the caller may have.
  const theirs = shipment.onDemand ? merged.filter(([key]) => !Object.hasOwn(ON_DEMAND_METADATA, key)) : merged
  parseDocument(updateShipmentSchema, { metadata: Object.fromEntries(theirs) })
}

/** Whether the goods travel between the same places in the same parcels; who hands them over or takes them is no matter. */
function sameRoute(before: Shipment, after: Shipment): boolean {
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

/** Without the fields that are undefined, which would overwrite what they leave alone. */
const given = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
