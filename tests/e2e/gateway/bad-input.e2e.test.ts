/** Invalid requests get an error that names every invalid field, and change nothing. */

import { newId } from '@waybill/contracts/ids'
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { describe, expect, test } from 'vitest'
import { call, get, getData, patch, post, sandbox, silentReceiverUrl } from '../api.ts'
import { aReference, createShipment } from '../journeys.ts'
import { createTenant } from '../tenant.ts'

const shipments = '/api/v1/shipments'
const outcome = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body?.error?.code,
]

describe('malformed bodies', () => {
  test.each([
    ['not JSON', '{"a":', 400, 'invalid_json'],
    ['no body', '', 400, 'invalid_json'],
    ['an array', '[]', 422, 'validation_error'],
    ['a string', '"text"', 422, 'validation_error'],
    ['null', 'null', 422, 'validation_error'],
    ['a number past all', '{"parcels":[{"weight_kg":1e400}]}', 422, 'validation_error'],
    ['NUL in a string', '{"merchant_order_ref":"a\\u0000b"}', 422, 'validation_error'],
    ['a lone surrogate', '{"merchant_order_ref":"\\ud800"}', 422, 'validation_error'],
    ['__proto__', '{"__proto__":{"merchant_id":"x"}}', 422, 'validation_error'],
    ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 422, 'validation_error'],
  ])('%s', async (_, raw, status, code) => {
    expect(outcome(await call('POST', shipments, { raw }))).toEqual([status, code])
  })

  test('bytes that are no UTF-8', async () => {
    expect(outcome(await call('POST', shipments, { raw: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]) }))).toEqual([
      400,
      'invalid_json',
    ])
  })

  test('two mebibytes', async () => {
    const raw = JSON.stringify({ merchant_order_ref: 'x'.repeat(2 * 1024 * 1024) })
    expect(outcome(await call('POST', shipments, { raw }))).toEqual([413, 'payload_too_large'])
  })

  test('text/plain', async () => {
    const reply = await call('POST', shipments, { raw: '{}', headers: { 'content-type': 'text/plain' } })
    expect(outcome(reply)).toEqual([415, 'unsupported_media_type'])
  })
})

test('all invalid fields are reported at once, in the documented envelope', async () => {
  const reply = await post(
    shipments,
    { ...aShipmentDocument(), merchant_order_ref: '', parcels: [], colour: 'red' },
    { headers: { 'x-request-id': 'my-request.1' } },
  )
  expect(reply.status).toBe(422)
  expect(reply.body).toEqual({
    success: false,
    error: {
      type: 'invalid_request',
      code: 'validation_error',
      message: '3 fields are invalid.',
      status: 422,
      details: expect.arrayContaining([
        expect.objectContaining({ field: 'merchant_order_ref', pointer: '/merchant_order_ref', location: 'body' }),
        expect.objectContaining({ field: 'parcels' }),
        expect.objectContaining({ field: 'colour', code: 'unknown_field' }),
      ]),
      retryable: false,
      carrier: null,
      meta: {},
      doc_url: `${sandbox.base_url.replace(/\/+$/, '')}/docs/errors#validation_error`,
      request_id: 'my-request.1',
    },
  })
  expect(reply.headers.get('x-request-id')).toBe('my-request.1')
})

