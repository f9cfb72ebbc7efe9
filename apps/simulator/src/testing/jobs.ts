import { assignDriver } from '../jobs/drivers.ts'
import type { Job } from '../jobs/job.ts'
import type { JobBody, WireAddress, WireParcel } from '../wire/wire.ts'
import { tomorrowMorning } from './quote-request.ts'

export const aWireAddress = (overrides: Partial<WireAddress> = {}): WireAddress => ({
  name: 'Ada Baker',
  company: null,
  address_line_1: '12 Market Street',
  address_line_2: null,
  town: null,
  city: 'London',
  province: null,
  post_code: 'NW1 8AB',
  country: 'GB',
  phone: null,
  latitude: null,
  longitude: null,
  ...overrides,
})

export const aWireParcel = (overrides: Partial<WireParcel> = {}): WireParcel => ({
  id: null,
  title: 'Bread',
  weight_grams: 1_250,
  length_tenth_mm: 3_000,
  width_tenth_mm: 2_000,
  height_tenth_mm: 1_550,
  ...overrides,
})

/** A parcel across London, 3.3 km in a straight line. */
export const aJobBody = (overrides: Partial<JobBody> = {}): JobBody => ({
  pickup: aWireAddress({ latitude: 51.5392, longitude: -0.1426 }),
  dropoff: aWireAddress({
    name: 'Grace Miller',
    address_line_1: '7 River Road',
    latitude: 51.5308,
    longitude: -0.0973,
  }),
  parcels: [aWireParcel()],
  ready_at: '2026-11-21T08:00:00.000Z',
  reference: 'att_1',
  order_reference: 'ORDER-1001',
  service: 'swift_now',
  offer_id: null,
  pickup_note: null,
  dropoff_note: null,
  callback_url: null,
  ...overrides,
})

/** A job for a van that can be booked now. */
export const aVanJobBody = (overrides: Partial<JobBody> = {}): JobBody =>
  aJobBody({ service: 'van_same_day', ready_at: tomorrowMorning().toISOString(), ...overrides })

export const aJob = (overrides: Partial<Job> = {}): Job => ({
  jobId: 'job_1',
  carrierCode: 'swift_courier',
  carrierAccountId: 'cac_1',
  idempotencyKey: 'att_1',
  requestHash: 'hash',
  reference: 'att_1',
  trackingNumber: 'SC482719305551',
  request: aJobBody(),
  code: 'ACCEPTED',
  driver: assignDriver('swift_courier', 'job_1'),
  driversCount: 1,
  factsCount: 1,
  etaFromAt: new Date('2026-11-21T08:30:00Z'),
  etaToAt: new Date('2026-11-21T08:50:00Z'),
  charges: [],
  createdAt: new Date('2026-11-21T08:00:00Z'),
  nextStepAt: null,
  ...overrides,
})
