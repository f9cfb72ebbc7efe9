/** Coordinates of addresses by the operator's geocoder: what it is sent, how often, and what its faults become. */
import { createMemoryState, LocalBuckets } from '@waybill/chassis/state/memory'
import type { TokenBucket } from '@waybill/chassis/state/shared-state'
import { createLog } from '@waybill/chassis/telemetry/log'
import type { PublicAddressLocation } from '@waybill/contracts/carrier-accounts/address-location'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import { addressSchema } from '@waybill/contracts/values/address'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aMerchant, getData, type RunningService, runningService } from '../testing/running-service.ts'
import { createGeocoder } from './geocoder.ts'

let vendor: HttpReceiver
let service: RunningService
beforeAll(async () => {
  vendor = await startHttpReceiver()
  const geocoder = { url: `${vendor.url}/nominatim/`, contact: 'ops@shop.example', callsPerSecond: 100 }
  service = await runningService({ geocoder })
})
afterAll(async () => {
  await service?.stop()
  await vendor?.stop()
})
beforeEach(() => {
  vendor.requests.length = 0
})

const answer = (...places: object[]) => ({ body: JSON.stringify(places) })
const house = { lat: '51.53', lon: '-0.12', display_name: '7 River Road, London', place_rank: 30 }

function aCaller({ client }: RunningService = service, livemode = false) {
  const { context } = aMerchant(service, { livemode })
  return (changes: object = {}): Promise<Answer__Output> => {
    const address = { name: 'Ada', address_line_1: '7 River Road', city: 'London', country: 'GB', ...changes }
    const call = context({ route: 'POST /api/v1/addresses/locate' })
    return client.LocateAddress({ context: call, document: Buffer.from(JSON.stringify({ address })) })
  }
}

const countAnswers = (db: RunningService['db']) =>
  db
    .selectFrom('idempotency_record')
    .select('op_id')
    .execute()
    .then((rows) => rows.length)

test('the geocoder gets the place and the operator’s contact, once for equal addresses', async () => {
  const locate = aCaller()
  vendor.answerNext(answer(house))
  const found: PublicAddressLocation = getData(await locate({ phone: '+44 20 7946 0018' }))
  expect(found.candidates).toEqual([
    { latitude: 51.53, longitude: -0.12, label: '7 River Road, London', precision: 'building' },
  ])
  expect(getData(await locate({ name: 'Grace' }))).toEqual(found)
  expect(vendor.requests).toHaveLength(1)
  const [{ path = '', headers = {} } = {}] = vendor.requests
  expect(path).toMatch(/^\/nominatim\/search\?street=7\+River\+Road&city=London&countrycodes=gb&/)
  expect(path).not.toMatch(/Ada|7946/)
  expect(await countAnswers(service.db)).toBe(0)
  expect(headers['user-agent']).toBe('Waybill (self-hosted; ops@shop.example)')
})

test('a street that is not known leads to its city; a place that is not known is an empty list', async () => {
  const locate = aCaller()
  vendor.answerNext(answer(), answer({ ...house, place_rank: 16 }), answer(), answer())
  expect(getData<PublicAddressLocation>(await locate()).candidates).toMatchObject([{ precision: 'city' }])
  expect(getData<PublicAddressLocation>(await locate({ city: 'Nowhere' })).candidates).toEqual([])
  expect(vendor.requests).toHaveLength(4)
})

test('a geocoder that is down is asked once more', async () => {
  const locate = aCaller()
  vendor.answerNext({ cut: true }, answer(house))
  expect(getData<PublicAddressLocation>(await locate()).candidates).toHaveLength(1)
  vendor.answerNext({ status: 502 }, { status: 502 })
  await expect(locate({ city: 'Leeds' })).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 30 })
  expect(vendor.requests).toHaveLength(4)
})

test.each([
  { fault: 'http_302', reply: { status: 302, headers: { location: 'http://127.0.0.1/' } } },
  { fault: 'malformed_answer', reply: { body: '<html>' } },
  { fault: 'UND_ERR_RES_EXCEEDED_MAX_SIZE', reply: { body: ' '.repeat(300_000) } },
])('$fault is not tried again', async ({ fault, reply }) => {
  vendor.answerNext(reply)
  await expect(aCaller()()).rejects.toMatchObject({
    code: 'service_unavailable',
    retryAfterSeconds: 30,
    message: expect.stringContaining(fault),
  })
  expect(vendor.requests).toHaveLength(1)
})