describe('wrong fields are named at once, whichever service finds them', () => {
  const readFields = ({ status, body }: { status: number; body: { error?: { details: { field: string }[] } } }) => [
    status,
    ...(body.error?.details ?? []).map(({ field }) => field).sort(),
  ]
  const colour = 'red'

  test('of new shipments and quotes', async () => {
    const parcels = [aParcelDocument({ declared_value: '1.2345' })]
    const late = aShipmentDocument({ collection_date: '2020-01-01', parcels, colour })
    const named = [422, 'collection_date', 'colour', 'parcels[0].declared_value']
    for (const path of [shipments, `${shipments}/on-demand`, '/api/v1/quotes'])
      expect([path, ...readFields(await post(path, late))]).toEqual([path, ...named])
    const dispatch = { carrier_codes: ['dhl'], service_codes: ['swift_now', 'x'], max_attempts: 500, colour }
    const merchant_order_ref = ''
    expect(
      readFields(await post(`${shipments}/on-demand`, aShipmentDocument({ dispatch, merchant_order_ref }))),
    ).toEqual([
      ...[422, 'dispatch.carrier_codes[0]', 'dispatch.colour', 'dispatch.max_attempts', 'dispatch.service_codes[1]'],
      'merchant_order_ref',
    ])
  })

  test('of a stored shipment', async () => {
    const { shipment_id } = await createShipment()
    const wrong = {
      status: 'delivered',
      collection_date: '2020-01-01',
      pickup_address: { phone: 'none', city: '' },
      parcels: [aParcelDocument({ parcel_id: 'pcl_x', declared_value: '1.2345' }), aParcelDocument({ weight_kg: 0 })],
      colour,
    }
    const parcelFields = ['parcels[0].declared_value', 'parcels[0].parcel_id', 'parcels[1].weight_kg']
    expect(readFields(await patch(`${shipments}/${shipment_id}`, wrong))).toEqual([
      ...[422, 'collection_date', 'colour', ...parcelFields, 'pickup_address.city', 'pickup_address.phone', 'status'],
    ])
    expect(readFields(await patch(`${shipments}/${newId('shp')}`, wrong))).toEqual([
      ...[422, 'colour', 'parcels[1].weight_kg', 'pickup_address.city'],
    ])
    const { collection_date: _, pickup_address: __, ...quote } = wrong
    expect(readFields(await post('/api/v1/quotes', { ...quote, shipment_id }))).toEqual([
      ...[422, 'colour', ...parcelFields, 'status'],
    ])
  })

  test('of a webhook subscription', async () => {
    const path = '/api/v1/webhooks/subscriptions'
    const wrong = { url: 'http://169.254.169.254/', events: ['a.b'] }
    expect(readFields(await post(path, wrong))).toEqual([422, 'events[0]', 'url'])
    const { subscription_id } = getData(await post(path, { url: silentReceiverUrl, events: ['*'] }), 201)
    const sentBack = { ...wrong, subscription_id: 'whs_x', colour }
    expect(readFields(await patch(`${path}/${subscription_id}`, sentBack))).toEqual([
      ...[422, 'colour', 'events[0]', 'subscription_id', 'url'],
    ])
  })

  test('of a carrier account', async () => {
    const { access_token: token } = await createTenant()
    const path = '/api/v1/carrier-accounts'
    const wrong = { carrier_code: 'easypost', name: 'Main', credentials: { apikey: 'x' }, services: ['dhl'], colour }
    const named = ['colour', 'credentials.api_key', 'credentials.apikey']
    expect(readFields(await post(path, wrong, { token }))).toEqual([422, ...named, 'services[0]'])
  })

  test('of a rate card', async () => {
    const { access_token: token } = await createTenant()
    const path = '/api/v1/rate-cards'
    const card = { name: 'City', service_code: 'fleet_now', currency: 'GBP', pickup_country: 'GB', enabled: false }
    const priced = { ...card, distance_price: { base_amount: '1.23' } }
    const wrong = { ...priced, currency: 'G8P', distance_price: { base_amount: 'a lot' }, colour }
    expect(readFields(await post(path, wrong, { token }))).toEqual([
      ...[422, 'colour', 'currency', 'distance_price.base_amount'],
    ])
    const { rate_card_id } = getData(await post(path, priced, { token }), 201)
    const change = { distance_price: { base_amount: '1.234' }, zones: [], created_at: '2020-01-01T00:00:00Z', colour }
    expect(readFields(await patch(`${path}/${rate_card_id}`, change, { token }))).toEqual([
      ...[422, 'colour', 'created_at', 'distance_price.base_amount', 'zones'],
    ])
  })
})

test('a single error has a specific code', async () => {
  const codes = await Promise.all([
    post(shipments, aShipmentDocument({ collection_date: '2020-01-01' })),
    post(shipments, aShipmentDocument({ metadata: { ['k'.repeat(41)]: 'v' } })),
    post(shipments, aShipmentDocument({ merchant_id: 'mer_other' })),
    post('/api/v1/webhooks/subscriptions', { url: 'https://example.com', events: ['a.b'] }),
    post('/api/v1/webhooks/subscriptions', { url: 'not a url', events: ['*'] }),
  ])
  expect(codes.map(outcome)).toEqual([
    [422, 'collection_date_in_past'],
    [422, 'metadata_limit_exceeded'],
    [403, 'merchant_mismatch'],
    [422, 'unknown_event_type'],
    [422, 'invalid_webhook_url'],
  ])
})

test('unknown paths, methods and media types are rejected', async () => {
  expect(outcome(await get('/api/v1/nothing'))).toEqual([404, 'route_not_found'])
  const mistyped = await get('/api/v1/shipment/shp_x')
  expect(mistyped.body.error.message).toContain('Did you mean /api/v1/shipments/{shipment_id}?')
  const method = await call('DELETE', shipments)
  expect(outcome(method)).toEqual([405, 'method_not_allowed'])
  expect(method.headers.get('allow')).toContain('POST')
  expect(outcome(await get(shipments, { headers: { accept: 'text/html' } }))).toEqual([406, 'not_acceptable'])
  const problem = await get('/api/v1/shipments/shp_x', { headers: { accept: 'application/problem+json' } })
  expect(problem.headers.get('content-type')).toContain('application/problem+json')
  expect(problem.body).toMatchObject({ status: 404, code: 'shipment_not_found' })
})

