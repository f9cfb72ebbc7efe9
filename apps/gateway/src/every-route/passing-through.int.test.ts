import { Readable } from 'node:stream'
import { AppError, errorEnvelope } from '@waybill/contracts/app-error'
import { type ErrorCode, type ErrorKind, errorCatalogue } from '@waybill/contracts/error-catalogue'
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { routeTable } from '../routes/table.ts'
import { operationCalls } from '../testing/operation-calls.ts'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

const SHIPMENTS = '/api/v1/shipments'
const SHIPMENT = `${SHIPMENTS}/shp_01kavb2m4jf8h9x7q5w3e1r0ty`
const BOOKING = '/api/v1/bookings/bkg_01kavb5t9dfxbr4n6p8r0t2v4x'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.services.reset())

test("a service's response is passed through byte for byte", async () => {
  const body = '{"success":true,  "data":{"weight_kg":"1.250","é":"\\u00e9"}}'
  gateway.services.answer('ShipmentService.Create', () => ({
    status: 201,
    body: Buffer.from(body),
    replayed: true,
    etag: '3',
  }))
  const reply = await gateway.call('POST', SHIPMENTS, { body: aShipmentDocument() })
  expect(reply.status).toBe(201)
  expect(reply.text).toBe(body)
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(reply.headers.get('etag')).toMatch(/^"3-[0-9a-f]{12}"$/)
  expect(reply.headers.get('idempotency-replayed')).toBe('true')
})

test('a pending booking is answered with its URL and when to look again; a made one with its URL', async () => {
  const booking_id = BOOKING.split('/').at(-1)
  const book = async (status: number) => {
    const body = Buffer.from(JSON.stringify({ success: true, data: { booking_id } }))
    gateway.services.answer('BookingService.Book', () => ({ status, body }))
    const path = `${SHIPMENT}/book`
    const reply = await gateway.call('POST', path, { body: { quote_option_id: 'qop_01kavb4h8c9s2d5f7g1j3k5m7n' } })
    return [reply.status, reply.headers.get('location'), reply.headers.get('retry-after')]
  }
  expect(await book(202)).toEqual([202, BOOKING, '2'])
  expect(await book(201)).toEqual([201, BOOKING, null])
})

test('a read with the ETag of an earlier one gets 304 until the version or the body changes', async () => {
  const answerWith = (etag: string, data: string) =>
    gateway.services.answer('ShipmentService.Get', () => ({
      status: 200,
      body: Buffer.from(JSON.stringify({ success: true, data })),
      etag,
    }))
  const read = (etag: string, method = 'GET') => gateway.call(method, SHIPMENT, { headers: { 'if-none-match': etag } })
  answerWith('3', 'one')
  const first = await gateway.call('GET', SHIPMENT)
  const etag = first.headers.get('etag') ?? ''
  for (const method of ['GET', 'HEAD']) {
    const unchanged = await read(`W/${etag}, "other"`, method)
    expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', etag])
    expect(unchanged.headers.get('ratelimit')).toBeTruthy()
    expect(unchanged.headers.get('content-type')).toBeNull()
  }
  answerWith('3', 'another')
  expect((await read(etag)).status).toBe(200)
  answerWith('4', 'one')
  expect((await read(etag)).status).toBe(200)
})

test('a stored error gets the URL of its documentation, in the form that the request accepts', async () => {
  const { error } = errorEnvelope(new AppError('shipment_busy', 'Busy.'), 'req_1')
  const body = Buffer.from(JSON.stringify({ success: false, error }))
  gateway.services.answer('BookingService.Book', () => ({ status: 409, body, replayed: true }))
  const book = (headers = {}) =>
    gateway.call('POST', `${SHIPMENT}/book`, { body: { quote_option_id: 'qop_01kavb4h8c9s2d5f7g1j3k5m7n' }, headers })
  const doc_url = `${gateway.options.publicUrl}/docs/errors#shipment_busy`
  const reply = await book()
  expect([reply.status, reply.headers.get('idempotency-replayed')]).toEqual([409, 'true'])
  expect(reply.body).toEqual({ success: false, error: { ...error, doc_url } })
  const problem = await book({ accept: 'application/problem+json' })
  expect(problem.headers.get('content-type')).toContain('application/problem+json')
  expect(problem.body).toMatchObject({ type: doc_url, error_type: 'conflict', detail: 'Busy.', request_id: 'req_1' })
})

