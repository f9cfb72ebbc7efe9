import { wrongBodies } from '@waybill/contracts/testing/wrong-bodies'
import type { CallOptions } from '@waybill/identity/testing/api-caller'
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

const SHIPMENTS = '/api/v1/shipments'
const SHIPMENT_ID = 'shp_01kavb2m4jf8h9x7q5w3e1r0ty'
const LABEL = `/api/v1/bookings/${SHIPMENT_ID.replace('shp', 'bkg')}/label`

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.services.reset())

const create = (options: CallOptions) => gateway.call('POST', SHIPMENTS, options)
const json = JSON.stringify(aShipmentDocument())

const malformed: [what: string, options: CallOptions, status: number, code: string][] = [
  ['no body', {}, 400, 'invalid_json'],
  ['an empty body', { raw: '' }, 400, 'invalid_json'],
  ['blanks', { raw: '  \n' }, 400, 'invalid_json'],
  ['half of a document', { raw: json.slice(0, -5) }, 400, 'invalid_json'],
  ['text', { raw: 'hello' }, 400, 'invalid_json'],
  ['NaN', { raw: 'NaN' }, 400, 'invalid_json'],
  ['a raw NUL', { raw: '{"merchant_order_ref":"a\u0000b"}' }, 400, 'invalid_json'],
  ['bytes that are not UTF-8', { raw: Uint8Array.from([0x22, 0xff, 0xfe, 0x22]) }, 400, 'invalid_json'],
  ['a surrogate half in UTF-8', { raw: Uint8Array.from([0x22, 0xed, 0xa0, 0x80, 0x22]) }, 400, 'invalid_json'],
  ['300,000 open brackets', { raw: '['.repeat(300_000) }, 400, 'invalid_json'],
  ['190,000 nested arrays', { raw: '['.repeat(190_000) + ']'.repeat(190_000) }, 422, 'validation_error'],
  ['an array', { raw: '[]' }, 422, 'validation_error'],
  ['a string', { raw: '"hello"' }, 422, 'validation_error'],
  ['null', { raw: 'null' }, 422, 'validation_error'],
  ['a number', { raw: '1e400' }, 422, 'validation_error'],
  ['an empty object', { raw: '{}' }, 422, 'validation_error'],
  ['text/plain', { raw: json, headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
  [
    'a form',
    { raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    415,
    'unsupported_media_type',
  ],
  ['a malformed media type', { raw: json, headers: { 'content-type': ';;;' } }, 415, 'unsupported_media_type'],
  [
    'another charset',
    { raw: json, headers: { 'content-type': 'application/json; charset=iso-8859-1' } },
    415,
    'unsupported_media_type',
  ],
  ['a compressed body', { raw: json, headers: { 'content-encoding': 'gzip' } }, 415, 'unsupported_media_type'],
  ['2 MiB', { raw: ' '.repeat(2 * 1024 * 1024) }, 413, 'payload_too_large'],
  ['a byte more than 384 KiB', { raw: ' '.repeat(384 * 1024 + 1) }, 413, 'payload_too_large'],
]

test.each(malformed)('a body of %s is answered with %3$s %4$s', async (_what, options, status, code) => {
  const reply = await create(options)
  expect(reply.status).toBe(status)
  expect(reply.body).toMatchObject({
    success: false,
    error: { code, status, request_id: reply.headers.get('x-request-id') },
  })
  expect(gateway.services.calls).toEqual([])
})

const wrongField: [what: string, document: unknown, field: string, code: string][] = [
  ['an array for an object', aShipmentDocument({ pickup_address: [] }), 'pickup_address', 'invalid_type'],
  ['an object for an array', aShipmentDocument({ parcels: {} }), 'parcels', 'invalid_type'],
  [
    'a NUL in a string',
    aShipmentDocument({ merchant_order_ref: 'a\u0000b' }),
    'merchant_order_ref',
    'invalid_characters',
  ],
  ['a NUL in a metadata key', aShipmentDocument({ metadata: { 'a\u0000': 'b' } }), 'metadata', 'invalid_characters'],
  [
    'a negative weight',
    aShipmentDocument({ parcels: [aParcelDocument({ weight_kg: -1 })] }),
    'parcels[0].weight_kg',
    'too_small',
  ],
  [
    'a text that is no number',
    aShipmentDocument({ parcels: [aParcelDocument({ weight_kg: '1 kg' })] }),
    'parcels[0].weight_kg',
    'invalid_format',
  ],
  ['an unknown field', aShipmentDocument({ dropof_instructions: 'x' }), 'dropof_instructions', 'unknown_field'],
  ['a merchant_id that is no text', aShipmentDocument({ merchant_id: 5 }), 'merchant_id', 'invalid_type'],
]

test.each(wrongField)('%s is reported as the only invalid field', async (_what, body, field, code) => {
  const reply = await create({ body })
  expect(reply.status).toBe(422)
  expect(reply.body.error).toMatchObject({ code: 'validation_error', details: [{ field, code, location: 'body' }] })
})

test('a lone surrogate is rejected', async () => {
  const reply = await create({ raw: json.replace('ORDER-1001', '\\ud800') })
  expect(reply.status).toBe(422)
  expect(reply.body.error.details).toMatchObject([{ field: 'merchant_order_ref', code: 'invalid_characters' }])
})

test('1e400 is not a valid number', async () => {
  const reply = await create({ raw: json.replace('"weight_kg":1.25', '"weight_kg":1e400') })
  expect(reply.status).toBe(422)
  expect(reply.body.error.details).toMatchObject([{ field: 'parcels[0].weight_kg' }])
})

test('__proto__ is reported as an unknown field', async () => {
  const reply = await create({ raw: json.replace('{', '{"__proto__":{"polluted":true},') })
  expect(reply.status).toBe(422)
  expect(reply.body.error.details).toMatchObject([{ field: '__proto__', code: 'unknown_field' }])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test.each([
  ['POST', SHIPMENTS, aShipmentDocument({ metadata: { a: 'b' } })],
  ['POST', '/api/v1/quotes', aShipmentDocument({ metadata: { a: 'b' } })],
  ['PATCH', `${SHIPMENTS}/${SHIPMENT_ID}`, { metadata: { a: 'b' } }],
])('%s %s: __proto__ as a metadata key is rejected, not dropped', async (method, path, document) => {
  const raw = JSON.stringify(document).replace('"a":"b"', '"a":"b","__proto__":"c"')
  const reply = await gateway.call(method, path, { raw })
  expect(reply.status).toBe(422)
  expect(reply.body.error).toMatchObject({
    code: 'validation_error',
    details: [{ field: 'metadata.__proto__', pointer: '/metadata/__proto__', code: 'invalid_key', location: 'body' }],
  })
  expect(gateway.services.calls).toEqual([])
})

test('a single error with a specific code returns that code', async () => {
  const late = await create({ body: aShipmentDocument({ collection_date: '2020-01-01' }) })
  expect(late.body.error).toMatchObject({ status: 422, code: 'collection_date_in_past' })
  const keys = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']))
  const many = await create({ body: aShipmentDocument({ metadata: keys }) })
  expect(many.body.error).toMatchObject({ status: 422, code: 'metadata_limit_exceeded' })
  const url = await gateway.call('POST', '/api/v1/webhooks/subscriptions', { body: { url: 'ftp://x', event: '*' } })
  expect(url.body.error).toMatchObject({ status: 422, code: 'invalid_webhook_url' })
  const type = await gateway.call('POST', '/api/v1/webhooks/subscriptions', {
    body: { url: 'https://x.test', event: 'a.b' },
  })
  expect(type.body.error).toMatchObject({ status: 422, code: 'unknown_event_type' })
})

test('JSON is accepted with a byte order mark and with any media type parameters', async () => {
  for (const headers of [
    { 'content-type': 'APPLICATION/JSON; charset="utf-8"; x=1' },
    { 'content-type': 'application/json;' },
  ]) {
    expect((await create({ raw: `\ufeff${json}`, headers })).status).toBe(200)
  }
  expect(gateway.services.calls[0]?.request.document.toString()).toBe(json)
})

test.each([
  ['GET', `${SHIPMENTS}?limit=0`],
  ['GET', `${SHIPMENTS}?limit=abc`],
  ['GET', `${SHIPMENTS}?limit=1&limit=2`],
  ['GET', `${SHIPMENTS}?status=lost`],
  ['GET', `${SHIPMENTS}?merchant_order_ref=a%00b`],
  ['GET', `${SHIPMENTS}?created_from=yesterday`],
  ['GET', '/api/v1/webhooks/subscriptions?limit=1000'],
  ['GET', '/api/v1/events?created_from=yesterday'],
])('%s %s answers 400 invalid_parameter', async (method, path) => {
  const reply = await gateway.call(method, path)
  expect(reply.status).toBe(400)
  expect(reply.body.error).toMatchObject({ code: 'invalid_parameter', details: [{ location: 'query' }] })
})

test('the event log takes timestamps and dates, as lists do', async () => {
  await gateway.call('GET', '/api/v1/events?created_from=2026-12-01&created_to=2026-12-01')
  await gateway.call('GET', '/api/v1/events?created_from=2026-12-01T10:00:00%2B01:00')
  expect(gateway.services.calls.map(({ request }) => [request.created_from, request.created_to])).toEqual([
    ['2026-12-01T00:00:00.000Z', '2026-12-02T00:00:00.000Z'],
    ['2026-12-01T09:00:00.000Z', ''],
  ])
})

test.each([SHIPMENTS, '/api/v1/bookings', '/api/v1/events'])(
  '%s refuses a period that ends before it begins',
  async (path) => {
    const reply = await gateway.call('GET', `${path}?created_from=2026-12-02&created_to=2026-12-01`)
    expect(reply.status).toBe(400)
    expect(reply.body.error).toMatchObject({
      code: 'invalid_parameter',
      message: 'created_from must not be after created_to.',
      details: [{ field: 'created_from', location: 'query' }],
    })
    const both = await gateway.call('GET', `${path}?created_from=2026-12-02&created_to=2026-12-01&colour=red`)
    expect(both.body.error.details.map(({ field }: { field: string }) => field)).toEqual(['colour', 'created_from'])
    expect(gateway.services.calls).toEqual([])
  },
)

test('unknown and invalid parameters are listed together', async () => {
  const subscriptions = '/api/v1/webhooks/subscriptions'
  const lists = [
    ...[
      SHIPMENTS,
      '/api/v1/bookings',
      '/api/v1/events',
      '/api/v1/quotes',
      '/api/v1/pickup-locations',
      '/api/v1/carrier-accounts',
      subscriptions,
    ],
    `${SHIPMENTS}/${SHIPMENT_ID}/events`,
    `${SHIPMENTS}/${SHIPMENT_ID}/quotes`,
    `${subscriptions}/${SHIPMENT_ID.replace('shp', 'whs')}/deliveries`,
  ]
  for (const path of lists) {
    const reply = await gateway.call('GET', `${path}?limit=0&colour=red`)
    expect([reply.status, reply.body.error.code, reply.body.error.message]).toEqual([
      ...[400, 'invalid_parameter', '2 parameters are invalid.'],
    ])
    expect(reply.body.error.details.map(({ field }: { field: string }) => field)).toEqual(['limit', 'colour'])
  }
})

test.each([
  ['GET', `${SHIPMENTS}?merchant_order_reff=NO-SUCH`, 'Did you mean merchant_order_ref?'],
  ['GET', `${SHIPMENTS}?page=2`, 'Did you mean cursor?'],
  ['GET', `${SHIPMENTS}/${SHIPMENT_ID}?expand=booking`, ''],
  ['GET', '/api/v1/carriers?limit=1', ''],
  ['POST', `${SHIPMENTS}?dry_run=true`, ''],
  ['POST', `/api/v1/simulator/shipments/${SHIPMENT_ID}/advance?dry_run=true`, ''],
  ['PATCH', `${SHIPMENTS}/${SHIPMENT_ID}?dry_run=true`, ''],
  ['DELETE', `/api/v1/webhooks/subscriptions/${SHIPMENT_ID.replace('shp', 'whs')}?force=1`, ''],
  ['GET', `${LABEL}?fromat=zpl`, 'Did you mean format?'],
])('%s %s is rejected: its query parameter is unknown', async (method, path, suggestion) => {
  const body = method === 'POST' ? aShipmentDocument() : method === 'PATCH' ? { metadata: {} } : undefined
  const reply = await gateway.call(method, path, body && { body })
  const [, name] = /\?(\w+)=/.exec(path) ?? []
  expect([reply.status, reply.body.error?.details]).toMatchObject([
    400,
    [{ field: name, code: 'unknown_field', location: 'query' }],
  ])
  expect(reply.body.error.code).toBe('invalid_parameter')
  expect(reply.body.error.message).toBe(`${name} is not a known parameter.${suggestion && ` ${suggestion}`}`)
  expect(gateway.services.calls).toEqual([])
})

test.each([
  ['a tracking page', 'GET', '/t/trk_1?utm_source=mail', 'ShipmentService.Follow'],
  ['the stream of a tracking page', 'GET', '/t/trk_1/stream?utm_source=mail', 'ShipmentService.Follow'],
  ["a carrier's callback", 'POST', '/api/v1/callbacks/cac_1?vendor=9', 'BookingService.ReceiveCallback'],
  ['a signed link', 'GET', `${LABEL}?environment=e&expires=1&signature=s&utm_source=mail`, 'BookingService.GetLabel'],
])('%s may have parameters that others have added', async (_what, method, path, called) => {
  await gateway.call(method, path, { token: null, ...(method === 'POST' && { raw: 'x' }) })
  expect(gateway.services.calls.map(({ method: name }) => name)).toEqual([called])
})

test.each([
  ['/api/v1/bookings?shipment_id=', 'shipment_id', 'must not be empty'],
  ['/api/v1/quotes?shipment_id=', 'shipment_id', 'must not be empty'],
  [`${SHIPMENTS}?metadata[]=x`, 'metadata', 'must name a key: metadata[key]=value'],
  [`${SHIPMENTS}?metadata[a]=x&metadata[]=y`, 'metadata', 'must name a key: metadata[key]=value'],
  [`${SHIPMENTS}?metadata[__proto__]=1`, 'metadata[__proto__]', 'is a reserved name; use another key'],
])('%s is rejected: an empty filter would match everything', async (path, field, message) => {
  const reply = await gateway.call('GET', path)
  expect([reply.status, reply.body.error?.details]).toMatchObject([400, [{ field, message, location: 'query' }]])
  expect(gateway.services.calls).toEqual([])
})

test.each([
  ['a NUL', '%00', 'shipment_not_found'],
  ['a blank', '%20', 'shipment_not_found'],
  ['a slash', 'a%2Fb', 'shipment_not_found'],
  ['SQL', "'%20or%201=1--", 'shipment_not_found'],
  ["a quote's id", 'qte_01kavb2m4jf8h9x7q5w3e1r0ty', 'shipment_not_found'],
  ['10,000 characters', 'x'.repeat(10_000), 'shipment_not_found'],
  ['broken percent-encoding', '%zz', 'route_not_found'],
  ['bytes that are not UTF-8', '%ff', 'route_not_found'],
])('an id made of %s is not found', async (_what, id, code) => {
  const reply = await gateway.call('GET', `${SHIPMENTS}/${id}`)
  expect(reply.status).toBe(404)
  expect(reply.body.error.code).toBe(code)
  expect(gateway.services.calls).toEqual([])
})

test.each(['/', '/?limit=1&status=nonsense', '//cancel'])(
  'a path without the id, %s, is not found, and the message says what is missing',
  async (end) => {
    const isWrite = end.endsWith('cancel')
    const reply = await gateway.call(isWrite ? 'POST' : 'GET', `${SHIPMENTS}${end}`, {
      body: isWrite ? { reason_code: 'x', nonsense: 1 } : undefined,
    })
    expect([reply.status, reply.body.error.code]).toEqual([404, 'route_not_found'])
    expect(reply.body.error.message).toContain('The path has no shipment_id between its slashes.')
  },
)

test.each([
  ['nothing', {}],
  ['an empty object', { raw: '{}' }],
  ['an empty text', { raw: '', headers: { 'content-type': 'text/plain' } }],
  ['an empty object as text', { raw: ' {} ', headers: { 'content-type': 'text/plain' } }],
  ['a malformed media type', { headers: { 'content-type': ';;;' } }],
])('an operation without a body accepts %s', async (_what, options: CallOptions) => {
  const path = `/api/v1/webhooks/subscriptions/${SHIPMENT_ID.replace('shp', 'whs')}/test`
  expect((await gateway.call('POST', path, options)).status).toBe(200)
})

test('an operation without a body rejects a non-empty one', async () => {
  const path = `/api/v1/webhooks/subscriptions/${SHIPMENT_ID.replace('shp', 'whs')}/test`
  expect((await gateway.call('POST', path, { body: { a: 1 } })).body.error.code).toBe('validation_error')
  expect((await gateway.call('POST', path, { raw: 'hello' })).body.error.code).toBe('invalid_json')
})

test('advance without a body moves the courier one step', async () => {
  const path = `/api/v1/simulator/shipments/${SHIPMENT_ID}/advance`
  expect((await gateway.call('POST', path)).status).toBe(200)
  expect(gateway.services.calls[0]?.request.document.toString()).toBe('{}')
  expect((await gateway.call('POST', path, { body: { status: 'pending' } })).body.error.code).toBe('validation_error')
})

test('shipment_id of a quote may be null', async () => {
  const reply = await gateway.call('POST', '/api/v1/quotes', { body: aShipmentDocument({ shipment_id: null }) })
  expect([reply.status, reply.body.error]).toEqual([200, undefined])
  expect(gateway.services.calls).toHaveLength(1)
})

test('another merchant is refused with the other wrong fields', async () => {
  const { body } = await create({ body: aShipmentDocument({ merchant_id: 'mer_other', parcels: [], colour: 'red' }) })
  expect(body.error).toMatchObject({ status: 403, code: 'merchant_mismatch' })
  expect(body.error.message).toMatch(/Other fields are invalid, too; see details\.$/)
  expect(body.error.details.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
    ['merchant_id', 'mismatch'],
    ['parcels', 'too_few'],
    ['colour', 'unknown_field'],
  ])
})

test('the name of another merchant is shown in part if it is long', async () => {
  const reply = await create({ body: { merchant_id: 'm'.repeat(380_000) } })
  expect([reply.status, reply.body.error.code]).toEqual([403, 'merchant_mismatch'])
  expect(reply.text.length).toBeLessThan(2_000)
})

test.each(Object.entries(wrongBodies(384 * 1024)))(
  '%s are answered briefly, with and without a key',
  async (_, raw) => {
    for (const options of [{ raw }, { raw, headers: { 'idempotency-key': 'wrong-body' } }]) {
      const reply = await create(options)
      expect(reply.status).toBe(422)
      expect(Buffer.byteLength(reply.text)).toBeLessThan(64 * 1024)
      expect(reply.body.error.details.length).toBeLessThanOrEqual(100)
    }
  },
)

test('tests of subscriptions are not in the list of events, and the error says where they are', async () => {
  const reply = await gateway.call('GET', '/api/v1/events?type=webhook.test')
  expect(reply.body.error).toMatchObject({ status: 400, code: 'invalid_parameter', details: [{ code: 'not_listed' }] })
  expect(reply.body.error.message).toContain('/deliveries?event=webhook.test')
})
