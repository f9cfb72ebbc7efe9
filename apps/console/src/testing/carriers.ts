/** Carriers, accounts with them and the own fleet, as the API shows them, for component tests. */
import type { Carrier, CarrierAccount, Driver, RateCard } from '@waybill/sdk'
import { AT, ENVIRONMENT_ID } from './session.ts'

export const aService = (values: Partial<Carrier['services'][number]> = {}): Carrier['services'][number] => ({
  service_code: 'van_today',
  name: 'Van today',
  features: [],
  on_demand: true,
  max_weight_kg: '30.000',
  max_length_cm: '100.00',
  max_width_cm: '100.00',
  max_height_cm: '100.00',
  max_parcels: 5,
  on_demand_limits: { max_distance_km: '30.0', crosses_borders: false },
  quote_validity_seconds: 900,
  ...values,
})

export const aCarrier = (values: Partial<Carrier> = {}): Carrier => ({
  carrier_code: 'city_van',
  name: 'City Van',
  simulated: true,
  countries: ['GB'],
  capabilities: { cancel: true, update: true, track: true, label: true },
  labels: [{ format: 'pdf', size: '4x6' }],
  account: null,
  discovers_services: false,
  services: [aService()],
  ...values,
})

/** A real carrier, whose accounts have an API key. */
export const easyPost = (): Carrier =>
  aCarrier({
    carrier_code: 'easypost',
    name: 'EasyPost',
    simulated: false,
    countries: ['US'],
    account: {
      fields: [
        {
          name: 'api_key',
          label: 'API key',
          help: 'From the page API keys of your account.',
          required: true,
          pattern: null,
          example: null,
        },
      ],
      callbacks: 'registered',
    },
    discovers_services: true,
    services: [],
  })

/** The drivers of the merchant. */
export const ownFleet = (): Carrier =>
  aCarrier({
    carrier_code: 'own_fleet',
    name: 'Own drivers',
    simulated: false,
    services: [aService({ service_code: 'fleet_now', name: 'Now' })],
  })

export const anAccount = (values: Partial<CarrierAccount> = {}): CarrierAccount => ({
  carrier_account_id: 'cac_00000000000000000000000001',
  environment_id: ENVIRONMENT_ID,
  livemode: false,
  carrier_code: 'easypost',
  name: 'Parcels',
  endpoint: null,
  enabled: true,
  services: null,
  origin: null,
  status: 'verified',
  failure: null,
  verified_at: AT,
  credentials_set: ['api_key'],
  callback_url: null,
  created_at: AT,
  updated_at: AT,
  ...values,
})

export const aRateCard = (values: Partial<RateCard> = {}): RateCard => ({
  rate_card_id: 'rcd_00000000000000000000000001',
  environment_id: ENVIRONMENT_ID,
  name: 'City',
  service_code: 'fleet_now',
  currency: 'GBP',
  pickup_country: 'GB',
  pickup_post_code_prefix: null,
  distance_price: { base_amount: '4.00', per_km_amount: '0.50', included_weight_kg: '5.000', per_kg_amount: '0.00' },
  zones: null,
  max_distance_km: null,
  max_weight_kg: '30.000',
  max_parcels: 10,
  tax_rate_percent: '20.00',
  delivery_minutes: 60,
  enabled: true,
  created_at: AT,
  updated_at: AT,
  ...values,
})

export const aDriver = (values: Partial<Driver> = {}): Driver => ({
  driver_id: 'drv_00000000000000000000000001',
  environment_id: ENVIRONMENT_ID,
  name: 'Dora Driver',
  telephone: '+442079460000',
  email: null,
  capacity: 1,
  available: true,
  active: true,
  open_jobs: 0,
  position: null,
  created_at: AT,
  updated_at: AT,
  ...values,
})