test('a resource without a version has an ETag too, a list and a change are never 304', async () => {
  const booking = await gateway.call('GET', `${BOOKING}/driver_location`)
  expect(booking.headers.get('etag')).toMatch(/^"[0-9a-f]{12}"$/)
  expect((await gateway.call('GET', SHIPMENTS)).headers.get('etag')).toBeNull()
  const headers = { 'if-none-match': '*' }
  expect((await gateway.call('GET', SHIPMENTS, { headers })).status).toBe(200)
  expect((await gateway.call('POST', SHIPMENTS, { body: aShipmentDocument(), headers })).status).toBe(200)
})

test('a service receives the caller, the request id, the key, and the document as sent', async () => {
  const document = `{ "merchant_order_ref" : "A",${JSON.stringify(aShipmentDocument()).slice(1)}`
  const headers = { 'idempotency-key': '"key-1"', 'x-request-id': 'my-request' }
  await gateway.call('POST', SHIPMENTS, { raw: document, headers })
  const [call] = gateway.services.calls
  expect(call?.request.document.toString()).toBe(document)
  expect(call?.context).toMatchObject({
    environmentId: gateway.environmentId,
    merchantId: gateway.merchantId,
    livemode: false,
    requestId: 'my-request',
    idempotencyKey: 'key-1',
    route: 'POST /api/v1/shipments',
    bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    opId: expect.stringMatching(/^op_/),
    ifMatch: null,
  })
  expect(call?.context.scopes).toContain('shipments:write')
})

test('bodies with the same meaning have the same hash; another path or value changes it', async () => {
  const { parcels, ...rest } = aShipmentDocument()
  const headers = { 'idempotency-key': 'key-1' }
  await gateway.call('POST', SHIPMENTS, { body: { ...rest, parcels }, headers })
  await gateway.call('POST', SHIPMENTS, { body: { parcels, ...rest }, headers })
  await gateway.call('POST', SHIPMENTS, { body: { ...rest, parcels, merchant_order_ref: 'other' }, headers })
  await gateway.call('POST', `${SHIPMENTS}/on-demand`, { body: { ...rest, parcels }, headers })
  const [first, same, ...others] = gateway.services.calls.map(({ context }) => context.bodyHash)
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(same).toBe(first)
  expect(new Set([first, ...others]).size).toBe(3)
})

test('a change to a past date is left to the service, since the shipment may have that date', async () => {
  expect((await gateway.call('PATCH', SHIPMENT, { body: { collection_date: '2020-01-01' } })).status).toBe(200)
  expect(gateway.services.calls).toHaveLength(1)
})

test('a document that its owner would certainly reject does not reach it', async () => {
  const parcels = Array.from({ length: 99 }, () => ({
    ...aParcelDocument(),
    weight_kg: 'heavy',
    length_cm: -1,
    lid: 1,
  }))
  const reply = await gateway.call('POST', SHIPMENTS, { body: aShipmentDocument({ parcels }) })
  expect(reply.body.error.details).toHaveLength(100)
  expect(gateway.services.calls).toEqual([])
})

test('the route of a call contains the ids of the path', async () => {
  await gateway.call('POST', `${SHIPMENT}/cancel`, { body: { reason_code: 'x' }, headers: { 'if-match': '"7"' } })
  const [call] = gateway.services.calls
  expect(call?.method).toBe('BookingService.CancelShipment')
  expect(call?.request.shipment_id).toBe('shp_01kavb2m4jf8h9x7q5w3e1r0ty')
  expect(call?.context).toMatchObject({ route: `POST ${SHIPMENT}/cancel`, ifMatch: '7' })
})

test('a deletion has its own operation id, accepts If-Match, and returns no body', async () => {
  gateway.services.answer('WebhookService.DeleteSubscription', () => ({ status: 204, body: Buffer.alloc(0) }))
  const path = '/api/v1/webhooks/subscriptions/whs_01kavb6w1fj4k6m8n0p2q4r6st'
  const reply = await gateway.call('DELETE', path, { headers: { 'if-match': '"2"' } })
  expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([204, '', null])
  expect(gateway.services.calls[0]?.context).toMatchObject({ opId: expect.stringMatching(/^op_/), ifMatch: '2' })
})

test('a traceparent is passed to the service', async () => {
  const traceparent = `00-${'1a'.repeat(16)}-${'2b'.repeat(8)}-01`
  await gateway.call('GET', SHIPMENT, { headers: { traceparent } })
  expect(gateway.services.calls[0]?.context.traceparent).toContain('1a'.repeat(16))
})

test('the traceparent of a caller that is not authenticated decides nothing', async () => {
  gateway.services.answer('BookingService.ReceiveCallback', () => ({ accepted_facts: 0 }))
  const headers = { traceparent: `00-${'1a'.repeat(16)}-${'2b'.repeat(8)}-01` }
  await gateway.call('POST', '/api/v1/callbacks/cac_1', { token: 'anything', raw: '{}', headers })
  expect(gateway.services.calls[0]?.context.traceparent).toBeNull()
})

