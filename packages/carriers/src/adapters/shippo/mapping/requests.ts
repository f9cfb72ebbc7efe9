/** Pure: our requests in Shippo's terms. */
import type { CarrierAddress, CarrierParcel, QuoteRequest } from '../../../carrier-adapter.ts'
import { addressPointer, missingForCarriers } from '../../../mapping/address-pointers.ts'
import { plannedShipDate } from '../../../mapping/delivery-window.ts'
import { countsPounds, parcelSides, parcelWeight } from '../../../mapping/measures.ts'
import { wirePhone } from '../../../mapping/phones.ts'
import { wireProvince } from '../../../mapping/provinces.ts'

/** Fields without a value are left out. */
export function wireAddress(address: CarrierAddress) {
  const fields = {
    name: address.name ?? address.company,
    company: address.company,
    street1: address.addressLine1,
    street2: address.addressLine2,
    street3: address.town,
    city: address.city,
    state: wireProvince(address),
    zip: address.postCode,
    country: address.country,
    phone: wirePhone(address),
    email: address.email,
    is_residential: address.residential ?? null,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/**
 * Numbers are sent as text, with at most four digits after the point. In the unit of the carriers behind Shippo, so that none
 * of them converts again.
 */
function wireParcel(parcel: CarrierParcel, imperial: boolean) {
  const { length, width, height } = imperial ? parcelSides(parcel, 'in', 1) : parcelSides(parcel, 'cm', 2)
  return {
    weight: String(imperial ? parcelWeight(parcel, 'oz', 1) : parcelWeight(parcel, 'g', 0)),
    mass_unit: imperial ? 'oz' : 'g',
    distance_unit: imperial ? 'in' : 'cm',
    length: String(length),
    width: String(width),
    height: String(height),
  }
}

/** Shippo takes today by default; carriers refuse days that are over. */
function shipmentDate(request: QuoteRequest, now: Date): { shipment_date?: string } {
  const date = plannedShipDate(request)
  return date > now.toISOString().slice(0, 10) ? { shipment_date: `${date}T12:00:00.000Z` } : {}
}

/** No insurance and no signature are asked for. Shippo answers when the carriers have. */
export const toWireShipment = (request: QuoteRequest, now: Date) => ({
  address_from: wireAddress(request.pickup),
  address_to: wireAddress(request.dropoff),
  parcels: request.parcels.map((parcel) => wireParcel(parcel, countsPounds(request.pickup.country))),
  ...shipmentDate(request, now),
  async: false,
})

/** Job of a transaction. */
interface JobTag {
  reference: string
  /** Shippo's name of the carrier, for tracking. */
  carrier: string
  parcels: number
}

/** The metadata of a transaction, at most 100 characters. Shippo keeps them as they are. */
export const toMetadata = ({ reference, carrier, parcels }: JobTag): string => `${reference} ${carrier} ${parcels}`

/** Null: the metadata is not ours. */
export function parseTag(metadata: string | null): JobTag | null {
  const [, reference, carrier, parcels] = /^(\S+) (\w+) (\d{1,4})$/.exec(metadata ?? '') ?? []
  return reference === undefined || carrier === undefined ? null : { reference, carrier, parcels: Number(parcels) }
}

type Route = Pick<QuoteRequest, 'pickup' | 'dropoff'>

/** First field that is missing before Shippo is asked; null: none. */
export const missingForQuote = (route: Route) => missingForCarriers(route, 'Shippo')

/** The pointer of the field that a message of Shippo or a carrier speaks of. */
export const pointTo = (message: string, route: Route) =>
  addressPointer(message, route, { pickup: 'address_from', dropoff: 'address_to' })
