/** Magic values of bookings and changes, as an adapter experiences them. */
import { randomUUID } from 'node:crypto'
import type { BookRequest, CarrierCall } from '@waybill/carriers/carrier-adapter'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aQuoteRequest } from '../testing/quote-request.ts'
import { type RunningTestSimulator, startTestSimulator } from '../testing/running-simulator.ts'

let simulator: RunningTestSimulator
beforeAll(async () => {
  simulator = await startTestSimulator()
})
afterAll(() => simulator?.stop())

const aCall = (deadlineMs = 10_000): CarrierCall => ({
  account: {
    carrierAccountId: `cac_${randomUUID()}`,
    environmentId: 'env_1',
    livemode: false,
    credentials: {},
    endpoint: null,
  },
  deadlineAt: new Date(Date.now() + deadlineMs),
  idempotencyKey: randomUUID(),
  requestId: 'req_1',
})
const again = (call: CarrierCall, deadlineMs = 10_000) => ({ ...call, deadlineAt: new Date(Date.now() + deadlineMs) })

const bookingTo = (addressLine1: string): BookRequest => ({
  ...aQuoteRequest(),
  dropoff: { ...aQuoteRequest().dropoff, addressLine1 },
  reference: `att_${randomUUID()}`,
  merchantOrderRef: 'ORDER-1001',
  serviceCode: 'van_same_day',
  carrierOfferId: null,
  pickupInstructions: null,
  dropoffInstructions: null,
  callbackUrl: null,
  draftId: null,
})
const van = () => simulator.carrier('city_van')
const countJobs = async ({ reference }: BookRequest) => (await simulator.listJobs(reference)).length

test('SIM-NOT-SERVED has no offer, SIM-QUOTE-500 no answer', async () => {
  expect(await van().quote(bookingTo('SIM-NOT-SERVED'), aCall())).toMatchObject({ kind: 'not_served', code: 'refused' })
  expect(await van().quote(bookingTo('SIM-QUOTE-500'), aCall())).toMatchObject({
    kind: 'failed',
    failure: { httpStatus: 500, retryable: true },
  })
})

test('SIM-SLOW-QUOTE is late for a short deadline and in time for a long one', async () => {
  const request = bookingTo('SIM-SLOW-QUOTE')
  expect(await van().quote(request, aCall(500))).toMatchObject({ kind: 'failed', failure: { code: 'timeout' } })
  expect(await van().quote(request, aCall())).toMatchObject({ kind: 'offers' })
})

test('SIM-429 proves that nothing was booked, and says when to come back', async () => {
  const booking = bookingTo('SIM-429')
  expect(await van().book(booking, aCall(1_000))).toMatchObject({
    kind: 'not_sent',
    failure: { httpStatus: 429, retryAfterMs: 3_000 },
  })
  expect(await countJobs(booking)).toBe(0)
})

test('SIM-MALFORMED books a job behind an unreadable answer, and the key finds it', async () => {
  const booking = bookingTo('SIM-MALFORMED')
  const call = aCall()
  expect(await van().book(booking, call)).toMatchObject({ kind: 'unknown', failure: { code: 'malformed_answer' } })
  expect(await van().book(booking, again(call))).toMatchObject({ kind: 'booked' })
  expect(await countJobs(booking)).toBe(1)
})

test('SIM-SLOW books one job although the first call times out', async () => {
  const booking = bookingTo('SIM-SLOW')
  const call = aCall(500)
  expect(await van().book(booking, call)).toMatchObject({ kind: 'unknown', failure: { code: 'timeout' } })
  expect(await van().book(booking, again(call))).toMatchObject({ kind: 'booked' })
  expect(await countJobs(booking)).toBe(1)
})

test('SIM-UPDATE-REFUSE refuses changes, SIM-UPDATE-500 accepts the fifth call', async () => {
  const change = async (street: string) => {
    const booking = bookingTo(street)
    const call = aCall()
    const booked = await van().book(booking, call)
    const carrierJobId = booked.kind === 'booked' ? booked.job.carrierJobId : expect.fail(booked.kind)
    const { pickup, dropoff, parcels } = booking
    const request = { carrierJobId, pickup, dropoff, parcels, readyAt: null, pickupInstructions: null }
    return () => van().update({ ...request, dropoffInstructions: 'Ring twice' }, again(call))
  }
  const refused = await change('SIM-UPDATE-REFUSE')
  expect(await refused()).toMatchObject({ kind: 'refused', failure: { code: 'refused' } })
  // The adapter tries three times in the first call and twice in the second.
  const failing = await change('SIM-UPDATE-500')
  expect(await failing()).toMatchObject({ kind: 'unknown' })
  expect(await failing()).toMatchObject({ kind: 'updated' })
})

test('a magic value in the title of a parcel works too', async () => {
  const booking = bookingTo('7 River Road')
  const parcels = booking.parcels.map((parcel) => ({ ...parcel, title: 'Vase SIM-NO-COURIER' }))
  expect(await van().book({ ...booking, parcels }, aCall())).toMatchObject({
    kind: 'refused',
    failure: { code: 'no_courier' },
  })
})