test('of a later traceparent version only the fields of version 00 are passed on', async () => {
  for (const rest of ['-\u00e9', '-\t', `-${'x'.repeat(2_000)}`]) {
    const ids = `${'1a'.repeat(16)}-${'2b'.repeat(8)}-00`
    const reply = await gateway.call('GET', BOOKING, { headers: { traceparent: `01-${ids}${rest}` } })
    expect(reply.status).toBe(200)
    expect(gateway.services.calls.at(-1)?.context.traceparent).toBe(`00-${ids}`)
  }
})

test('a caller that disconnects before the response is logged and counted', async () => {
  const asked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  gateway.services.answer('BookingService.Get', async () => {
    asked.resolve()
    await gate.promise
    return { status: 200, body: Buffer.from('{}') }
  })
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${gateway.token}`, 'x-request-id': 'hung-up' }
  const call = fetch(new URL(BOOKING, gateway.url), { headers, signal: leaving.signal })
  await asked.promise
  leaving.abort()
  await expect(call).rejects.toThrow()
  await eventually(() => {
    const line = gateway.logged.map((text) => JSON.parse(text)).find(({ requestId }) => requestId === 'hung-up')
    expect(line).toMatchObject({ msg: 'http.answered', status: 499, route: '/api/v1/bookings/:booking_id' })
  })
  gate.resolve()
})

test('the deadline is 5 s for reads, 10 s for writes, 20 s for carrier calls', async () => {
  const left: Record<string, number> = {}
  const measure = (method: string) =>
    gateway.services.answer(method, ({ context }) => {
      left[method] = Math.round((context.deadlineAt.getTime() - Date.now()) / 1_000)
      return { status: 200, body: Buffer.from('{}') }
    })
  for (const method of ['ShipmentService.Get', 'ShipmentService.Create', 'BookingService.Book']) measure(method)
  await gateway.call('GET', SHIPMENT)
  await gateway.call('POST', SHIPMENTS, { body: aShipmentDocument() })
  await gateway.call('POST', `${SHIPMENT}/book`, { body: { quote_option_id: 'qop_1' } })
  expect(left).toEqual({ 'ShipmentService.Get': 5, 'ShipmentService.Create': 10, 'BookingService.Book': 20 })
})

test('a list accepts its filters and links to its next page', async () => {
  gateway.services.answer('ShipmentService.List', () => ({
    status: 200,
    body: Buffer.from('{"success":true,"data":[],"meta":{"has_more":true,"next_cursor":"abc=","limit":2}}'),
  }))
  const reply = await gateway.call(
    'GET',
    `${SHIPMENTS}?limit=2&status=ready&merchant_order_ref=A&created_from=2026-01-01T00:00:00Z&metadata%5Bmode%5D=x`,
  )
  expect(gateway.services.calls[0]?.request).toMatchObject({
    page: { limit: 2, cursor: '' },
    filters: {
      statuses: ['ready'],
      merchant_order_ref: 'A',
      created_from: '2026-01-01T00:00:00.000Z',
      metadata: { mode: 'x' },
    },
  })
  const link = new URL(/^<(.+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1] ?? '')
  expect(link.origin + link.pathname).toBe('https://api.example.com/api/v1/shipments')
  expect(Object.fromEntries(link.searchParams)).toMatchObject({ cursor: 'abc=', limit: '2', status: 'ready' })
})

test.each(Object.entries(errorCatalogue) as [ErrorCode, ErrorKind][])(
  'an %s of a service reaches the caller as it is',
  async (code, kind) => {
    gateway.services.answer('ShipmentService.Get', () => {
      throw new AppError(code, 'What happened.', { meta: { current_status: 'cancelled' } })
    })
    const reply = await gateway.call('GET', SHIPMENT)
    expect(reply.status).toBe(kind.status)
    expect(reply.body.error).toMatchObject({
      code,
      type: kind.type,
      retryable: kind.retryable,
      message: 'What happened.',
    })
    expect(reply.body.error.meta).toEqual({ current_status: 'cancelled' })
    const says = kind.retryable && [409, 429, 503].includes(kind.status)
    expect(reply.headers.get('retry-after')).toBe(says ? '1' : null)
  },
)

test('internal error messages are not exposed', async () => {
  gateway.services.answer('ShipmentService.Get', () => {
    throw new Error('password=hunter2 in select * from secret')
  })
  const reply = await gateway.call('GET', SHIPMENT)
  expect(reply.status).toBe(500)
  expect(reply.body.error).toMatchObject({ code: 'internal_error', type: 'internal' })
  expect(reply.text).not.toMatch(/hunter2|select|Error:/)
})

test('a label is served unchanged with a token or a signature', async () => {
  gateway.services.answer('BookingService.GetLabel', () => ({
    contentType: 'application/pdf',
    length: 4,
    bytes: Readable.from([Buffer.from('%PDF')]),
  }))
  const byToken = await gateway.call('GET', `${BOOKING}/label`)
  expect(byToken.headers.get('content-type')).toBe('application/pdf')
  expect(byToken.text).toBe('%PDF')
  const signed = `${BOOKING}/label?environment=env_1&expires=1800000000&signature=ab12`
  expect((await gateway.call('GET', signed, { token: null })).status).toBe(200)
  expect(gateway.services.calls[1]).toMatchObject({
    request: { environment_id: 'env_1', expires_unix_seconds: 1_800_000_000, signature: 'ab12' },
    context: { environmentId: '', merchantId: '' },
  })
})

test("a carrier's callback is passed on unchanged", async () => {
  gateway.services.answer('BookingService.ReceiveCallback', () => ({ accepted_facts: 2 }))
  const reply = await gateway.call('POST', '/api/v1/callbacks/cac_5f1d?token=s3cr-t', {
    token: null,
    raw: Uint8Array.from([0, 255, 1]),
    headers: { 'content-type': 'application/octet-stream', 'X-Carrier-Signature': 'abc' },
  })
  expect(reply.status).toBe(202)
  expect(reply.body).toEqual({ success: true, data: { accepted_facts: 2 } })
  const [call] = gateway.services.calls
  expect(call?.request.carrier_account_id).toBe('cac_5f1d')
  expect(call?.request.headers['x-carrier-signature']).toBe('abc')
  expect(call?.request.body).toEqual(Buffer.from([0, 255, 1]))
  expect(call?.request.token).toBe('s3cr-t')
})

test('a callback is limited to 64 KiB', async () => {
  gateway.services.answer('BookingService.ReceiveCallback', () => ({ accepted_facts: 0 }))
  const send = (bytes: number) =>
    gateway.call('POST', '/api/v1/callbacks/cac_1', { token: null, raw: 'x'.repeat(bytes) })
  expect((await send(64 * 1024)).status).toBe(202)
  expect((await send(64 * 1024 + 1)).status).toBe(413)
  expect((await gateway.call('POST', '/api/v1/callbacks/nonsense%00', { token: null, raw: 'x' })).status).toBe(404)
})

test('responses have security headers and no CORS header', async () => {
  const api = await gateway.call('GET', SHIPMENTS)
  expect(api.headers.get('x-content-type-options')).toBe('nosniff')
  expect(api.headers.get('access-control-allow-origin')).toBeNull()
})

test('requests are counted on the ops port, and logged without personal data', async () => {
  gateway.logged.length = 0
  await gateway.call('POST', SHIPMENTS, { body: aShipmentDocument() })
  const line = JSON.parse(gateway.logged.find((line) => line.includes('http.answered')) ?? '{}')
  expect(line).toMatchObject({ method: 'POST', route: SHIPMENTS, status: 200, environmentId: gateway.environmentId })
  expect(gateway.logged.join('')).not.toMatch(/Market Street|Grace/)
  const metrics = await (await fetch(`${gateway.opsUrl}/metrics`)).text()
  expect(metrics).toContain('route="/api/v1/shipments",status="200"')
})

const withSecret = new Map(
  routeTable.flatMap((route) => (route.secretInAnswer ? [[route.operationId, route.method]] : [])),
)
test.each(operationCalls.filter(({ id }) => withSecret.has(id)))(
  '$id, whose answer holds a secret, has another hash for another caller or fewer scopes',
  async ({ id, path, body }) => {
    const keys = [await gateway.createKey(), await gateway.createKey()]
    const narrow = await gateway.call('POST', '/oauth/token', {
      token: null,
      raw: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: keys[0]?.keyId ?? '',
        client_secret: keys[0]?.token ?? '',
        scope: 'drivers:write webhooks:write',
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    const tokens = [keys[0]?.token, keys[0]?.token, keys[1]?.token, narrow.body.access_token]
    for (const token of tokens) {
      const headers = { 'idempotency-key': 'key-1' }
      const { status } = await gateway.call(withSecret.get(id) ?? '', path, { token, body, headers })
      expect(status).toBe(200)
    }
    const [first, same, ...others] = gateway.services.calls.map(({ context }) => context.bodyHash)
    expect(same).toBe(first)
    expect(new Set([first, ...others]).size).toBe(3)
  },
)
