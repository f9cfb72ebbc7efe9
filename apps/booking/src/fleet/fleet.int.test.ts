/** Bookings with a merchant's own drivers, from the offer to the proof. */

import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findStuckOffers } from '../stuck/queries.ts'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aFleet, type Fleet } from '../testing/fleet-calls.ts'
import { listDueJobs } from './repository.ts'

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

const PHOTO = Buffer.from('ffd8ffe000104a464946000101', 'hex')
const NEAR = { latitude: 51.539, longitude: -0.14 }
const FAR = { latitude: 51.6, longitude: -0.3 }

/** The error of a call, thrown or answered. */
const refusal = (call: Promise<Answer__Output>) =>
  call.then(
    ({ body }) => JSON.parse(body.toString()).error,
    (error: unknown) => error,
  )

const untilStatus = (fleet: Fleet, bookingId: string, status: string) =>
  eventually(async () => {
    const shown = await fleet.booking(bookingId)
    expect(shown.status).toBe(status)
    return shown
  })

async function aBookedJob() {
  const fleet = aFleet(system, booking)
  await fleet.createCard()
  const driver = await fleet.addDriver()
  const booked = await fleet.bookFleet()
  const dora = fleet.as(driver.driver_id)
  return { fleet, driver, dora, booked, job: await dora.offer() }
}

test('a job that is only offered takes no reports and photos, and the answer says to accept it first', async () => {
  const { fleet, dora, booked, job } = await aBookedJob()
  const early = {
    code: 'report_out_of_order',
    message: `Job ${job.job_id} is only offered to this driver. Accept it first: POST /api/v1/driver/jobs/${job.job_id}/accept.`,
    meta: { current_status: 'searching' },
  }
  expect(await refusal(dora.report(job.job_id, 'picked_up'))).toMatchObject(early)
  expect(await refusal(dora.upload(job.job_id, 'photo', PHOTO))).toMatchObject(early)
  const other = fleet.as((await fleet.addDriver()).driver_id)
  expect(await refusal(other.report(job.job_id, 'picked_up'))).toMatchObject({ code: 'driver_job_not_found' })
  await expect(fleet.advance(booked.shipment_id)).rejects.toMatchObject({
    code: 'booking_not_movable',
    message: expect.stringContaining('whose reports move it'),
    meta: { current_status: 'assigned' },
  })
})

test('a job is offered, accepted, carried with positions, and delivered with its photo and signature', async () => {
  const { fleet, driver, dora, booked, job } = await aBookedJob()
  expect(booked).toMatchObject({ status: 'assigned', carrier_code: 'own_fleet', driver: null })
  expect(await fleet.label(booked.booking_id, {})).toMatchObject({ content_type: 'application/pdf' })
  expect(job).toMatchObject({ status: 'searching', pickup: { city: 'London' } })
  await dora.accept(job.job_id)
  const assigned = await eventually(async () => {
    const shown = await fleet.booking(booked.booking_id)
    expect(shown.driver).not.toBeNull()
    return shown
  })
  expect(assigned).toMatchObject({ status: 'assigned', driver: { driver_id: driver.driver_id, name: 'Dora' } })
  await dora.report(job.job_id, 'en_route_to_pickup')
  await dora.move(NEAR.latitude, NEAR.longitude)
  await dora.report(job.job_id, 'picked_up')
  await untilStatus(fleet, booked.booking_id, 'picked_up')
  await dora.upload(job.job_id, 'photo', PHOTO)
  await dora.upload(job.job_id, 'signature', PHOTO)
  await dora.report(job.job_id, 'delivered', { recipient_name: 'Ada' })
  await untilStatus(fleet, booked.booking_id, 'delivered')
  const { pod } = await eventually(async () => {
    const shown = await fleet.booking(booked.booking_id)
    expect(shown.pod).toMatchObject({ photos: [{ content_type: 'image/jpeg' }], signature: { signer_name: 'Ada' } })
    return shown
  })
  expect(pod).toMatchObject({ recipient: { name: 'Ada' }, location: { latitude: NEAR.latitude } })
  expect((await fleet.media(booked.booking_id, 'photo-1')).content).toEqual(PHOTO)
  expect(await dora.jobs()).toEqual([])
  const { body } = await booking.client.GetDriverLocation({ context: fleet.context(), booking_id: booked.booking_id })
  expect(JSON.parse(body.toString()).data.location).toMatchObject(NEAR)
})