/** A geocoder by itself, whose buckets never fill. A lookup by `by` has 150 ms. */
function aGeocoder(callsPerSecond: number) {
  const buckets = new LocalBuckets()
  const sharedState = { ...createMemoryState(), takeTokens: async (taken: TokenBucket[]) => buckets.take(taken, {}, 0) }
  const settings = { url: vendor.url, contact: null, callsPerSecond }
  const log = createLog({ service: 'quoting', level: 'fatal' })
  const geocoder = createGeocoder(settings, { simulatorUrl: null, sharedState, log })
  const locate = (city: string, { by: environmentId = 'env_1', waitMs = 150 } = {}) => {
    const address = addressSchema.parse({ address_line_1: '1 High St', city, country: 'GB' })
    return geocoder.locate(address, { environmentId, deadlineAt: new Date(Date.now() + waitMs) })
  }
  return { locate, close: geocoder.close }
}

test('an environment has half of the calls, counted one by one, and leaves the others to another', async () => {
  const { locate, close } = aGeocoder(4)
  const waitMs = 5_000
  vendor.answerNext(answer(), answer(), answer(house))
  expect((await locate('Nowhere', { waitMs })).candidates).toEqual([])
  await expect(locate('York')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 })
  expect(vendor.requests).toHaveLength(2)
  expect((await locate('York', { by: 'env_2', waitMs })).candidates).toHaveLength(1)
  await close()
})

test('no more calls are sent a second than the operator allows', async () => {
  const { locate, close } = aGeocoder(0.1)
  vendor.answerNext(answer(house))
  await locate('Leeds', { waitMs: 5_000 })
  const late = locate('York', { by: 'env_2' })
  await expect(late).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 10 })
  expect(vendor.requests).toHaveLength(1)
  await close()
})

test.each([
  { reply: { status: 429 }, seconds: 30 },
  { reply: { status: 503, headers: { 'retry-after': '90' } }, seconds: 90 },
])('a geocoder that wants a pause has one: %j', async ({ reply, seconds }) => {
  const { locate, close } = aGeocoder(100)
  const waitMs = 5_000
  vendor.answerNext(reply)
  const pause = { code: 'service_unavailable', retryAfterSeconds: seconds }
  const message = expect.stringContaining(`http_${reply.status}`)
  await expect(locate('Leeds', { waitMs })).rejects.toMatchObject({ ...pause, message })
  await expect(locate('York', { by: 'env_2', waitMs })).rejects.toMatchObject(pause)
  expect(vendor.requests).toHaveLength(1)
  await close()
})

test('a geocoder that does not answer is a timeout by name', async () => {
  const wait = AbortSignal.timeout
  const spy = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => wait.call(AbortSignal, ms === 2_000 ? 20 : ms))
  const { locate, close } = aGeocoder(100)
  vendor.answerNext({ hang: true }, { hang: true })
  await expect(locate('Leeds', { waitMs: 5_000 })).rejects.toMatchObject({
    message: expect.stringContaining('(TimeoutError)'),
  })
  spy.mockRestore()
  await close()
})

test('simulated places are for test environments', async () => {
  const simulated = await runningService({
    simulatorUrl: vendor.url,
    geocoder: { url: `${vendor.url}/geocoder`, contact: null, callsPerSecond: 100 },
  })
  try {
    vendor.answerNext(answer(house))
    expect(getData<PublicAddressLocation>(await aCaller(simulated)()).candidates).toHaveLength(1)
    await expect(aCaller(simulated, true)()).rejects.toMatchObject({ code: 'geocoder_not_configured' })
  } finally {
    await simulated.stop()
  }
})

test('without a geocoder the error says who can set one; wrong fields are named first', async () => {
  const without = await runningService()
  try {
    const locate = aCaller(without)
    await expect(locate()).rejects.toMatchObject({ code: 'geocoder_not_configured' })
    await expect(locate({ city: '' })).rejects.toMatchObject({ details: [{ field: 'address.city' }] })
  } finally {
    await without.stop()
  }
})
