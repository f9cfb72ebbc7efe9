/** Maps rows to records and back. */
import { type NewRow, newColumns } from '@waybill/chassis/postgres/insert-rows'
import type { Shipment } from '@waybill/contracts/shipment'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import type { Address } from '@waybill/contracts/values/address'
import type { Parcel } from '@waybill/contracts/values/parcel'
import type { Selectable } from 'kysely'
import type { Claim } from '../claims/claim.ts'
import type { ClaimTable, ParcelTable, ShipmentTable, TimelineTable } from '../db.ts'
import type { TimelineEntry } from './change.ts'
import { fingerprint } from './fingerprint.ts'
import type { ShipmentPatch } from './patch.ts'
import { trackingToken } from './tracking-url.ts'

export const shipmentColumns = [
  'environment_id',
  'shipment_id',
  'merchant_id',
  'livemode',
  'merchant_order_ref',
  'status',
  'on_demand',
  'collection_at',
  'ready_at',
  'pickup_address',
  'dropoff_address',
  'pickup_instructions',
  'dropoff_instructions',
  'metadata',
  'route_revision',
  'booking_id',
  'claim_id',
  'claim_kind',
  'cancel_requested',
  'cancellation_requested_at',
  'cancellation_reason_code',
  'cancellation_reason_note',
  'failure_reason',
  'tracking_url',
  'sequence',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ShipmentTable)[]

export const parcelColumns = [
  'parcel_id',
  'title',
  'weight_grams',
  'length_tenth_mm',
  'width_tenth_mm',
  'height_tenth_mm',
  'declared_value_minor',
  'contents_description',
] as const satisfies readonly (keyof ParcelTable)[]

export const newShipmentColumns = newColumns<ShipmentTable>()([
  ...shipmentColumns,
  'fingerprint',
  'dispatch_requested_at',
  'tracking_token',
])

export const newParcelColumns = newColumns<ParcelTable>()([
  ...parcelColumns,
  'environment_id',
  'shipment_id',
  'position',
])

export const newTimelineColumns = newColumns<TimelineTable>()([
  'environment_id',
  'shipment_id',
  'entry_key',
  'event_id',
  'type',
  'status',
  'tracking_status',
  'incident',
  'description',
  'carrier_code',
  'booking_id',
  'location',
  'occurred_at',
  'recorded_at',
])

export const newClaimColumns = newColumns<ClaimTable>()([
  'environment_id',
  'claim_id',
  'shipment_id',
  'kind',
  'state',
  'outcome',
  'patch',
  'reason_code',
  'reason_note',
  'booking_ended',
  'request_id',
  'settled_at',
])

export type ShipmentRow = Pick<Selectable<ShipmentTable>, (typeof shipmentColumns)[number]>
export type ParcelRow = Pick<Selectable<ParcelTable>, (typeof parcelColumns)[number]>

