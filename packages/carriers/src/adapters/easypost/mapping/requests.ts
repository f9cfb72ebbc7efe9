/** Pure: our requests in EasyPost's terms. */
import { moneyText } from '@waybill/contracts/values/money'
import type { CarrierAddress, CarrierParcel, QuoteRequest } from '../../../carrier-adapter.ts'
import { noOptions } from '../../../carrier-options.ts'
import { parcelSides, parcelWeight } from '../../../mapping/measures.ts'
import { wirePhone } from '../../../mapping/phones.ts'
import { wireProvince } from '../../../mapping/provinces.ts'
import { isoTerritory } from '../../../mapping/territories.ts'
import { askedRoute, isReturn } from '../../../vendor/returns.ts'
import { customsInfo, declarationOptions, taxIdentifiers } from './declaration.ts'

export const wireAddress = (address: CarrierAddress) => ({
  name: address.name,
  company: address.company,
  street1: address.addressLine1,
  street2: [address.addressLine2, address.town].filter((line) => line !== null).join(', ') || null,
  city: address.city,
  state: wireProvince(address),
  zip: address.postCode,
  country: address.country,
  phone: wirePhone(address),
  email: address.email,
  ...(typeof address.residential === 'boolean' && { residential: address.residential }),
})

/** Ounces and inches with the one decimal that EasyPost keeps. */
const wireParcel = (parcel: CarrierParcel) => ({
  ...parcelSides(parcel, 'in', 1),
  weight: parcelWeight(parcel, 'oz', 1),
})

/** EasyPost exchanges the addresses of a return: "leave the addresses the same as the initial Shipment's" (guide to returns). */
function wireRoute(request: QuoteRequest) {
  const { from, to } = askedRoute(request)
  const { returnAddress = null } = request.options ?? noOptions
  return {
    to_address: wireAddress(to),
    from_address: wireAddress(from),
    ...(isReturn(request) && { is_return: true }),
    ...(returnAddress && { return_address: wireAddress(returnAddress) }),
  }
}

const confirmations = { required: 'SIGNATURE', adult: 'ADULT_SIGNATURE' } as const
const payers = { recipient: 'RECEIVER', third_party: 'THIRD_PARTY' } as const
const hazards = { lithium_batteries: 'LITHIUM', limited_quantity: 'LIMITED_QUANTITY' } as const

/** EasyPost's options, as a property; empty: none are asked for. */
function wireOptions(request: QuoteRequest): { options?: object } {
  const { options = noOptions } = request
  const { signature, saturdayDelivery, billTo, dangerousGoods } = options
  const [first, second] = options.labelReferences
  const fields = {
    ...(signature && { delivery_confirmation: confirmations[signature] }),
    ...(saturdayDelivery && { saturday_delivery: true }),
    ...(first && { print_custom_1: first }),
    ...(second && { print_custom_2: second }),
    ...(billTo && {
      payment: {
        type: payers[billTo.party],
        account: billTo.account,
        country: billTo.country,
        postal_code: billTo.postCode,
      },
    }),
    ...(dangerousGoods && { hazmat: hazards[dangerousGoods] }),
    ...declarationOptions(request),
  }
  return Object.keys(fields).length === 0 ? {} : { options: fields }
}

const wireContents = (request: QuoteRequest, parcel: CarrierParcel) => ({
  parcel: wireParcel(parcel),
  ...wireOptions(request),
  ...customsInfo(request, parcel),
  ...taxIdentifiers(request),
})

/** One parcel. Insurance is bought with the label. */
export const toWireShipment = (request: QuoteRequest, parcel: CarrierParcel) => ({
  shipment: { ...wireRoute(request), ...wireContents(request, parcel) },
})

/** Several parcels. */
export const toWireOrder = (request: QuoteRequest) => ({
  order: {
    ...wireRoute(request),
    shipments: request.parcels.map((parcel) => wireContents(request, parcel)),
  },
})

/** The insured value in dollars, as a property of a purchase. */
export const toInsurance = ({ options }: Pick<QuoteRequest, 'options'>): { insurance?: string } =>
  options?.insurance ? { insurance: moneyText(options.insurance) } : {}

/** Countries in which EasyPost needs the state or province. */
const NEEDS_PROVINCE = new Set(['US', 'CA'])

interface MissingField {
  pointer: string
  word: RegExp
  what: string
}

/** Fields that carriers behind EasyPost may ask for, and that the shipment does not have. */
function missingFields({ pickup, dropoff }: Pick<QuoteRequest, 'pickup' | 'dropoff'>): MissingField[] {
  return [['pickup_address', pickup] as const, ['dropoff_address', dropoff] as const].flatMap(([name, address]) => [
    ...(address.phone === null ? [{ pointer: `/${name}/phone`, word: /phone|telephone/i, what: 'phone' }] : []),
    ...(address.province === null
      ? [{ pointer: `/${name}/province`, word: /\bstate\b|province/i, what: 'state or province' }]
      : []),
  ])
}

/** First field that is missing before EasyPost is asked; null: none. `pointer`: to the first field. */
export function missingForQuote(request: QuoteRequest): { message: string; pointer: string } | null {
  const { pickup, dropoff } = request
  const crossesBorders = isoTerritory(pickup) !== isoTerritory(dropoff)
  const missing = missingFields(request).filter(({ what, pointer }) => {
    if (what === 'phone') return crossesBorders
    return NEEDS_PROVINCE.has((pointer.startsWith('/pickup') ? pickup : dropoff).country)
  })
  const [first] = missing
  if (first === undefined) return null
  const fields = missing.map(({ pointer, what }) => `${pointer} (${what})`).join(', ')
  return { message: `Missing: ${fields}. EasyPost needs it for these addresses.`, pointer: first.pointer }
}

const meantBy = (message: string, request: Pick<QuoteRequest, 'pickup' | 'dropoff'>): MissingField[] =>
  missingFields(request).filter(({ word }) => word.test(message))

/** The pointer of the missing field that the carrier's message speaks of, as a property; empty: it speaks of none. */
export function pointTo(message: string, request: Pick<QuoteRequest, 'pickup' | 'dropoff'>): { pointer?: string } {
  const [first] = meantBy(message, request)
  return first ? { pointer: first.pointer } : {}
}

/** The carrier's message, with the pointers of the missing fields that it speaks of. */
export function withPointers(message: string, request: Pick<QuoteRequest, 'pickup' | 'dropoff'>): string {
  const meant = meantBy(message, request)
  return meant.length === 0 ? message : `${message} Missing: ${meant.map(({ pointer }) => pointer).join(', ')}.`
}
