/** Merchants read what was called with their keys. */
import { createHash } from 'node:crypto'
import { AppError } from '@waybill/contracts/app-error'
import { lowestIdAt, newId } from '@waybill/contracts/ids'
import { openAuditEntries } from '@waybill/identity/testing/audit-entries'
import { signInOwner } from '@waybill/identity/testing/signed-in'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GatewayDatabase } from '../db.ts'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'
import type { ApiCall } from './document.ts'
import { insertApiCalls, pruneApiCalls, SCANNED } from './repository.ts'

const LOG = '/api/v1/api-log'

let gateway: TestGateway
let rows: ReturnType<typeof openAuditEntries<GatewayDatabase>>
beforeAll(async () => {
  gateway = await startTestGateway()
  rows = openAuditEntries<GatewayDatabase>(gateway)
})
afterAll(async () => {
  await rows?.close()
  await gateway?.stop()
})
beforeEach(() => gateway.services.reset())

const call = (method: string, path: string, options: Parameters<TestGateway['call']>[2] = {}) =>
  gateway.call(method, path, options)
const list = async (query: string, token = gateway.token) => {
  const reply = await call('GET', `${LOG}?${query}`, { token })
  expect([reply.status, reply.text]).toEqual([200, expect.anything()])
  return reply.body
}
/** The only call with this request id, as soon as it is written. */
const logged = (requestId: string, token = gateway.token) =>
  eventually(async () => {
    const { data } = await list(`request_id=${requestId}`, token)
    expect(data).toHaveLength(1)
    const one = await call('GET', `${LOG}/${data[0].call_id}`, { token })
    return one.body.data
  })
const withId = (requestId: string, headers = {}) => ({ headers: { 'x-request-id': requestId, ...headers } })
const aCall = (environment_id: string, fields: Partial<ApiCall> = {}): ApiCall => ({
  environment_id,
  call_id: newId('cal'),
  request_id: 'req_1',
  method: 'GET',
  operation_id: 'listShipments',
  path: '/api/v1/shipments',
  status: 200,
  error_code: null,
  duration_ms: 1,
  actor_id: 'key_1',
  replayed: false,
  subjects: [],
  request_body: null,
  response_body: null,
  ...fields,
})
const anEnvironment = async () => {
  const { environmentIds, tokens } = await gateway.createTenant()
  return { environmentId: environmentIds[0] ?? '', token: tokens[0] ?? '' }
}

test('a call is logged with what it was about, how long it took, who made it, and no body', async () => {
  const [shipment_id, booking_id] = [newId('shp'), newId('bkg')]
  gateway.services.answer('BookingService.Book', () => {
    const until = performance.now() + 5
    while (performance.now() < until);
    return {
      status: 201,
      body: Buffer.from(JSON.stringify({ success: true, data: { booking_id, shipment: { shipment_id } } })),
    }
  })
  await call('POST', `/api/v1/shipments/${shipment_id}/book?`, {
    body: { quote_option_id: newId('qop') },
    ...withId('req_book'),
  })
  const entry = await logged('req_book')
  expect(entry).toEqual({
    call_id: expect.stringMatching(/^cal_/),
    environment_id: gateway.environmentId,
    request_id: 'req_book',
    occurred_at: expect.any(String),
    method: 'POST',
    operation_id: 'bookShipment',
    path: `/api/v1/shipments/${shipment_id}/book`,
    status: 201,
    error_code: null,
    duration_ms: expect.any(Number),
    actor_id: gateway.keyId,
    replayed: false,
    subjects: expect.arrayContaining([shipment_id, booking_id]),
    request_body: null,
    response_body: null,
  })
  expect(entry.duration_ms).toBeGreaterThanOrEqual(5)
  expect((await list(`subject=${booking_id}`)).data).toMatchObject([{ call_id: entry.call_id }])
  expect((await list(`subject=${shipment_id}`)).data[0]).not.toHaveProperty('request_body')
})

test('a failed write has its bodies without what is personal or secret, and the error without what it quotes', async () => {
  const document = aShipmentDocument() as Record<string, unknown>
  const body = {
    ...document,
    dropoff_address: {
      name: 'Grace Miller',
      address_line_1: '7 River Road',
      city: 'Springfield',
      country: 'Miller Land',
      phone: 'Grace',
    },
    parcels: [],
    'for Grace': 1,
  }
  const reply = await call('POST', '/api/v1/shipments', {
    body,
    ...withId('req_failed', { 'idempotency-key': 'order-4711' }),
  })
  expect(reply.status).toBe(422)
  const entry = await logged('req_failed')
  expect(entry).toMatchObject({
    operation_id: 'createShipment',
    status: 422,
    error_code: 'validation_error',
    subjects: [],
  })
  expect(entry.request_body.dropoff_address).toMatchObject({
    name: '[text of 12 characters]',
    country: '[text of 11 characters]',
  })
  const fields = entry.response_body.details.map(({ field }: { field: string }) => field)
  expect(fields).toEqual(expect.arrayContaining(['dropoff_address.country', 'parcels']))
  const stored = await rows.db.selectFrom('api_call').selectAll().where('request_id', '=', 'req_failed').execute()
  expect(JSON.stringify(stored)).not.toMatch(/Grace|Miller|River|Springfield|4711/)
  // A stored hash would let a reader check a guessed key.
  expect(JSON.stringify(stored)).not.toContain(createHash('sha256').update('order-4711').digest('hex'))
})

