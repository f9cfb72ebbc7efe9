import { expect, test } from 'vitest'
import { wireQuote } from '../wire.ts'
import { toOffer } from './offers.ts'

const now = new Date('2026-03-02T10:00:00Z')
const priced = { id: 'dqt_1', fee: 600, currency_type: 'USD', created: '2026-03-02T10:00:00Z' }
const readEta = (estimate: object) => {
  const { etaToAt, etaPrecision } = toOffer(wireQuote.parse({ ...priced, ...estimate }), { now, readyAt: now })
  return [etaToAt.toISOString(), etaPrecision]
}

test('an offer arrives when Uber says, else after the duration, else after two hours, which is no estimate', () => {
  expect(readEta({ dropoff_eta: '2026-03-02T10:33:00Z', duration: 20 })).toEqual([
    '2026-03-02T10:33:00.000Z',
    undefined,
  ])
  expect(readEta({ duration: 20 })).toEqual(['2026-03-02T10:20:00.000Z', undefined])
  expect(readEta({})).toEqual(['2026-03-02T12:00:00.000Z', 'table'])
  expect(readEta({ dropoff_eta: null, duration: null })).toEqual(['2026-03-02T12:00:00.000Z', 'table'])
})
