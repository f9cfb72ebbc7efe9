import { hash } from 'node:crypto'
import { serviceOptionsText } from '@waybill/contracts/requests/service-options'
import type { Shipment } from '@waybill/contracts/shipment'
import { locationId } from '@waybill/contracts/values/address'
import { sentCustomsText } from '@waybill/contracts/values/customs/declaration'
import { findCurrency } from '@waybill/contracts/values/money'
import { contentValues } from './parcels.ts'

type Fingerprinted = Pick<
  Shipment,
  'environmentId' | 'pickupAddress' | 'dropoffAddress' | 'parcels' | 'serviceOptions' | 'returnTerms'
>

/**
 * Two shipments of an order with equal fingerprints can share quotes. Covers pickup, drop-off (every field, contacts too,
 * so that no parcel goes to another person), parcels and options. Customs are compared apart: defaults are a part. SHA-256, hex.
 */
export const fingerprint = (shipment: Fingerprinted): string => hashContent(shipment, '')

/** As earlier versions stored it, with the customs that were sent. */
export const earlierFingerprint = (shipment: Fingerprinted & Pick<Shipment, 'customs'>): string =>
  hashContent(shipment, sentCustomsText(shipment.customs))

function hashContent(shipment: Fingerprinted, customs: string): string {
  const { environmentId, pickupAddress, dropoffAddress, parcels, serviceOptions, returnTerms } = shipment
  const content = [
    locationId(environmentId, pickupAddress),
    locationId(environmentId, dropoffAddress),
    parcels.map((parcel) => contentValues(parcel, findCurrency(pickupAddress.country))),
    ...(serviceOptions ? [serviceOptionsText(serviceOptions)] : []),
    ...(customs ? [customs] : []),
    // A quote of an order never gets its return.
    ...(returnTerms ? [returnTerms.return_of] : []),
  ]
  return hash('sha256', JSON.stringify(content), 'hex')
}