test('the nearest free driver gets the offer, and after a decline the next one; a full driver gets none', async () => {
  const fleet = aFleet(system, booking)
  await fleet.createCard()
  const [near, far, full] = [await fleet.addDriver(), await fleet.addDriver(), await fleet.addDriver({ capacity: 1 })]
  await fleet.as(near.driver_id).move(NEAR.latitude, NEAR.longitude)
  await fleet.as(far.driver_id).move(FAR.latitude, FAR.longitude)
  const first = await fleet.bookFleet()
  const taken = await fleet.as(near.driver_id).offer()
  await fleet.assign(first.booking_id, full.driver_id)
  await fleet.as(full.driver_id).move(NEAR.latitude, NEAR.longitude)
  expect((await fleet.as(full.driver_id).jobs()).map(({ job_id }) => job_id)).toEqual([taken.job_id])
  expect(await refusal(fleet.as(near.driver_id).accept(taken.job_id))).toMatchObject({ code: 'driver_job_not_found' })
  const second = await fleet.bookFleet()
  expect(await refusal(fleet.assign(second.booking_id, full.driver_id))).toMatchObject({ code: 'driver_not_free' })
  const { job_id } = await fleet.as(near.driver_id).offer()
  await fleet.as(near.driver_id).decline(job_id)
  expect((await fleet.as(far.driver_id).offer()).job_id).toBe(job_id)
  await fleet.as(far.driver_id).decline(job_id)
  expect(await untilStatus(fleet, second.booking_id, 'failed')).toMatchObject({ incident: 'capacity' })
  await eventually(async () => expect(await fleet.shipment(second.shipment_id)).toMatchObject({ status: 'ready' }))
})

/** Ends the open offers of the environment, as time does. */
const expireOffers = async ({ environmentId }: Fleet) =>
  await system.db
    .updateTable('fleet_job')
    .set({ due_at: new Date(0) })
    .where('environment_id', '=', environmentId)
    .where('status', '=', 'searching')
    .execute()

test('metrics show the jobs that are offered to a driver, and those that wait for one', async () => {
  const fleet = aFleet(system, booking)
  await fleet.createCard({ service_code: 'fleet_same_day' })
  const searches = async (state: string) => {
    const text = await (await fetch(`http://127.0.0.1:${booking.opsPort}/metrics`)).text()
    return Number(new RegExp(`booking_fleet_searches\\{.*state="${state}"\\} (\\d+)`).exec(text)?.[1])
  }
  const before = { offered: await searches('offered'), waiting: await searches('waiting') }
  const { driver_id } = await fleet.addDriver({ capacity: 1 })
  await fleet.bookFleet()
  await fleet.as(driver_id).offer()
  await fleet.bookFleet()
  await eventually(async () => {
    expect({ offered: await searches('offered'), waiting: await searches('waiting') }).toEqual({
      offered: before.offered + 1,
      waiting: before.waiting + 1,
    })
  })
})

test('a driver who does not answer loses the offer to the next one, and a round goes on without one', async () => {
  const fleet = aFleet(system, booking)
  await fleet.createCard({ service_code: 'fleet_same_day' })
  const [silent, next] = [await fleet.addDriver(), await fleet.addDriver()]
  await fleet.as(silent.driver_id).move(NEAR.latitude, NEAR.longitude)
  const booked = await fleet.bookFleet()
  const { job_id } = await fleet.as(silent.driver_id).offer()
  await expireOffers(fleet)
  expect((await fleet.as(next.driver_id).offer()).job_id).toBe(job_id)
  expect(await refusal(fleet.as(silent.driver_id).accept(job_id))).toMatchObject({ code: 'offer_over' })
  await fleet.as(next.driver_id).decline(job_id)
  expect(await fleet.booking(booked.booking_id)).toMatchObject({ status: 'assigned' })
  await fleet.assign(booked.booking_id, silent.driver_id)
  expect((await fleet.as(silent.driver_id).jobs()).map(({ status }) => status)).toEqual(['accepted'])
})

