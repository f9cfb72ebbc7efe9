/** Answers of a carrier that accepts or refuses a change: charges, and its reason. */
import type { PublicBooking } from '@waybill/contracts/booking'
import { aParcelDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start({ carriers: system.withShortTimeouts() })
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

const HEAVY = { parcels: [aParcelDocument({ weight_kg: 9.5 })] }

async function booked(carrierCode: string) {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer(carrierCode)
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  return { merchant, shipmentId, bookingId: booking_id }
}

/** The events of the booking in which the field changed. */
async function readChanges(bookingId: string, field: string) {
  const all = system.db.selectFrom('outbox').select('public').where('subject_id', '=', bookingId)
  const rows = await all.where('public', 'is not', null).orderBy('position').execute()
  const events = rows.map((row) => row.public as unknown as { type: string; data: { previous_attributes: object } })
  return events.filter(({ data }) => field in data.previous_attributes)
}

test('heavier parcels add a charge, with an event, and lighter ones a credit', async () => {
  const { merchant, shipmentId, bookingId } = await booked('eco_parcel')
  expect((await merchant.update(shipmentId, HEAVY)).status).toBe(200)
  const { charges } = await merchant.booking(bookingId)
  expect(charges).toEqual([
    {
      type: 'weight_adjustment',
      amount: expect.stringMatching(/^[1-9]\d*\.\d{2}$/),
      tax_amount: expect.stringMatching(/^\d+\.\d{2}$/),
      currency: 'GBP',
      reason: 'The chargeable weight is 10 kg instead of 2 kg.',
      at: expect.any(String),
    },
  ])
  expect(await readChanges(bookingId, 'charges')).toMatchObject([
    { type: 'booking.updated', data: { object: { charges }, previous_attributes: { charges: [] } } },
  ])
  await merchant.update(shipmentId, { dropoff_instructions: 'Ring twice' })
  expect((await merchant.booking(bookingId)).charges).toEqual(charges)
  await merchant.update(shipmentId, { parcels: [aParcelDocument()] })
  expect((await merchant.booking(bookingId)).charges[1]).toMatchObject({
    amount: `-${charges[0]?.amount}`,
    tax_amount: `-${charges[0]?.tax_amount}`,
  })
})

test('a cancelled booking reverses its adjustments, in the answer and in the event, so that its charges add up to nothing', async () => {
  const { merchant, shipmentId, bookingId } = await booked('eco_parcel')
  await merchant.update(shipmentId, HEAVY)
  const before = (await merchant.booking(bookingId)).charges
  const { charges, cancelled_at } = getData<PublicBooking>(await merchant.cancelBooking(bookingId))
  const [line] = before
  const reversal = { amount: `-${line?.amount}`, tax_amount: `-${line?.tax_amount}`, at: cancelled_at }
  expect(charges).toEqual([...before, { ...line, ...reversal, reason: 'The booking is cancelled.' }])
  expect((await merchant.booking(bookingId)).charges).toEqual(charges)
  const event = { object: { charges }, previous_attributes: { charges: before } }
  expect((await readChanges(bookingId, 'charges')).slice(1).map(({ data }) => data)).toMatchObject([event, event])
})

test('another route and weight cost what a new quote of them costs, and move the ETA, with events', async () => {
  const { merchant, shipmentId, bookingId } = await booked('eco_parcel')
  const { quote_option: option, eta: before } = await merchant.booking(bookingId)
  const dropoff_address = { address_line_1: '3 George Street', city: 'Sydney', post_code: '2000', country: 'AU' }
  await merchant.update(shipmentId, { ...HEAVY, dropoff_address })
  const { charges, eta } = await merchant.booking(bookingId)
  expect(charges.map(({ type }) => type)).toEqual(['weight_adjustment', 'route_adjustment'])
  const total = charges.reduce(
    (sum, charge) => sum + Number(charge.amount) + Number(charge.tax_amount),
    Number(option.total_amount),
  )
  const cancelled = await merchant.cancelBooking(bookingId)
  expect(cancelled.status).toBe(200)
  const { options } = await merchant.quote(shipmentId)
  const fresh = options.find(({ service_code }) => service_code === option.service_code)
  expect(total.toFixed(2)).toBe(fresh?.total_amount)
  expect(eta && before && eta.to > before.to).toBe(true)
  expect((await readChanges(bookingId, 'eta')).length).toBeGreaterThan(0)
})

test('a courier refuses a route that is too far with its limit, whatever becomes of the time', async () => {
  const { merchant, shipmentId } = await booked('swift_courier')
  const pickup_address = { address_line_1: '3 Rue de Rivoli', city: 'Paris', post_code: '75001', country: 'FR' }
  await expect(merchant.update(shipmentId, { pickup_address })).rejects.toMatchObject({
    code: 'update_refused',
    message: expect.stringMatching(
      /Goes at most 80 km and does not cross borders; by road it is 4\d\d km from FR to GB\. The booking goes on\./,
    ),
    carrier: { carrier_code: 'swift_courier', code: 'no_coverage' },
  })
})

test('a change whose answer is lost is charged once', async () => {
  const { merchant, shipmentId, bookingId } = await booked('eco_parcel')
  await merchant.fault('update', 'timeout_after_success', 1, 'eco_parcel')
  const silent = { code: 'carrier_timeout' }
  await expect(merchant.update(shipmentId, HEAVY, { key: 'u' })).rejects.toMatchObject(silent)
  await eventually(async () => {
    await sql`update operation set next_attempt_at = now() where state = 'open'`.execute(system.db)
    expect(await merchant.shipment(shipmentId)).toMatchObject({ parcels: [{ weight_kg: '9.500' }] })
  })
  expect((await merchant.booking(bookingId)).charges).toHaveLength(1)
})

test('a later collection gives the booking a new window, with an event', async () => {
  const { merchant, shipmentId, bookingId } = await booked('eco_parcel')
  const { eta: before, quote_option } = await merchant.booking(bookingId)
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  expect((await merchant.update(shipmentId, { collection_date: day })).status).toBe(200)
  const { eta, ...after } = await merchant.booking(bookingId)
  expect(eta).toMatchObject({ source: 'carrier' })
  expect(eta && eta.from > day).toBe(true)
  expect(after).toMatchObject({ quote_option, charges: [], shipment: { collection_date: day } })
  expect((await readChanges(bookingId, 'eta')).at(-1)).toMatchObject({
    type: 'booking.updated',
    data: { object: { eta }, previous_attributes: { eta: before } },
  })
})

test('a courier on demand refuses another date, and nothing changes', async () => {
  const { merchant, shipmentId, bookingId } = await booked('swift_courier')
  const before = await merchant.shipment(shipmentId)
  await expect(merchant.update(shipmentId, { collection_date: '2099-01-05' })).rejects.toMatchObject({
    code: 'update_refused',
    message: `Shipment ${shipmentId} is not changed. Carrier swift_courier answered: This service cannot move the time of a pickup. The booking goes on. To book with other data, cancel it with POST /api/v1/bookings/${bookingId}/cancel, change the shipment, and request a new quote.`,
    carrier: { carrier_code: 'swift_courier', code: 'pickup_time_fixed' },
  })
  expect(await merchant.shipment(shipmentId)).toEqual(before)
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'assigned', charges: [] })
})

