/** Costs of a merchant's bookings as the merchant reads them. */
import { transact } from '@waybill/chassis/postgres/database'
import type { PublicBooking } from '@waybill/contracts/booking'
import type { Costs } from '@waybill/contracts/bookings/costs'
import { newId } from '@waybill/contracts/ids'
import { addDays } from '@waybill/contracts/values/local-time'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countNext } from '../bookings/costs/commands.ts'
import { toWeek } from '../bookings/costs/cost-lines.ts'
import { findOutboxEnd } from '../bookings/costs/repository.ts'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData, type Merchant } from '../testing/merchant-calls.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start()
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

/** Counts what has changed, as the service does twice a minute. */
async function count(): Promise<void> {
  const end = await findOutboxEnd(system.db)
  while ((await transact(system.db, (trx) => countNext(trx, end))) === 'more');
}

async function costs({ environmentId }: Merchant, query: object): Promise<Costs> {
  const context = { environment_id: environmentId, request_id: newId('req') }
  return getData<Costs>(await booking.client.GetCosts({ context, from: '', to: '', group_by: [], ...query }))
}

test('a booking is in the costs of the week of its collection, a cancellation moves them, and others see neither', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer('city_van')
  const { shipment, quote_option, booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  const day = shipment.collection_date
  const week = toWeek(day)
  const { currency, amount, tax_amount, total_amount, service_code } = quote_option
  const zero = amount.replaceAll(/\d/g, '0').replace(/^0+(?=0)/, '')
  const row = {
    week,
    carrier_code: 'city_van',
    service_code,
    currency,
    amount,
    tax_amount,
    total_amount,
    charges_amount: zero,
    cancelled_amount: zero,
    bookings: 1,
    parcels: shipment.parcels.length,
    delivered: 0,
    on_time: 0,
    late: 0,
    returned: 0,
    failed: 0,
    cancelled: 0,
    refused: 0,
  }
  const found = await eventually(async () => {
    await count()
    const answer = await costs(merchant, { from: day, to: day })
    expect(answer.rows).toEqual([row])
    return answer
  })
  const groups = ['week', 'carrier', 'service']
  expect(found).toMatchObject({ from: week, to: addDays(week, 6), group_by: groups, as_of: expect.any(String) })
  expect((await costs(merchant, { to: addDays(week, -1) })).rows).toEqual([])
  expect((await costs(aMerchant(system, booking), { from: day, to: day })).rows).toEqual([])

  await merchant.cancelBooking(booking_id)
  await eventually(async () => {
    await count()
    const { rows, group_by } = await costs(merchant, { from: day, to: day, group_by: ['carrier'] })
    expect(group_by).toEqual(['carrier'])
    expect(rows).toMatchObject([
      { week: null, carrier_code: 'city_van', service_code: null, total_amount: zero, cancelled_amount: amount },
    ])
    expect(rows).toMatchObject([{ bookings: 1, parcels: 0, cancelled: 1 }])
  })
})

test('a period has at most 53 weeks, in their order', async () => {
  const merchant = aMerchant(system, booking)
  expect(await costs(merchant, { from: '2025-01-01', to: '2026-01-04' })).toMatchObject({ from: '2024-12-30' })
  for (const [from, to, message] of [
    ['2025-01-01', '2026-01-05', 'from must be at most 53 weeks before to.'],
    ['2026-02-01', '2026-01-05', 'from must not be after to.'],
  ])
    await expect(costs(merchant, { from, to })).rejects.toMatchObject({ code: 'invalid_parameter', message })
})
