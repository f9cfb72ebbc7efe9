/** Call-backs of carriers: idempotent, in any order, and only with a valid signature. */
import type { PublicBooking } from '@waybill/contracts/booking'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'
import { findJobOfParcel } from './queries.ts'

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

async function booked(overrides: Record<string, unknown> = {}) {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer('city_van', overrides)
  const shown = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  const startedMs = Date.now() - 60_000
  return {
    merchant,
    shipmentId,
    shown,
    bookingId: shown.booking_id,
    /** A fact of this job, `seconds` after the first. */
    fact: (code: string, seconds: number, overrides: object = {}) => ({
      id: `${code}-${seconds}`,
      job_id: shown.carrier_job_id,
      code,
      occurred_at: new Date(startedMs + seconds * 1_000).toISOString(),
      ...overrides,
    }),
    report: (fact: object, secret?: string) => merchant.report('city_van', fact, secret),
  }
}

test('facts move the booking and its shipment up to the proof of delivery', async () => {
  const { merchant, shipmentId, bookingId, fact, report } = await booked()
  await report(fact('COLLECTED', 1))
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'picked_up' })
  await eventually(async () => expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'in_transit' }))
  const proof = {
    captured_at: new Date().toISOString(),
    recipient_name: 'Grace Miller',
    relationship: 'recipient',
    location: { latitude: 51.53, longitude: -0.09 },
    notes: null,
    photos: [],
    signature: null,
  }
  await report(fact('DELIVERED', 2, { proof }))
  const shown = await merchant.booking(bookingId)
  expect(shown).toMatchObject({
    status: 'delivered',
    pod: {
      type: 'delivery',
      recipient: { name: 'Grace Miller' },
      captured_by: { name: shown.driver?.name },
      location: { latitude: 51.53, longitude: -0.09, distance_to_dropoff_m: 513 },
    },
  })
  await eventually(async () => expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'delivered' }))
  expect((await merchant.events(bookingId)).slice(-3)).toEqual([
    'booking.updated',
    'booking.updated',
    'booking.delivered',
  ])
})

test('the ETA is that of the option, then what the carrier reports, then by the position of the courier, then null', async () => {
  const { merchant, bookingId, fact, report } = await booked()
  const { quote_option, eta } = await merchant.booking(bookingId)
  expect(eta).toMatchObject({ from: quote_option.eta_from, to: quote_option.eta_to, source: 'quote' })
  const window = { from: '2099-12-01T10:00:00.000Z', to: '2099-12-01T10:30:00.000Z' }
  const collected = fact('COLLECTED', 1, { eta: window })
  await report(collected)
  expect((await merchant.booking(bookingId)).eta).toEqual({
    ...window,
    updated_at: collected.occurred_at,
    source: 'carrier',
  })
  await report(fact('TO_DROPOFF', 2, { location: { latitude: 51.54, longitude: -0.14 } }))
  expect((await merchant.booking(bookingId)).eta).toMatchObject({ source: 'position' })
  await report(fact('DELIVERED', 3))
  expect((await merchant.booking(bookingId)).eta).toBeNull()
})

test('duplicates change nothing, and a late fact never moves the status back', async () => {
  const { merchant, bookingId, fact, report } = await booked()
  expect(await report(fact('AT_DROPOFF', 9))).toBe(1)
  const { status, updated_at } = await merchant.booking(bookingId)
  expect(status).toBe('arrived_at_dropoff')
  expect(await report(fact('AT_DROPOFF', 9))).toBe(0)
  expect(await merchant.booking(bookingId)).toMatchObject({ updated_at })
  expect(await report(fact('COLLECTED', 1))).toBe(1)
  expect(await report(fact('TO_PICKUP', 0))).toBe(1)
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'arrived_at_dropoff' })
})

test('twenty concurrent reports of one fact count once', async () => {
  const { merchant, bookingId, fact, report } = await booked()
  const before = await merchant.events(bookingId)
  const accepted = await Promise.all(Array.from({ length: 20 }, () => report(fact('COLLECTED', 1))))
  expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await merchant.events(bookingId)).toEqual([...before, 'booking.updated'])
})

test('announces another driver', async () => {
  const { merchant, bookingId, fact, report } = await booked()
  const driver = { id: 'd-2', name: 'Kim Lee', email: null, phone: '+44123' }
  await report(fact('DRIVER_SWAP', 1, { driver }))
  const shown = await merchant.booking(bookingId)
  expect(shown).toMatchObject({ status: 'reassigning', driver: { name: 'Kim Lee', email: '', telephone: '+44123' } })
  expect((await merchant.events(bookingId)).slice(-2)).toEqual(['booking.updated', 'booking.driver_assigned'])
})

test("a failed attempt at the door sets the booking's incident and the shipment's status", async () => {
  const { merchant, shipmentId, bookingId, fact, report } = await booked()
  await report(fact('COLLECTED', 1))
  await report(fact('AT_DROPOFF', 2, { detail: 'NOBODY_HOME' }))
  expect(await merchant.booking(bookingId)).toMatchObject({ incident: 'recipient_not_available' })
  await eventually(async () =>
    expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'delivery_attempted' }),
  )
})

test('a carrier that gives up before pickup leaves the shipment ready for another booking', async () => {
  const { merchant, shipmentId, bookingId, fact, report } = await booked()
  await report(fact('CANCELLED', 1))
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'cancelled' })
  await eventually(async () => {
    expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', booking_id: null })
  })
  const { options } = await merchant.quote(shipmentId)
  expect((await merchant.book(shipmentId, String(options[0]?.quote_option_id))).status).toBe(201)
})

