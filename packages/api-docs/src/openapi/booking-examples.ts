/** Parts of bookings in the examples. Pure. */
import type { Costs } from '@waybill/contracts/bookings/costs'
import type { PublicCarrierExchange } from '@waybill/contracts/carrier-accounts/carrier-exchange'
import { type At, exampleDriverLocation } from './example-resources.ts'

const exampleCarrierExchange = (at: At): PublicCarrierExchange => ({
  exchange_id: '0f4c2b1e-6a57-4d0e-9a63-3b1f6e0c7d21',
  carrier_code: 'city_van',
  carrier_account_id: 'cac_01kavb0c8q2w4e6r8t0y1n3m5p',
  operation: 'book',
  direction: 'sent',
  attempt: 1,
  method: 'POST',
  path: '/carriers/city_van/jobs',
  request_body: '{"offer_id":"offer-1","dropoff":{"name":"[redacted]","post_code":"[redacted]","country":"GB"}}',
  http_status: 201,
  response_body: '{"job_id":"CV-4827","code":"ACCEPTED"}',
  fault: null,
  started_at: at(8),
  duration_ms: 184,
})

const exampleCosts = (at: At): Costs => ({
  from: '2026-11-02',
  to: '2026-11-08',
  group_by: ['week', 'carrier', 'service'],
  as_of: at(8),
  rows: [
    {
      week: '2026-11-02',
      carrier_code: 'city_van',
      service_code: 'van_same_day',
      currency: 'GBP',
      amount: '412.30',
      tax_amount: '82.46',
      total_amount: '494.76',
      charges_amount: '5.00',
      cancelled_amount: '11.40',
      bookings: 37,
      parcels: 52,
      delivered: 34,
      on_time: 31,
      late: 3,
      returned: 1,
      failed: 1,
      cancelled: 1,
      refused: 0,
    },
  ],
})

/** `data` of responses by component name. */
export const bookingResponses = (at: At) => ({
  SimulatorFault: {
    fault_id: 'flt_01k5xw2m8cf4v9n6t3qzr7hyds',
    carrier_code: 'city_van',
    operation: 'book',
    fault: 'refuse',
    calls_count: 2,
    calls_left: 1,
    created_at: at(8),
    expires_at: at(9),
  },
  DriverLocation: exampleDriverLocation(at),
  CarrierExchange: exampleCarrierExchange(at),
  Costs: exampleCosts(at),
})
