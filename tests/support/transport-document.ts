/** A transport that a carrier's test server serves, as fields of a shipment. */
import type { CarrierAddress, QuoteRequest } from '@waybill/carriers/carrier-adapter'

export const transportDocument = ({ pickup, dropoff, parcels }: QuoteRequest) => ({
  pickup_address: addressDocument(pickup),
  dropoff_address: addressDocument(dropoff),
  parcels: parcels.map(({ weightGrams, lengthTenthMm, widthTenthMm, heightTenthMm }) => ({
    title: 'Books',
    weight_kg: weightGrams / 1_000,
    length_cm: lengthTenthMm / 100,
    width_cm: widthTenthMm / 100,
    height_cm: heightTenthMm / 100,
  })),
})

const addressDocument = (address: CarrierAddress) => ({
  name: address.name,
  company: address.company,
  address_line_1: address.addressLine1,
  city: address.city,
  province: address.province,
  post_code: address.postCode,
  country: address.country,
  phone: address.phone,
  email: address.email,
  latitude: address.latitude,
  longitude: address.longitude,
})
