import { randomUUID } from 'node:crypto'
import type { BookRequest, CarrierCall, QuoteRequest } from '@waybill/carriers/carrier-adapter'
import { eventually } from '@waybill/testing/eventually'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aQuoteRequest } from '../testing/quote-request.ts'
import { type RunningTestSimulator, startTestSimulator } from '../testing/running-simulator.ts'

let simulator: RunningTestSimulator

beforeAll(async () => {
  simulator = await startTestSimulator({ stepMs: 50 })
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

const aBookRequest = (overrides: Partial<BookRequest> = {}): BookRequest => ({
  ...aQuoteRequest(),
  reference: `att_${randomUUID()}`,
  merchantOrderRef: 'ORDER-1001',
  serviceCode: 'van_same_day',
  carrierOfferId: null,
  pickupInstructions: null,
  dropoffInstructions: null,
  callbackUrl: null,
  draftId: null,
  ...overrides,
})

const at = (addressLine1: string): Pick<QuoteRequest, 'dropoff'> => ({
  dropoff: { ...aQuoteRequest().dropoff, addressLine1 },
})
const factsReceived = (reference: string) =>
  simulator.receiver.requests
    .map(({ body }) => JSON.parse(body.toString()))
    .filter((fact) => fact.reference === reference)

test('a booked job is delivered, and each fact is reported in order', async () => {
  const booking = aBookRequest({ callbackUrl: simulator.receiver.url })
  expect(await simulator.carrier('city_van').book(booking, aCall())).toMatchObject({ kind: 'booked' })
  await eventually(() => expect(factsReceived(booking.reference).at(-1)?.code).toBe('DELIVERED'))
  expect(factsReceived(booking.reference).map(({ code }) => code)).toEqual([
    'ACCEPTED',
    'TO_PICKUP',
    'AT_PICKUP',
    'COLLECTED',
    'TO_DROPOFF',
    'AT_DROPOFF',
    'DELIVERED',
  ])
})

test('a report that was not acknowledged is sent again before the next one', async () => {
  const booking = aBookRequest({ callbackUrl: `${simulator.receiver.url}/again` })
  simulator.receiver.answerAlways(({ path, body }) => {
    const seen = simulator.receiver.requests.filter((earlier) => earlier.body.equals(body)).length
    return path === '/again' && seen === 1 && JSON.parse(body.toString()).code === 'ACCEPTED' ? { status: 503 } : {}
  })
  await simulator.carrier('city_van').book(booking, aCall())
  await eventually(() =>
    expect(
      factsReceived(booking.reference)
        .slice(0, 3)
        .map(({ code }) => code),
    ).toEqual(['ACCEPTED', 'ACCEPTED', 'TO_PICKUP']),
  )
})

test('jobs survive a restart and go on', async () => {
  const booking = aBookRequest()
  const call = aCall()
  const first = await simulator.carrier('city_van').book(booking, call)
  await simulator.restart()
  const second = await simulator.carrier('city_van').book(booking, call)
  expect(second).toMatchObject({
    kind: 'booked',
    job: { carrierJobId: first.kind === 'booked' && first.job.carrierJobId },
  })
  await eventually(async () => expect((await simulator.listJobs(booking.reference))[0]?.code).toBe('DELIVERED'))
})

test('a key that was used with a different request is refused', async () => {
  const call = aCall()
  await simulator.carrier('city_van').book(aBookRequest(), call)
  const other = await simulator.carrier('city_van').book(aBookRequest(), call)
  expect(other).toMatchObject({ kind: 'refused', failure: { code: 'key_reused' } })
})

test('an operator returns a parcel, and cannot move a courier back in time', async () => {
  const booking = aBookRequest()
  await simulator.carrier('city_van').book(booking, aCall())
  const path = `/jobs/${booking.reference}/advance`
  await simulator.admin('POST', path, { incident: 'recipient_refused' })
  await simulator.admin('POST', path, { status: 'returned' })
  expect(await simulator.listJobs(booking.reference)).toMatchObject([{ code: 'RETURNED' }])
  await expect(simulator.admin('POST', path, { status: 'assigned' })).rejects.toThrow('not_reachable')
  await expect(simulator.admin('POST', path, { status: 'teleported' })).rejects.toThrow('invalid_request')
})

test('SIM-REFUSE:city_van is refused by that carrier only', async () => {
  const street = at('SIM-REFUSE:city_van Street')
  const refused = await simulator.carrier('city_van').book(aBookRequest(street), aCall())
  expect(refused).toMatchObject({ kind: 'refused', failure: { code: 'refused', httpStatus: 422 } })
  const taken = aBookRequest({ ...street, serviceCode: 'swift_now' })
  expect(await simulator.carrier('swift_courier').book(taken, aCall())).toMatchObject({ kind: 'booked' })
})

test('SIM-TIMEOUT-AFTER-SUCCESS books without an answer and answers the second call', async () => {
  const booking = aBookRequest(at('SIM-TIMEOUT-AFTER-SUCCESS'))
  const call = aCall(500)
  expect(await simulator.carrier('city_van').book(booking, call)).toMatchObject({ kind: 'unknown' })
  const again = await simulator.carrier('city_van').book(booking, { ...call, deadlineAt: new Date(Date.now() + 5_000) })
  expect(again).toMatchObject({ kind: 'booked' })
  expect(await simulator.listJobs(booking.reference)).toHaveLength(1)
})

test('SIM-500 fails the first call of the adapter and is booked by the second', async () => {
  const booking = aBookRequest(at('SIM-500'))
  const call = aCall()
  expect(await simulator.carrier('city_van').book(booking, call)).toMatchObject({ kind: 'unknown' })
  expect(await simulator.listJobs(booking.reference)).toHaveLength(0)
  expect(await simulator.carrier('city_van').book(booking, call)).toMatchObject({ kind: 'booked' })
})

test('SIM-NO-COURIER is refused by every carrier', async () => {
  const outcome = await simulator.carrier('city_van').book(aBookRequest(at('SIM-NO-COURIER')), aCall())
  expect(outcome).toMatchObject({ kind: 'refused', failure: { code: 'no_courier' } })
})

test('rejects a caller without the right secret', async () => {
  const wrong = aCall()
  wrong.account.credentials = { secret: 'wrong' }
  expect(await simulator.carrier('city_van').quote(aQuoteRequest(), wrong)).toMatchObject({
    kind: 'failed',
    failure: { code: 'unauthorized', httpStatus: 401 },
  })
  const { statusCode, body } = await request(`${simulator.url}/simulator/jobs`, {
    headers: { authorization: 'Bearer x' },
  })
  await body.dump()
  expect(statusCode).toBe(401)
})

test('an invalid body is refused with what is wrong', async () => {
  const outcome = await simulator.carrier('city_van').quote(aQuoteRequest({ parcels: [] }), aCall())
  expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'invalid_request', httpStatus: 400 } })
})

test('the geocoder knows cities, and a place for each of their streets', async () => {
  const search = async (query: string) => (await fetch(`${simulator.url}/geocoder/search?${query}`)).json()
  const found = await search('street=1+Main+St&city=Leeds&countrycodes=gb')
  expect(found).toMatchObject([
    { lat: expect.stringMatching(/^53\./), lon: expect.stringMatching(/^-1\./), place_rank: 30 },
    { display_name: 'Leeds, United Kingdom', place_rank: 16 },
  ])
  expect(await search('city=Nowhere&countrycodes=gb')).toEqual([])
})
