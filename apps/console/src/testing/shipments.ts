/** Shipments and what belongs to them, as the API shows them, for component tests. */
import {
  type Booking,
  type BookingBatch,
  type BookingBatchItem,
  type DriverLocation,
  type LabelBatch,
  type Quote,
  type QuoteOption,
  type SavedView,
  type Shipment,
  type ShipmentAddresses,
  type ShipmentCounts,
  shipmentStatuses,
  type TimelineEntry,
} from '@waybill/sdk'
import { AT, ENVIRONMENT_ID } from './session.ts'

const MERCHANT_ID = 'mer_00000000000000000000000001'
export const SHIPMENT_ID = 'shp_00000000000000000000000001'
export const BOOKING_ID = 'bkg_00000000000000000000000001'

const PICKUP: Shipment['pickup_address'] = {
  location_id: 'loc_1',
  name: 'Corner Bakery',
  address_line_1: '12 Market Street',
  city: 'London',
  country: 'GB',
  post_code: 'NW1 8AB',
  latitude: 51.5392,
  longitude: -0.1426,
}

const DROPOFF: Shipment['dropoff_address'] = {
  location_id: 'loc_2',
  name: 'Grace Miller',
  address_line_1: '7 River Road',
  city: 'London',
  country: 'GB',
  post_code: 'N1 9GU',
  latitude: 51.5308,
  longitude: -0.0973,
}

export const anItem = (values: Partial<Shipment['parcels'][number]['items'][number]> = {}) => ({
  description: 'Rye bread',
  quantity: 2,
  unit_value: { amount: '4.50', currency: 'GBP' },
  unit_weight: { value: '16', unit: 'oz' },
  hs_code: null,
  origin_country: 'GB',
  sku: null,
  ...values,
})

export const someCustoms = (
  values: Partial<NonNullable<Shipment['customs']>> = {},
): NonNullable<Shipment['customs']> => ({
  contents: 'merchandise',
  contents_explanation: null,
  non_delivery: 'return',
  incoterm: 'DDP',
  duties_payer: 'sender',
  certify: true,
  certify_signer: 'Ada Baker',
  export_filing: null,
  invoice_number: 'INV-7',
  invoice_date: null,
  tax_ids: [
    { party: 'sender', type: 'eori', number: 'GB1', issuing_country: null },
    { party: 'recipient', type: 'cpf', number: '7', issuing_country: 'BR' },
  ],
  from_defaults: ['certify_signer', 'certify', 'tax_ids.eori'],
  ...values,
})

export const aShipment = (values: Partial<Shipment> = {}): Shipment => ({
  shipment_id: SHIPMENT_ID,
  merchant_id: MERCHANT_ID,
  environment_id: ENVIRONMENT_ID,
  merchant_order_ref: 'ORDER-1',
  collection_date: '2026-03-02',
  status: 'ready',
  pickup_address: PICKUP,
  dropoff_address: DROPOFF,
  pickup_instructions: null,
  dropoff_instructions: null,
  ready_at: AT,
  metadata: {},
  service_options: null,
  customs: null,
  direction: 'outbound',
  return_of: null,
  return_terms: null,
  return_ids: [],
  parcels: [
    {
      parcel_id: 'pcl_00000000000000000000000001',
      title: 'Box of bread',
      weight_kg: '1.250',
      weight: { value: '1.250', unit: 'kg' },
      length_cm: '30.00',
      width_cm: '20.00',
      height_cm: '15.50',
      dimensions: { length: '30.00', width: '20.00', height: '15.50', unit: 'cm' },
      declared_value: '0.00',
      declared_value_currency: 'GBP',
      contents_description: '',
      items: [],
    },
  ],
  created_at: AT,
  updated_at: AT,
  booking_id: null,
  cancellation_requested_at: null,
  cancellation_reason_code: null,
  cancellation_reason_note: null,
  failure_reason: null,
  tracking_url: 'http://localhost/t/abc',
  dispatch: null,
  tags: [],
  assignee_id: null,
  hold: null,
  ...values,
})

/** Several shipments, ORDER-1 and so on, each with an id. */
export const someShipments = (count: number, values: Partial<Shipment> = {}): Shipment[] =>
  Array.from({ length: count }, (_, index) =>
    aShipment({
      shipment_id: `shp_${String(index + 1).padStart(26, '0')}`,
      merchant_order_ref: `ORDER-${index + 1}`,
      ...values,
    }),
  )

const zeroes = Object.fromEntries(shipmentStatuses.map((status) => [status, 0])) as ShipmentCounts['status']

/** Counts of shipments: none, but for these. */
export const someCounts = (
  status: Partial<ShipmentCounts['status']> = {},
  waiting_for: Partial<ShipmentCounts['waiting_for']> = {},
): ShipmentCounts => ({
  counted_up_to: 1000,
  status: { ...zeroes, ...status },
  waiting_for: { booking: 0, courier: 0, release: 0, approval: 0, ...waiting_for },
})

const fullAddress = (address: Shipment['pickup_address']): ShipmentAddresses['pickup_address'] => ({
  code: null,
  company: null,
  address_line_2: null,
  town: null,
  province: null,
  first_name: null,
  last_name: null,
  phone: null,
  email: null,
  google_place_id: null,
  residential: null,
  ...address,
})

/** The addresses of a shipment with everything that the API keeps of them. */
export const theAddresses = ({ shipment_id, pickup_address, dropoff_address }: Shipment): ShipmentAddresses => ({
  shipment_id,
  pickup_address: fullAddress(pickup_address),
  dropoff_address: fullAddress(dropoff_address),
})

