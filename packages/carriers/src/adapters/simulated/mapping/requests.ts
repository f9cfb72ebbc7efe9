/** Pure: our requests in the simulator's terms. */
import type { Money } from '@waybill/contracts/values/money'
import type {
  CarrierAddress,
  CarrierParcel,
  DraftRequest,
  QuoteRequest,
  UpdateRequest,
} from '../../../carrier-adapter.ts'
import { wirePhone, withExtension } from '../../../mapping/phones.ts'

const wireAddress = (address: CarrierAddress) => ({
  name: address.name,
  company: address.company,
  address_line_1: address.addressLine1,
  address_line_2: address.addressLine2,
  town: address.town,
  city: address.city,
  province: address.province,
  post_code: address.postCode,
  country: address.country,
  phone: wirePhone(address),
  ...(address.email !== null && { email: address.email }),
  latitude: address.latitude,
  longitude: address.longitude,
})

const wireParcel = (parcel: CarrierParcel) => ({
  id: parcel.parcelId,
  title: parcel.title,
  weight_grams: parcel.weightGrams,
  length_tenth_mm: parcel.lengthTenthMm,
  width_tenth_mm: parcel.widthTenthMm,
  height_tenth_mm: parcel.heightTenthMm,
})

const wireRoute = (route: Pick<QuoteRequest, 'pickup' | 'dropoff' | 'parcels'>) => ({
  pickup: wireAddress(route.pickup),
  dropoff: wireAddress(route.dropoff),
  parcels: route.parcels.map(wireParcel),
})

const wireMoney = ({ currency, exponent, amountMinor }: Money) => ({ currency, exponent, amount_minor: amountMinor })

/** The options that the simulated carriers know, as a property; empty: none are asked for. */
const wireOptions = ({ options }: QuoteRequest) =>
  options
    ? {
        options: {
          signature: options.signature,
          insurance: options.insurance && wireMoney(options.insurance),
          label_references: options.labelReferences,
          tip: options.tip && wireMoney(options.tip),
        },
      }
    : {}

const wireTransport = (request: QuoteRequest) => ({
  ...wireRoute(request),
  ready_at: request.readyAt.toISOString(),
  ...wireOptions(request),
})

export const toWireQuote = (request: QuoteRequest) => ({
  ...wireTransport(request),
  on_demand: request.onDemand ?? false,
})

export const toWireJob = (request: DraftRequest) => ({
  ...wireTransport(request),
  reference: request.reference,
  order_reference: request.merchantOrderRef,
  ...(request.onDemand && { on_demand: true }),
  service: request.serviceCode,
  offer_id: request.carrierOfferId,
  pickup_note: withExtension(request.pickupInstructions, request.pickup),
  dropoff_note: withExtension(request.dropoffInstructions, request.dropoff),
  callback_url: request.callbackUrl,
})

export const toWireUpdate = (request: UpdateRequest) => ({
  ...wireRoute(request),
  ...(request.readyAt && { ready_at: request.readyAt.toISOString() }),
  pickup_note: withExtension(request.pickupInstructions, request.pickup),
  dropoff_note: withExtension(request.dropoffInstructions, request.dropoff),
})
