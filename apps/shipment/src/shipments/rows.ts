/** Maps rows of shipments and their parcels to records and back. */
import { type NewRow, newColumns } from '@waybill/chassis/postgres/insert-rows'
import { completeDispatch } from '@waybill/contracts/dispatch'
import { completeServiceOptions } from '@waybill/contracts/requests/service-options'
import type { Shipment } from '@waybill/contracts/shipment'
import { publicHold, toHold } from '@waybill/contracts/shipments/hold'
import { completeReturnTerms } from '@waybill/contracts/shipments/returns'
import type { Address } from '@waybill/contracts/values/address'
import { completeCustoms } from '@waybill/contracts/values/customs/declaration'
import { type Parcel, storedItems } from '@waybill/contracts/values/parcels/parcel'
import type { Selectable } from 'kysely'
import type { ParcelTable, ShipmentTable } from '../db.ts'
import { fingerprint } from './fingerprint.ts'
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
  'collection_date',
  'collection_all_day',
  'ready_at',
  'pickup_address',
  'dropoff_address',
  'pickup_instructions',
  'dropoff_instructions',
  'metadata',
  'service_options',
  'customs',
  'return_terms',
  'return_ids',
  'tags',
  'assignee_id',
  'hold',
  'route_revision',
  'booking_id',
  'pending_booking_id',
  'claim_id',
  'claim_kind',
  'cancel_requested',
  'cancellation_requested_at',
  'cancellation_reason_code',
  'cancellation_reason_note',
  'failure_reason',
  'tracking_url',
  'dispatch',
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
  'declared_value_currency',
  'declared_value_exponent',
  'contents_description',
  'weight_sent',
  'dimensions_sent',
  'items',
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
  collectionDate: row.collection_date,
  collectionAllDay: row.collection_all_day,
  readyAt: row.ready_at,
  pickupAddress: row.pickup_address as Address,
  dropoffAddress: row.dropoff_address as Address,
  pickupInstructions: row.pickup_instructions,
  dropoffInstructions: row.dropoff_instructions,
  metadata: row.metadata,
  tags: row.tags ?? [],
  assigneeId: row.assignee_id,
  hold: row.hold && toHold(row.hold),
  parcels: parcels.map((parcel) => toParcel(parcel)),
  serviceOptions: row.service_options && completeServiceOptions(row.service_options),
  customs: row.customs && completeCustoms(row.customs),
  returnTerms: row.return_terms && completeReturnTerms(row.return_terms),
  returnIds: row.return_ids ?? [],
  routeRevision: row.route_revision,
  bookingId: row.booking_id,
  pendingBookingId: row.pending_booking_id,
  claimId: row.claim_id,
  claimKind: row.claim_kind,
  cancelRequested: row.cancel_requested,
  cancellationRequestedAt: row.cancellation_requested_at,
  cancellationReasonCode: row.cancellation_reason_code,
  cancellationReasonNote: row.cancellation_reason_note,
  failureReason: row.failure_reason,
  trackingUrl: row.tracking_url,
  dispatch: row.dispatch && completeDispatch(row.dispatch),
  sequence: row.sequence,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** The columns of a shipment that can change. */
export const changeableColumns = (shipment: Shipment) => ({
  status: shipment.status,
  collection_at: shipment.collectionAt,
  collection_date: shipment.collectionDate,
  collection_all_day: shipment.collectionAllDay,
  ready_at: shipment.readyAt,
  pickup_address: shipment.pickupAddress,
  dropoff_address: shipment.dropoffAddress,
  pickup_instructions: shipment.pickupInstructions,
  dropoff_instructions: shipment.dropoffInstructions,
  metadata: shipment.metadata,
  service_options: shipment.serviceOptions ?? null,
  customs: shipment.customs ?? null,
  return_ids: shipment.returnIds?.length ? [...shipment.returnIds] : null,
  tags: shipment.tags.length > 0 ? shipment.tags : null,
  assignee_id: shipment.assigneeId,
  hold: shipment.hold && publicHold(shipment.hold),
  fingerprint: fingerprint(shipment),
  route_revision: shipment.routeRevision,
  booking_id: shipment.bookingId,
  pending_booking_id: shipment.pendingBookingId,
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
  return_terms: shipment.returnTerms ?? null,
  tracking_token: shipment.trackingUrl && trackingToken(shipment.trackingUrl),
  tracking_url: shipment.trackingUrl,
  dispatch: shipment.dispatch,
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
    declared_value_currency: parcel.declaredValueCurrency,
    declared_value_exponent: parcel.declaredValueExponent,
    contents_description: parcel.contentsDescription,
    weight_sent: parcel.weightSent ?? null,
    dimensions_sent: parcel.dimensionsSent ?? null,
    items: parcel.items ?? null,
  }))

const toParcel = (row: ParcelRow): Parcel => ({
  parcelId: row.parcel_id,
  title: row.title,
  weightGrams: row.weight_grams,
  lengthTenthMm: row.length_tenth_mm,
  widthTenthMm: row.width_tenth_mm,
  heightTenthMm: row.height_tenth_mm,
  declaredValueMinor: row.declared_value_minor,
  declaredValueCurrency: row.declared_value_currency,
  declaredValueExponent: row.declared_value_exponent,
  contentsDescription: row.contents_description,
  ...(row.weight_sent !== null && { weightSent: row.weight_sent }),
  ...(row.dimensions_sent !== null && { dimensionsSent: row.dimensions_sent }),
  ...storedItems(row.items),
})
