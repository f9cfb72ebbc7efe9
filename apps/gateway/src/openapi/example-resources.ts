/** The resources of the examples: one delivery across London. Pure. */
import type { PublicBooking, PublicDriverLocation } from '@waybill/contracts/booking'
import type { PublicCarrier } from '@waybill/contracts/carrier'
import type { PublicEvent } from '@waybill/contracts/events/public-event'
import type { PublicQuote, PublicQuoteOption } from '@waybill/contracts/quote'
import type { PublicShipment } from '@waybill/contracts/shipment'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import type { PublicDelivery } from '@waybill/contracts/webhooks/delivery'
import type { PublicReplay } from '@waybill/contracts/webhooks/replay'
import type { PublicSubscription } from '@waybill/contracts/webhooks/subscription'

export const merchant_id = 'mer_01kavb0c5ye7ft2m9n4q8r6s3d'
export const environment_id = 'env_01kavb0c61f3h8k2p7v9x4z5aj'
export const shipment_id = 'shp_01kavb2m4jf8h9x7q5w3e1r0ty'
export const booking_id = 'bkg_01kavb5t9dg2k4n6p8r0t2v4xz'
export const subscription_id = 'whs_01kavb6w1fj4k6m8n0p2q4r6st'
export const event_id = 'evt_01kavb5t9ga6c8e0g2j4m6p8rt'

/** The time so many hours after the start of the examples' day, in ISO 8601. */
export type At = (hours: number) => string

const route = {
  pickup_address: {
    name: 'Corner Bakery',
    address_line_1: '12 Market Street',
    city: 'London',
    post_code: 'NW1 8AB',
    country: 'GB',
    latitude: 51.5392,
    longitude: -0.1426,
  },
  dropoff_address: {
    name: 'Grace Miller',
    address_line_1: '7 River Road',
    city: 'London',
    post_code: 'N1 9GU',
    country: 'GB',
    phone: '+442079460001',
    latitude: 51.5308,
    longitude: -0.0973,
  },
}

export const shipmentDocument = (at: At) => ({
  merchant_order_ref: 'ORDER-1001',
  collection_date: at(9),
  ...route,
  parcels: [{ title: 'Box of bread', weight_kg: 1.25, length_cm: 30, width_cm: 20, height_cm: 15.5 }],
  dropoff_instructions: 'Leave at the desk',
  metadata: { source: 'webshop' },
})

export function exampleShipment(at: At, publicUrl: string): PublicShipment {
  const { phone: _, ...dropoff } = route.dropoff_address
  return {
    shipment_id,
    merchant_id,
    environment_id,
    merchant_order_ref: 'ORDER-1001',
    collection_date: at(9).slice(0, 10),
    status: 'ready',
    pickup_address: { location_id: 'loc_5f1d7a84c3b2e6909a8b7c6d5e4f3a21', ...route.pickup_address },
    dropoff_address: { location_id: 'loc_0c9b8a7f6e5d4c3b2a19080706050403', ...dropoff },
    pickup_instructions: null,
    dropoff_instructions: 'Leave at the desk',
    ready_at: at(8),
    metadata: { source: 'webshop' },
    parcels: [
      {
        parcel_id: 'pcl_01kavb2m4kx5c7v9b1n3m5k7j9',
        title: 'Box of bread',
        weight_kg: '1.250',
        length_cm: '30.00',
        width_cm: '20.00',
        height_cm: '15.50',
        declared_value: '0.00',
        contents_description: 'Box of bread',
      },
    ],
    created_at: at(8),
    updated_at: at(8),
    booking_id: null,
    cancellation_requested_at: null,
    cancellation_reason_code: null,
    cancellation_reason_note: null,
    failure_reason: null,
    tracking_url: `${publicUrl}/t/Xk2v9Qb7Lr4mT8sWn1cZ6yHp`,
  }
}

export const exampleOption = (at: At): PublicQuoteOption => ({
  quote_option_id: 'qop_01kavb4q7hw2e4r6t8y0p2a4sd',
  carrier_code: 'swift_courier',
  service_code: 'on_demand',
  currency: 'GBP',
  amount: '9.50',
  tax_amount: '1.90',
  total_amount: '11.40',
  eta_from: at(10),
  eta_to: at(11),
  expires_at: at(8.25),
  rules: { max_weight_kg: 20 },
})

export const exampleQuote = (at: At, option: PublicQuoteOption): PublicQuote => ({
  quote_id: 'qte_01kavb4q7gz1x3c5v7b9n1m3kj',
  merchant_order_ref: 'ORDER-1001',
  merchant_id,
  environment_id,
  shipment_id,
  status: 'pending',
  requested_at: at(8),
  expires_at: at(8.25),
  options: [option],
  selected_option: null,
  messages: [],
})

