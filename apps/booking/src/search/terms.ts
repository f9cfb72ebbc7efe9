/** Pure: the terms by which the bookings of a shipment are found. */
import type { PublicShipment } from '@waybill/contracts/shipment'
import { folded, searchTerms } from '@waybill/contracts/values/search/search-terms'

/** The customer, who sends a return, is searched for. `names`: those of the customer that the public shipment does not show. */
export const shipmentTerms = (shipment: PublicShipment, names: readonly (string | null)[]): string[] => {
  const { direction, merchant_order_ref, pickup_address, dropoff_address } = shipment
  const { name, post_code } = direction === 'return' ? pickup_address : dropoff_address
  return searchTerms({ reference: merchant_order_ref, names: [name, ...names], postCode: post_code })
}

/** Search term of the carrier's job, or of one of its parcels. */
export const trackingTerm = (carrierJobId: string): string => folded(carrierJobId)

/** Search terms of the carrier's job, its tracking number, and the numbers and ids of its parcels, each once. */
export const trackingTerms = ({
  carrierJobId,
  trackingNumber,
  parcels,
}: {
  carrierJobId: string
  trackingNumber: string | null
  parcels?: readonly { trackingNumber: string | null; carrierParcelId?: string }[] | null
}): string[] => {
  const named = (parcels ?? []).flatMap((parcel) => [parcel.trackingNumber, parcel.carrierParcelId ?? null])
  return [
    ...new Set([carrierJobId, trackingNumber, ...named].flatMap((text) => (text === null ? [] : trackingTerm(text)))),
  ]
}
