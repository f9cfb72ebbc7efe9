/** Pure: requests to carriers from our documents. */
import { defaultDispatch, namesServices } from '@waybill/contracts/dispatch'
import { hashId } from '@waybill/contracts/ids'
import { carrierReadyAt, type Shipment } from '@waybill/contracts/shipment'
import type { Address } from '@waybill/contracts/values/address'
import { declaredValue } from '@waybill/contracts/values/parcels/parcel'
import type { CarrierAddress, CarrierParcel, QuoteRequest } from './carrier-adapter.ts'
import { carrierOptions } from './carrier-options.ts'
import { carrierCustoms, carrierItem } from './customs-request.ts'

/** The id of the account that every environment has with a carrier by default. */
export const defaultCarrierAccountId = (environmentId: string, carrierCode: string): string =>
  hashId('cac', [environmentId, carrierCode])

/** The address as carriers get it. Without a `name`, first and last name are used. */
export function carrierAddress(address: Address): CarrierAddress {
  const person = [address.first_name, address.last_name].filter((part) => part !== null).join(' ')
  return {
    name: address.name ?? (person === '' ? null : person),
    company: address.company,
    addressLine1: address.address_line_1,
    addressLine2: address.address_line_2,
    town: address.town,
    city: address.city,
    province: address.province,
    postCode: address.post_code,
    country: address.country,
    phone: address.phone,
    email: address.email ?? null,
    latitude: address.latitude,
    longitude: address.longitude,
    ...(typeof address.residential === 'boolean' && { residential: address.residential }),
  }
}

export const carrierParcels = (shipment: Shipment): CarrierParcel[] =>
  shipment.parcels.map(({ parcelId, title, ...parcel }) => ({
    // The parcels of a shipment that is not registered yet get other ids with its registration.
    parcelId: shipment.sequence === 0 ? null : parcelId,
    title,
    weightGrams: parcel.weightGrams,
    lengthTenthMm: parcel.lengthTenthMm,
    widthTenthMm: parcel.widthTenthMm,
    heightTenthMm: parcel.heightTenthMm,
    ...(parcel.weightSent && { weightSent: parcel.weightSent }),
    ...(parcel.dimensionsSent && { dimensionsSent: parcel.dimensionsSent }),
    ...(parcel.declaredValueMinor > 0 && { declaredValue: declaredValue(parcel) }),
    ...(parcel.items && { items: parcel.items.map(carrierItem) }),
  }))

/** With the time at which the goods can be collected: now, or later if the merchant asks for it. */
export const toQuoteRequest = (shipment: Shipment, now: Date): QuoteRequest => ({
  pickup: carrierAddress(shipment.pickupAddress),
  dropoff: carrierAddress(shipment.dropoffAddress),
  parcels: carrierParcels(shipment),
  readyAt: new Date(Math.max(now.getTime(), carrierReadyAt(shipment).getTime())),
  // A merchant who names services gets them with the limits that they have without haste.
  onDemand: shipment.onDemand && !namesServices(shipment.dispatch ?? defaultDispatch),
  ...carrierOptions(shipment, carrierAddress),
  ...carrierCustoms(shipment.customs),
})
