import type { QuoteOption } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { chooseOffer, readRule, ruleText } from './rule.ts'

const offer = (id: string, total_amount: string, eta_to: string, currency = 'GBP') => {
  const [carrier_code, service_code] = id.split('/')
  return { quote_option_id: id, carrier_code, service_code, total_amount, eta_to, currency } as QuoteOption
}
const offers = [
  offer('swift/van', '10.00', '2026-11-24T12:00:00Z'),
  offer('eco/slow', '9.50', '2026-11-26T20:00:00Z'),
  offer('eco/next', '9.50', '2026-11-25T20:00:00Z'),
  offer('swift/bike', '12.00', '2026-11-24T12:00:00Z'),
  offer('yen/now', '1', '2026-11-24T01:00:00Z', 'JPY'),
]
const chosen = (rule: string) => chooseOffer(offers, readRule(rule))?.quote_option_id

test('the cheapest and the fastest decide by the other measure where they are equal', () => {
  expect([chosen('cheapest'), chosen('fastest')]).toEqual(['eco/next', 'swift/van'])
})

test('a carrier allows its cheapest service, and a service itself alone', () => {
  expect([chosen('swift/'), chosen('swift/bike'), chosen('swift/slow')]).toEqual(['swift/van', 'swift/bike', undefined])
})

test('a rule survives as a text, and a text that says nothing is the cheapest', () => {
  for (const text of ['cheapest', 'fastest', 'swift/', 'swift/bike']) expect(ruleText(readRule(text))).toBe(text)
  for (const text of ['', 'swift', '/bike']) expect(readRule(text)).toEqual({ kind: 'cheapest' })
})
