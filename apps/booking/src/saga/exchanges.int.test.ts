/** The log of exchanges with carriers, for support: no personal data, no secrets. */
import { pruneExchanges } from '@waybill/carriers/exchange-log/repository'
import { loseAnswers } from '@waybill/chassis/testing/lost-answers'
import type { PublicBooking } from '@waybill/contracts/booking'
import type { PublicCarrierExchange } from '@waybill/contracts/carrier-accounts/carrier-exchange'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'

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

const readExchanges = (environmentId: string) =>
  system.db
    .selectFrom('carrier_exchange')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .orderBy('started_at')
    .execute()

test('a booking logs requests and responses without names, streets and secrets', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.book(shipmentId, optionId)
  const [exchange] = await eventually(async () => {
    const found = await readExchanges(merchant.environmentId)
    expect(found.length).toBeGreaterThan(0)
    return found
  })
  expect(exchange).toMatchObject({
    operation: 'book',
    direction: 'sent',
    method: 'POST',
    http_status: 201,
    fault: null,
  })
  expect(exchange?.path).toMatch(/\/jobs$/)
  expect(exchange?.reference).toMatch(/^att_/)
  expect(JSON.parse(exchange?.response_text ?? '')).toMatchObject({ code: 'ACCEPTED' })
  const shipment = await merchant.shipment(shipmentId)
  const kept = JSON.stringify(exchange)
  for (const address of [shipment.pickup_address, shipment.dropoff_address]) {
    expect(kept).not.toContain(address.address_line_1)
    expect(kept).not.toContain(address.city)
  }
  expect(kept).not.toMatch(/bearer|authorization/i)
})

test('the exchanges of a booking are listed for its merchant in pages, and for no other one', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const { booking_id: bookingId, carrier_job_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  await merchant.report('city_van', { job_id: carrier_job_id, code: 'COLLECTED' })
  const list = async (cursor = '', who = merchant) => {
    const context = who.readContext()
    const answer = await booking.client.ListExchanges({ context, booking_id: bookingId, page: { limit: 1, cursor } })
    return JSON.parse(answer.body.toString()) as { data: PublicCarrierExchange[]; meta: { next_cursor: string } }
  }
  const shown = await eventually(async () => {
    const all: PublicCarrierExchange[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list(cursor)
      all.push(...page.data)
      cursor = page.meta.next_cursor
    }
    expect(all.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['book', 'callback']))
    return all
  })
  expect(shown[0]).toMatchObject({ operation: 'book', direction: 'sent', attempt: 1, method: 'POST', http_status: 201 })
  expect(shown.find(({ operation }) => operation === 'callback')).toMatchObject({ direction: 'received', attempt: 1 })
  expect(new Set(shown.map(({ exchange_id }) => exchange_id)).size).toBe(shown.length)
  const { dropoff_address } = await merchant.shipment(shipmentId)
  expect(JSON.stringify(shown)).not.toContain(dropoff_address.address_line_1)
  await expect(list('', aMerchant(system, booking))).rejects.toMatchObject({ code: 'booking_not_found' })
})

test('logs a call-back with its result; a forged one is only counted', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.book(shipmentId, optionId)
  await merchant.report('city_van', { job_id: 'job_1', code: 'COLLECTED' })
  await expect(merchant.report('city_van', { job_id: 'job_1' }, 'a wrong secret')).rejects.toThrow()
  await eventually(async () => {
    const received = (await readExchanges(merchant.environmentId)).filter(({ direction }) => direction === 'received')
    expect(received).toMatchObject([{ operation: 'callback', reference: 'job_1', fault: null }])
  })
})

test('an exchange is stored once when the answer to its commit is lost', async () => {
  let lost = 0
  const answersReturn = loseAnswers(
    ([first]) => first?.text.includes('into "carrier_exchange"') === true && lost++ === 0,
  )
  try {
    const merchant = aMerchant(system, booking)
    const { shipmentId, optionId } = await merchant.offer()
    await merchant.book(shipmentId, optionId)
    await eventually(() => expect(lost).toBe(2)) // it was written again
    expect(await readExchanges(merchant.environmentId)).toHaveLength(1)
  } finally {
    answersReturn()
  }
})

test('prunes old exchanges and keeps recent ones', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.book(shipmentId, optionId)
  await eventually(async () => expect(await readExchanges(merchant.environmentId)).not.toEqual([]))
  expect(await pruneExchanges(system.db, 30)).toBe(false)
  expect(await readExchanges(merchant.environmentId)).not.toEqual([])
  await system.db
    .updateTable('carrier_exchange')
    .set({ started_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('environment_id', '=', merchant.environmentId)
    .execute()
  await pruneExchanges(system.db, 30)
  expect(await readExchanges(merchant.environmentId)).toEqual([])
})
