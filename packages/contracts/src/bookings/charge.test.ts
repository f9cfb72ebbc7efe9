import { expect, test } from 'vitest'
import { type Charge, type ChargeType, withReversals } from './charge.ts'

const at = new Date('2026-12-01T09:00:00Z')
const cancelledAt = new Date('2026-12-01T10:00:00Z')
const aCharge = (type: ChargeType, amountMinor: number, overrides: Partial<Charge> = {}): Charge => ({
  type,
  chargeId: `${type}-${amountMinor}`,
  currency: 'GBP',
  exponent: 2,
  amountMinor,
  taxMinor: amountMinor / 5,
  reason: 'Heavier',
  at,
  ...overrides,
})
const reversal = (type: ChargeType, amountMinor: number, overrides: Partial<Charge> = {}): Charge => ({
  type,
  currency: 'GBP',
  exponent: 2,
  amountMinor,
  taxMinor: amountMinor / 5,
  reason: 'The booking is cancelled.',
  at: cancelledAt,
  ...overrides,
})

test('each type of adjustment is reversed by one line, and a fee is due', () => {
  const charges = [
    aCharge('weight_adjustment', 500),
    aCharge('route_adjustment', -200),
    aCharge('weight_adjustment', 100),
    aCharge('cancellation_fee', 300),
  ]
  const all = withReversals(charges, cancelledAt)
  expect(all).toEqual([...charges, reversal('weight_adjustment', -600), reversal('route_adjustment', 200)])
  expect(all.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(300)
})

test('what the carrier has credited already is not reversed', () => {
  for (const charges of [
    [],
    [aCharge('cancellation_fee', 300)],
    [aCharge('weight_adjustment', 500), aCharge('weight_adjustment', -500)],
  ]) {
    expect(withReversals(charges, cancelledAt)).toBe(charges)
  }
})

test('a rest of the tax from rounding is in the line of another type', () => {
  const there = [aCharge('route_adjustment', 3, { taxMinor: 0 }), aCharge('weight_adjustment', 352, { taxMinor: 71 })]
  const charges = [...there, aCharge('route_adjustment', -3, { taxMinor: -1 })]
  const all = withReversals(charges, cancelledAt)
  expect(all.slice(3)).toEqual([reversal('weight_adjustment', -352, { taxMinor: -70 })])
  expect(all.reduce((sum, { taxMinor }) => sum + taxMinor, 0)).toBe(0)
})

test('rests of the tax that cancel out have no line, and one that does not is due', () => {
  const rest = (type: ChargeType, taxMinor: number) => aCharge(type, 0, { taxMinor })
  const none = [rest('route_adjustment', 1), rest('weight_adjustment', -1)]
  expect(withReversals(none, cancelledAt)).toBe(none)
  expect(withReversals([rest('route_adjustment', 1)], cancelledAt).slice(1)).toEqual([
    reversal('route_adjustment', 0, { taxMinor: -1 }),
  ])
})

test('a charge of a type that a later version has added is due', () => {
  const charges = [aCharge('waiting_fee' as ChargeType, 500)]
  expect(withReversals(charges, cancelledAt)).toBe(charges)
})

test('each currency is reversed by itself', () => {
  const yen = { currency: 'JPY', exponent: 0 }
  const charges = [aCharge('weight_adjustment', 500), aCharge('weight_adjustment', 700, yen)]
  expect(withReversals(charges, cancelledAt).slice(2)).toEqual([
    reversal('weight_adjustment', -500),
    reversal('weight_adjustment', -700, yen),
  ])
})
