import { z } from 'zod'
import { type Dispatch, dispatchFromMessage, dispatchMessage, publicDispatchSchema } from './dispatch.ts'
import type { Shipment__Output as ShipmentMessage } from './gen/waybill/shipment/v1/Shipment.ts'
import { inAlphabeticalOrder } from './requests/key-order.ts'
import {
  completeServiceOptions,
  publicServiceOptions,
  publicServiceOptionsSchema,
  type ServiceOptions,
} from './requests/service-options.ts'
import { failureReasonSchema } from './shipments/failure-reason.ts'
import { type Hold, publicHold, publicHoldSchema, toHold } from './shipments/hold.ts'
import { completeReturnTerms, publicReturn, publicReturnFields, type ReturnTerms } from './shipments/returns.ts'
import { endedWithoutBooking } from './shipments/shown-booking.ts'
import {
  type Address,
  addressFromMessage,
  addressMessage,
  fullAddress,
  fullAddressSchema,
  publicAddress,
  publicAddressSchema,
} from './values/address.ts'
import { type Customs, completeCustoms, publicCustomsSchema } from './values/customs/declaration.ts'
import { startOfDay, utcDate } from './values/local-time.ts'
import {
  type Parcel,
  parcelFromMessage,
  parcelMessage,
  publicParcel,
  publicParcelSchema,
} from './values/parcels/parcel.ts'
import { getTimeZone } from './values/time-zone.ts'

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

export type ClaimKind = 'book' | 'cancel' | 'cancel_booking' | 'update' | 'dispatch' | 'expire'

/** A shipment as the shipment service stores it and other services receive it over gRPC. */
export interface Shipment {
  environmentId: string
  shipmentId: string
  merchantId: string
  livemode: boolean
  merchantOrderRef: string
  status: ShipmentStatus
  onDemand: boolean
  /** When collection was asked for; of a date without a time, its start in UTC. */
  collectionAt: Date
  /** The date as the merchant wrote it, `YYYY-MM-DD`; null: the UTC date of `collectionAt`. */
  collectionDate: string | null
  /** Only a date was sent: it is that day at the pickup. */
  collectionAllDay: boolean
  readyAt: Date
  pickupAddress: Address
  dropoffAddress: Address
  pickupInstructions: string | null
  dropoffInstructions: string | null
  metadata: Record<string, string>
  /** As they were written. */
  tags: string[]
  /** The member of the merchant's team who takes care of it, usr_…; null: nobody. */
  assigneeId: string | null
  /** Null: it can be booked. */
  hold: Hold | null
  parcels: Parcel[]
  /** Null or absent: nothing is asked for. */
  serviceOptions?: ServiceOptions | null
  /** Null or absent: nothing is declared. */
  customs?: Customs | null
  /** Null or absent: it is no return. */
  returnTerms?: ReturnTerms | null
  /** Its returns, oldest first. Absent: none. */
  returnIds?: readonly string[]
  /** Incremented by each change of route, parcels, options or collection time; a quote prices one revision. */
  routeRevision: number
  /** The last one that a carrier accepted, unless it ended before pickup and left the shipment open. */
  bookingId: string | null
  /** Opened by the holder of the claim. No carrier has taken it yet. */
  pendingBookingId: string | null
  claimId: string | null
  claimKind: ClaimKind | null
  cancelRequested: boolean
  cancellationRequestedAt: Date | null
  cancellationReasonCode: string | null
  cancellationReasonNote: string | null
  failureReason: string | null
  /** URL of the public tracking page; null for shipments created before these pages existed. */
  trackingUrl: string | null
  /** Limits of the search for a courier; null: not on demand. */
  dispatch: Dispatch | null
  /** Number of events emitted so far; also the ETag. */
  sequence: number
  createdAt: Date
  updatedAt: Date
  /** Set by the shipment service for services that ask carriers. */
  carrierReadyAt?: Date | null
}

type Collection = Pick<Shipment, 'collectionAt' | 'collectionDate' | 'collectionAllDay' | 'readyAt' | 'pickupAddress'>

/**
 * When a courier may collect, opening hours aside: the later of both times, where a date is that day at the pickup, in
 * the time zone of its address unless another is given.
 */
export function collectableAt(shipment: Collection, timeZone?: string): Date {
  const { collectionAt, collectionDate, collectionAllDay, readyAt, pickupAddress } = shipment
  const fromAt =
    collectionAllDay && collectionDate !== null
      ? startOfDay(collectionDate, timeZone ?? getTimeZone(pickupAddress))
      : collectionAt
  return new Date(Math.max(fromAt.getTime(), readyAt.getTime()))
}

