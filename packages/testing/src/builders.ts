/** Valid request bodies. A test overrides the fields that it is about. */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export const anAddress = (overrides: Record<string, unknown> = {}) => ({
  name: 'Corner Bakery',
  code: 'PU-01',
  company: 'Corner Bakery Ltd',
  address_line_1: '12 Market Street',
  address_line_2: 'Unit 3',
  town: 'Camden',
  city: 'London',
  province: 'Greater London',
  post_code: 'NW1 8AB',
  country: 'GB',
  first_name: 'Ada',
  last_name: 'Baker',
  phone: '+442079460000',
  latitude: 51.5392,
  longitude: -0.1426,
  ...overrides,
})

/** About 4 km from `anAddress`, in the same country. */
export const aDropoffAddress = (overrides: Record<string, unknown> = {}) =>
  anAddress({
    name: 'Grace Miller',
    code: 'DO-01',
    company: undefined,
    address_line_1: '7 River Road',
    address_line_2: undefined,
    town: 'Islington',
    post_code: 'N1 9GU',
    first_name: 'Grace',
    last_name: 'Miller',
    phone: '+442079460001',
    email: 'grace.miller@example.com',
    latitude: 51.5308,
    longitude: -0.0973,
    ...overrides,
  })

export const aParcelDocument = (overrides: Record<string, unknown> = {}) => ({
  title: 'Box of bread',
  weight_kg: 1.25,
  length_cm: 30,
  width_cm: 20,
  height_cm: 15.5,
  ...overrides,
})

/** Body of POST /shipments, of /shipments/on-demand and of /quotes: a parcel across London tomorrow morning. */
export const aShipmentDocument = (overrides: Record<string, unknown> = {}) => ({
  merchant_order_ref: 'ORDER-1001',
  collection_date: new Date((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS + 10 * HOUR_MS).toISOString(),
  pickup_address: anAddress(),
  dropoff_address: aDropoffAddress(),
  parcels: [aParcelDocument()],
  pickup_instructions: 'Ring the bell',
  dropoff_instructions: 'Leave at the desk',
  metadata: { source: 'webshop' },
  ...overrides,
})

/** Body of POST /shipments/{shipment_id}/cancel. */
export const aCancellation = (overrides: Record<string, unknown> = {}) => ({
  reason_code: 'customer_request',
  reason_note: 'Ordered twice',
  ...overrides,
})
