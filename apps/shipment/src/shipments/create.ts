/** Pure: new shipments from merchants' documents. */

import { toDispatch } from '@waybill/contracts/dispatch'
import { newId } from '@waybill/contracts/ids'
import { toServiceOptions } from '@waybill/contracts/requests/service-options'
import {
  type CollectionTime,
  type CreateOnDemandShipment,
  type CreateShipment,
  collectionFields,
} from '@waybill/contracts/requests/shipment-documents'
import type { Shipment } from '@waybill/contracts/shipment'
import { toCustoms } from '@waybill/contracts/values/customs/declaration'
import { localDate } from '@waybill/contracts/values/local-time'
import { ON_DEMAND_METADATA } from '@waybill/contracts/values/metadata'
import { findCurrency } from '@waybill/contracts/values/money'
import { getTimeZone, type ZonedPlace } from '@waybill/contracts/values/time-zone'
import { type Cause, created, dispatchRequested, type ShipmentChange } from './change.ts'
import { toParcels } from './parcels.ts'

/** The merchant that the shipment belongs to, and the URL of its public tracking page. */
export interface Owner {
  environmentId: string
  merchantId: string
  livemode: boolean
  trackingUrl: string
}

/** Adds to the customs of a new shipment. */
type Declare = (shipment: Shipment) => Shipment

/** A shipment that waits to be booked. `actorId`: the member or the key that creates it. */
export function create(
  owner: Owner,
  document: Omit<CreateShipment, 'merchant_id'>,
  cause: Cause,
  {
    shipmentId = newId('shp'),
    actorId = '',
    declare = (same) => same,
  }: { shipmentId?: string; actorId?: string; declare?: Declare } = {},
): ShipmentChange {
  const hold = document.hold ? { reason: document.hold.reason, heldAt: cause.at, heldBy: actorId } : null
  return created({ ...declare(fromDocument(owner, document, cause.at)), shipmentId, hold }, cause)
}

/** An on-demand shipment: in transit at once and held for dispatch, which one of its events requests from the booking service. */
export function createOnDemand(
  owner: Owner,
  document: CreateOnDemandShipment,
  cause: Cause,
  { dispatchWindowMinutes, declare = (same) => same }: { dispatchWindowMinutes: number; declare?: Declare },
): ShipmentChange {
  const { collection_date = nowAt(document.pickup_address, cause.at), metadata } = document
  const shipment: Shipment = {
    ...declare(
      fromDocument(owner, { ...document, collection_date, metadata: { ...metadata, ...ON_DEMAND_METADATA } }, cause.at),
    ),
    status: 'in_transit',
    onDemand: true,
    dispatch: toDispatch(document.dispatch, {
      currency: findCurrency(document.pickup_address.country),
      windowMinutes: dispatchWindowMinutes,
    }),
    claimKind: 'dispatch',
    claimId: newId('op'),
  }
  const decision = created(shipment, cause)
  return { ...decision, events: [...decision.events, dispatchRequested(shipment, cause)] }
}

/** Now, with the date at the pickup, which may be the day before or after in UTC. */
export const nowAt = (pickup: ZonedPlace, at: Date): CollectionTime => ({
  at,
  date: localDate(at, getTimeZone(pickup)),
  allDay: false,
})

function fromDocument(owner: Owner, document: Omit<CreateShipment, 'merchant_id' | 'hold'>, at: Date): Shipment {
  return {
    ...unbooked(at),
    ...owner,
    shipmentId: newId('shp'),
    merchantOrderRef: document.merchant_order_ref,
    ...collectionFields(document.collection_date),
    readyAt: document.ready_at ?? at,
    pickupAddress: document.pickup_address,
    dropoffAddress: document.dropoff_address,
    pickupInstructions: document.pickup_instructions,
    dropoffInstructions: document.dropoff_instructions,
    metadata: document.metadata,
    tags: document.tags,
    assigneeId: document.assignee_id ?? null,
    parcels: toParcels(document.parcels, findCurrency(document.pickup_address.country)),
    serviceOptions: toServiceOptions(document.service_options),
    customs: toCustoms(document.customs),
  }
}

/** The state of a shipment that waits to be booked, and of which nothing has happened yet. */
export const unbooked = (at: Date) => ({
  status: 'ready' as const,
  onDemand: false,
  readyAt: at,
  hold: null,
  routeRevision: 1,
  bookingId: null,
  pendingBookingId: null,
  claimId: null,
  claimKind: null,
  cancelRequested: false,
  cancellationRequestedAt: null,
  cancellationReasonCode: null,
  cancellationReasonNote: null,
  failureReason: null,
  dispatch: null,
  sequence: 1,
  createdAt: at,
  updatedAt: at,
})
