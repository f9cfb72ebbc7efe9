/** Pure: requests to carriers, from what we store. */
import type { BookRequest, UpdateRequest } from '@waybill/carriers/carrier-adapter'
import { carrierAddress, carrierParcels, toQuoteRequest } from '@waybill/carriers/shipment-request'
import type { QuoteOption } from '@waybill/contracts/quotes/quote-option'
import type { Shipment } from '@waybill/contracts/shipment'
import type { CarrierAttempt } from '../attempts/repository.ts'

/**
 * The request that books an attempt. Byte for byte the same at every repeat, since carriers refuse an idempotency key
 * with another body: everything that could change is taken from the stored attempt.
 */
export function bookRequest(
  shipment: Shipment,
  option: QuoteOption,
  attempt: Pick<CarrierAttempt, 'attemptId' | 'draftId' | 'sentAt' | 'callbackUrl'>,
): BookRequest {
  return {
    ...toQuoteRequest(shipment, attempt.sentAt),
    reference: attempt.attemptId,
    merchantOrderRef: shipment.merchantOrderRef,
    serviceCode: option.serviceCode,
    carrierOfferId: option.carrierRateId,
    pickupInstructions: shipment.pickupInstructions,
    dropoffInstructions: shipment.dropoffInstructions,
    callbackUrl: attempt.callbackUrl,
    draftId: attempt.draftId,
  }
}

/** The complete desired state of a job. `readyAt` is null unless the collection time changes. */
export const updateRequest = (shipment: Shipment, readyAt: Date | null, carrierJobId: string): UpdateRequest => ({
  carrierJobId,
  pickup: carrierAddress(shipment.pickupAddress),
  dropoff: carrierAddress(shipment.dropoffAddress),
  parcels: carrierParcels(shipment),
  readyAt,
  pickupInstructions: shipment.pickupInstructions,
  dropoffInstructions: shipment.dropoffInstructions,
})