test('who may change shipments but not book them changes a booked one where it costs nothing', async () => {
  const { merchant, shipmentId, bookingId } = await booked('eco_parcel')
  const support = { scopes: ['shipments:read', 'shipments:change'] }
  const before = await merchant.shipment(shipmentId)
  for (const [index, change] of [
    HEAVY,
    { dropoff_address: { address_line_1: '11 River Road' } },
    { collection_date: '2099-01-05' },
    { parcels: HEAVY.parcels, dropoff_instructions: 'Ring twice' },
  ].entries())
    await expect(merchant.update(shipmentId, change, { ...support, key: `paid-${index}` })).rejects.toMatchObject({
      code: 'insufficient_scope',
      message: expect.stringMatching(/may cost more, and your role spends no money/),
      meta: { scope: 'shipments:write' },
    })
  expect(await merchant.shipment(shipmentId)).toEqual(before)
  const free = { dropoff_address: { phone: '+44 20 7946 0000' }, dropoff_instructions: 'Ring twice' }
  expect((await merchant.update(shipmentId, free, support)).status).toBe(200)
  expect(await merchant.booking(bookingId)).toMatchObject({ charges: [] })
  expect((await merchant.update(shipmentId, HEAVY, { scopes: ['shipments:write', 'shipments:change'] })).status).toBe(
    200,
  )
})

test('who may change shipments but not book them changes everything of one that is not booked', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId } = await merchant.offer('eco_parcel')
  const reply = await merchant.update(shipmentId, HEAVY, { scopes: ['shipments:change'] })
  expect(getData<{ parcels: object[] }>(reply).parcels).toMatchObject([{ weight_kg: '9.500' }])
})
