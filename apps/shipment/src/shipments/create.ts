import { newId } from '@waybill/contracts/ids'
import type { Shipment } from '@waybill/contracts/shipment'
import type { CreateOnDemandShipment, CreateShipment } from '@waybill/contracts/shipment-documents'
import { ON_DEMAND_METADATA } from '@waybill/contracts/values/metadata'
import { currencyOf } from '@waybill/contracts/values/money'
import { type Cause, created, type Decision, dispatchRequested } from './change.ts'
import { parcelsOf } from './parcels.ts'

/** Whose shipment it is to be, and the address of its public tracking page. */
export interface Owner {
  environmentId: string
  merchantId: string
  livemode: boolean
  trackingUrl: string
}

/** A shipment that waits to be booked. */
export function create(owner: Owner, document: Omit<CreateShipment, 'merchant_id'>, cause: Cause): Decision {
  return created(fromDocument(owner, document, cause.at), cause)
}

/**
 * An on-demand shipment: under way at once and held for dispatch, which the booking service is asked for by an event of
 * the same transaction.
 */
export function createOnDemand(owner: Owner, document: CreateOnDemandShipment, cause: Cause): Decision {
  const { collection_date = cause.at, metadata } = document
  const shipment: Shipment = {
    ...fromDocument(
      owner,
      { ...document, collection_date, metadata: { ...metadata, ...ON_DEMAND_METADATA } },
      cause.at,
    ),
    status: 'in_transit',
    onDemand: true,
    claimKind: 'dispatch',
    claimId: newId('op'),
  }
  const decision = created(shipment, cause)
  return { ...decision, events: [...decision.events, dispatchRequested(shipment, cause)] }
}

function fromDocument(owner: Owner, document: Omit<CreateShipment, 'merchant_id'>, at: Date): Shipment {
  return {
    ...owner,
    shipmentId: newId('shp'),
    merchantOrderRef: document.merchant_order_ref,
    status: 'ready',
    onDemand: false,
    collectionAt: document.collection_date,
    readyAt: document.ready_at ?? at,
    pickupAddress: document.pickup_address,
    dropoffAddress: document.dropoff_address,
    pickupInstructions: document.pickup_instructions,
    dropoffInstructions: document.dropoff_instructions,
    metadata: document.metadata,
    parcels: parcelsOf(document.parcels, currencyOf(document.pickup_address.country)),
    routeRevision: 1,
    bookingId: null,
    claimId: null,
    claimKind: null,
    cancelRequested: false,
    cancellationRequestedAt: null,
    cancellationReasonCode: null,
    cancellationReasonNote: null,
    failureReason: null,
    sequence: 1,
    createdAt: at,
    updatedAt: at,
  }
}