export const exampleBooking = (
  at: At,
  { shipment, option, publicUrl }: { shipment: PublicShipment; option: PublicQuoteOption; publicUrl: string },
): PublicBooking => ({
  booking_id,
  merchant_id,
  environment_id,
  shipment_id,
  shipment: { ...shipment, booking_id },
  quote_option: option,
  status: 'assigned',
  carrier_code: 'swift_courier',
  carrier_job_id: 'SC-48213',
  label_url: `${publicUrl}/api/v1/bookings/${booking_id}/label?environment=${environment_id}&expires=1796000400&signature=…`,
  tracking_url: shipment.tracking_url,
  driver: {
    driver_id: 'drv_01kavb5t9eh3m5p7s9v1y3b5fg',
    name: 'Sam Rider',
    email: 'sam.rider@example.com',
    telephone: '+442079460002',
  },
  current_driver_id: 'drv_01kavb5t9eh3m5p7s9v1y3b5fg',
  booked_at: at(8.1),
  cancelled_at: null,
  cancellation_reason_code: null,
  cancellation_reason_note: null,
  cancel_reason: null,
  failure_reason: null,
  incident: null,
  pod: null,
  created_at: at(8.1),
  updated_at: at(8.1),
})

export const exampleSubscription = (at: At): PublicSubscription => ({
  subscription_id,
  status: 'active',
  url: 'https://example.com/waybill',
  events: ['shipment.*', 'booking.updated'],
  ordering: 'none',
  createdAt: at(8),
  disabled_reason: null,
})

export const exampleEvent = (at: At, booking: PublicBooking): PublicEvent => ({
  id: event_id,
  type: 'booking.updated',
  timestamp: at(8.2),
  api_version: 'v1',
  merchant_id,
  environment_id,
  livemode: false,
  subject: { type: 'booking', id: booking_id },
  sequence: 2,
  data: { object: booking, previous_attributes: { status: 'pending' } },
  request: { id: 'req_01kavb5t9cf0b2d4f6h8k0n2qs', idempotency_key: null },
})

export const exampleDelivery = (at: At): PublicDelivery => ({
  delivery_id: 'whd_01kavb7x2gk5n7q9t1w3z5c7fh',
  subscription_id,
  event: 'booking.updated',
  event_id,
  status: 'succeeded',
  attempt_count: 1,
  next_attempt_at: null,
  createdAt: at(8.2),
  attempts: [
    {
      attempt_id: 'att_01kavb7x2hf3h5k7n9q1t3w5z7',
      trigger: 'event',
      started_at: at(8.2),
      duration_ms: 38,
      response_status: 200,
      response_headers: { 'content-type': 'text/plain' },
      response_body: 'ok',
      error_code: null,
    },
  ],
})

export const exampleReplay = (at: At): PublicReplay => ({
  replay_id: 'whr_01kavb8y4jh6k8n0q2t4w6z8b1',
  subscription_id,
  status: 'running',
  since: at(-24),
  until: at(0),
  events: ['booking.*'],
  progress: 0.25,
  reached_at: at(-18),
  scanned_count: 500,
  queued_count: 120,
  created_at: at(0),
  ended_at: null,
})

export const exampleTimelineEntry = (at: At): PublicTimelineEntry => ({
  event_id,
  type: 'tracking',
  status: 'in_transit',
  tracking_status: 'picked_up',
  incident: null,
  description: 'The courier has collected the parcels.',
  carrier_code: 'swift_courier',
  booking_id,
  location: { latitude: 51.5392, longitude: -0.1426 },
  occurred_at: at(9),
  recorded_at: at(9),
})

export const exampleDriverLocation = (at: At): PublicDriverLocation => ({
  booking_id,
  shipment_id,
  driver_id: 'drv_01kavb5t9eh3m5p7s9v1y3b5fg',
  location: { latitude: 51.5371, longitude: -0.1189 },
  occurred_at: at(9.5),
  received_at: at(9.5),
})

export const exampleCarrier: PublicCarrier = {
  carrier_code: 'swift_courier',
  name: 'Swift Courier',
  simulated: true,
  countries: ['*'],
  capabilities: { cancel: true, update: true, track: true, label: true },
  labels: [
    { format: 'pdf', size: '4x6' },
    { format: 'zpl', size: '4x6' },
  ],
  services: [
    {
      service_code: 'on_demand',
      name: 'Courier within the hour',
      on_demand: true,
      max_weight_kg: '25.000',
      max_length_cm: '120.00',
      max_width_cm: '80.00',
      max_height_cm: '80.00',
      max_parcels: 10,
      quote_validity_seconds: 900,
    },
  ],
}
