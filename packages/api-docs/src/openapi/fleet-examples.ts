/** Pure: examples of rate cards, drivers and their jobs. */
import type { At } from './example-resources.ts'

export const driver_id = 'drv_01k5xw2m8cf4v9n6t3qzr7hyda'
const environment_id = 'env_01k5xw2m8cf4v9n6t3qzr7hydb'

/** Request bodies by operationId. */
export const rateCardRequests = {
  createRateCard: {
    name: 'City',
    service_code: 'fleet_now',
    currency: 'GBP',
    pickup_country: 'GB',
    distance_price: { base_amount: '4.00', per_km_amount: '0.50' },
    max_distance_km: 15,
    tax_rate_percent: 20,
  },
  updateRateCard: { enabled: false },
}

export const exampleRateCard = (at: At) => ({
  rate_card_id: 'rtc_01k5xw2m8cf4v9n6t3qzr7hydc',
  environment_id,
  name: 'City',
  service_code: 'fleet_now',
  currency: 'GBP',
  pickup_country: 'GB',
  pickup_post_code_prefix: null,
  distance_price: { base_amount: '4.00', per_km_amount: '0.50', included_weight_kg: '0.000', per_kg_amount: '0.00' },
  zones: null,
  max_distance_km: '15.000',
  max_weight_kg: '50.000',
  max_parcels: 20,
  tax_rate_percent: '20.00',
  delivery_minutes: 120,
  enabled: true,
  created_at: at(8),
  updated_at: at(8),
})

export const exampleFleetDriver = (at: At) => ({
  driver_id,
  environment_id,
  name: 'Dora Miles',
  telephone: '+44 20 7946 0000',
  email: null,
  capacity: 3,
  available: true,
  active: true,
  open_jobs: 1,
  position: { latitude: 51.5354, longitude: -0.1042, at: at(9.5) },
  created_at: at(8),
  updated_at: at(8),
})

export const exampleDriverJob = (at: At) => {
  const place = { company: null, address_line_2: null, country: 'GB', instructions: null }
  return {
    job_id: 'flj_01k5xw2m8cf4v9n6t3qzr7hydd',
    status: 'searching',
    offer_expires_at: at(9.1),
    service_code: 'fleet_now',
    order_ref: 'ORDER-1001',
    ready_at: at(9),
    pickup: {
      ...place,
      name: 'Corner Bakery',
      address_line_1: '12 Market Street',
      city: 'London',
      post_code: 'NW1 8AB',
      phone: '+44 20 7946 0000',
      latitude: 51.5392,
      longitude: -0.1426,
    },
    dropoff: {
      ...place,
      name: 'Ada Lovelace',
      address_line_1: '9 River Road',
      city: 'London',
      post_code: 'N1 9GU',
      phone: '+44 7700 900123',
      latitude: 51.5308,
      longitude: -0.1238,
    },
    parcels: [{ title: 'Bread', weight_kg: '1.200' }],
    updated_at: at(9),
  }
}
