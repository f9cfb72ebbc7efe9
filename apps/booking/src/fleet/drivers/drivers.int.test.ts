/** Drivers of merchants: their documents, tokens, and who sees them. */
import { hash } from 'node:crypto'
import { contextMessage, systemContext } from '@waybill/chassis/rpc/client'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../../testing/booking-system.ts'
import { aFleet } from '../../testing/fleet-calls.ts'
import { getData } from '../../testing/merchant-calls.ts'

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

const refusal = (call: Promise<Answer__Output>) =>
  call.then(
    ({ body }) => JSON.parse(body.toString()).error,
    (error: unknown) => error,
  )

/** Asked as the gateway does, which does not know the environment yet. */
const getOwner = (token: string) => {
  const nobody = systemContext({ environmentId: '', merchantId: '', livemode: false, timeoutMs: 60_000 })
  const token_hash = hash('sha256', token, 'buffer')
  return booking.client.FindDriverByToken({ context: contextMessage(nobody), token_hash })
}

test('a driver is made, changed, sent back and deleted', async () => {
  const fleet = aFleet(system, booking)
  const { token, ...made } = await fleet.addDriver({ email: 'dora@example.com' })
  expect(made).toMatchObject({ name: 'Dora', capacity: 5, available: true, active: true, open_jobs: 0, position: null })
  expect(await fleet.driver(made.driver_id)).toEqual(made)
  const changed = getData(await fleet.changeDriver(made.driver_id, { ...made, capacity: 2, email: null }))
  expect(changed).toMatchObject({ ...made, capacity: 2, email: null, updated_at: expect.any(String) })
  expect(await refusal(fleet.changeDriver(made.driver_id, { driver_id: 'drv_other' }))).toMatchObject({
    details: [{ field: 'driver_id', code: 'read_only' }],
  })
  const key = { context: fleet.context(), driver_id: made.driver_id }
  expect(await booking.client.DeleteDriver(key)).toMatchObject({ status: 204 })
  expect(await refusal(booking.client.GetDriver(key))).toMatchObject({ code: 'driver_not_found' })
  expect(await getOwner(token)).toMatchObject({ driver_id: '' })
})

test('a change that changes nothing keeps the version', async () => {
  const fleet = aFleet(system, booking)
  const { token: _, ...made } = await fleet.addDriver()
  for (const same of [{}, made, { name: 'Dora', capacity: 5 }])
    expect(await fleet.changeDriver(made.driver_id, same)).toMatchObject({ etag: '1' })
  expect(await fleet.driver(made.driver_id)).toEqual(made)
  expect(await fleet.changeDriver(made.driver_id, { capacity: 4 })).toMatchObject({ etag: '2' })
})

test('what Waybill counts and drivers report is refused, unless it comes with the response that it is of', async () => {
  const fleet = aFleet(system, booking)
  const { token: _, ...made } = await fleet.addDriver()
  const { driver_id: id } = made
  expect(await fleet.changeDriver(id, { open_jobs: 0, position: null })).toMatchObject({ etag: '1' })
  const position = { latitude: 51.5, longitude: -0.1, at: made.created_at }
  expect(await refusal(fleet.changeDriver(id, { open_jobs: 3, position, capacity: 0 }))).toMatchObject({
    code: 'validation_error',
    details: [
      { field: 'capacity' },
      { field: 'open_jobs', code: 'read_only' },
      { field: 'position', code: 'read_only' },
    ],
  })
  await fleet.as(id).move(51.5, -0.1)
  expect(getData(await fleet.changeDriver(id, { ...made, capacity: 4 }))).toMatchObject({ capacity: 4 })
})

test('a token names its driver until it is replaced or the driver is deactivated', async () => {
  const fleet = aFleet(system, booking)
  const { token, driver_id } = await fleet.addDriver()
  expect(await getOwner(token)).toEqual({ environment_id: fleet.environmentId, driver_id })
  const key = { context: fleet.context(), driver_id }
  const { token: second } = getData<{ token: string }>(await booking.client.RotateDriverToken(key))
  expect(await getOwner(token)).toMatchObject({ driver_id: '' })
  expect(await getOwner(second)).toMatchObject({ driver_id })
  await fleet.changeDriver(driver_id, { active: false })
  expect(await getOwner(second)).toMatchObject({ driver_id: '' })
  const stored = await system.db.selectFrom('idempotency_record').select('body').execute()
  for (const { body } of stored) expect(body?.toString() ?? '').not.toMatch(/wb_driver_/)
})

test('drivers of another environment are not found and not listed', async () => {
  const [fleet, other] = [aFleet(system, booking), aFleet(system, booking)]
  const { driver_id } = await fleet.addDriver()
  const key = { context: other.context(), driver_id }
  const document = Buffer.from('{}')
  const missing = { code: 'driver_not_found' }
  expect(await refusal(booking.client.GetDriver(key))).toMatchObject(missing)
  expect(await refusal(booking.client.UpdateDriver({ ...key, document }))).toMatchObject(missing)
  expect(await refusal(booking.client.DeleteDriver(key))).toMatchObject(missing)
  expect(await refusal(booking.client.RotateDriverToken(key))).toMatchObject(missing)
  expect(await refusal(booking.client.ListDriverJobs(key))).toMatchObject(missing)
  expect(getData(await booking.client.ListDrivers({ context: other.context() }))).toEqual([])
  expect(getData<object[]>(await booking.client.ListDrivers({ context: fleet.context() }))).toHaveLength(1)
})

test('jobs of another environment are neither assigned nor taken', async () => {
  const [fleet, other] = [aFleet(system, booking), aFleet(system, booking)]
  await fleet.createCard()
  const { driver_id } = await fleet.addDriver()
  const stranger = await other.addDriver()
  const booked = await fleet.bookFleet()
  const { job_id } = await fleet.as(driver_id).offer()
  expect(await refusal(other.assign(booked.booking_id, stranger.driver_id))).toMatchObject({
    code: 'booking_not_found',
  })
  expect(await refusal(fleet.assign(booked.booking_id, stranger.driver_id))).toMatchObject({ code: 'driver_not_found' })
  const notFound = { code: 'driver_job_not_found' }
  expect(await refusal(other.as(stranger.driver_id).accept(job_id))).toMatchObject(notFound)
  expect(await refusal(other.as(stranger.driver_id).report(job_id, 'picked_up'))).toMatchObject(notFound)
  await fleet.as(driver_id).accept(job_id)
  expect(await refusal(fleet.changeDriver(driver_id, { active: false }))).toBeUndefined()
  const key = { context: fleet.context(), driver_id }
  expect(await refusal(booking.client.DeleteDriver(key))).toMatchObject({ code: 'driver_has_jobs' })
})