test('another driver takes over, and an attempt at the door ends in a return', async () => {
  const { fleet, dora, booked, job } = await aBookedJob()
  await dora.accept(job.job_id)
  const other = await fleet.addDriver({ name: 'Otto' })
  await fleet.assign(booked.booking_id, other.driver_id)
  const otto = fleet.as(other.driver_id)
  expect(await untilStatus(fleet, booked.booking_id, 'reassigning')).toMatchObject({ driver: { name: 'Otto' } })
  expect(await refusal(dora.report(job.job_id, 'picked_up'))).toMatchObject({ code: 'driver_job_not_found' })
  expect(await refusal(otto.report(job.job_id, 'delivered'))).toMatchObject({ code: 'report_out_of_order' })
  await otto.report(job.job_id, 'picked_up')
  await otto.report(job.job_id, 'picked_up')
  await otto.report(job.job_id, 'delivery_attempted')
  await untilStatus(fleet, booked.booking_id, 'arrived_at_dropoff')
  await eventually(async () =>
    expect(await fleet.shipment(booked.shipment_id)).toMatchObject({ status: 'delivery_attempted' }),
  )
  await otto.report(job.job_id, 'returning')
  await otto.report(job.job_id, 'returned')
  await untilStatus(fleet, booked.booking_id, 'returned')
  expect(await refusal(fleet.assign(booked.booking_id, other.driver_id))).toMatchObject({
    code: 'booking_not_assignable',
  })
  const reports = (await fleet.timeline(booked.shipment_id)).filter(({ type }) => type === 'tracking')
  expect(reports.map(({ description }) => description)).toEqual(
    expect.arrayContaining(['Another driver has the job.', 'The driver has the goods.', 'Nobody took the goods.']),
  )
  expect(reports.filter(({ description }) => description === null)).toEqual([])
})

test('after the pickup the goods are handed over to another driver, and the job stays where it is', async () => {
  const { fleet, driver, dora, booked, job } = await aBookedJob()
  await dora.accept(job.job_id)
  await dora.report(job.job_id, 'picked_up')
  await dora.report(job.job_id, 'en_route_to_dropoff')
  await untilStatus(fleet, booked.booking_id, 'en_route_to_dropoff')
  await fleet.changeDriver(driver.driver_id, { active: false })
  const full = await fleet.addDriver({ capacity: 1 })
  const { booking_id: another } = await fleet.bookFleet()
  await fleet.assign(another, full.driver_id)
  const toFull = fleet.assign(booked.booking_id, full.driver_id)
  expect(await refusal(toFull)).toMatchObject({ code: 'driver_not_free' })
  const other = await fleet.addDriver({ name: 'Otto' })
  await fleet.assign(booked.booking_id, other.driver_id)
  await fleet.assign(booked.booking_id, other.driver_id)
  const otto = fleet.as(other.driver_id)
  expect(await otto.jobs()).toMatchObject([{ job_id: job.job_id, status: 'en_route_to_dropoff' }])
  expect(await dora.jobs()).toEqual([])
  expect(await refusal(dora.report(job.job_id, 'delivered'))).toMatchObject({ code: 'invalid_token' })
  expect(await fleet.booking(booked.booking_id)).toMatchObject({
    status: 'en_route_to_dropoff',
    driver: { driver_id: other.driver_id, name: 'Otto' },
  })
  await otto.report(job.job_id, 'delivered')
  expect(await untilStatus(fleet, booked.booking_id, 'delivered')).toMatchObject({
    pod: { captured_by: { name: 'Otto' } },
  })
})

test('without a free driver the booking is refused at once, and the same request gets the same answer', async () => {
  const fleet = aFleet(system, booking)
  await fleet.createCard()
  await fleet.addDriver({ available: false })
  const { shipmentId, optionId } = await fleet.offer('own_fleet')
  const refused = await refusal(fleet.book(shipmentId, optionId, { key: 'one' }))
  expect(refused).toMatchObject({ code: 'carrier_refused', carrier: { code: 'no_courier' } })
  expect(await refusal(fleet.book(shipmentId, optionId, { key: 'one' }))).toMatchObject({ code: 'carrier_refused' })
})

