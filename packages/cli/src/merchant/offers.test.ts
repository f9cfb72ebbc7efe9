import type { QuoteOption } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { chooseOffer, offerRow } from './offers.ts'

const offer = (quote_option_id: string, eta_to: string): QuoteOption => ({
  quote_option_id,
  carrier_account_id: 'cac_1',
  carrier_code: 'eco_parcel',
  carrier_name: 'Eco Parcel',
  carried_by: null,
  service_code: 'eco_standard',
  service_name: null,
  currency: 'GBP',
  amount: '4.46',
  tax_amount: '0.89',
  total_amount: '5.35',
  price_lines: [],
  eta_from: '2026-12-01T09:00:00Z',
  eta_to,
  eta_precision: 'time',
  transit_days: 1,
  features: [],
  expires_at: '2026-12-01T09:00:00Z',
  rules: { max_weight_kg: 20 },
})

const cheap = offer('qop_cheap', '2026-12-03T20:00:00Z')
const fast = offer('qop_fast', '2026-12-01T11:30:00Z')
const alsoFast = offer('qop_dear', '2026-12-01T11:30:00.000Z')

test('the cheapest offer is the first, the fastest the first to arrive, and of those the cheapest', () => {
  const options = [cheap, fast, alsoFast]
  expect(chooseOffer(options, 'cheapest')).toBe(cheap)
  expect(chooseOffer(options, 'fastest')).toBe(fast)
  expect(chooseOffer([], 'fastest')).toBeUndefined()
  expect(options).toEqual([cheap, fast, alsoFast])
})

test('a row has the price with its currency and the window of the delivery', () => {
  expect(offerRow(fast)).toEqual({
    quote_option_id: 'qop_fast',
    carrier: 'Eco Parcel',
    service: 'eco_standard',
    price: '5.35 GBP',
    delivery: '2026-12-01 09:00 – 11:30 UTC',
  })
  expect(offerRow(cheap).delivery).toBe('2026-12-01 09:00 – 2026-12-03 20:00 UTC')
})