/** The time at which carriers are asked to collect: within the opening hours of the pickup, where they are known. */
export const carrierReadyAt = (shipment: Collection & Pick<Shipment, 'carrierReadyAt'>): Date =>
  shipment.carrierReadyAt ?? collectableAt(shipment)

export const publicShipmentSchema = z
  .object({
    shipment_id: z.string(),
    merchant_id: z.string(),
    environment_id: z.string(),
    merchant_order_ref: z.string(),
    collection_date: z
      .string()
      .describe(
        'The date as it was sent, YYYY-MM-DD. For a UTC timestamp, its date in UTC. On demand without one: the date at the pickup.',
      ),
    status: z.enum(shipmentStatuses),
    pickup_address: publicAddressSchema,
    dropoff_address: publicAddressSchema,
    pickup_instructions: z.string().nullable(),
    dropoff_instructions: z.string().nullable(),
    ready_at: z.string(),
    metadata: z.record(z.string(), z.string()),
    tags: z.array(z.string()).describe('Its tags, as they were written.'),
    assignee_id: z
      .string()
      .nullable()
      .describe(
        'The member of your team who takes care of the shipment, usr_…; null: nobody. It stays when the member leaves.',
      ),
    hold: publicHoldSchema
      .nullable()
      .describe(
        'Set while the shipment is on hold: it cannot be booked. Not the status `on_hold`, which is of the carrier.',
      ),
    parcels: z.array(publicParcelSchema),
    service_options: publicServiceOptionsSchema
      .nullable()
      .describe('What carriers are asked for beside the transport. Null: nothing.'),
    customs: publicCustomsSchema.nullable().describe('Declared to customs.'),
    ...publicReturnFields,
    created_at: z.string(),
    updated_at: z.string(),
    booking_id: z
      .string()
      .nullable()
      .describe(
        'The current booking, bkg_…, or the one that a carrier is asked for now; null: none. It is null again if that booking failed or was cancelled before pickup. A shipment that is `cancelled` or `expired`, or has failed with `booking_cancelled`, has none: `GET /shipments/{shipment_id}/booking` returns its last one.',
      ),
    cancellation_requested_at: z.string().nullable(),
    cancellation_reason_code: z.string().nullable(),
    cancellation_reason_note: z.string().nullable(),
    failure_reason: failureReasonSchema.nullable().describe('Why the shipment is `failed`, else null.'),
    tracking_url: z.string().nullable(),
    dispatch: publicDispatchSchema
      .nullable()
      .describe('Limits of the search for a courier; null for a shipment that is not on demand.'),
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
  return {
    shipment_id: shipment.shipmentId,
    merchant_id: shipment.merchantId,
    environment_id: shipment.environmentId,
    merchant_order_ref: shipment.merchantOrderRef,
    collection_date: shipment.collectionDate ?? utcDate(shipment.collectionAt),
    status: shipment.status,
    pickup_address: publicAddress(shipment.environmentId, shipment.pickupAddress),
    dropoff_address: publicAddress(shipment.environmentId, shipment.dropoffAddress),
    pickup_instructions: shipment.pickupInstructions,
    dropoff_instructions: shipment.dropoffInstructions,
    ready_at: shipment.readyAt.toISOString(),
    metadata: inAlphabeticalOrder(shipment.metadata),
    tags: shipment.tags,
    assignee_id: shipment.assigneeId,
    hold: shipment.hold && publicHold(shipment.hold),
    parcels: shipment.parcels.map(publicParcel),
    service_options: publicServiceOptions(shipment.environmentId, shipment.serviceOptions),
    customs: shipment.customs ?? null,
    ...publicReturn(shipment.returnTerms, shipment.returnIds),
    created_at: shipment.createdAt.toISOString(),
    updated_at: shipment.updatedAt.toISOString(),
    booking_id: shownBookingId(shipment),
    cancellation_requested_at: shipment.cancellationRequestedAt?.toISOString() ?? null,
    cancellation_reason_code: shipment.cancellationReasonCode,
    cancellation_reason_note: shipment.cancellationReasonNote,
    failure_reason: shipment.failureReason,
    tracking_url: shipment.trackingUrl,
    dispatch: shipment.dispatch,
  }
}

/** Both addresses with every field that was sent; a shipment in responses and events has a part of them. */
export const shipmentAddressesSchema = z
  .object({ shipment_id: z.string(), pickup_address: fullAddressSchema, dropoff_address: fullAddressSchema })
  .meta({ id: 'ShipmentAddresses' })

export const shipmentAddresses = (shipment: Shipment): z.output<typeof shipmentAddressesSchema> => ({
  shipment_id: shipment.shipmentId,
  pickup_address: fullAddress(shipment.environmentId, shipment.pickupAddress),
  dropoff_address: fullAddress(shipment.environmentId, shipment.dropoffAddress),
})

const shownBookingId = (shipment: Shipment): string | null =>
  endedWithoutBooking(shipment) ? null : (shipment.bookingId ?? pendingBookingId(shipment))

/** The booking that no carrier has taken yet. A claim that has ended leaves one behind, which is not shown. */
const pendingBookingId = ({ claimKind, pendingBookingId }: Shipment): string | null =>
  claimKind === 'book' || claimKind === 'dispatch' ? pendingBookingId : null

export const shipmentMessage = (shipment: Shipment): ShipmentMessage => ({
  environment_id: shipment.environmentId,
  shipment_id: shipment.shipmentId,
  merchant_id: shipment.merchantId,
  livemode: shipment.livemode,
  merchant_order_ref: shipment.merchantOrderRef,
  status: shipment.status,
  on_demand: shipment.onDemand,
  collection_at: shipment.collectionAt.toISOString(),
  collection_date: shipment.collectionDate ?? '',
  collection_all_day: shipment.collectionAllDay,
  carrier_ready_at: shipment.carrierReadyAt?.toISOString() ?? '',
  ready_at: shipment.readyAt.toISOString(),
  pickup_address: addressMessage(shipment.environmentId, shipment.pickupAddress),
  dropoff_address: addressMessage(shipment.environmentId, shipment.dropoffAddress),
  pickup_instructions: shipment.pickupInstructions ?? '',
  dropoff_instructions: shipment.dropoffInstructions ?? '',
  metadata: shipment.metadata,
  tags: shipment.tags,
  assignee_id: shipment.assigneeId ?? '',
  hold: shipment.hold && publicHold(shipment.hold),
  parcels: shipment.parcels.map(parcelMessage),
  route_revision: shipment.routeRevision,
  booking_id: shipment.bookingId ?? '',
  pending_booking_id: shipment.pendingBookingId ?? '',
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
  dispatch: shipment.dispatch && dispatchMessage(shipment.dispatch),
  service_options: shipment.serviceOptions ? JSON.stringify(shipment.serviceOptions) : '',
  customs: shipment.customs ? JSON.stringify(shipment.customs) : '',
  return_terms: shipment.returnTerms ? JSON.stringify(shipment.returnTerms) : '',
  return_ids: [...(shipment.returnIds ?? [])],
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
  collectionDate: message.collection_date || null,
  collectionAllDay: message.collection_all_day,
  readyAt: new Date(message.ready_at),
  pickupAddress: addressFromMessage(message.pickup_address),
  dropoffAddress: addressFromMessage(message.dropoff_address),
  pickupInstructions: message.pickup_instructions || null,
  dropoffInstructions: message.dropoff_instructions || null,
  metadata: message.metadata,
  tags: message.tags ?? [], // none in what earlier versions have stored
  assigneeId: message.assignee_id || null,
  hold: message.hold ? toHold(message.hold) : null,
  parcels: message.parcels.map((parcel) => parcelFromMessage(parcel)),
  routeRevision: message.route_revision,
  bookingId: message.booking_id || null,
  pendingBookingId: message.pending_booking_id || null,
  claimId: message.claim_id || null,
  claimKind: (message.claim_kind || null) as ClaimKind | null,
  cancelRequested: message.cancel_requested,
  cancellationRequestedAt: message.cancellation_requested_at ? new Date(message.cancellation_requested_at) : null,
  cancellationReasonCode: message.cancellation_reason_code || null,
  cancellationReasonNote: message.cancellation_reason_note || null,
  failureReason: message.failure_reason || null,
  trackingUrl: message.tracking_url || null,
  dispatch: message.dispatch ? dispatchFromMessage(message.dispatch) : null,
  sequence: message.sequence,
  createdAt: new Date(message.created_at),
  updatedAt: new Date(message.updated_at),
  serviceOptions: message.service_options ? completeServiceOptions(JSON.parse(message.service_options)) : null,
  customs: message.customs ? completeCustoms(JSON.parse(message.customs)) : null,
  returnTerms: message.return_terms ? completeReturnTerms(JSON.parse(message.return_terms)) : null,
  returnIds: message.return_ids ?? [], // none in what earlier versions have stored
  ...(message.carrier_ready_at && { carrierReadyAt: new Date(message.carrier_ready_at) }),
})

/** Address of the recipient; for a return, of who sends it back. */
export const customerAddress = ({
  returnTerms,
  pickupAddress,
  dropoffAddress,
}: Pick<Shipment, 'returnTerms' | 'pickupAddress' | 'dropoffAddress'>): Address =>
  returnTerms ? pickupAddress : dropoffAddress
