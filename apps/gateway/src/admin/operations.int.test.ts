/** The admin API in front of the services: parked events, outboxes and bookings in doubt. */
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'
import { adminRouteTable } from './table.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.services.reset())

const eventId = newId('evt')
const bookingId = newId('bkg')
const SERVICES = ['shipment', 'quoting', 'booking', 'webhook']
const inEnvironment = (path: string) => `/admin/environments/${gateway.environmentId}${path}`
const requests = () => gateway.services.calls.map(({ request: { context: _, ...request } }) => request)

const parked = {
  environment_id: 'env_1',
  event_id: 'evt_1',
  consumer: 'booking.shipments',
  type: 'shipment.updated',
  subject_type: 'shipment',
  subject_id: 'shp_1',
  sequence: 4,
  reason: 'gap',
  error: '',
  attempts: 2,
  due_at: '2026-12-01T10:00:00.000Z',
  first_failed_at: '2026-12-01T09:00:00.000Z',
}

test('every admin route needs the admin token', async () => {
  for (const { method, path } of adminRouteTable) {
    const reply = await gateway.admin(method, path.replaceAll(/\{\w+\}/g, 'x'), { token: gateway.token })
    expect([method, path, reply.status]).toEqual([method, path, 401])
  }
  expect(gateway.services.calls).toEqual([])
})

test('no admin route is on the public port', async () => {
  for (const { method, path } of adminRouteTable) {
    expect((await gateway.call(method, path.replaceAll(/\{\w+\}/g, 'x'))).status, path).toBe(404)
  }
})

test('parked events of all services are listed, each with its service and null for absent values', async () => {
  gateway.services.answer('OperatorService.ListParked', () => ({
    events: [parked, { ...parked, event_id: 'evt_2', sequence: 0, reason: 'error', error: 'no such column' }],
  }))
  const { status, body } = await gateway.admin('GET', '/admin/parked?limit=5')
  expect(status).toBe(200)
  expect(body.data).toHaveLength(2 * SERVICES.length)
  expect(body.data.map(({ service }: { service: string }) => service)).toEqual(SERVICES.flatMap((name) => [name, name]))
  expect(body.data[0]).toEqual({ service: 'shipment', ...parked, error: null })
  expect(body.data[1]).toMatchObject({ sequence: null, error: 'no such column' })
  expect(requests()).toEqual(SERVICES.map(() => ({ limit: 5 })))
})

test('a parked event is shown with its payload', async () => {
  gateway.services.answer('OperatorService.GetParked', () => ({
    events: [{ ...parked, event: Buffer.from('{"id":"evt_1"}') }],
  }))
  const { body } = await gateway.admin('GET', `/admin/parked/${eventId}?service=booking`)
  expect(body.data).toEqual([{ service: 'booking', ...parked, error: null, event: { id: 'evt_1' } }])
  expect(requests()).toEqual([{ event_id: eventId }])
})

test('retrying parked events counts them by service', async () => {
  gateway.services.answer('OperatorService.ReplayParked', () => ({ count: 3 }))
  const all = await gateway.admin('POST', '/admin/parked/replay', { body: {} })
  expect(all.body.data).toEqual({
    count: 12,
    services: { shipment: 3, quoting: 3, booking: 3, webhook: 3 },
    request_id: all.headers.get('x-request-id'),
  })
  const one = await gateway.admin('POST', '/admin/parked/replay', { body: { service: 'quoting', event_id: 'evt_1' } })
  expect(one.body.data).toMatchObject({ count: 3, services: { quoting: 3 } })
  expect(requests().map(({ event_id }) => event_id)).toEqual(['', '', '', '', 'evt_1'])
})

test('a parked event is discarded only by its id', async () => {
  gateway.services.answer('OperatorService.DiscardParked', () => ({ count: 1 }))
  const refused = await gateway.admin('POST', '/admin/parked/discard', { body: { service: 'booking' } })
  expect(refused.status).toBe(422)
  expect(refused.body.error.details).toMatchObject([{ field: 'event_id', code: 'required' }])
  expect(gateway.services.calls).toEqual([])
  const done = await gateway.admin('POST', '/admin/parked/discard', { body: { service: 'booking', event_id: 'evt_1' } })
  expect(done.body.data).toMatchObject({ count: 1, services: { booking: 1 } })
})

test('the outbox is listed by period, type and subject, without internal positions', async () => {
  const event = {
    position: 17,
    environment_id: 'env_1',
    event_id: 'evt_1',
    type: 'shipment.created',
    subject_type: 'shipment',
    subject_id: 'shp_1',
    sequence: 0,
    created_at: '2026-12-01T09:00:00.000Z',
    published_at: '',
  }
  gateway.services.answer('OperatorService.ListOutbox', () => ({ events: [event] }))
  const query = 'service=shipment&since=2026-12-01T00:00:00Z&type=shipment.created&subject_id=shp_1&limit=9'
  const { body } = await gateway.admin('GET', `/admin/outbox?${query}`)
  const { position: _, ...shown } = event
  expect(body.data).toEqual([{ service: 'shipment', ...shown, sequence: null, published_at: null }])
  expect(requests()).toEqual([
    { since: '2026-12-01T00:00:00.000Z', until: '', type: 'shipment.created', subject_id: 'shp_1', limit: 9 },
  ])
})

test.each([
  ['an event', { event_id: 'evt_1' }, { event_id: 'evt_1', since: '', until: '' }],
  [
    'a period',
    { since: '2026-12-01T00:00:00Z', until: '2026-12-02T00:00:00Z' },
    { event_id: '', since: '2026-12-01T00:00:00.000Z', until: '2026-12-02T00:00:00.000Z' },
  ],
])('%s is published again', async (_what, body, expected) => {
  gateway.services.answer('OperatorService.ReplayOutbox', () => ({ count: 2 }))
  const reply = await gateway.admin('POST', '/admin/outbox/replay', { body: { service: 'webhook', ...body } })
  expect(reply.body.data).toMatchObject({ count: 2, services: { webhook: 2 } })
  expect(requests()).toEqual([expected])
})

