/** Reads: lists of bookings, the booking of a shipment, the courier's position. */
import type { PublicBooking } from '@waybill/contracts/booking'
import type { PublicDriverLocation } from '@waybill/contracts/bookings/driver-location'
import { publicDriverLocationSchema } from '@waybill/contracts/bookings/driver-location'
import type { ListMeta } from '@waybill/contracts/envelope'
import type { PublicEvent } from '@waybill/contracts/events/public-event'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import { newId } from '@waybill/contracts/ids'
import { sql } from 'kysely'
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

type Merchant = ReturnType<typeof aMerchant>
const getMeta = (answer: Answer__Output): ListMeta => JSON.parse(answer.body.toString()).meta
const idsIn = (answer: Answer__Output) => getData<PublicBooking[]>(answer).map(({ booking_id }) => booking_id)
const toContext = ({ environmentId }: Merchant) => ({ environment_id: environmentId, request_id: newId('req') })

async function book(merchant: Merchant) {
  const { shipmentId, optionId } = await merchant.offer()
  return { shipmentId, shown: getData<PublicBooking>(await merchant.book(shipmentId, optionId)) }
}

test('lists bookings newest first, in pages, by shipment and by status', async () => {
  const merchant = aMerchant(system, booking)
  const made = [await book(merchant), await book(merchant), await book(merchant)]
  const ids = made.map(({ shown }) => shown.booking_id).reverse()
  const context = toContext(merchant)
  const first = await booking.client.List({ context, page: { limit: 2 } })
  const next = await booking.client.List({ context, page: { limit: 2, cursor: getMeta(first).next_cursor ?? '' } })
  expect([...idsIn(first), ...idsIn(next)]).toEqual(ids)
  expect(getMeta(next)).toEqual({ has_more: false, next_cursor: null, limit: 2 })
  expect(getData<PublicBooking[]>(first)[0]).toMatchObject({ tracking_url: made[2]?.shown.shipment.tracking_url })

  const { shipmentId = '' } = made[1] ?? {}
  expect(idsIn(await booking.client.List({ context, shipment_id: shipmentId }))).toEqual([ids[1]])
  await merchant.cancel(shipmentId)
  expect(idsIn(await booking.client.List({ context, filters: { statuses: ['cancelled'] } }))).toEqual([ids[1]])
  expect(idsIn(await booking.client.List({ context, filters: { statuses: ['delivered'] } }))).toEqual([])
  await expect(booking.client.List({ context, filters: { statuses: ['sent'] } })).rejects.toMatchObject({
    code: 'invalid_parameter',
  })
  const cursor = getMeta(first).next_cursor ?? ''
  await expect(
    booking.client.List({ context, filters: { statuses: ['assigned'] }, page: { cursor } }),
  ).rejects.toMatchObject({
    code: 'invalid_cursor',
  })
})

test('the booking of a shipment is the active one, otherwise the latest', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, shown } = await book(merchant)
  const context = toContext(merchant)
  const present = async () =>
    getData<PublicBooking>(await booking.client.GetOfShipment({ context, shipment_id: shipmentId }))
  expect(await present()).toMatchObject({ booking_id: shown.booking_id, status: 'assigned' })
  await merchant.cancel(shipmentId)
  expect(await present()).toMatchObject({ booking_id: shown.booking_id, status: 'cancelled' })
  const { shipment_id } = await merchant.ship()
  await expect(booking.client.GetOfShipment({ context, shipment_id })).rejects.toMatchObject({
    code: 'booking_not_found',
  })
})

