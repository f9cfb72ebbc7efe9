import type { QuoteOption } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { orderOffers } from './offer-order.ts'

const offer = (id: string, total_amount: string, eta_to: string, currency = 'GBP') =>
  ({ quote_option_id: id, total_amount, eta_to, currency }) as QuoteOption
const shown = (offers: QuoteOption[]) =>
  orderOffers(offers).map(({ option, isCheapest, isFastest }) =>
    [option.quote_option_id, isCheapest && 'cheapest', isFastest && 'fastest'].filter(Boolean).join(' '),
  )

test('the cheapest comes first by its amount, not by its text, and the fastest is marked', () => {
  const offers = [
    offer('van', '10.00', '2026-11-24T12:00:00Z'),
    offer('eco', '9.50', '2026-11-26T20:00:00Z'),
    offer('next', '9.50', '2026-11-25T20:00:00Z'),
  ]
  expect(shown(offers)).toEqual(['next cheapest', 'eco', 'van fastest'])
})

test('a single offer has no marks, and other currencies are not compared', () => {
  expect(shown([offer('only', '9.50', '2026-11-25T20:00:00Z')])).toEqual(['only'])
  const mixed = [offer('gbp', '9.50', '2026-11-25T20:00:00Z'), offer('jpy', '1', '2026-11-26T20:00:00Z', 'JPY')]
  expect(shown(mixed)).toEqual(['gbp cheapest fastest', 'jpy'])
})
