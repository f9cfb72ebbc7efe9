import { z } from 'zod'
import type { Shipment__Output as ShipmentMessage } from './gen/waybill/shipment/v1/Shipment.ts'
import {
  type Address,
  addressFromMessage,
  addressMessage,
  publicAddress,
  publicAddressSchema,
} from './values/address.ts'
import { currencyOf } from './values/money.ts'
import { type Parcel, parcelFromMessage, parcelMessage, publicParcel, publicParcelSchema } from './values/parcel.ts'

export const shipmentStatuses = [
  'ready',
  'in_transit',
  'out_for_delivery',
  'awaiting_collection',
  'delivery_attempted',
  'on_hold',
  'returning',
  'delivered',
  'returned',
  'failed',
  'cancelled',
  'expired',
] as const
export type ShipmentStatus = (typeof shipmentStatuses)[number]

export const finalShipmentStatuses = ['delivered', 'returned', 'failed', 'cancelled', 'expired'] as const
export const isFinalShipmentStatus = (status: ShipmentStatus): boolean =>
  (finalShipmentStatuses as readonly ShipmentStatus[]).includes(status)

export type ClaimKind = 'book' | 'cancel' | 'update' | 'dispatch' | 'expire'

/** A shipment as the shipment service stores it and other services receive it over gRPC. */
export interface Shipment {
  environmentId: string
  shipmentId: string
  merchantId: string
  livemode: boolean
  merchantOrderRef: string
  status: ShipmentStatus
  onDemand: boolean
  collectionAt: Date
  readyAt: Date
  pickupAddress: Address
  dropoffAddress: Address
  pickupInstructions: string | null
  dropoffInstructions: string | null
  metadata: Record<string, string>
  parcels: Parcel[]
  /** Incremented by each change of route or parcels; a quote prices one revision. */
  routeRevision: number
  bookingId: string | null
  claimId: string | null
  claimKind: ClaimKind | null
  cancelRequested: boolean
  cancellationRequestedAt: Date | null
  cancellationReasonCode: string | null
  cancellationReasonNote: string | null
  failureReason: string | null
  /** URL of the public tracking page; null for shipments created before these pages existed. */
  trackingUrl: string | null
  /** Number of events emitted so far; also the ETag. */
  sequence: number
  createdAt: Date
  updatedAt: Date
}

/** When a courier may collect: the later of both times. Null for on-demand shipments: at once. */
export const collectableAt = (shipment: Pick<Shipment, 'onDemand' | 'collectionAt' | 'readyAt'>): Date | null =>
  shipment.onDemand ? null : new Date(Math.max(shipment.collectionAt.getTime(), shipment.readyAt.getTime()))

export const publicShipmentSchema = z
  .object({
    shipment_id: z.string(),
    merchant_id: z.string(),
    environment_id: z.string(),
    merchant_order_ref: z.string(),
    collection_date: z.string().describe('Date in UTC, YYYY-MM-DD.'),
    status: z.enum(shipmentStatuses),
    pickup_address: publicAddressSchema,
    dropoff_address: publicAddressSchema,
    pickup_instructions: z.string().nullable(),
    dropoff_instructions: z.string().nullable(),
    ready_at: z.string(),
    metadata: z.record(z.string(), z.string()),
    parcels: z.array(publicParcelSchema),
    created_at: z.string(),
    updated_at: z.string(),
    booking_id: z.string().nullable(),
    cancellation_requested_at: z.string().nullable(),
    cancellation_reason_code: z.string().nullable(),
    cancellation_reason_note: z.string().nullable(),
    failure_reason: z.string().nullable(),
    tracking_url: z.string().nullable(),
  })
  .meta({ id: 'Shipment' })
export type PublicShipment = z.output<typeof publicShipmentSchema>

const publicShipments = new WeakMap<Shipment, PublicShipment>()

/**
 * The only mapping of a shipment to its public shape, in responses and events. Shipments are immutable, so the result
 * is cached.
 */
export function publicShipment(shipment: Shipment): PublicShipment {
  const known = publicShipments.get(shipment)
  if (known) return known
  const mapped = mapToPublic(shipment)
  publicShipments.set(shipment, mapped)
  return mapped
}