test('lists the booking of each of several shipments: the active one, otherwise the latest', async () => {
  const merchant = aMerchant(system, booking)
  const [again, kept] = [await book(merchant), await book(merchant)]
  const { shipment_id: unbooked } = await merchant.ship()
  const foreign = await book(aMerchant(system, booking))
  const ids = [again.shipmentId, kept.shipmentId, unbooked, foreign.shipmentId, newId('shp')]
  const present = async () => {
    const answer = await booking.client.ListOfShipments({ context: toContext(merchant), shipment_ids: ids })
    expect(getMeta(answer)).toMatchObject({ has_more: false, next_cursor: null })
    return Object.fromEntries(getData<PublicBooking[]>(answer).map((shown) => [shown.shipment_id, shown.booking_id]))
  }
  const both = { [again.shipmentId]: again.shown.booking_id, [kept.shipmentId]: kept.shown.booking_id }
  expect(await present()).toEqual(both)
  await merchant.cancelBooking(again.shown.booking_id)
  // Without an active one, the latest.
  expect(await present()).toEqual(both)
  const { options } = await merchant.quote(again.shipmentId)
  const second = getData<PublicBooking>(await merchant.book(again.shipmentId, options[0]?.quote_option_id ?? ''))
  expect(await present()).toEqual({ ...both, [again.shipmentId]: second.booking_id })
})

test("returns the courier's last position, and emits it at most every 20 seconds without a sequence", async () => {
  const merchant = aMerchant(system, booking)
  const { shown } = await book(merchant)
  const { booking_id, carrier_job_id: job_id, driver } = shown
  const position = async () =>
    getData<PublicDriverLocation>(await booking.client.GetDriverLocation({ context: toContext(merchant), booking_id }))
  const published = async () => {
    const rows = await system.db
      .selectFrom('outbox')
      .select(['sequence', 'public'])
      .where('subject_id', '=', booking_id)
      .where('type', '=', 'booking.driver_location')
      .orderBy('position')
      .execute()
    return rows.map((row) => ({ sequence: row.sequence, object: (row.public as PublicEvent | null)?.data.object }))
  }
  const startedMs = Date.now() - 60_000
  const report = (seconds: number, location: object | null) =>
    merchant.report('city_van', {
      id: `at-${seconds}`,
      job_id,
      code: 'TO_DROPOFF',
      occurred_at: new Date(startedMs + seconds * 1_000).toISOString(),
      location,
    })

  expect(await position()).toMatchObject({ booking_id, location: null, occurred_at: null })
  await report(1, { latitude: 51.5, longitude: -0.1 })
  const first = publicDriverLocationSchema.parse(await position())
  expect(first).toMatchObject({ driver_id: driver?.driver_id, location: { latitude: 51.5, longitude: -0.1 } })
  expect(await published()).toEqual([{ sequence: null, object: first }])

  await report(3, { latitude: 51.52, longitude: -0.12 })
  await report(2, { latitude: 51.51, longitude: -0.11 })
  await report(4, null)
  expect(await position()).toMatchObject({ location: { latitude: 51.52, longitude: -0.12 } })
  expect(await published()).toHaveLength(1)

  await sql`update booking set position_told_at = now() - interval '20 s' where booking_id = ${booking_id}`.execute(
    system.db,
  )
  await report(0, { latitude: 51.4, longitude: -0.1 })
  expect(await published()).toHaveLength(1) // an older position is not published
  await report(5, { latitude: 51.53, longitude: -0.13 })
  expect((await published()).at(-1)?.object).toMatchObject({ location: { latitude: 51.53, longitude: -0.13 } })
})

test('another environment sees nothing', async () => {
  const { shipmentId, shown } = await book(aMerchant(system, booking))
  const stranger = aMerchant(system, booking)
  const context = toContext(stranger)
  expect(idsIn(await booking.client.List({ context }))).toEqual([])
  expect(idsIn(await booking.client.List({ context, shipment_id: shipmentId }))).toEqual([])
  for (const shipment_id of [shipmentId, newId('shp')]) {
    const missing = { code: 'shipment_not_found' }
    await expect(booking.client.GetOfShipment({ context, shipment_id })).rejects.toMatchObject(missing)
    await expect(stranger.advance(shipment_id)).rejects.toMatchObject(missing)
  }
  await expect(booking.client.GetDriverLocation({ context, booking_id: shown.booking_id })).rejects.toMatchObject({
    code: 'booking_not_found',
  })
})