test('a dispatch goes on with a courier when no driver takes the job', async () => {
  const fleet = aFleet(system, booking)
  await fleet.createCard({ distance_price: { base_amount: '0.10' }, delivery_minutes: 1 })
  const { driver_id } = await fleet.addDriver()
  const shipment = await fleet.shipNow({ dispatch: { service_codes: ['fleet_now', 'swift_now'] } })
  const { job_id } = await fleet.as(driver_id).offer()
  await fleet.as(driver_id).decline(job_id)
  const bookingId = await eventually(async () => {
    const { booking_id } = await fleet.shipment(shipment.shipment_id)
    expect(booking_id).not.toBeNull()
    expect(await fleet.booking(booking_id ?? '')).toMatchObject({ carrier_code: 'swift_courier' })
    return booking_id ?? ''
  })
  await untilStatus(fleet, bookingId, 'assigned')
  expect(await fleet.as(driver_id).jobs()).toEqual([])
})

test('an erasure removes the addresses of the job', async () => {
  const { fleet, dora, booked, job } = await aBookedJob()
  await dora.accept(job.job_id)
  await dora.report(job.job_id, 'picked_up')
  await dora.upload(job.job_id, 'photo', PHOTO)
  await dora.report(job.job_id, 'failed', { incident: 'lost' })
  await untilStatus(fleet, booked.booking_id, 'failed')
  const toRequest = async () =>
    (
      await system.db
        .selectFrom('fleet_job')
        .select('request')
        .where('job_id', '=', job.job_id)
        .executeTakeFirstOrThrow()
    ).request
  expect(await toRequest()).toMatchObject({ pickup: { city: 'London' } })
  await eventually(async () => {
    const { shipment_id } = booked
    await system.shipments.Erase({ context: fleet.context(), shipment_id })
    expect(await toRequest()).toBeNull()
  })
})

test('a cancelled booking takes its job from the driver', async () => {
  const { fleet, dora, booked, job } = await aBookedJob()
  await dora.accept(job.job_id)
  await fleet.cancelBooking(booked.booking_id)
  expect(await dora.jobs()).toEqual([])
  expect(await refusal(dora.report(job.job_id, 'picked_up'))).toMatchObject({ code: 'report_out_of_order' })
})

test('many due jobs of one environment do not delay those of another', async () => {
  const open = await system.db.startTransaction().execute()
  const add = (environmentId: string, jobId: string, minutes: number) =>
    sql`
      insert into fleet_job (environment_id, job_id, reference, status, service_code, ready_at, due_at, search_until, version,
        created_at, updated_at)
      values (${environmentId}, ${jobId}, ${jobId}, 'searching', 'fleet_now', now(), now() - ${minutes} * interval '1 minute',
        now(), 1, now(), now())`.execute(open)
  for (const n of [1, 2, 3]) await add('env_busy', `flj_busy_${n}`, 10 - n)
  await add('env_calm', 'flj_calm', 1)
  const due = await listDueJobs(open, 2)
  await open.rollback().execute()
  expect(due.map(({ jobId }) => jobId)).toEqual(['flj_busy_1', 'flj_calm'])
})

test('a job that nobody has offered since it was due is stuck after five minutes', async () => {
  const open = await system.db.startTransaction().execute()
  const add = (jobId: string, minutes: number) =>
    sql`
      insert into fleet_job (environment_id, job_id, reference, status, service_code, ready_at, due_at, search_until, version,
        created_at, updated_at)
      values ('env_1', ${jobId}, ${jobId}, 'searching', 'fleet_now', now(), now() - ${minutes} * interval '1 minute', now(),
        1, now(), now())`.execute(open)
  await add('flj_1', 4)
  await add('flj_2', 6)
  const found = await findStuckOffers(open, { afterSeconds: 300, limit: 10 })
  // Uncommitted, so that the sweep does not see it.
  await open.rollback().execute()
  expect(found).toMatchObject([{ id: 'flj_2', total: 1 }])
})
