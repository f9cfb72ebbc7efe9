import { hash } from 'node:crypto'
import { serviceOptionsText } from '@waybill/contracts/requests/service-options'
import type { Shipment } from '@waybill/contracts/shipment'
import { locationId } from '@waybill/contracts/values/address'
import { findCurrency } from '@waybill/contracts/values/money'
import { contentValues } from './parcels.ts'

/**
 * Two shipments of an order with equal fingerprints can share quotes. Covers pickup, drop-off (every field, contacts too,
 * so that no parcel goes to another person), parcels and options. Customs are compared apart: defaults are a part. SHA-256, hex.
 */
export function fingerprint(
  shipment: Pick<
    Shipment,
    'environmentId' | 'pickupAddress' | 'dropoffAddress' | 'parcels' | 'serviceOptions' | 'returnTerms'
  >,
) {
  const { environmentId, pickupAddress, dropoffAddress, parcels, serviceOptions, returnTerms } = shipment
  const content = [
    locationId(environmentId, pickupAddress),
    locationId(environmentId, dropoffAddress),
    parcels.map((parcel) => contentValues(parcel, findCurrency(pickupAddress.country))),
    ...(serviceOptions ? [serviceOptionsText(serviceOptions)] : []),
    // A quote of an order never gets its return.
    ...(returnTerms ? [returnTerms.return_of] : []),
  ]
  return hash('sha256', JSON.stringify(content), 'hex')
}