test.each([
  ['neither event nor period', {}],
  ['half a period', { since: '2026-12-01T00:00:00Z' }],
  ['an event and a period', { event_id: 'evt_1', since: '2026-12-01T00:00:00Z', until: '2026-12-02T00:00:00Z' }],
  ['an unknown service', { service: 'billing', event_id: 'evt_1' }],
])('publishing again with %s is rejected', async (_what, body) => {
  const reply = await gateway.admin('POST', '/admin/outbox/replay', { body })
  expect([reply.status, reply.body.error.code]).toEqual([422, 'validation_error'])
  expect(gateway.services.calls).toEqual([])
})

test.each(['abc', '-1', '12345', '1.5'])('the limit %s is rejected', async (limit) => {
  const reply = await gateway.admin('GET', `/admin/parked?limit=${limit}`)
  expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_parameter'])
})

test('a service that cannot be reached fails the whole request', async () => {
  gateway.services.answer('OperatorService.ListParked', () => {
    throw new AppError('service_unavailable', 'The database is away.')
  })
  const reply = await gateway.admin('GET', '/admin/parked')
  expect([reply.status, reply.body.error.code]).toEqual([503, 'service_unavailable'])
})

const doubtful = {
  environment_id: 'env_1',
  booking_id: 'bkg_1',
  shipment_id: 'shp_1',
  carrier_code: 'swift_courier',
  attempt_id: 'att_1',
  sent_at: '2026-12-01T09:00:00.000Z',
  recovery: '',
  reported_job_id: '',
  failure: '{"code":"timeout"}',
  tries: 4,
}

test('bookings in doubt are listed across environments, with the failure as JSON', async () => {
  gateway.services.answer('BookingService.ListDoubtful', () => ({
    bookings: [doubtful, { ...doubtful, booking_id: 'bkg_2', failure: '', recovery: 'same_key' }],
  }))
  const { body } = await gateway.admin('GET', '/admin/bookings')
  expect(body.data).toEqual([
    { ...doubtful, recovery: null, reported_job_id: null, failure: { code: 'timeout' }, resolution: null },
    {
      ...doubtful,
      booking_id: 'bkg_2',
      recovery: 'same_key',
      reported_job_id: null,
      failure: null,
      resolution: null,
    },
  ])
})

test('a booking in doubt is shown with its exchanges; an absent response is null', async () => {
  gateway.services.answer('BookingService.GetDoubtful', () => ({
    booking: doubtful,
    exchanges: [{ operation: 'book', method: 'POST', path: '/jobs', request_text: '{}', http_status: 0 }],
  }))
  const { body } = await gateway.admin('GET', inEnvironment(`/bookings/${bookingId}`))
  expect(body.data.exchanges).toMatchObject([
    { operation: 'book', request_text: '{}', http_status: null, response_text: null, fault: null },
  ])
  expect(requests()).toEqual([{ booking_id: bookingId }])
})

test.each([
  ['booked', { carrier_job_id: 'JOB-1' }, 'JOB-1'],
  ['not_booked', {}, ''],
])('a booking in doubt is settled as %s', async (outcome, job, carrier_job_id) => {
  const resolution = { booking_id: 'bkg_1', attempt_id: 'att_1', outcome, carrier_job_id, note: 'By phone' }
  gateway.services.answer('BookingService.ResolveDoubtful', () => resolution)
  const path = inEnvironment(`/bookings/${bookingId}/resolve`)
  const reply = await gateway.admin('POST', path, { body: { outcome, note: 'By phone', ...job } })
  expect(reply.body.data).toMatchObject({ ...resolution, carrier_job_id: carrier_job_id || null })
  expect(requests()).toEqual([{ booking_id: bookingId, carrier_job_id, note: 'By phone' }])
})

test.each([
  ['booked without a job', { outcome: 'booked', note: 'x' }],
  ['not_booked with a job', { outcome: 'not_booked', carrier_job_id: 'JOB-1', note: 'x' }],
  ['a decision without a note', { outcome: 'not_booked' }],
  ['an unknown outcome', { outcome: 'perhaps', note: 'x' }],
])('%s is rejected', async (_what, body) => {
  expect((await gateway.admin('POST', inEnvironment(`/bookings/${bookingId}/resolve`), { body })).status).toBe(422)
  expect(gateway.services.calls).toEqual([])
})

test('an unknown environment is 404 and reaches no service', async () => {
  const unknown = `/admin/environments/${newId('env')}`
  for (const [method, path, body] of [
    ['POST', '/erasures/search', { phone: '1' }],
    ['POST', '/erasures', { shipment_id: 'shp_1' }],
    ['GET', `/erasures/${newId('shp')}`, undefined],
    ['GET', `/bookings/${bookingId}`, undefined],
    ['POST', `/bookings/${bookingId}/resolve`, { outcome: 'not_booked', note: 'x' }],
    ['GET', '/keys', undefined],
    ['POST', '/keys', {}],
  ] as const) {
    const reply = await gateway.admin(method, unknown + path, { body })
    expect([path, reply.status, reply.body.error.code]).toEqual([path, 404, 'route_not_found'])
  }
  expect(gateway.services.calls).toEqual([])
})

test('an unknown parameter is rejected as a wrong value is', async () => {
  const reply = await gateway.admin('GET', '/admin/parked?limit=abc&colour=red')
  expect([reply.status, reply.body.error.code, reply.body.error.details.length]).toEqual([400, 'invalid_parameter', 2])
})
