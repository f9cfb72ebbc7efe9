/** Pure: our requests in ShipEngine's terms. */
import type { BookRequest, CarrierAddress, CarrierParcel, QuoteRequest } from '../../../carrier-adapter.ts'
import { addressPointer, missingForCarriers } from '../../../mapping/address-pointers.ts'
import { plannedShipDate } from '../../../mapping/delivery-window.ts'
import { countsPounds, parcelSides, parcelWeight } from '../../../mapping/measures.ts'
import { wirePhone, withExtension } from '../../../mapping/phones.ts'
import { wireProvince } from '../../../mapping/provinces.ts'

const residentialIndicator = ({ residential }: CarrierAddress): 'yes' | 'no' | 'unknown' =>
  typeof residential === 'boolean' ? (residential ? 'yes' : 'no') : 'unknown'

/** Fields without a value are left out: not all of them may be null. */
export const wireAddress = (address: CarrierAddress, instructions: string | null) => {
  const fields = {
    name: address.name ?? address.company,
    company_name: address.company,
    phone: wirePhone(address),
    email: address.email,
    address_line1: address.addressLine1,
    address_line2: address.addressLine2,
    address_line3: address.town,
    city_locality: address.city,
    state_province: wireProvince(address),
    postal_code: address.postCode,
    country_code: address.country,
    address_residential_indicator: residentialIndicator(address),
    instructions,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/** In the unit of the carriers behind ShipEngine, so that none of them converts again. */
const wirePackage = (parcel: CarrierParcel, imperial: boolean) => ({
  package_code: 'package',
  weight: imperial
    ? { value: parcelWeight(parcel, 'oz', 1), unit: 'ounce' }
    : { value: parcelWeight(parcel, 'g', 0), unit: 'gram' },
  dimensions: imperial
    ? { unit: 'inch', ...parcelSides(parcel, 'in', 1) }
    : { unit: 'centimeter', ...parcelSides(parcel, 'cm', 2) },
})

/** ShipEngine takes today by default, and refuses a day that is over in its own time zone. */
function shipDate(request: QuoteRequest, now: Date): { ship_date?: string } {
  const date = plannedShipDate(request)
  return date > now.toISOString().slice(0, 10) ? { ship_date: `${date}T00:00:00Z` } : {}
}

/** Fields that a booking adds to a shipment. */
type Booking = Pick<BookRequest, 'reference' | 'merchantOrderRef' | 'pickupInstructions' | 'dropoffInstructions'>

/** No insurance and no signature are asked for. Without `booking`, the shipment cannot be told from others. */
export const toWireShipment = (request: QuoteRequest, now: Date, booking: Booking | null = null) => ({
  validate_address: 'no_validation',
  ...(booking && { external_shipment_id: booking.reference, external_order_id: booking.merchantOrderRef }),
  ...shipDate(request, now),
  ship_to: wireAddress(request.dropoff, withExtension(booking?.dropoffInstructions ?? null, request.dropoff)),
  ship_from: wireAddress(request.pickup, withExtension(booking?.pickupInstructions ?? null, request.pickup)),
  confirmation: 'none',
  insurance_provider: 'none',
  packages: request.parcels.map((parcel) => wirePackage(parcel, countsPounds(request.pickup.country))),
})

type Route = Pick<QuoteRequest, 'pickup' | 'dropoff'>

/** First field that is missing before ShipEngine is asked; null: none. */
export const missingForQuote = (route: Route) => missingForCarriers(route, 'ShipEngine')

/** The pointer of the field that a message of ShipEngine or a carrier speaks of. */
export const pointTo = (message: string, route: Route) =>
  addressPointer(message, route, { pickup: 'ship_from', dropoff: 'ship_to' })