export const anOption = (values: Partial<QuoteOption> = {}): QuoteOption => ({
  quote_option_id: 'qop_00000000000000000000000001',
  carrier_account_id: 'cac_00000000000000000000000001',
  carrier_code: 'city_van',
  carrier_name: 'City Van',
  carried_by: null,
  service_code: 'van_today',
  service_name: 'Van today',
  currency: 'GBP',
  amount: '5.00',
  tax_amount: '1.00',
  total_amount: '6.00',
  price_lines: [{ type: 'base', amount: '5.00' }],
  eta_from: '2026-03-02T12:00:00.000Z',
  eta_to: '2026-03-02T14:00:00.000Z',
  eta_precision: 'time',
  transit_days: 0,
  features: [],
  expires_at: '2099-03-02T14:00:00.000Z',
  rules: { max_weight_kg: 30 },
  ...values,
})

export const aQuote = (values: Partial<Quote> = {}): Quote => ({
  quote_id: 'quo_00000000000000000000000001',
  merchant_order_ref: 'ORDER-1',
  merchant_id: MERCHANT_ID,
  environment_id: ENVIRONMENT_ID,
  shipment_id: SHIPMENT_ID,
  shipment_created: false,
  status: 'pending',
  requested_at: AT,
  expires_at: '2099-03-02T14:00:00.000Z',
  options: [anOption()],
  selected_option: null,
  messages: [],
  ...values,
})

export const aBooking = (values: Partial<Booking> = {}): Booking => ({
  booking_id: BOOKING_ID,
  merchant_id: MERCHANT_ID,
  environment_id: ENVIRONMENT_ID,
  shipment_id: SHIPMENT_ID,
  shipment: aShipment({ status: 'ready', booking_id: values.booking_id ?? BOOKING_ID }),
  quote_option: anOption(),
  status: 'assigned',
  carrier_code: 'city_van',
  carrier_job_id: 'job-1',
  tracking_number: 'CV0000001',
  carrier_tracking_url: null,
  label_url: 'http://localhost/label.pdf',
  printed_at: null,
  print_count: 0,
  tracking_url: 'http://localhost/t/abc',
  driver: null,
  current_driver_id: null,
  booked_at: AT,
  cancellation_requested_at: null,
  cancelled_at: null,
  cancellation_reason_code: null,
  cancellation_reason_note: null,
  cancel_reason: null,
  failure_reason: null,
  incident: null,
  eta: null,
  pod: null,
  charges: [],
  refund: null,
  parcels: [],
  created_at: AT,
  updated_at: AT,
  ...values,
})

/** A booking of another shipment than the first: ORDER-2 for 2. */
export function aBookingNumbered(number: number, values: Partial<Booking> = {}): Booking {
  const id = String(number).padStart(26, '0')
  const shipment = aShipment({
    shipment_id: `shp_${id}`,
    merchant_order_ref: `ORDER-${number}`,
    booking_id: `bkg_${id}`,
  })
  return aBooking({
    booking_id: `bkg_${id}`,
    shipment_id: `shp_${id}`,
    shipment,
    tracking_number: `CV000000${number}`,
    ...values,
  })
}

export const anEntry = (values: Partial<TimelineEntry> = {}): TimelineEntry => ({
  event_id: 'evt_00000000000000000000000001',
  type: 'status_changed',
  status: 'ready',
  tracking_status: null,
  incident: null,
  description: null,
  carrier_code: null,
  service_code: null,
  reason: null,
  booking_id: null,
  eta: null,
  location: null,
  occurred_at: AT,
  recorded_at: AT,
  ...values,
})

/** Where the courier was last: nowhere yet. */
export const aPlace = (values: Partial<DriverLocation> = {}): DriverLocation => ({
  booking_id: BOOKING_ID,
  shipment_id: SHIPMENT_ID,
  driver_id: null,
  location: null,
  occurred_at: null,
  received_at: null,
  ...values,
})

export const aView = (values: Partial<SavedView> = {}): SavedView => ({
  view_id: 'svw_00000000000000000000000001',
  environment_id: ENVIRONMENT_ID,
  resource: 'shipments',
  name: 'Late ones',
  query: {},
  columns: null,
  sort: null,
  shared: false,
  position: 0,
  created_by: 'usr_00000000000000000000000001',
  created_at: AT,
  updated_at: AT,
  ...values,
})

export const aBatch = (values: Partial<BookingBatch> = {}): BookingBatch => ({
  batch_id: 'bch_00000000000000000000000001',
  merchant_id: MERCHANT_ID,
  environment_id: ENVIRONMENT_ID,
  status: 'running',
  total: 1,
  pending: 1,
  booked: 0,
  failed: 0,
  created_at: AT,
  completed_at: null,
  ...values,
})

export const aBatchItem = (values: Partial<BookingBatchItem> = {}): BookingBatchItem => ({
  index: 0,
  shipment_id: SHIPMENT_ID,
  quote_option_id: 'qop_00000000000000000000000001',
  status: 'pending',
  booking_id: null,
  error: null,
  ...values,
})

/** A document with one label. */
export const aLabelBatch = (values: Partial<LabelBatch> = {}): LabelBatch => ({
  label_batch_id: 'lbb_00000000000000000000000001',
  merchant_id: MERCHANT_ID,
  environment_id: ENVIRONMENT_ID,
  status: 'completed',
  format: 'pdf',
  size: '4x6',
  mark_printed: true,
  total: 1,
  pending: 0,
  included: 1,
  failed: 0,
  created_at: AT,
  completed_at: AT,
  items: [],
  ...values,
})
