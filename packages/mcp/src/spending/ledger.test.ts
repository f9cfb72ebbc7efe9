import { expect, test } from 'vitest'
import { Ledger, type Purchase } from './ledger.ts'

const aPurchase = (quoteOptionId: string, amount: string, overrides: Partial<Purchase> = {}): Purchase => ({
  environmentId: 'env_1',
  shipmentId: 'shp_1',
  quoteOptionId,
  amount,
  currency: 'GBP',
  ...overrides,
})
const aLedger = () => new Ledger({ amount: '20.00', currency: 'GBP' })

test('purchases count together, to the last penny', () => {
  const ledger = aLedger()
  expect(ledger.reserve(aPurchase('a', '12.34'))).toEqual({ result: 'fits' })
  expect(ledger.reserve(aPurchase('b', '7.67'))).toEqual({ result: 'over', remaining: '7.66' })
  expect(ledger.reserve(aPurchase('c', '7.66'))).toEqual({ result: 'fits' })
  expect(ledger.remaining('env_1')).toBe('0.00')
})

test('the same purchase counts once', () => {
  const ledger = aLedger()
  for (let count = 0; count < 3; count += 1) expect(ledger.reserve(aPurchase('a', '15.00')).result).toBe('fits')
  expect(ledger.remaining('env_1')).toBe('5.00')
})

test('another currency is refused', () => {
  expect(aLedger().reserve(aPurchase('a', '1.00', { currency: 'EUR' }))).toEqual({ result: 'other_currency' })
})

test('a purchase that bought nothing is free again, one of unknown outcome is not', () => {
  const ledger = aLedger()
  ledger.reserve(aPurchase('a', '15.00'))
  ledger.settle(aPurchase('a', '15.00'), 'unknown')
  expect(ledger.isUnknown(aPurchase('a', '15.00'))).toBe(true)
  expect(ledger.unknown('env_1')).toEqual([aPurchase('a', '15.00')])
  expect(ledger.reserve(aPurchase('b', '6.00'))).toEqual({ result: 'over', remaining: '5.00' })
  ledger.settle(aPurchase('a', '15.00'), 'nothing')
  expect(ledger.reserve(aPurchase('b', '6.00'))).toEqual({ result: 'fits' })
})

test('what bought nothing is tried anew, what may have bought is the same attempt', () => {
  const ledger = aLedger()
  const purchase = aPurchase('a', '15.00')
  expect(ledger.attempt(purchase)).toBe(0)
  const attempts = (['unknown', 'nothing', 'spent', 'nothing'] as const).map((outcome) => {
    ledger.reserve(purchase)
    ledger.settle(purchase, outcome)
    return ledger.attempt(purchase)
  })
  expect(attempts).toEqual([1, 1, 2, 2])
})

test('a booking that is made stays spent, whatever a later answer says', () => {
  const ledger = aLedger()
  ledger.reserve(aPurchase('a', '15.00'))
  ledger.settle(aPurchase('a', '15.00'), 'spent')
  for (const outcome of ['nothing', 'unknown'] as const) ledger.settle(aPurchase('a', '15.00'), outcome)
  expect(ledger.remaining('env_1')).toBe('5.00')
  expect(ledger.unknown('env_1')).toEqual([])
})

test('environments have a cap each', () => {
  const ledger = aLedger()
  ledger.reserve(aPurchase('a', '20.00'))
  expect(ledger.reserve(aPurchase('b', '20.00', { environmentId: 'env_2' }))).toEqual({ result: 'fits' })
})
