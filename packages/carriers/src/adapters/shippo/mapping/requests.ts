/** Pure: our requests in Shippo's terms. */
import { type Money, moneyText } from '@waybill/contracts/values/money'
import { cutText } from '@waybill/contracts/values/text'
import type { CarrierAddress, CarrierParcel, QuoteRequest } from '../../../carrier-adapter.ts'
import { insuredShares, noOptions } from '../../../carrier-options.ts'
import { addressPointer, missingForCarriers } from '../../../mapping/address-pointers.ts'
import { plannedShipDate } from '../../../mapping/delivery-window.ts'
import { countsPounds, parcelSides, parcelWeight } from '../../../mapping/measures.ts'
import { wirePhone } from '../../../mapping/phones.ts'
import { wireProvince } from '../../../mapping/provinces.ts'
import { askedRoute, isReturn } from '../../../vendor/returns.ts'
import { shippoDescriptor } from '../descriptor.ts'
import { customsDeclaration } from './declaration.ts'

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

const REFERENCE_LENGTH = shippoDescriptor.textLimits?.label_references ?? 0
const confirmations = { required: 'STANDARD', adult: 'ADULT' } as const
const payers = { recipient: 'RECIPIENT', third_party: 'THIRD_PARTY' } as const

/** Without a provider, Shippo's own insurer takes it. */
const wireInsurance = (insured: Money, parcel: CarrierParcel | undefined) => ({
  insurance: {
    amount: moneyText(insured),
    currency: insured.currency,
    content: parcel?.title?.trim() || 'Merchandise',
  },
})

/** Insurance of a single parcel is an option of the shipment, that of several is one of each parcel. */
function wireExtra({ parcels, options = noOptions }: QuoteRequest): { extra?: object } {
  const { signature, insurance, saturdayDelivery, billTo, dangerousGoods, returns } = options
  const [first, second] = options.labelReferences
  const fields = {
    ...(returns && { is_return: true }),
    ...(returns?.label === 'qr' && { qr_code_requested: true }),
    ...(signature && { signature_confirmation: confirmations[signature] }),
    ...(insurance && parcels.length === 1 && wireInsurance(insurance, parcels[0])),
    ...(saturdayDelivery && { saturday_delivery: true }),
    ...(first && { reference_1: cutText(first, REFERENCE_LENGTH) }),
    ...(second && { reference_2: cutText(second, REFERENCE_LENGTH) }),
    ...(billTo && {
      billing: {
        type: payers[billTo.party],
        account: billTo.account,
        ...(billTo.country && { country: billTo.country }),
        ...(billTo.postCode && { zip: billTo.postCode }),
      },
    }),
    ...(dangerousGoods && { dangerous_goods: { contains: true, lithium_batteries: { contains: true } } }),
  }
  return Object.keys(fields).length === 0 ? {} : { extra: fields }
}

function wireParcels({ pickup, parcels, options = noOptions }: QuoteRequest) {
  const shares = options.insurance && parcels.length > 1 ? insuredShares(options.insurance, parcels) : []
  return parcels.map((parcel, index) => {
    const share = shares[index]
    return {
      ...wireParcel(parcel, countsPounds(pickup.country)),
      ...(share && { extra: wireInsurance(share, parcel) }),
    }
  })
}

/** Shippo answers when the carriers have. */
export const toWireShipment = (request: QuoteRequest, now: Date) => ({
  // Shippo exchanges the addresses of a return: "do not swap the addresses yourself" (guide to returns).
  address_from: wireAddress(askedRoute(request).from),
  address_to: wireAddress(askedRoute(request).to),
  ...(request.options?.returnAddress && { address_return: wireAddress(request.options.returnAddress) }),
  parcels: wireParcels(request),
  ...shipmentDate(request, now),
  ...wireExtra(request),
  ...customsDeclaration(request, countsPounds(request.pickup.country) ? 'oz' : 'g'),
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

type Route = Pick<QuoteRequest, 'pickup' | 'dropoff' | 'options'>

/** First field that is missing before Shippo is asked; null: none. */
export const missingForQuote = (route: Route) => missingForCarriers(route, 'Shippo')

/** The pointer of the field that a message of Shippo or a carrier speaks of. */
export const pointTo = (message: string, route: Route) =>
  addressPointer(
    message,
    route,
    isReturn(route)
      ? { pickup: 'address_to', dropoff: 'address_from' }
      : { pickup: 'address_from', dropoff: 'address_to' },
  )
