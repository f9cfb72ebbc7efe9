/** Answers that the simulator never gives, but a carrier might. */
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BookRequest, CarrierAdapter, CarrierCall } from '../../carrier-adapter.ts'
import { createHttpClient } from '../../http/client.ts'
import { createSimulatedAdapter } from './adapter.ts'
import { simulatedDescriptors } from './descriptor.ts'
import { simulatedAccountSecret } from './signature.ts'

let carrier: HttpReceiver
beforeEach(async () => {
  carrier = await startHttpReceiver()
})
afterEach(() => carrier.stop())

function createAdapter(carrierCode: 'city_van' | 'eco_parcel'): CarrierAdapter {
  const descriptor = simulatedDescriptors.find((candidate) => candidate.carrierCode === carrierCode)
  if (!descriptor) throw new Error(`there is no carrier ${carrierCode}`)
  const http = createHttpClient({ trustedUrls: [carrier.url] })
  return createSimulatedAdapter({ descriptor, simulatorUrl: carrier.url, simulatorKey: 'key', http })
}

const account = { carrierAccountId: 'cac_1', environmentId: 'env_1', livemode: false, credentials: {}, endpoint: null }
const aCall = (overrides: Partial<CarrierCall> = {}): CarrierCall => ({
  account,
  deadlineAt: new Date(Date.now() + 5_000),
  idempotencyKey: 'att_1',
  requestId: 'req_1',
  ...overrides,
})

const address = {
  name: 'Grace Miller',
  company: null,
  addressLine1: '7 River Road',
  addressLine2: null,
  town: null,
  city: 'London',
  province: null,
  postCode: 'N1 9GU',
  country: 'GB',
  phone: null,
  email: null,
  latitude: null,
  longitude: null,
}
const booking: BookRequest = {
  pickup: address,
  dropoff: address,
  parcels: [],
  readyAt: new Date('2026-11-21T08:00:00Z'),
  reference: 'att_1',
  merchantOrderRef: 'ORDER-1001',
  serviceCode: 'van_same_day',
  carrierOfferId: null,
  pickupInstructions: null,
  dropoffInstructions: null,
  callbackUrl: null,
  draftId: null,
}
const wireJob = {
  id: 'job_1',
  reference: 'att_1',
  tracking_number: 'CV1',
  code: 'ACCEPTED',
  driver: null,
  label: null,
  eta_from: '2026-11-21T09:00:00Z',
  eta_to: '2026-11-21T11:00:00Z',
}
const answer = (status: number, body: object) => carrier.answerAlways({ status, body: JSON.stringify(body) })
const sent = () => carrier.requests.at(-1) ?? expect.fail('nothing was sent')

test('a call has the account, its derived secret, the request id and the idempotency key', async () => {
  answer(201, wireJob)
  await createAdapter('city_van').book(booking, aCall())
  expect(sent().path).toBe('/city_van/jobs')
  expect(sent().headers).toMatchObject({
    authorization: `Bearer ${simulatedAccountSecret('key', 'cac_1')}`,
    'x-carrier-account': 'cac_1',
    'x-request-id': 'req_1',
    'idempotency-key': 'att_1',
  })
})

test("an account's own secret and endpoint replace the defaults", async () => {
  answer(201, wireJob)
  const own = { ...account, credentials: { secret: 'own-secret' }, endpoint: `${carrier.url}/own` }
  await createAdapter('city_van').book(booking, aCall({ account: own }))
  expect(sent().path).toBe('/own/city_van/jobs')
  expect(sent().headers.authorization).toBe('Bearer own-secret')
})

test('a job with a status that is not mapped is booked, with status unknown', async () => {
  answer(201, { ...wireJob, code: 'BEAMED_UP', extra: { field: true } })
  expect(await createAdapter('city_van').book(booking, aCall())).toMatchObject({
    kind: 'booked',
    job: { carrierJobId: 'job_1', status: 'unknown', driver: null, label: null },
  })
})

test.for([
  ['a job without an id', { ...wireJob, id: undefined }],
  ['an invalid time', { ...wireJob, eta_from: 'tomorrow' }],
  ['a label that is not base64', { ...wireJob, label: { content_type: 'application/pdf', base64: '%%%' } }],
  ['a list', [wireJob]],
  ['null', null],
] as const)('a booking answered with %s is unknown: it may have been made', async ([, body]) => {
  answer(201, body as object)
  expect(await createAdapter('city_van').book(booking, aCall())).toMatchObject({
    kind: 'unknown',
    failure: { code: 'malformed_answer', httpStatus: 201, retryable: true },
  })
})

test('a refusal without code and message is named by its status', async () => {
  carrier.answerAlways({ status: 422, body: '<html>Unprocessable</html>' })
  expect(await createAdapter('city_van').book(booking, aCall())).toMatchObject({
    kind: 'refused',
    failure: { carrierCode: 'city_van', code: 'http_422', retryable: false },
  })
})

