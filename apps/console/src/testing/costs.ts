/** Costs as the API answers them. */
import type { CostRow, Costs } from '@waybill/sdk'

export const aCostRow = (overrides: Partial<CostRow> = {}): CostRow => ({
  week: '2026-11-02',
  carrier_code: 'city_van',
  service_code: 'van_same_day',
  currency: 'GBP',
  amount: '100.00',
  tax_amount: '20.00',
  total_amount: '120.00',
  charges_amount: '0.00',
  cancelled_amount: '0.00',
  bookings: 10,
  parcels: 12,
  delivered: 10,
  on_time: 9,
  late: 1,
  returned: 0,
  failed: 0,
  cancelled: 0,
  refused: 0,
  ...overrides,
})

export const someCosts = (overrides: Partial<Costs> = {}): Costs => ({
  from: '2026-11-02',
  to: '2026-11-29',
  group_by: ['week', 'carrier', 'service'],
  as_of: '2026-11-24T12:00:00.000Z',
  rows: [aCostRow()],
  ...overrides,
})