test('an error that a service has stored as the answer is logged with its code, and a replay as one', async () => {
  const error = {
    code: 'carrier_refused',
    type: 'carrier',
    message: 'Swift: Grace is out',
    status: 422,
    retryable: false,
  }
  const carrier = { carrier_code: 'swift', code: 'not_at_home', message: 'Grace is out', http_status: 422 }
  const whole = { ...error, carrier, details: [], meta: {}, doc_url: '', request_id: 'req_first' }
  gateway.services.answer('BookingService.Book', () => ({
    status: 422,
    replayed: true,
    body: Buffer.from(JSON.stringify({ success: false, error: whole })),
  }))
  const path = `/api/v1/shipments/${newId('shp')}/book`
  await call('POST', path, { body: { quote_option_id: newId('qop') }, ...withId('req_stored') })
  const entry = await logged('req_stored')
  expect(entry).toMatchObject({ status: 422, error_code: 'carrier_refused', replayed: true })
  expect(entry.response_body.carrier).toMatchObject({ carrier_code: 'swift', code: 'not_at_home' })
  expect(JSON.stringify(entry)).not.toContain('Grace')
})

test('what an error quotes of the headers and the query is gone, too', async () => {
  const message = 'Idempotency-Key create-key-warehouse was already used with a different request.'
  gateway.services.answer('ShipmentService.Create', () => {
    throw new AppError('idempotency_key_reused', message)
  })
  const headers = { 'idempotency-key': '"create-key-warehouse"' }
  const reply = await call('POST', '/api/v1/shipments', { body: aShipmentDocument(), ...withId('req_reused', headers) })
  expect(reply.body.error.message).toContain('create-key-warehouse')
  await call('POST', '/api/v1/shipments?note=Grace%20Miller', { body: {}, ...withId('req_query') })
  for (const id of ['req_reused', 'req_query']) expect(JSON.stringify(await logged(id))).not.toMatch(/warehouse|Miller/)
})

test('a refused call is logged once its environment is known; without a token, or without a route, none is', async () => {
  await call('POST', '/api/v1/shipments', { raw: '{"name": "Grace', ...withId('req_json') })
  expect(await logged('req_json')).toMatchObject({
    status: 400,
    error_code: 'invalid_json',
    request_body: '[15 bytes that are not JSON]',
  })
  const reader = (await gateway.createKey({ scopes: ['shipments:read'] })).token
  await call('DELETE', `/api/v1/bookings/${newId('bkg')}`, withId('req_unrouted'))
  await call('GET', '/api/v1/shipments', { token: 'wb_test_unknown', ...withId('req_anyone') })
  await call('POST', '/api/v1/quotes', { token: reader, body: {}, ...withId('req_scope') })
  expect(await logged('req_scope')).toMatchObject({ status: 403, error_code: 'insufficient_scope' })
  for (const id of ['req_unrouted', 'req_anyone']) expect((await list(`request_id=${id}`)).data).toEqual([])
})

test('a path with anything but ids in it is logged by its pattern, and a query not at all', async () => {
  await call('GET', '/api/v1/shipments/grace@example.com', withId('req_path'))
  expect(await logged('req_path')).toMatchObject({ path: '/api/v1/shipments/{shipment_id}', subjects: [], status: 404 })
  await call('GET', '/api/v1/shipments?q=Grace%20Miller', withId('req_query'))
  expect((await logged('req_query')).path).toBe('/api/v1/shipments')
})

test('a call by a session names its user, and one about the account has no environment', async () => {
  const owner = await signInOwner(gateway)
  await owner.call('GET', '/api/v1/session', withId('req_account'))
  await owner.call('GET', '/api/v1/shipments', withId('req_session'))
  expect((await logged('req_session')).actor_id).toBe(owner.userId)
  expect((await list('request_id=req_account')).data).toEqual([])
})

test('reading the log is not logged', async () => {
  await call('GET', LOG, withId('req_reading'))
  await call('GET', '/api/v1/bookings', withId('req_after'))
  await logged('req_after')
  expect((await list('request_id=req_reading')).data).toEqual([])
})

