/** Pure: whether a quote's document fits the shipment that it names. */
import { AppError, type ErrorDetail } from '@waybill/contracts/app-error'
import type { Shipment } from '@waybill/contracts/shipment'
import type { CreateQuoteForShipment } from '@waybill/contracts/shipment-documents'
import { errorDetail } from '@waybill/contracts/validation'
import { locationId } from '@waybill/contracts/values/address'
import { currencyOf } from '@waybill/contracts/values/money'
import { hasSameParcels, toParcels } from '../shipments/parcels.ts'

/**
 * Throws `quote_mismatch` with the fields that differ, unless the reference, route and parcels that a quote's body repeats
 * equal those of the shipment it names. Fields that the body leaves out match.
 */
export function assertSameShipment(shipment: Shipment, document: CreateQuoteForShipment): void {
  const { environmentId } = shipment
  const sameAddress = (name: 'pickup_address' | 'dropoff_address', stored: Shipment['pickupAddress']): boolean => {
    const sent = document[name]
    return sent === undefined || locationId(environmentId, sent) === locationId(environmentId, stored)
  }
  const { merchant_order_ref: orderRef, parcels } = document
  const currency = currencyOf(shipment.pickupAddress.country)
  const matches = {
    merchant_order_ref: orderRef === undefined || orderRef === shipment.merchantOrderRef,
    pickup_address: sameAddress('pickup_address', shipment.pickupAddress),
    dropoff_address: sameAddress('dropoff_address', shipment.dropoffAddress),
    parcels: parcels === undefined || hasSameParcels(toParcels(parcels, currency), shipment.parcels),
  }
  const details = Object.entries(matches)
    .filter(([, equal]) => !equal)
    .map(([name]): ErrorDetail => errorDetail([name], 'mismatch', 'differs from the shipment'))
  if (details.length === 0) return
  const names = details.map(({ field }) => field).join(', ')
  throw new AppError(
    'quote_mismatch',
    `Shipment ${shipment.shipmentId} has a different ${names}. Leave these fields out, or update the shipment first.`,
    { details },
  )
}
