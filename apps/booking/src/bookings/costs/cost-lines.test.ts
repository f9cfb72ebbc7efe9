import type { Charge } from '@waybill/contracts/bookings/charge'
import { expect, test } from 'vitest'
import { addLines, type CostedBooking, costLines, negated, toWeek } from './cost-lines.ts'
import { costRows, readWeeks } from './report.ts'

const promisedAt = new Date('2026-11-25T17:00:00Z')
const after = (minutes: number) => new Date(promisedAt.getTime() + minutes * 60_000)

const aBooking = (overrides: Partial<CostedBooking> = {}): CostedBooking => ({
  collectionDate: '2026-11-25',
  carrierCode: 'city_van',
  serviceCode: 'van',
  currency: 'GBP',
  exponent: 2,
  amountMinor: 1_000,
  taxMinor: 200,
  promisedAt,
  status: 'assigned',
  hasJob: true,
  pickedUp: false,
  deliveredAt: null,
  cancelledAt: null,
  charges: [],
  parcels: 3,
  ...overrides,
})

const aCharge = (overrides: Partial<Charge> = {}): Charge => ({
  type: 'weight_adjustment',
  currency: 'GBP',
  exponent: 2,
  amountMinor: 150,
  taxMinor: 30,
  reason: null,
  at: promisedAt,
  ...overrides,
})

/** The figures of the only line that are not 0. */
function figures(booking: Partial<CostedBooking>) {
  const [line, ...others] = costLines(aBooking(booking))
  expect(others).toEqual([])
  const { week, carrier_code, service_code, currency, exponent, ...counted } = line ?? ({} as never)
  return Object.fromEntries(Object.entries(counted).filter(([, value]) => value !== 0))
}

const price = { amount_minor: 1_000, tax_minor: 200, parcels: 3, bookings: 1 }

test.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-29', '2026-11-23'],
  ['2027-01-01', '2026-12-28'],
])('the week of %s begins on %s', (date, monday) => expect(toWeek(date)).toBe(monday))

test('a booking is counted once a carrier has taken it, and a refused one owes nothing', () => {
  expect(costLines(aBooking({ status: 'pending', hasJob: false }))).toEqual([])
  expect(figures({})).toEqual(price)
  expect(figures({ status: 'failed', hasJob: false })).toEqual({ refused: 1 })
  expect(costLines(aBooking({ status: 'cancelled', hasJob: false }))).toEqual([])
})

test('a delivery is on time until the promised minute, and neither on time nor late at an unknown one', () => {
  const delivered = { status: 'delivered', pickedUp: true } as const
  expect(figures({ ...delivered, deliveredAt: promisedAt })).toEqual({ ...price, delivered: 1, on_time: 1 })
  expect(figures({ ...delivered, deliveredAt: after(1) })).toEqual({ ...price, delivered: 1, late: 1 })
  expect(figures(delivered)).toEqual({ ...price, delivered: 1 })
})

test('what ended before the pickup owes its charges without the adjustments of its price, and else its price too', () => {
  const fee = aCharge({ type: 'cancellation_fee', amountMinor: 500, taxMinor: 100 })
  const owed = { amount_minor: 500, tax_minor: 100, charges_minor: 500, cancelled_minor: 1_000, bookings: 1 }
  const cancelled = { status: 'cancelled', cancelledAt: promisedAt, charges: [aCharge(), fee] } as const
  expect(figures(cancelled)).toEqual({ ...owed, cancelled: 1 })
  expect(figures({ ...cancelled, status: 'failed' })).toEqual({ ...owed, failed: 1 })
  const whole = { ...price, amount_minor: 1_650, tax_minor: 330, charges_minor: 650 }
  expect(figures({ ...cancelled, pickedUp: true })).toEqual({ ...whole, failed: 1 })
  expect(figures({ ...cancelled, pickedUp: true, status: 'returned' })).toEqual({ ...whole, returned: 1 })
})

test('a charge in another currency or with another exponent is a separate line, which counts no booking', () => {
  const charges = [aCharge({ currency: 'EUR' }), aCharge({ exponent: 3, amountMinor: 1_505, taxMinor: 0 })]
  const lines = costLines(aBooking({ charges }))
  expect(
    lines.map(({ currency, exponent, amount_minor, bookings }) => [currency, exponent, amount_minor, bookings]),
  ).toEqual([
    ['GBP', 2, 1_000, 1],
    ['EUR', 2, 150, 0],
    ['GBP', 3, 1_505, 0],
  ])
  expect(addLines([...lines, ...negated(lines)])).toEqual([])
  const rows = costRows(lines.toSorted((one, other) => (one.currency < other.currency ? -1 : 1)))
  expect(
    rows.map(({ currency, amount, tax_amount, total_amount, charges_amount }) => [
      [currency, amount, tax_amount, total_amount, charges_amount],
    ]),
  ).toEqual([[['EUR', '1.50', '0.30', '1.80', '1.50']], [['GBP', '11.505', '2.000', '13.505', '1.505']]])
})

test('the usual period is the week of today and the three before it', () => {
  const today = '2026-11-25'
  expect(readWeeks({ from: '', to: '', today })).toEqual({ fromWeek: '2026-11-02', toWeek: '2026-11-23' })
  expect(readWeeks({ from: '2026-11-01', to: '2026-11-08', today })).toEqual({
    fromWeek: '2026-10-26',
    toWeek: '2026-11-02',
  })
})
