/** The resources of the examples: one delivery across London. Pure. */
import type { PublicBooking } from '@waybill/contracts/booking'
import type { PublicDriverLocation } from '@waybill/contracts/bookings/driver-location'
import type { PublicCarrier } from '@waybill/contracts/carrier'
import type { PublicCarrierAccount } from '@waybill/contracts/carrier-accounts/carrier-account'
import type { PublicEvent } from '@waybill/contracts/events/public-event'
import type { PublicQuote } from '@waybill/contracts/quote'
import type { PublicQuoteOption } from '@waybill/contracts/quotes/quote-option'
import type { PublicShipment } from '@waybill/contracts/shipment'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import type { PublicDelivery } from '@waybill/contracts/webhooks/delivery'
import type { PublicReplay, PublicReplayPreview } from '@waybill/contracts/webhooks/replay'
import type { PublicSubscription } from '@waybill/contracts/webhooks/subscription'

export const merchant_id = 'mer_01kavb0c5ye7ft2m9n4q8r6s3d'
export const environment_id = 'env_01kavb0c61f3h8k2p7v9x4z5aj'
export const shipment_id = 'shp_01kavb2m4jf8h9x7q5w3e1r0ty'
export const booking_id = 'bkg_01kavb5t9dg2k4n6p8r0t2v4xz'
const subscription_id = 'whs_01kavb6w1fj4k6m8n0p2q4r6st'
const event_id = 'evt_01kavb5t9ga6c8e0g2j4m6p8rt'

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
    email: 'grace.miller@example.com',
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
  tags: ['gift'],
})

export function exampleShipment(at: At, publicUrl: string): PublicShipment {
  const { phone: _, email: __, ...dropoff } = route.dropoff_address
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
    tags: ['gift'],
    assignee_id: null,
    hold: null,
    parcels: [
      {
        parcel_id: 'pcl_01kavb2m4kx5c7v9b1n3m5k7j9',
        title: 'Box of bread',
        weight_kg: '1.250',
        weight: { value: '1.250', unit: 'kg' },
        length_cm: '30.00',
        width_cm: '20.00',
        height_cm: '15.50',
        dimensions: { length: '30.00', width: '20.00', height: '15.50', unit: 'cm' },
        declared_value: '0.00',
        declared_value_currency: 'GBP',
        contents_description: 'Box of bread',
        items: [],
      },
    ],
    service_options: null,
    customs: null,
    direction: 'outbound',
    return_of: null,
    return_terms: null,
    return_ids: [],
    created_at: at(8),
    updated_at: at(8),
    booking_id: null,
    cancellation_requested_at: null,
    cancellation_reason_code: null,
    cancellation_reason_note: null,
    failure_reason: null,
    tracking_url: `${publicUrl}/t/Xk2v9Qb7Lr4mT8sWn1cZ6yHp`,
    dispatch: null,
  }
}

/** The addresses of the shipment, as they were sent. */
export function exampleAddresses({ shipment_id, pickup_address, dropoff_address }: PublicShipment) {
  const { phone, email } = route.dropoff_address
  const others = {
    code: null,
    company: null,
    address_line_2: null,
    town: null,
    province: null,
    google_place_id: null,
    residential: null,
  }
  const nobody = { first_name: null, last_name: null, phone: null, email: null }
  return {
    shipment_id,
    pickup_address: { ...others, ...nobody, ...pickup_address },
    dropoff_address: { ...others, ...nobody, ...dropoff_address, phone, email },
  }
}

export function examplePickupLocation(at: At, { pickup_address: address }: ReturnType<typeof exampleAddresses>) {
  const open = [{ from: '09:00', to: '18:00' }]
  return {
    pickup_location_id: 'pul_01kavb2m5fw9e4r6t8y0p2a4sd',
    environment_id,
    location_id: address.location_id,
    name: address.name,
    address,
    hours: {
      monday: open,
      tuesday: open,
      wednesday: open,
      thursday: open,
      friday: open,
      saturday: [{ from: '09:00', to: '12:30' }],
      sunday: [],
    },
    closed_dates: [at(9).slice(0, 10)],
    time_zone: 'Europe/London',
    holidays: 'observe',
    created_at: at(8),
    updated_at: at(8),
  }
}

export const exampleOption = (at: At): PublicQuoteOption => ({
  quote_option_id: 'qop_01kavb4q7hw2e4r6t8y0p2a4sd',
  carrier_account_id: 'cac_4f1c7d20a5b84c0e9d3f6a7b8c9d0e1f',
  carrier_code: 'swift_courier',
  carrier_name: 'Swift Courier',
  carried_by: null,
  service_code: 'on_demand',
  service_name: 'Courier within the hour',
  currency: 'GBP',
  amount: '9.50',
  tax_amount: '1.90',
  total_amount: '11.40',
  price_lines: [
    { type: 'base', amount: '8.48' },
    { type: 'fuel', amount: '1.02' },
    { type: 'tax', amount: '1.90' },
  ],
  eta_from: at(10),
  eta_to: at(11),
  eta_precision: 'time',
  transit_days: 0,
  features: ['tracking', 'live_position', 'photo', 'signature'],
  expires_at: at(8.25),
  rules: { max_weight_kg: 20 },
})