test('our cancellation stands, whatever the carrier reports afterwards', async () => {
  const { merchant, shipmentId, bookingId, fact, report } = await booked()
  await merchant.cancel(shipmentId)
  expect(await report(fact('DELIVERED', 50))).toBe(1)
  expect(await merchant.booking(bookingId)).toMatchObject({
    status: 'cancelled',
    cancellation_reason_code: 'customer_request',
  })
  expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'cancelled' })
})

test('refuses a call-back with a forged signature or for an unknown account', async () => {
  const { merchant, bookingId, fact, report } = await booked()
  await expect(report(fact('DELIVERED', 1), 'a secret of mine')).rejects.toMatchObject({ code: 'invalid_token' })
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'assigned' })
  const stranger = aMerchant(system, booking, newId('env'))
  await expect(stranger.report('city_van', fact('DELIVERED', 1))).rejects.toMatchObject({ code: 'route_not_found' })
})

test('a merchant moves the courier in a test environment', async () => {
  const { merchant, shipmentId } = await booked()
  const answer = await merchant.advance(shipmentId, { status: 'en_route_to_dropoff' })
  expect(answer.status).toBe(200)
  expect(getData(answer)).toMatchObject({ status: 'en_route_to_dropoff' })
  await eventually(async () => expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'in_transit' }))
  await expect(merchant.advance(shipmentId, {}, { livemode: true })).rejects.toMatchObject({ code: 'route_not_found' })
  const { shipment_id: unbooked } = await merchant.ship()
  await expect(merchant.advance(unbooked)).rejects.toMatchObject({ code: 'booking_not_found' })
})

test('refuses to move the courier to an unreachable status, naming the field', async () => {
  const { merchant, shipmentId } = await booked()
  await merchant.advance(shipmentId, { status: 'delivered' })
  const refusal = (field: string, message: string) => ({
    code: 'validation_error',
    message: `${field} ${message}.`,
    details: [{ field, pointer: `/${field}`, code: 'not_reachable', message, location: 'body' }],
  })
  await expect(merchant.advance(shipmentId, { status: 'assigned' })).rejects.toMatchObject(
    refusal('status', 'cannot be assigned: the booking is delivered, which is final. Only returned can follow'),
  )
  await expect(merchant.advance(shipmentId, { incident: 'lost' })).rejects.toMatchObject(
    refusal('incident', 'cannot be lost: the booking is delivered, which is final'),
  )
})

const twoParcels = {
  parcels: [1, 2].map((number) => ({
    title: `Box ${number}`,
    weight_kg: 1,
    length_cm: 20,
    width_cm: 20,
    height_cm: 20,
  })),
}

test('a parcel is delivered before the others: the event names it, and the booking is delivered with the last', async () => {
  const { merchant, bookingId, shown, fact, report } = await booked(twoParcels)
  const [first, second] = shown.parcels
  expect(second?.tracking_number).toBe(`${first?.tracking_number}-2`)
  expect(shown.parcels.map(({ status }) => status)).toEqual(['assigned', 'assigned'])
  const about = (number: 1 | 2, tracking_number: string | null | undefined) => ({ parcel: { number, tracking_number } })
  // Out of order, and the number of the parcel counts more than its position.
  const delivered = fact('DELIVERED', 5, about(1, second?.tracking_number))
  await report(delivered)
  await report(delivered)
  await report(fact('COLLECTED', 1))
  expect(await merchant.booking(bookingId)).toMatchObject({
    status: 'picked_up',
    parcels: [{ status: 'picked_up' }, { status: 'delivered', label_url: expect.stringContaining('&parcel=2') }],
  })
  const { rows } = await sql<{ named: object | null; status: string }>`
    select public -> 'data' -> 'parcel' as named, public -> 'data' -> 'object' ->> 'status' as status
    from outbox where subject_id = ${bookingId} and sequence is not null order by sequence`.execute(system.db)
  expect(rows.slice(-2)).toEqual([
    {
      named: { parcel_id: second?.parcel_id, number: 2, status: 'delivered', tracking_number: second?.tracking_number },
      status: 'picked_up',
    },
    { named: null, status: 'picked_up' },
  ])
  await report(fact('DELIVERED', 6, about(1, first?.tracking_number)))
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'delivered' })
})

test('a report that names a parcel by its id at the carrier is about that parcel of the job', async () => {
  const { merchant, bookingId, shipmentId, shown } = await booked(twoParcels)
  await sql`
    update booking set parcels = (
      select jsonb_agg(parcel || jsonb_build_object('carrierParcelId', 'shp_' || at || booking_id) order by at)
      from jsonb_array_elements(parcels) with ordinality as each (parcel, at))
    where booking_id = ${bookingId}`.execute(system.db)
  const { environmentId } = merchant
  await sql`
    insert into search_term values (${environmentId}, ${shipmentId}, ${bookingId}, ${`shp_2${bookingId}`})`.execute(
    system.db,
  )
  const { rows } = await sql<{ carrierAccountId: string }>`
    select carrier_account_id as "carrierAccountId" from booking where booking_id = ${bookingId}`.execute(system.db)
  const source = { environmentId, carrierAccountId: rows[0]?.carrierAccountId ?? '' }
  expect(await findJobOfParcel(system.db, source, `shp_2${bookingId}`)).toEqual({
    carrierJobId: shown.carrier_job_id,
    trackingNumber: shown.parcels[1]?.tracking_number,
    position: 2,
    count: 2,
  })
  expect(await findJobOfParcel(system.db, source, 'shp_other')).toBeUndefined()
  const other = { ...source, environmentId: newId('env') }
  expect(await findJobOfParcel(system.db, other, `shp_2${bookingId}`)).toBeUndefined()
})
