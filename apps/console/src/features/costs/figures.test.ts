import { expect, test } from 'vitest'
import { aCostRow } from '../../testing/costs.ts'
import { chartData } from './chart-data.ts'
import {
  addRows,
  averagePerParcel,
  getPeriod,
  listCarrierWeeks,
  listCurrencies,
  listWeeks,
  onTimeShare,
  sumBy,
} from './figures.ts'
import { readSearch } from './search.ts'

test('rows are added exactly, and the most expensive sum comes first', () => {
  const rows = [
    aCostRow({ total_amount: '0.10', parcels: 1 }),
    aCostRow({ total_amount: '0.20', parcels: 2, week: '2026-11-09' }),
    aCostRow({ total_amount: '7.00', carrier_code: 'swift' }),
  ] as const
  expect(addRows(rows)).toMatchObject({ total_amount: '7.30', parcels: 15, on_time: 27 })
  const sums = sumBy(rows, ({ carrier_code }) => carrier_code ?? '')
  expect(sums.map(({ carrier_code, total_amount }) => [carrier_code, total_amount])).toEqual([
    ['swift', '7.00'],
    ['city_van', '0.30'],
  ])
})

test('the currency of most bookings comes first', () => {
  const rows = [
    aCostRow({ currency: 'EUR', bookings: 1 }),
    aCostRow({ bookings: 2 }),
    aCostRow({ currency: 'EUR', bookings: 2 }),
  ]
  expect(listCurrencies(rows)).toEqual(['EUR', 'GBP'])
})

test('shares and averages of nothing are unknown', () => {
  expect([onTimeShare(aCostRow()), averagePerParcel(aCostRow())]).toEqual([0.9, '10.00'])
  expect(averagePerParcel(aCostRow({ total_amount: '1000', parcels: 3 }))).toBe('333')
  const nothing = aCostRow({ on_time: 0, late: 0, parcels: 0 })
  expect([onTimeShare(nothing), averagePerParcel(nothing)]).toEqual([null, null])
})

test('each week has an amount of each carrier, and the cheaper of many carriers are one', () => {
  const weeks = listWeeks({ from: '2026-11-02', to: '2026-11-15' })
  expect(weeks).toEqual(['2026-11-02', '2026-11-09'])
  const rows = Array.from({ length: 8 }, (_, index) =>
    aCostRow({ carrier_code: `carrier_${index}`, total_amount: `${100 - index}.00`, week: weeks[index % 2] ?? '' }),
  )
  const carriers = listCarrierWeeks(rows, weeks)
  expect(carriers.map(({ carrierCode }) => carrierCode)).toEqual([
    ...Array.from({ length: 5 }, (_, n) => `carrier_${n}`),
    null,
  ])
  expect([carriers[0]?.amounts, carriers.at(-1)?.amounts]).toEqual([
    ['100.00', '0.00'],
    ['94.00', '188.00'],
  ])
  expect(chartData(weeks, carriers.slice(0, 2))).toEqual([
    [0, 1],
    [100, 99],
    [100, 0],
  ])
})

test('a period ends with the week after the present one, and an address with an unknown one opens the usual', () => {
  expect(getPeriod(4, new Date(2026, 10, 24, 1))).toEqual({ from: '2026-11-03', to: '2026-12-01' })
  expect(readSearch({ weeks: 12, currency: 'EUR' })).toEqual({ weeks: 12, currency: 'EUR' })
  expect(readSearch({ weeks: 5, currency: 'euro' })).toEqual({})
})
