/** Pure: our requests in ShipEngine's terms. */
import type { Money } from '@waybill/contracts/values/money'
import type { BookRequest, CarrierAddress, CarrierParcel, QuoteRequest } from '../../../carrier-adapter.ts'
import { insuredShares, noOptions } from '../../../carrier-options.ts'
import { addressPointer, missingForCarriers } from '../../../mapping/address-pointers.ts'
import { plannedShipDate } from '../../../mapping/delivery-window.ts'
import { countsPounds, parcelSides, parcelWeight } from '../../../mapping/measures.ts'
import { wirePhone, withExtension } from '../../../mapping/phones.ts'
import { wireProvince } from '../../../mapping/provinces.ts'
import { isReturn } from '../../../vendor/returns.ts'
import { customsTerms, dutiesOption, products } from './declaration.ts'

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

const confirmations = { required: 'signature', adult: 'adult_signature' } as const
/** Without a provider, the carrier insures. */
const insurers = { carrier: 'carrier', aggregator: 'shipsurance' } as const

const wireMoney = ({ currency, exponent, amountMinor }: Money) => ({
  currency: currency.toLowerCase(),
  amount: amountMinor / 10 ** exponent,
})

/** Options that ShipEngine has for each package. */
const packageOptions = (insured: Money | undefined, [first, second]: readonly string[]) => ({
  ...(insured && { insured_value: wireMoney(insured) }),
  ...(first && { label_messages: { reference1: first, reference2: second ?? null, reference3: null } }),
})

/** Options that ShipEngine calls advanced, as a property; empty: none are asked for. */
function advancedOptions(request: QuoteRequest): { advanced_options?: object } {
  const { saturdayDelivery, billTo } = request.options ?? noOptions
  const fields = {
    ...(saturdayDelivery && { saturday_delivery: true }),
    ...(billTo && {
      bill_to_party: billTo.party,
      bill_to_account: billTo.account,
      bill_to_country_code: billTo.country,
      bill_to_postal_code: billTo.postCode,
    }),
    ...dutiesOption(request),
  }
  return Object.keys(fields).length === 0 ? {} : { advanced_options: fields }
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

/** Without `booking`, the shipment cannot be told from others. */
export function toWireShipment(request: QuoteRequest, now: Date, booking: Booking | null = null) {
  const { pickup, dropoff, parcels, options = noOptions } = request
  const { signature, insurance, returnAddress, labelReferences } = options
  const insured = insurance ? insuredShares(insurance, parcels) : []
  return {
    validate_address: 'no_validation',
    ...(booking && { external_shipment_id: booking.reference, external_order_id: booking.merchantOrderRef }),
    ...shipDate(request, now),
    ship_to: wireAddress(dropoff, withExtension(booking?.dropoffInstructions ?? null, dropoff)),
    ship_from: wireAddress(pickup, withExtension(booking?.pickupInstructions ?? null, pickup)),
    ...(isReturn(request) && { is_return: true }),
    ...(returnAddress && { return_to: wireAddress(returnAddress, null) }),
    confirmation: signature ? confirmations[signature] : 'none',
    insurance_provider: insurance ? insurers[insurance.provider ?? 'carrier'] : 'none',
    ...advancedOptions(request),
    ...customsTerms(request),
    packages: parcels.map((parcel, index) => ({
      ...wirePackage(parcel, countsPounds(pickup.country)),
      ...packageOptions(insured[index], labelReferences),
      ...products(request, parcel, countsPounds(pickup.country) ? 'oz' : 'g'),
    })),
  }
}

const chargeEvents = { now: 'on_creation', on_use: 'on_carrier_acceptance' } as const

/** Form of a label, and when a return is charged. */
export function labelTerms({ options = noOptions }: Pick<QuoteRequest, 'options'>) {
  const { returns } = options
  return {
    validate_address: 'no_validation',
    label_layout: '4x6',
    label_format: 'pdf',
    label_download_type: 'url',
    // A return with a code has its paper too: not every place of the carrier scans codes.
    display_scheme: returns?.label === 'qr' ? 'label_and_paperless' : 'label',
    ...(returns && {
      is_return_label: true,
      charge_event: returns.pay === null ? 'carrier_default' : chargeEvents[returns.pay],
    }),
  }
}

/** The purchase of a return, without a rate: only so it can be asked when it is charged. */
export const toReturnPurchase = (
  request: BookRequest,
  { carrierId, service }: { carrierId: string; service: string },
  now: Date,
) => ({
  ...labelTerms(request),
  shipment: { ...toWireShipment(request, now, request), carrier_id: carrierId, service_code: service },
})

type Route = Pick<QuoteRequest, 'pickup' | 'dropoff'>

/** First field that is missing before ShipEngine is asked; null: none. */
export const missingForQuote = (route: Route) => missingForCarriers(route, 'ShipEngine')

/** The pointer of the field that a message of ShipEngine or a carrier speaks of. */
export const pointTo = (message: string, route: Route) =>
  addressPointer(message, route, { pickup: 'ship_from', dropoff: 'ship_to' })
