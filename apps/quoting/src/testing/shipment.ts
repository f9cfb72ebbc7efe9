import { newId } from '@waybill/contracts/ids'
import type { Shipment } from '@waybill/contracts/shipment'
import { addressSchema } from '@waybill/contracts/values/address'
import { aDropoffAddress, anAddress } from '@waybill/testing/builders'

/** For tests: a ready shipment of one parcel across London, as the shipment service stores it. */
export function aShipment(overrides: Partial<Shipment> = {}): Shipment {
  const at = new Date()
  return {
    environmentId: 'env_1',
    shipmentId: newId('shp'),
    merchantId: 'mer_1',
    livemode: false,
    merchantOrderRef: 'ORDER-1001',
    status: 'ready',
    onDemand: false,
    collectionAt: at,
    collectionDate: null,
    collectionAllDay: false,
    readyAt: at,
    pickupAddress: addressSchema.parse(anAddress()),
    dropoffAddress: addressSchema.parse(aDropoffAddress()),
    pickupInstructions: null,
    dropoffInstructions: null,
    metadata: {},
    parcels: [
      {
        parcelId: newId('pcl'),
        title: 'Box of bread',
        weightGrams: 1_250,
        lengthTenthMm: 3_000,
        widthTenthMm: 2_000,
        heightTenthMm: 1_550,
        declaredValueMinor: 0,
        declaredValueCurrency: 'GBP',
        declaredValueExponent: 2,
        contentsDescription: 'Box of bread',
      },
    ],
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
    trackingUrl: null,
    dispatch: null,
    tags: [],
    assigneeId: null,
    hold: null,
    sequence: 1,
    createdAt: at,
    updatedAt: at,
    ...overrides,
  }
}
