/** Tenants cannot see each other's resources; keys are limited to their scopes and can be revoked. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { beforeAll, describe, expect, test } from 'vitest'
import { admin, call, dataOf, get, patch, post, silentReceiverUrl } from './api.ts'
import { aReference, bookShipment } from './journeys.ts'
import { createTenant } from './tenant.ts'

describe('every endpoint answers 404 to another tenant', () => {
  let own: Awaited<ReturnType<typeof bookShipment>>
  let subscriptionId: string
  let deliveryId: string
  let replayId: string
  let eventId: string
  let token: string

  beforeAll(async () => {
    own = await bookShipment()
    const subscription = await post('/api/v1/webhooks/subscriptions', { url: silentReceiverUrl, events: ['*'] })
    subscriptionId = dataOf(subscription, 201).subscription_id
    const delivery = dataOf(await post(`/api/v1/webhooks/subscriptions/${subscriptionId}/test`), 201)
    deliveryId = delivery.delivery_id
    eventId = delivery.event_id
    const since = { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' }
    replayId = dataOf(await post(`/api/v1/webhooks/subscriptions/${subscriptionId}/replay`, since), 201).replay_id
    token = (await createTenant()).access_token
  })

  const cases: [
    name: string,
    call: () => Promise<{ status: number; body: { error: { code: string } } }>,
    code: string,
  ][] = [
    ['GET shipment', () => get(`/api/v1/shipments/${own.shipment.shipment_id}`, { token }), 'shipment_not_found'],
    [
      'GET timeline',
      () => get(`/api/v1/shipments/${own.shipment.shipment_id}/events`, { token }),
      'shipment_not_found',
    ],
    [
      'PATCH',
      () => patch(`/api/v1/shipments/${own.shipment.shipment_id}`, { metadata: { a: 'b' } }, { token }),
      'shipment_not_found',
    ],
    [
      'cancel',
      () => post(`/api/v1/shipments/${own.shipment.shipment_id}/cancel`, { reason_code: 'x' }, { token }),
      'shipment_not_found',
    ],
    [
      'book',
      () =>
        post(
          `/api/v1/shipments/${own.shipment.shipment_id}/book`,
          { quote_option_id: own.option.quote_option_id },
          { token },
        ),
      'shipment_not_found',
    ],
    ['quote', () => post('/api/v1/quotes', { shipment_id: own.shipment.shipment_id }, { token }), 'shipment_not_found'],
    [
      'advance',
      () => post(`/api/v1/simulator/shipments/${own.shipment.shipment_id}/advance`, { status: 'delivered' }, { token }),
      'shipment_not_found',
    ],
    ['GET quote', () => get(`/api/v1/quotes/${own.quote.quote_id}`, { token }), 'quote_not_found'],
    ['GET booking', () => get(`/api/v1/bookings/${own.booking.booking_id}`, { token }), 'booking_not_found'],
    ['stream', () => get(`/api/v1/shipments/${own.shipment.shipment_id}/stream`, { token }), 'shipment_not_found'],
    [
      'GET quotes of a shipment',
      () => get(`/api/v1/shipments/${own.shipment.shipment_id}/quotes`, { token }),
      'shipment_not_found',
    ],
    [
      'GET booking of a shipment',
      () => get(`/api/v1/shipments/${own.shipment.shipment_id}/booking`, { token }),
      'shipment_not_found',
    ],
    [
      'GET driver location',
      () => get(`/api/v1/bookings/${own.booking.booking_id}/driver_location`, { token }),
      'booking_not_found',
    ],
    ['label', () => get(`/api/v1/bookings/${own.booking.booking_id}/label?format=pdf`, { token }), 'label_not_found'],
    [
      'test webhook',
      () => call('POST', `/api/v1/webhooks/subscriptions/${subscriptionId}/test`, { token }),
      'subscription_not_found',
    ],
    [
      'GET subscription',
      () => get(`/api/v1/webhooks/subscriptions/${subscriptionId}`, { token }),
      'subscription_not_found',
    ],
    [
      'PATCH subscription',
      () => patch(`/api/v1/webhooks/subscriptions/${subscriptionId}`, { status: 'paused' }, { token }),
      'subscription_not_found',
    ],
    [
      'DELETE subscription',
      () => call('DELETE', `/api/v1/webhooks/subscriptions/${subscriptionId}`, { token }),
      'subscription_not_found',
    ],
    [
      'rotate secret',
      () => post(`/api/v1/webhooks/subscriptions/${subscriptionId}/rotate-secret`, undefined, { token }),
      'subscription_not_found',
    ],
    [
      'deliveries',
      () => get(`/api/v1/webhooks/subscriptions/${subscriptionId}/deliveries`, { token }),
      'subscription_not_found',
    ],
    [
      'replay',
      () =>
        post(`/api/v1/webhooks/subscriptions/${subscriptionId}/replay`, { since: '2026-01-01T00:00:00Z' }, { token }),
      'subscription_not_found',
    ],
    [
      'GET replays',
      () => get(`/api/v1/webhooks/subscriptions/${subscriptionId}/replays`, { token }),
      'subscription_not_found',
    ],
    [
      'cancel replay',
      () => post(`/api/v1/webhooks/subscriptions/${subscriptionId}/replays/${replayId}/cancel`, undefined, { token }),
      'replay_not_found',
    ],
    [
      'GET replay',
      () => get(`/api/v1/webhooks/subscriptions/${subscriptionId}/replays/${replayId}`, { token }),
      'replay_not_found',
    ],
    ['GET delivery', () => get(`/api/v1/webhooks/deliveries/${deliveryId}`, { token }), 'delivery_not_found'],
    [
      'redeliver',
      () => post(`/api/v1/webhooks/deliveries/${deliveryId}/redeliver`, undefined, { token }),
      'delivery_not_found',
    ],
    ['GET event', () => get(`/api/v1/events/${eventId}`, { token }), 'event_not_found'],
  ]
  test.each(cases)('%s', async (_, attempt, code) => {
    const { status, body } = await attempt()
    expect([status, body.error.code]).toEqual([404, code])
  })

  test('an own shipment cannot be booked with another tenant’s option', async () => {
    const shipment = dataOf(
      await post('/api/v1/shipments', aShipmentDocument({ merchant_order_ref: aReference() }), { token }),
      201,
    )
    const reply = await post(
      `/api/v1/shipments/${shipment.shipment_id}/book`,
      { quote_option_id: own.option.quote_option_id },
      { token },
    )
    expect([reply.status, reply.body.error.code]).toEqual([404, 'quote_option_not_found'])
  })

  test('lists show nothing of others', async () => {
    const reference = own.shipment.merchant_order_ref
    expect(dataOf(await get(`/api/v1/shipments?merchant_order_ref=${reference}`, { token }), 200)).toEqual([])
    expect(dataOf(await get('/api/v1/webhooks/subscriptions', { token }), 200)).toEqual([])
    expect(dataOf(await get(`/api/v1/events?subject_id=${own.shipment.shipment_id}`, { token }), 200)).toEqual([])
    const ofOurs = `shipment_id=${own.shipment.shipment_id}`
    expect(dataOf(await get(`/api/v1/bookings?${ofOurs}`, { token }), 200)).toEqual([])
    expect(dataOf(await get(`/api/v1/quotes?${ofOurs}`, { token }), 200)).toEqual([])
  })

  test('the same key of two tenants is two keys', async () => {
    const document = aShipmentDocument({ merchant_order_ref: aReference() })
    const headers = { 'idempotency-key': aReference() }
    const [mine, theirs] = [
      await post('/api/v1/shipments', document, { headers }),
      await post('/api/v1/shipments', document, { headers, token }),
    ]
    expect(dataOf(theirs, 201).shipment_id).not.toBe(dataOf(mine, 201).shipment_id)
  })
})

test('a key does what its scopes allow', async () => {
  const { access_token: token } = await createTenant('test', { scopes: ['shipments:read', 'quotes:read'] })
  expect((await get('/api/v1/shipments', { token })).status).toBe(200)
  const writing = await post('/api/v1/shipments', aShipmentDocument(), { token })
  expect([writing.status, writing.body.error.code]).toEqual([403, 'insufficient_scope'])
  for (const path of ['/api/v1/webhooks/subscriptions', '/api/v1/webhooks/event-types', '/api/v1/events']) {
    const elsewhere = await get(path, { token })
    expect([elsewhere.status, elsewhere.body.error.code]).toEqual([403, 'insufficient_scope'])
  }
})

test('a revoked key is rejected', async () => {
  const { access_token: token, key_id } = await createTenant()
  expect((await get('/api/v1/shipments', { token })).status).toBe(200)
  dataOf(await admin('DELETE', `/admin/keys/${key_id}`), 200)
  await eventually(async () => {
    const { status, body } = await get('/api/v1/shipments', { token })
    expect([status, body.error?.code]).toEqual([401, 'token_revoked'])
  })
})

test('requests above the limit of a key get 429 with Retry-After', async () => {
  const { access_token: token } = await createTenant('test', { rate_limit_per_second: 1 })
  const replies = await Promise.all(Array.from({ length: 10 }, () => get('/api/v1/shipments', { token })))
  const limited = replies.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThan(0)
  expect(limited[0]?.body.error).toMatchObject({ code: 'rate_limited', retryable: true })
  expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  for (const reply of replies) expect(reply.headers.get('ratelimit')).toBeTruthy()
})

test('a live environment has no simulated carriers and accepts https receivers only', async () => {
  const { access_token: token } = await createTenant('live')
  const quote = await post('/api/v1/quotes', aShipmentDocument({ merchant_order_ref: aReference() }), { token })
  expect([quote.status, quote.body.error.code]).toEqual([422, 'no_rates_available'])
  expect(dataOf(await get('/api/v1/carriers', { token }), 200)).toEqual([])
  const plain = await post('/api/v1/webhooks/subscriptions', { url: silentReceiverUrl, events: ['*'] }, { token })
  expect([plain.status, plain.body.error.code]).toEqual([422, 'invalid_webhook_url'])
  const advanced = await post('/api/v1/simulator/shipments/shp_1/advance', { status: 'delivered' }, { token })
  expect(advanced.status).toBe(404)
})

test('the admin API needs the admin token', async () => {
  const { access_token } = await createTenant()
  const reply = await admin('GET', '/admin/merchants')
  expect(dataOf(reply, 200).length).toBeGreaterThan(0)
  expect((await call('GET', '/admin/merchants', { token: access_token })).status).toBe(404)
})