function mapToPublic(shipment: Shipment): PublicShipment {
  const currency = currencyOf(shipment.pickupAddress.country)
  return {
    shipment_id: shipment.shipmentId,
    merchant_id: shipment.merchantId,
    environment_id: shipment.environmentId,
    merchant_order_ref: shipment.merchantOrderRef,
    collection_date: shipment.collectionAt.toISOString().slice(0, 10),
    status: shipment.status,
    pickup_address: publicAddress(shipment.environmentId, shipment.pickupAddress),
    dropoff_address: publicAddress(shipment.environmentId, shipment.dropoffAddress),
    pickup_instructions: shipment.pickupInstructions,
    dropoff_instructions: shipment.dropoffInstructions,
    ready_at: shipment.readyAt.toISOString(),
    metadata: shipment.metadata,
    parcels: shipment.parcels.map((parcel) => publicParcel(parcel, currency)),
    created_at: shipment.createdAt.toISOString(),
    updated_at: shipment.updatedAt.toISOString(),
    booking_id: shipment.bookingId,
    cancellation_requested_at: shipment.cancellationRequestedAt?.toISOString() ?? null,
    cancellation_reason_code: shipment.cancellationReasonCode,
    cancellation_reason_note: shipment.cancellationReasonNote,
    failure_reason: shipment.failureReason,
    tracking_url: shipment.trackingUrl,
  }
}

/** Response to cancelling a shipment. */
export const publicCancellationSchema = z
  .object({
    shipment_id: z.string(),
    status: z.enum(shipmentStatuses),
    cancellation_reason_code: z.string().nullable(),
    cancellation_reason_note: z.string().nullable(),
  })
  .meta({ id: 'Cancellation' })

export const publicCancellation = (shipment: Shipment): z.output<typeof publicCancellationSchema> => ({
  shipment_id: shipment.shipmentId,
  status: shipment.status,
  cancellation_reason_code: shipment.cancellationReasonCode,
  cancellation_reason_note: shipment.cancellationReasonNote,
})

export const shipmentMessage = (shipment: Shipment): ShipmentMessage => ({
  environment_id: shipment.environmentId,
  shipment_id: shipment.shipmentId,
  merchant_id: shipment.merchantId,
  livemode: shipment.livemode,
  merchant_order_ref: shipment.merchantOrderRef,
  status: shipment.status,
  on_demand: shipment.onDemand,
  collection_at: shipment.collectionAt.toISOString(),
  ready_at: shipment.readyAt.toISOString(),
  pickup_address: addressMessage(shipment.environmentId, shipment.pickupAddress),
  dropoff_address: addressMessage(shipment.environmentId, shipment.dropoffAddress),
  pickup_instructions: shipment.pickupInstructions ?? '',
  dropoff_instructions: shipment.dropoffInstructions ?? '',
  metadata: shipment.metadata,
  parcels: shipment.parcels.map(parcelMessage),
  route_revision: shipment.routeRevision,
  booking_id: shipment.bookingId ?? '',
  claim_id: shipment.claimId ?? '',
  claim_kind: shipment.claimKind ?? '',
  cancel_requested: shipment.cancelRequested,
  cancellation_requested_at: shipment.cancellationRequestedAt?.toISOString() ?? '',
  cancellation_reason_code: shipment.cancellationReasonCode ?? '',
  cancellation_reason_note: shipment.cancellationReasonNote ?? '',
  failure_reason: shipment.failureReason ?? '',
  sequence: shipment.sequence,
  created_at: shipment.createdAt.toISOString(),
  updated_at: shipment.updatedAt.toISOString(),
  tracking_url: shipment.trackingUrl ?? '',
})

export const shipmentFromMessage = (message: ShipmentMessage): Shipment => ({
  environmentId: message.environment_id,
  shipmentId: message.shipment_id,
  merchantId: message.merchant_id,
  livemode: message.livemode,
  merchantOrderRef: message.merchant_order_ref,
  status: message.status as ShipmentStatus,
  onDemand: message.on_demand,
  collectionAt: new Date(message.collection_at),
  readyAt: new Date(message.ready_at),
  pickupAddress: addressFromMessage(message.pickup_address),
  dropoffAddress: addressFromMessage(message.dropoff_address),
  pickupInstructions: message.pickup_instructions || null,
  dropoffInstructions: message.dropoff_instructions || null,
  metadata: message.metadata,
  parcels: message.parcels.map(parcelFromMessage),
  routeRevision: message.route_revision,
  bookingId: message.booking_id || null,
  claimId: message.claim_id || null,
  claimKind: (message.claim_kind || null) as ClaimKind | null,
  cancelRequested: message.cancel_requested,
  cancellationRequestedAt: message.cancellation_requested_at ? new Date(message.cancellation_requested_at) : null,
  cancellationReasonCode: message.cancellation_reason_code || null,
  cancellationReasonNote: message.cancellation_reason_note || null,
  failureReason: message.failure_reason || null,
  trackingUrl: message.tracking_url || null,
  sequence: message.sequence,
  createdAt: new Date(message.created_at),
  updatedAt: new Date(message.updated_at),
})
