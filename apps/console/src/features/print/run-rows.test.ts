import type { Booking, BookingBatchItem } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { batchIdsText, failedFirst, readBatchIds, runRows, sumCosts } from './run-rows.ts'

const item = (shipment_id: string, status: string, booking_id: string | null = null, error: object | null = null) =>
  ({ shipment_id, status, booking_id, error }) as BookingBatchItem
const error = { code: 'carrier_refused', message: 'Refused.' }
const booking = { booking_id: 'bkg_1' } as Booking
const states = (rows: ReturnType<typeof runRows>) => rows.map(({ shipmentId, state }) => `${shipmentId} ${state}`)

test('a shipment waits, is asked about, is booked or has failed', () => {
  const rows = runRows({
    chosen: ['a', 'b', 'c', 'd', 'e'],
    asked: { b: { state: 'running' }, c: { state: 'failed', error }, d: { state: 'done' } },
    items: [item('e', 'booked', 'bkg_1')],
    bookings: [booking],
  })
  expect(states(rows)).toEqual(['a waiting', 'b asking', 'c failed', 'd booking', 'e booked'])
  expect(rows.map((row) => row.error ?? row.booking)).toEqual([undefined, undefined, error, undefined, booking])
})

test('a second batch replaces what failed in the first one, and nothing is left of it', () => {
  const items = [item('a', 'booked'), item('b', 'failed', null, error)]
  expect(states(runRows({ chosen: [], asked: { b: { state: 'running' } }, items, bookings: [] }))).toEqual([
    'a booked',
    'b asking',
  ])
  const asked = { b: { state: 'done' as const } }
  const rows = runRows({ chosen: [], asked, items: [...items, item('b', 'booked')], bookings: [] })
  expect(states(rows)).toEqual(['a booked', 'b booked'])
})

test('what has failed is shown first, and what was booked is added up by currency', () => {
  const cost = (id: string, total_amount: string, currency: string) =>
    ({ booking_id: id, quote_option: { total_amount, currency } }) as Booking
  const rows = runRows({
    chosen: [],
    asked: {},
    items: [
      item('a', 'booked', '1'),
      item('b', 'failed', null, error),
      item('c', 'booked', '2'),
      item('d', 'booked', '3'),
    ],
    bookings: [cost('1', '5.35', 'GBP'), cost('2', '0.70', 'GBP'), cost('3', '1200', 'JPY')],
  })
  expect(states(failedFirst(rows))).toEqual(['b failed', 'a booked', 'c booked', 'd booked'])
  expect(sumCosts(rows)).toEqual([
    { currency: 'GBP', amount: '6.05' },
    { currency: 'JPY', amount: '1200' },
  ])
})

test('batches are in the address as a text', () => {
  const ids = [`bch_${'0'.repeat(26)}`, `bch_${'1'.repeat(26)}`]
  expect(readBatchIds(batchIdsText(ids))).toEqual(ids)
  expect([readBatchIds('bch_1.x'), readBatchIds(undefined), batchIdsText([])]).toEqual([[], [], undefined])
})