test('missing and invalid tokens are rejected', async () => {
  const none = await get(shipments, { token: null })
  expect(outcome(none)).toEqual([401, 'unauthenticated'])
  expect(none.headers.get('www-authenticate')).toContain('Bearer')
  expect(outcome(await get(shipments, { token: 'wb_test_nonsense' }))).toEqual([401, 'invalid_token'])
})

test('invalid query parameters, cursors and headers are rejected', async () => {
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'status=lost', 'created_from=yesterday']) {
    expect([query, ...outcome(await get(`${shipments}?${query}`))]).toEqual([query, 400, 'invalid_parameter'])
  }
  expect(outcome(await get(`${shipments}?cursor=nonsense`))).toEqual([400, 'invalid_cursor'])
  const key = await post(shipments, aShipmentDocument(), { headers: { 'idempotency-key': 'k'.repeat(256) } })
  expect(outcome(key)).toEqual([400, 'invalid_header'])
})

test('unknown and malformed ids are not found', async () => {
  const optionId = newId('qop')
  const shipment = await createShipment()
  const missing = await Promise.all(
    ['shp_x', newId('shp'), '%00', '..%2f..', 'bkg_1'].flatMap((id) => [
      get(`${shipments}/${id}`),
      patch(`${shipments}/${id}`, { metadata: { a: 'b' } }),
      post(`${shipments}/${id}/cancel`, { reason_code: 'x' }),
      post(`${shipments}/${id}/book`, { quote_option_id: optionId }),
    ]),
  )
  for (const reply of missing) expect(outcome(reply)).toEqual([404, 'shipment_not_found'])
  expect(outcome(await get(`/api/v1/quotes/${newId('qte')}`))).toEqual([404, 'quote_not_found'])
  expect(outcome(await get(`/api/v1/bookings/${newId('bkg')}`))).toEqual([404, 'booking_not_found'])
  expect(outcome(await call('POST', `/api/v1/webhooks/subscriptions/${newId('whs')}/test`))).toEqual([
    404,
    'subscription_not_found',
  ])
  expect(outcome(await post(`${shipments}/${shipment.shipment_id}/book`, { quote_option_id: optionId }))).toEqual([
    404,
    'quote_option_not_found',
  ])
})

test('a quote of another shipment is rejected', async () => {
  const [first, second] = [await createShipment(), await createShipment()]
  const quote = getData(await post('/api/v1/quotes', { shipment_id: first.shipment_id }), 201)
  const book = await post(`${shipments}/${second.shipment_id}/book`, {
    quote_option_id: quote.options[0].quote_option_id,
  })
  expect(outcome(book)).toEqual([422, 'quote_mismatch'])
  const other = await post('/api/v1/quotes', { shipment_id: first.shipment_id, merchant_order_ref: 'another' })
  expect(outcome(other)).toEqual([422, 'quote_mismatch'])
})

test('a shipment that no carrier accepts, and carriers that do not respond', async () => {
  const merchant_order_ref = aReference()
  const quote = (title: string) =>
    post('/api/v1/quotes', aShipmentDocument({ merchant_order_ref, parcels: [aParcelDocument({ title })] }))
  const refused = await quote('SIM-NOT-SERVED')
  expect(outcome(refused)).toEqual([422, 'no_rates_available'])
  expect(refused.body.error.meta.messages).toHaveLength(3)
  const down = await quote('SIM-QUOTE-500')
  expect(outcome(down)).toEqual([503, 'carrier_unavailable'])
  expect(down.headers.get('retry-after')).toBeTruthy()
  // Nothing is left behind.
  expect(getData(await get(`/api/v1/shipments?merchant_order_ref=${merchant_order_ref}`), 200)).toEqual([])
})

test('one carrier’s failure is a message in the quote', async () => {
  const parcels = [aParcelDocument({ title: 'SIM-QUOTE-500:city_van' })]
  const quote = getData(
    await post('/api/v1/quotes', aShipmentDocument({ merchant_order_ref: aReference(), parcels })),
    201,
  )
  expect(quote.options.length).toBeGreaterThan(0)
  expect(quote.messages).toEqual([expect.objectContaining({ carrier_code: 'city_van', retryable: true })])
})

test('an operation without a body accepts no body, an empty one or {}', async () => {
  const created = getData(await post('/api/v1/webhooks/subscriptions', { url: silentReceiverUrl, events: ['*'] }), 201)
  const path = `/api/v1/webhooks/subscriptions/${created.subscription_id}/test`
  for (const options of [{}, { raw: '' }, { raw: '{}' }, { raw: '{}', headers: { 'content-type': 'text/plain' } }]) {
    expect((await call('POST', path, options)).status).toBe(201)
  }
})

test('a rejected request changes nothing', async () => {
  const merchant_order_ref = aReference()
  await post(shipments, aShipmentDocument({ merchant_order_ref, parcels: [] }))
  expect(getData(await get(`${shipments}?merchant_order_ref=${merchant_order_ref}`), 200)).toEqual([])
  expect(sandbox.merchant_id).toMatch(/^mer_/)
})
