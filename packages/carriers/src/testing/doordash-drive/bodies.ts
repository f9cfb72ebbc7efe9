/** DoorDash's answers and call-backs about a delivery, with what it sends beside the documented fields. */
import type { QuoteRequest, UpdateRequest } from './schemas.ts'

const MINUTE_MS = 60_000

export interface Dasher {
  id: number
  name: string
  phone: string
}

export interface Delivery {
  externalDeliveryId: string
  developerId: string
  request: QuoteRequest & UpdateRequest
  status: string
  quotedAt: string
  updatedAt: string
  feeCents: number
  tip: number
  dasher: Dasher | null
  location: { lat: number; lng: number } | null
  pickedUpAt: string | null
  droppedOffAt: string | null
  returnedAt: string | null
  cancellationReason: string | null
}

/** The name of the event that reports a status. */
export const eventNames = new Map([
  ['confirmed', 'DASHER_CONFIRMED'],
  ['enroute_to_pickup', 'dasher_enroute_to_pickup'],
  ['arrived_at_pickup', 'DASHER_CONFIRMED_PICKUP_ARRIVAL'],
  ['picked_up', 'DASHER_PICKED_UP'],
  ['enroute_to_dropoff', 'dasher_enroute_to_dropoff'],
  ['arrived_at_dropoff', 'DASHER_CONFIRMED_DROPOFF_ARRIVAL'],
  ['delivered', 'DASHER_DROPPED_OFF'],
  ['enroute_to_return', 'DELIVERY_RETURN_INITIALIZED'],
  ['arrived_at_return', 'DASHER_CONFIRMED_RETURN_ARRIVAL'],
  ['returned', 'DELIVERY_RETURNED'],
  ['cancelled', 'DELIVERY_CANCELLED'],
])

const plus = (at: string, minutes: number): string => new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString()

/** `+1(415)5550100`, as DoorDash repeats numbers of North America. */
const asRepeated = (phone: string): string => phone.replace(/^\+1(\d{3})(\d{7})$/, '+1($1)$2')

/** Fields that answers and call-backs share. DoorDash leaves empty fields out. `url`: of this server, which keeps the images. */
function common(delivery: Delivery, url: string): Record<string, unknown> {
  const { request, dasher, location, pickedUpAt, droppedOffAt, returnedAt } = delivery
  const { external_delivery_id, dropoff_phone_number, pickup_phone_number, pickup_time, ...repeated } = request
  const startsAt = pickup_time ?? delivery.quotedAt
  const images = `${url}/images/${delivery.developerId}/${external_delivery_id}`
  const isSigned = request.dropoff_requires_signature || request.dropoff_options?.signature === 'required'
  return {
    ...repeated,
    external_delivery_id,
    pickup_phone_number: asRepeated(pickup_phone_number),
    dropoff_phone_number: asRepeated(dropoff_phone_number),
    pickup_time_estimated: plus(startsAt, 15),
    ...(pickedUpAt && { pickup_time_actual: pickedUpAt }),
    dropoff_time_estimated: plus(startsAt, 40),
    ...(droppedOffAt && { dropoff_time_actual: droppedOffAt }),
    ...(returnedAt && { return_time_actual: returnedAt }),
    ...(delivery.cancellationReason && { cancellation_reason: delivery.cancellationReason }),
    ...(droppedOffAt && { dropoff_verification_image_url: `${images}/dropoff.png` }),
    ...(droppedOffAt && isSigned && { dropoff_signature_image_url: `${images}/signature.png` }),
    order_value: request.order_value ?? 0,
    currency: 'USD',
    fee: delivery.feeCents,
    tip: delivery.tip,
    tracking_url: `https://www.doordash.com/drive/portal/track/${external_delivery_id}`,
    support_reference: '2028064817',
    contactless_dropoff: request.contactless_dropoff ?? false,
    ...(dasher && {
      dasher_id: dasher.id,
      dasher_name: dasher.name,
      dasher_dropoff_phone_number: dasher.phone,
      dasher_pickup_phone_number: dasher.phone,
      dasher_vehicle_make: 'Toyota',
      dasher_vehicle_model: 'Prius',
      dasher_vehicle_year: '2019',
    }),
    ...(location && { dasher_location: location }),
  }
}

export const deliveryBody = (delivery: Delivery, url: string): Record<string, unknown> => ({
  ...common(delivery, url),
  locale: 'en-US',
  delivery_status: delivery.status,
  updated_at: delivery.updatedAt,
  order_fulfillment_method: 'standard',
  pickup_external_store_id: 'cdb66d82-7250-44ed-983f-b6bdc1d79ae8',
  dropoff_location: { lat: 40.7727, lng: -73.9839 },
  dropoff_contact_send_notifications: true,
  fee_components: [
    { type: 'distance_based_fee', amount: delivery.feeCents - 100 },
    { type: 'service_fee', amount: 100 },
  ],
  tax: 0,
  tax_components: [],
  shipping_label: null,
  dropped_items: null,
})

/** A call-back names the event instead of the status. */
export const eventBody = (delivery: Delivery, url: string): Record<string, unknown> => ({
  ...common(delivery, url),
  created_at: delivery.updatedAt,
  event_name: eventNames.get(delivery.status) ?? delivery.status,
  client_order_id: delivery.externalDeliveryId,
  batch_id: null,
})