test('booking without an idempotency key, or a draft where drafts are needed, is a bug', async () => {
  const { idempotencyKey: _, ...keyless } = aCall()
  await expect(createAdapter('city_van').book(booking, keyless)).rejects.toThrow('needs an idempotency key')
  await expect(createAdapter('eco_parcel').book(booking, aCall())).rejects.toThrow('needs a draftId')
  expect(carrier.requests).toHaveLength(0)
})

test('the id of a draft cannot leave its path segment', async () => {
  answer(201, wireJob)
  await createAdapter('eco_parcel').book({ ...booking, draftId: '../../jobs?x=1' }, aCall())
  expect(sent().path).toBe('/eco_parcel/drafts/..%2F..%2Fjobs%3Fx%3D1/purchase')
})

test('quotes: a refusal is not_served, other failures are failed', async () => {
  const quote = () => createAdapter('city_van').quote(booking, aCall())
  answer(422, { error: { code: 'too_far', message: 'City Van goes at most 800 km' } })
  expect(await quote()).toEqual({ kind: 'not_served', code: 'too_far', message: 'City Van goes at most 800 km' })
  answer(422, { message: 'no' })
  expect(await quote()).toMatchObject({ kind: 'failed', failure: { code: 'http_422' } })
  answer(200, { offers: [{ offer_id: 'ofr_1', currency: 'POUND', amount_minor: -1 }] })
  expect(await quote()).toMatchObject({ kind: 'failed', failure: { code: 'malformed_answer' } })
  answer(200, { offers: [], declined: [] })
  expect(await quote()).toEqual({ kind: 'offers', offers: [], declines: [] })
  const declined = { code: 'too_far', message: 'Goes at most 800 km.' }
  answer(200, { offers: [], declined: [{ service: 'van_same_day', ...declined }] })
  expect(await quote()).toEqual({
    kind: 'not_served',
    ...declined,
    declines: [{ serviceCode: 'van_same_day', ...declined, retryable: false }],
  })
})

test('a label of an unknown parcel or form is no_such_label, other refusals are failed', async () => {
  const label = () =>
    createAdapter('city_van').label({ carrierJobId: 'job_1', format: 'zpl', size: '4x6', parcelNumber: 2 }, aCall())
  for (const code of ['parcel_unknown', 'form_unknown']) {
    answer(422, { error: { code, message: 'no' } })
    expect(await label()).toMatchObject({ kind: 'no_such_label', failure: { code } })
  }
  answer(422, { error: { code: 'refused', message: 'no' } })
  expect(await label()).toMatchObject({ kind: 'failed', failure: { code: 'refused' } })
  expect(sent().path).toBe('/city_van/jobs/job_1/label?format=zpl&size=4x6&parcel=2')
})

test.for([
  'https://evil.example/jobs/job_1/proof/photo-1.png',
  '//evil.example/jobs/job_1/proof/photo-1.png',
  '/jobs/job_1/proof/../../../admin.png',
  '/jobs/job_1/proof/photo-1.svg',
  '/jobs/job_1/proof/photo-1.png?token=1',
  '',
])('media at "%s" is not fetched', async (url) => {
  expect(await createAdapter('city_van').media(url, aCall())).toMatchObject({
    kind: 'failed',
    failure: { code: 'media_address_unknown', retryable: false },
  })
  expect(carrier.requests).toHaveLength(0)
})

test('findJob asks for the draft if there is one, else for the reference', async () => {
  answer(200, { jobs: [] })
  const find = (draftId: string | null) =>
    createAdapter('eco_parcel').findJob({ reference: 'att_1', draftId, carrierOfferId: null }, aCall())
  expect(await find('drf_1')).toEqual({ kind: 'not_found' })
  expect(sent().path).toBe('/eco_parcel/jobs?draft_id=drf_1')
  expect(await find(null)).toEqual({ kind: 'not_found' })
  expect(sent().path).toBe('/eco_parcel/jobs?reference=att_1')
  answer(200, { jobs: [wireJob, { ...wireJob, id: 'job_2' }] })
  expect(await find(null)).toMatchObject({ kind: 'found', job: { carrierJobId: 'job_1' } })
})

test('a call ends at the timeout of its operation even if the caller has more time', async () => {
  const [descriptor] = simulatedDescriptors
  const impatient = { ...descriptor, timeoutsMs: { ...descriptor.timeoutsMs, track: 200 } }
  const http = createHttpClient({ trustedUrls: [carrier.url] })
  const adapter = createSimulatedAdapter({
    descriptor: impatient,
    simulatorUrl: carrier.url,
    simulatorKey: 'key',
    http,
  })
  carrier.answerAlways({ hang: true })
  const startedAt = performance.now()
  expect(await adapter.track('job_1', aCall({ deadlineAt: new Date(Date.now() + 60_000) }))).toMatchObject({
    kind: 'failed',
    failure: { code: 'timeout', retryable: true },
  })
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})