export const exampleQuote = (at: At, option: PublicQuoteOption): PublicQuote => ({
  quote_id: 'qte_01kavb4q7gz1x3c5v7b9n1m3kj',
  merchant_order_ref: 'ORDER-1001',
  merchant_id,
  environment_id,
  shipment_id,
  shipment_created: false,
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
  tracking_number: 'SC-48213',
  carrier_tracking_url: null,
  label_url: `${publicUrl}/api/v1/bookings/${booking_id}/label?environment=${environment_id}&expires=1796000400&signature=…`,
  printed_at: null,
  print_count: 0,
  tracking_url: shipment.tracking_url,
  driver: {
    driver_id: 'drv_01kavb5t9eh3m5p7s9v1y3b5fg',
    name: 'Sam Rider',
    email: 'sam.rider@example.com',
    telephone: '+442079460002',
    telephone_pin: '',
  },
  current_driver_id: 'drv_01kavb5t9eh3m5p7s9v1y3b5fg',
  booked_at: at(8.1),
  cancellation_requested_at: null,
  cancelled_at: null,
  cancellation_reason_code: null,
  cancellation_reason_note: null,
  cancel_reason: null,
  failure_reason: null,
  incident: null,
  eta: { from: at(9.6), to: at(9.8), updated_at: at(9.5), source: 'carrier' },
  pod: null,
  charges: [],
  refund: null,
  parcels: shipment.parcels.map(({ parcel_id }, index) => ({
    parcel_id,
    number: index + 1,
    status: 'assigned',
    incident: null,
    tracking_number: 'SC-48213',
    carrier_tracking_url: null,
    label_url: `${publicUrl}/api/v1/bookings/${booking_id}/label?environment=${environment_id}&expires=1796000400&signature=…`,
    price: null,
    refund_status: null,
  })),
  created_at: at(8.1),
  updated_at: at(8.1),
})

export const exampleSubscription = (at: At): PublicSubscription => ({
  subscription_id,
  status: 'active',
  url: 'https://example.com/waybill',
  events: ['shipment.*', 'booking.updated'],
  ordering: 'none',
  verbose_events: true,
  createdAt: at(8),
  updated_at: at(8),
  disabled_reason: null,
})

export const exampleEvent = (at: At, shipment: PublicShipment): PublicEvent => ({
  id: event_id,
  type: 'shipment.in_transit',
  timestamp: at(8.2),
  api_version: 'v1',
  merchant_id,
  environment_id,
  livemode: false,
  subject: { type: 'shipment', id: shipment_id },
  sequence: 2,
  data: { object: { ...shipment, status: 'in_transit' }, previous_attributes: { status: 'ready' } },
  request: { id: 'req_01kavb5t9cf0b2d4f6h8k0n2qs', idempotency_key: null },
})

export const exampleDelivery = (at: At): PublicDelivery => ({
  delivery_id: 'whd_01kavb7x2gk5n7q9t1w3z5c7fh',
  subscription_id,
  event: 'shipment.in_transit',
  event_id,
  status: 'succeeded',
  attempt_count: 1,
  next_attempt_at: null,
  createdAt: at(8.2),
  updated_at: at(8.2 + 0.038 / 3_600),
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

export const exampleReplayPreview = (at: At): PublicReplayPreview => ({
  subscription_id,
  since: at(-24),
  until: at(0),
  events: ['booking.*'],
  event_count: 120,
  counts: [
    { event: 'booking.updated', count: 96 },
    { event: 'booking.delivered', count: 24 },
  ],
  complete: true,
})

export const exampleTimelineEntry = (at: At): PublicTimelineEntry => ({
  event_id,
  type: 'tracking',
  status: 'in_transit',
  tracking_status: 'picked_up',
  incident: null,
  description: 'The courier has collected the parcels.',
  carrier_code: 'swift_courier',
  service_code: null,
  reason: null,
  booking_id,
  eta: { from: at(9.6), to: at(9.8) },
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

export const exampleCarrierAccount = (at: At, publicUrl: string): PublicCarrierAccount => ({
  carrier_account_id: 'cac_01kavb6w2hm9p4r7t0y3b5d8fg',
  environment_id,
  livemode: false,
  carrier_code: 'easypost',
  name: 'Sandbox of the shop',
  endpoint: null,
  enabled: true,
  services: ['usps.*', 'ups.ground'],
  origin: { country: 'US', post_code_prefix: '100' },
  status: 'verified',
  failure: null,
  verified_at: at(8),
  credentials_set: ['api_key'],
  callback_url: `${publicUrl}/api/v1/callbacks/cac_01kavb6w2hm9p4r7t0y3b5d8fg`,
  created_at: at(8),
  updated_at: at(8),
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
  account: null,
  discovers_services: false,
  services: [
    {
      service_code: 'on_demand',
      name: 'Courier within the hour',
      features: ['tracking', 'live_position', 'photo', 'signature'],
      on_demand: true,
      max_weight_kg: '25.000',
      max_length_cm: '120.00',
      max_width_cm: '80.00',
      max_height_cm: '80.00',
      max_parcels: 10,
      on_demand_limits: { max_distance_km: '30.000', crosses_borders: false },
      quote_validity_seconds: 900,
    },
  ],
}