test('the list is filtered by method, status, operation, actor, error and time, newest first, in pages', async () => {
  const { environmentId, token } = await anEnvironment()
  const start = Date.now() - 3_600_000
  const timeAt = (minute: number) => new Date(start + minute * 60_000)
  const at = (minute: number) => lowestIdAt('cal', timeAt(minute))
  await insertApiCalls(rows.db, [
    aCall(environmentId, { call_id: at(1) }),
    aCall(environmentId, {
      call_id: at(2),
      method: 'POST',
      operation_id: 'createQuote',
      status: 422,
      error_code: 'no_rates_available',
    }),
    aCall(environmentId, { call_id: at(3), method: 'PATCH', status: 503, actor_id: 'key_2' }),
    aCall(environmentId, { call_id: at(4), method: 'POST', operation_id: 'createShipment', status: 201 }),
    aCall(environmentId, { call_id: at(0), method: 'GET', actor_id: 'usr_1' }),
    aCall(environmentId, { call_id: at(-1), method: 'POST', operation_id: 'createShipment', actor_id: 'usr_1' }),
  ])
  const ids = async (query: string) =>
    (await list(query, token)).data.map(({ call_id }: { call_id: string }) => call_id)
  expect(await ids('')).toEqual([at(4), at(3), at(2), at(1), at(0), at(-1)])
  expect(await ids('console_reads=false')).toEqual([at(4), at(3), at(2), at(1), at(-1)])
  expect(await ids('method=POST,PATCH')).toEqual([at(4), at(3), at(2), at(-1)])
  expect(await ids('status_class=4xx,5xx')).toEqual([at(3), at(2)])
  expect(await ids('status_class=2xx')).toEqual([at(4), at(1), at(0), at(-1)])
  expect(await ids('operation_id=createQuote')).toEqual([at(2)])
  expect(await ids('actor_id=key_2')).toEqual([at(3)])
  expect(await ids('error_code=no_rates_available')).toEqual([at(2)])
  expect(await ids(`occurred_from=${timeAt(2).toISOString()}&occurred_to=${timeAt(4).toISOString()}`)).toEqual([
    at(3),
    at(2),
  ])
  const first = await list('limit=3', token)
  expect(first.data[0].occurred_at).toBe(timeAt(4).toISOString())
  const rest = await list(`limit=3&cursor=${first.meta.next_cursor}`, token)
  expect([first.meta.has_more, rest.data.length, rest.meta]).toEqual([
    true,
    3,
    { has_more: false, next_cursor: null, limit: 3 },
  ])
  const wrong = await call(
    'GET',
    `${LOG}?method=PUT&status_class=1xx&operation_id=&actor_id=&console_reads=no&occurred_from=soon&colour=red`,
  )
  const parameters = wrong.body.error.details.map(({ field }: { field: string }) => field).sort()
  expect([wrong.status, parameters]).toEqual([
    400,
    ['actor_id', 'colour', 'console_reads', 'method', 'occurred_from', 'operation_id', 'status_class'],
  ])
})

test('a page looks at a bounded number of calls, and the next one goes on there', async () => {
  const { environmentId, token } = await anEnvironment()
  const rare = aCall(environmentId, { operation_id: 'createQuote' })
  await insertApiCalls(rows.db, [rare])
  for (let left = SCANNED; left > 0; left -= 2_000)
    await insertApiCalls(
      rows.db,
      Array.from({ length: 2_000 }, () => aCall(environmentId)),
    )
  const first = await list('operation_id=createQuote', token)
  expect([first.data, first.meta.has_more]).toEqual([[], true])
  const next = await list(`operation_id=createQuote&cursor=${first.meta.next_cursor}`, token)
  expect([next.data.length, next.meta.has_more]).toEqual([1, false])
})

test('calls of another environment do not exist, and the scope is needed', async () => {
  await call('GET', '/api/v1/shipments', withId('req_ours'))
  const { call_id } = await logged('req_ours')
  const { token } = await anEnvironment()
  const theirs = await call('GET', `${LOG}/${call_id}`, { token })
  expect([theirs.status, theirs.body.error.code]).toEqual([404, 'api_call_not_found'])
  expect((await list('request_id=req_ours', token)).data).toEqual([])
  const narrow = (await gateway.createKey({ scopes: ['shipments:read'] })).token
  expect((await call('GET', LOG, { token: narrow })).status).toBe(403)
})

test('calls are deleted after seven days', async () => {
  const { environmentId, token } = await anEnvironment()
  const daysAgo = (days: number) => lowestIdAt('cal', new Date(Date.now() - days * 86_400_000))
  const old = Array.from({ length: 3 }, (_, index) => aCall(environmentId, { call_id: daysAgo(7.01 + index) }))
  await insertApiCalls(rows.db, [...old, aCall(environmentId, { call_id: daysAgo(6.9) })])
  while ((await pruneApiCalls(rows.db, 7)) > 0);
  expect((await list('', token)).data).toHaveLength(1)
})

test('a failed read is logged with its code and without bodies', async () => {
  gateway.services.answer('ShipmentService.Get', () => {
    throw new AppError('service_unavailable', 'The service restarts.')
  })
  await call('GET', `/api/v1/shipments/${newId('shp')}`, withId('req_down'))
  expect(await logged('req_down')).toMatchObject({
    status: 503,
    error_code: 'service_unavailable',
    response_body: null,
  })
})
