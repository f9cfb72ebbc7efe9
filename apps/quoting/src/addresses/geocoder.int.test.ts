/** Coordinates of addresses by the operator's geocoder: what it is sent, how often, and what its faults become. */
import { createMemoryState } from '@waybill/chassis/state/memory'
import { createLog } from '@waybill/chassis/telemetry/log'
import type { PublicAddressLocation } from '@waybill/contracts/carrier-accounts/address-location'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import { addressSchema } from '@waybill/contracts/values/address'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

function aCaller({ client }: RunningService = service) {
  const { context } = aMerchant(service)
  return (changes: object = {}): Promise<Answer__Output> => {
    const address = { name: 'Ada', address_line_1: '7 River Road', city: 'London', country: 'GB', ...changes }
    const call = context({ route: 'POST /api/v1/addresses/locate' })
    return client.LocateAddress({ context: call, document: Buffer.from(JSON.stringify({ address })) })
  }
}

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
  vendor.answerNext({ status: 502 }, { status: 502, headers: { 'retry-after': '90' } })
  await expect(locate({ city: 'Leeds' })).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 90 })
  expect(vendor.requests).toHaveLength(4)
})

test.each([
  { fault: 'http_429', reply: { status: 429 } },
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

test('an environment that looks up too much waits, and no other does', async () => {
  const locate = aCaller()
  vendor.answerAlways(answer(house))
  const cities = Array.from({ length: 11 }, (_, index) => `Town ${index}`)
  const outcomes = await Promise.allSettled(cities.map((city) => locate({ city })))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.map(({ reason }) => reason)).toMatchObject([{ code: 'rate_limited' }])
  expect(getData<PublicAddressLocation>(await aCaller()()).candidates).toHaveLength(1)
})

test('no more calls are sent a second than the operator allows', async () => {
  const log = createLog({ service: 'quoting', level: 'error' })
  const settings = { url: vendor.url, contact: null, callsPerSecond: 0.1 }
  const geocoder = createGeocoder(settings, { sharedState: createMemoryState(), log })
  const locate = (city: string) => {
    const address = addressSchema.parse({ address_line_1: '1 High St', city, country: 'GB' })
    return geocoder.locate(address, { environmentId: 'env_1', deadlineAt: new Date(Date.now() + 9_000) })
  }
  vendor.answerAlways(answer(house))
  await locate('Leeds')
  await expect(locate('York')).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 10 })
  expect(vendor.requests).toHaveLength(1)
  await geocoder.close()
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