export const toShipment = (row: ShipmentRow, parcels: readonly ParcelRow[]): Shipment => ({
  environmentId: row.environment_id,
  shipmentId: row.shipment_id,
  merchantId: row.merchant_id,
  livemode: row.livemode,
  merchantOrderRef: row.merchant_order_ref,
  status: row.status,
  onDemand: row.on_demand,
  collectionAt: row.collection_at,
  readyAt: row.ready_at,
  pickupAddress: row.pickup_address as Address,
  dropoffAddress: row.dropoff_address as Address,
  pickupInstructions: row.pickup_instructions,
  dropoffInstructions: row.dropoff_instructions,
  metadata: row.metadata,
  parcels: parcels.map(toParcel),
  routeRevision: row.route_revision,
  bookingId: row.booking_id,
  claimId: row.claim_id,
  claimKind: row.claim_kind,
  cancelRequested: row.cancel_requested,
  cancellationRequestedAt: row.cancellation_requested_at,
  cancellationReasonCode: row.cancellation_reason_code,
  cancellationReasonNote: row.cancellation_reason_note,
  failureReason: row.failure_reason,
  trackingUrl: row.tracking_url,
  sequence: row.sequence,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** The columns of a shipment that can change. */
export const changeableColumns = (shipment: Shipment) => ({
  status: shipment.status,
  collection_at: shipment.collectionAt,
  ready_at: shipment.readyAt,
  pickup_address: shipment.pickupAddress,
  dropoff_address: shipment.dropoffAddress,
  pickup_instructions: shipment.pickupInstructions,
  dropoff_instructions: shipment.dropoffInstructions,
  metadata: shipment.metadata,
  fingerprint: fingerprint(shipment),
  route_revision: shipment.routeRevision,
  booking_id: shipment.bookingId,
  claim_id: shipment.claimId,
  claim_kind: shipment.claimKind,
  cancel_requested: shipment.cancelRequested,
  cancellation_requested_at: shipment.cancellationRequestedAt,
  cancellation_reason_code: shipment.cancellationReasonCode,
  cancellation_reason_note: shipment.cancellationReasonNote,
  failure_reason: shipment.failureReason,
  sequence: shipment.sequence,
  updated_at: shipment.updatedAt,
})

export const shipmentRow = (shipment: Shipment): NewRow<ShipmentTable> => ({
  ...changeableColumns(shipment),
  environment_id: shipment.environmentId,
  shipment_id: shipment.shipmentId,
  merchant_id: shipment.merchantId,
  livemode: shipment.livemode,
  merchant_order_ref: shipment.merchantOrderRef,
  on_demand: shipment.onDemand,
  tracking_token: shipment.trackingUrl && trackingToken(shipment.trackingUrl),
  tracking_url: shipment.trackingUrl,
  dispatch_requested_at: shipment.claimKind === 'dispatch' ? shipment.createdAt : null,
  created_at: shipment.createdAt,
})

export const parcelRows = ({ environmentId, shipmentId, parcels }: Shipment): NewRow<ParcelTable>[] =>
  parcels.map((parcel, position) => ({
    environment_id: environmentId,
    parcel_id: parcel.parcelId,
    shipment_id: shipmentId,
    position,
    title: parcel.title,
    weight_grams: parcel.weightGrams,
    length_tenth_mm: parcel.lengthTenthMm,
    width_tenth_mm: parcel.widthTenthMm,
    height_tenth_mm: parcel.heightTenthMm,
    declared_value_minor: parcel.declaredValueMinor,
    contents_description: parcel.contentsDescription,
  }))

const toParcel = (row: ParcelRow): Parcel => ({
  parcelId: row.parcel_id,
  title: row.title,
  weightGrams: row.weight_grams,
  lengthTenthMm: row.length_tenth_mm,
  widthTenthMm: row.width_tenth_mm,
  heightTenthMm: row.height_tenth_mm,
  declaredValueMinor: row.declared_value_minor,
  contentsDescription: row.contents_description,
})

export const timelineRow = (
  { environmentId, shipmentId }: Pick<Shipment, 'environmentId' | 'shipmentId'>,
  entry: TimelineEntry,
): NewRow<TimelineTable> => ({
  environment_id: environmentId,
  shipment_id: shipmentId,
  entry_key: entry.entryKey,
  event_id: entry.eventId,
  type: entry.type,
  status: entry.status,
  tracking_status: entry.trackingStatus,
  incident: entry.incident,
  description: entry.description,
  carrier_code: entry.carrierCode,
  booking_id: entry.bookingId,
  location: entry.location,
  occurred_at: entry.occurredAt,
  recorded_at: entry.recordedAt,
})

export type TimelineRow = Selectable<TimelineTable>

export const publicTimelineEntry = (row: TimelineRow): PublicTimelineEntry => ({
  event_id: row.event_id,
  type: row.type,
  status: row.status,
  tracking_status: row.tracking_status,
  incident: row.incident,
  description: row.description,
  carrier_code: row.carrier_code,
  booking_id: row.booking_id,
  location: row.location,
  occurred_at: row.occurred_at.toISOString(),
  recorded_at: row.recorded_at.toISOString(),
})

export const claimRow = (claim: Claim): NewRow<ClaimTable> => ({
  environment_id: claim.environmentId,
  claim_id: claim.claimId,
  shipment_id: claim.shipmentId,
  kind: claim.kind,
  state: claim.state,
  outcome: null,
  patch: claim.patch,
  reason_code: claim.reasonCode,
  reason_note: claim.reasonNote,
  booking_ended: claim.bookingEnded,
  request_id: claim.requestId,
  settled_at: null,
})

export const toClaim = (row: Selectable<ClaimTable>): Claim => ({
  environmentId: row.environment_id,
  claimId: row.claim_id,
  shipmentId: row.shipment_id,
  kind: row.kind,
  state: row.state,
  patch: row.patch && patchFromJson(row.patch as Record<string, unknown>),
  reasonCode: row.reason_code,
  reasonNote: row.reason_note,
  bookingEnded: row.booking_ended,
  requestId: row.request_id,
})

/** Dates of a patch are stored as JSON text. */
function patchFromJson({ collectionAt, readyAt, ...patch }: Record<string, unknown>): ShipmentPatch {
  return {
    ...patch,
    ...(typeof collectionAt === 'string' && { collectionAt: new Date(collectionAt) }),
    ...(typeof readyAt === 'string' && { readyAt: new Date(readyAt) }),
  }
}
