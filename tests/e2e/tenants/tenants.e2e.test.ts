/** Tenants cannot see each other's resources; keys are limited to their scopes and can be revoked. */
import { scopes } from '@waybill/contracts/requests/scopes'
import { anAddress, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { beforeAll, describe, expect, test } from 'vitest'
import { readWholeDocument } from '../../support/whole-document.ts'
import { admin, call, get, getData, post, sandbox, silentReceiverUrl } from '../api.ts'
import { aReference, bookShipment, createPickup } from '../journeys.ts'
import { createTenant } from '../tenant.ts'

interface Attempt {
  code: string
  body?: unknown
}

const shipment = (body?: unknown): Attempt => ({ code: 'shipment_not_found', body })
const subscription = (body?: unknown): Attempt => ({ code: 'subscription_not_found', body })
const pickupLocation = (body?: unknown): Attempt => ({ code: 'pickup_location_not_found', body })
const account = (body?: unknown): Attempt => ({ code: 'carrier_account_not_found', body })
const rateCard = (body?: unknown): Attempt => ({ code: 'rate_card_not_found', body })
const driver = (body?: unknown): Attempt => ({ code: 'driver_not_found', body })
const savedView = (body?: unknown): Attempt => ({ code: 'saved_view_not_found', body })
const parcelPreset = (body?: unknown): Attempt => ({ code: 'parcel_preset_not_found', body })
const apiKey = (body?: unknown): Attempt => ({ code: 'api_key_not_found', body })
const booking = (body?: unknown): Attempt => ({ code: 'booking_not_found', body })

/** By operation of the OpenAPI document: the answer to a call that names an object of another tenant. */
const attempts: Record<string, Attempt> = {
  'GET /api/v1/shipments/{shipment_id}': shipment(),
  'PATCH /api/v1/shipments/{shipment_id}': shipment({ metadata: { a: 'b' } }),
  'GET /api/v1/shipments/{shipment_id}/addresses': shipment(),
  'GET /api/v1/shipments/{shipment_id}/events': shipment(),
  'GET /api/v1/shipments/{shipment_id}/stream': shipment(),
  'GET /api/v1/shipments/{shipment_id}/quotes': shipment(),
  'GET /api/v1/shipments/{shipment_id}/booking': shipment(),
  'POST /api/v1/shipments/{shipment_id}/cancel': shipment({ reason_code: 'x' }),
  'POST /api/v1/shipments/{shipment_id}/book': shipment({ quote_option_id: 'qop_other' }),
  'POST /api/v1/shipments/{shipment_id}/return': shipment(),
  'POST /api/v1/shipments/{shipment_id}/hold': shipment({ reason: 'x' }),
  'POST /api/v1/shipments/{shipment_id}/release': shipment(),
  'POST /api/v1/shipments/{shipment_id}/assign': shipment({ assignee_id: null }),
  'POST /api/v1/shipments/{shipment_id}/tags': shipment({ add_tags: ['x'] }),
  'GET /api/v1/shipments/{shipment_id}/notes': shipment(),
  'POST /api/v1/shipments/{shipment_id}/notes': shipment({ text: 'x' }),
  'DELETE /api/v1/shipments/{shipment_id}/notes/{note_id}': { code: 'note_not_found' },
  'POST /api/v1/simulator/shipments/{shipment_id}/advance': shipment({ status: 'delivered' }),
  'DELETE /api/v1/simulator/faults/{fault_id}': { code: 'simulator_fault_not_found' },
  'GET /api/v1/pickup-locations/{pickup_location_id}': pickupLocation(),
  'PATCH /api/v1/pickup-locations/{pickup_location_id}': pickupLocation({ holidays: 'ignore' }),
  'DELETE /api/v1/pickup-locations/{pickup_location_id}': pickupLocation(),
  'GET /api/v1/carrier-accounts/{carrier_account_id}': account(),
  'PATCH /api/v1/carrier-accounts/{carrier_account_id}': account({ enabled: false }),
  'DELETE /api/v1/carrier-accounts/{carrier_account_id}': account(),
  'POST /api/v1/carrier-accounts/{carrier_account_id}/verify': account(),
  'GET /api/v1/rate-cards/{rate_card_id}': rateCard(),
  'PATCH /api/v1/rate-cards/{rate_card_id}': rateCard({ enabled: false }),
  'DELETE /api/v1/rate-cards/{rate_card_id}': rateCard(),
  'GET /api/v1/drivers/{driver_id}': driver(),
  'PATCH /api/v1/drivers/{driver_id}': driver({ active: false }),
  'DELETE /api/v1/drivers/{driver_id}': driver(),
  'POST /api/v1/drivers/{driver_id}/token': driver(),
  'GET /api/v1/saved-views/{view_id}': savedView(),
  'PATCH /api/v1/saved-views/{view_id}': savedView({ name: 'Theirs' }),
  'DELETE /api/v1/saved-views/{view_id}': savedView(),
  'GET /api/v1/parcel-presets/{preset_id}': parcelPreset(),
  'PATCH /api/v1/parcel-presets/{preset_id}': parcelPreset({ name: 'Theirs' }),
  'DELETE /api/v1/parcel-presets/{preset_id}': parcelPreset(),
  'GET /api/v1/api-log/{call_id}': { code: 'api_call_not_found' },
  'GET /api/v1/api-keys/{key_id}': apiKey(),
  'POST /api/v1/api-keys/{key_id}/rotate': apiKey(),
  'DELETE /api/v1/api-keys/{key_id}': apiKey(),
  'POST /api/v1/bookings/{booking_id}/assign-driver': booking({ driver_id: 'drv_other' }),
  'GET /api/v1/quotes/{quote_id}': { code: 'quote_not_found' },
  'GET /api/v1/quotes/{quote_id}/exchanges': { code: 'quote_not_found' },
  'GET /api/v1/bookings/{booking_id}': booking(),
  'GET /api/v1/bookings/{booking_id}/exchanges': booking(),
  'GET /api/v1/label-batches/{label_batch_id}': { code: 'label_batch_not_found' },
  'GET /api/v1/label-batches/{label_batch_id}/document': { code: 'label_batch_not_found' },
  'GET /api/v1/pickups/{pickup_id}': { code: 'pickup_not_found' },
  'POST /api/v1/pickups/{pickup_id}/cancel': { code: 'pickup_not_found' },
  'GET /api/v1/manifests/{manifest_id}': { code: 'manifest_not_found' },
  'GET /api/v1/manifests/{manifest_id}/document': { code: 'manifest_not_found' },
  'GET /api/v1/batches/{batch_id}': { code: 'batch_not_found' },
  'GET /api/v1/batches/{batch_id}/items': { code: 'batch_not_found' },
  'POST /api/v1/bookings/{booking_id}/cancel': booking({ reason_code: 'x' }),
  'GET /api/v1/bookings/{booking_id}/driver_location': booking(),
  'POST /api/v1/bookings/{booking_id}/document-links/revoke': booking(),
  'POST /api/v1/bookings/{booking_id}/label/printed': booking(),
  'GET /api/v1/bookings/{booking_id}/label': { code: 'label_not_found' },
  'GET /api/v1/bookings/{booking_id}/proof/{media_name}': { code: 'proof_not_found' },
  'GET /api/v1/webhooks/subscriptions/{subscription_id}': subscription(),
  'PATCH /api/v1/webhooks/subscriptions/{subscription_id}': subscription({ status: 'paused' }),
  'DELETE /api/v1/webhooks/subscriptions/{subscription_id}': subscription(),
  'POST /api/v1/webhooks/subscriptions/{subscription_id}/test': subscription(),
  'POST /api/v1/webhooks/subscriptions/{subscription_id}/rotate-secret': subscription(),
  'GET /api/v1/webhooks/subscriptions/{subscription_id}/deliveries': subscription(),
  'GET /api/v1/webhooks/subscriptions/{subscription_id}/replays': subscription(),
  'GET /api/v1/webhooks/subscriptions/{subscription_id}/replay-preview': subscription(),
  'POST /api/v1/webhooks/subscriptions/{subscription_id}/replay': subscription({ since: '2026-01-01T00:00:00Z' }),
  'GET /api/v1/webhooks/subscriptions/{subscription_id}/replays/{replay_id}': { code: 'replay_not_found' },
  'POST /api/v1/webhooks/subscriptions/{subscription_id}/replays/{replay_id}/cancel': { code: 'replay_not_found' },
  'GET /api/v1/webhooks/deliveries/{delivery_id}': { code: 'delivery_not_found' },
  'POST /api/v1/webhooks/deliveries/{delivery_id}/redeliver': { code: 'delivery_not_found' },
  'GET /api/v1/events/{event_id}': { code: 'event_not_found' },
}

describe('every endpoint answers 404 to another tenant', () => {
  let own: Awaited<ReturnType<typeof bookShipment>>
  let ids: Record<string, string>
  let token: string

  beforeAll(async () => {
    own = await bookShipment()
    const made = await post('/api/v1/webhooks/subscriptions', { url: silentReceiverUrl, events: ['*'] })
    const { subscription_id } = getData(made, 201)
    const { delivery_id, event_id } = getData(await post(`/api/v1/webhooks/subscriptions/${subscription_id}/test`), 201)
    const period = { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' }
    const replay = await post(`/api/v1/webhooks/subscriptions/${subscription_id}/replay`, period)
    const { replay_id } = getData(replay, 201)
    const { shipment_id } = own.shipment
    const { note_id } = getData(await post(`/api/v1/shipments/${shipment_id}/notes`, { text: 'Theirs' }), 201)
    const { quote_id } = own.quote
    const address = anAddress({ address_line_1: aReference() })
    const { pickup_location_id } = getData(await post('/api/v1/pickup-locations', { address }), 201)
    const credentials = { api_key: `EZTK${'0'.repeat(54)}` }
    // Other tests quote in this environment: their quotes must not ask this account, nor use this rate card.
    const ofCarrier = { carrier_code: 'easypost', name: 'Shop', credentials, enabled: false }
    const { carrier_account_id } = getData(await post('/api/v1/carrier-accounts', ofCarrier), 201)
    const card = { name: 'Elsewhere', service_code: 'fleet_now', currency: 'EUR', pickup_country: 'FR' }
    const priced = { ...card, zones: [{ country: 'FR', amount: 5 }], enabled: false }
    const { rate_card_id } = getData(await post('/api/v1/rate-cards', priced), 201)
    const { driver_id } = getData(await post('/api/v1/drivers', { name: 'Dora', available: false }), 201)
    const { view_id } = getData(await post('/api/v1/saved-views', { resource: 'bookings', name: 'All' }), 201)
    const box = { name: 'Box', length_cm: 1, width_cm: 1, height_cm: 1 }
    const { preset_id } = getData(await post('/api/v1/parcel-presets', box), 201)
    const call_id = await eventually(async () => {
      const [first] = getData(await get('/api/v1/api-log?limit=1'), 200)
      expect(first).toBeDefined()
      return first.call_id as string
    })
    const { key_id } = await createTenant()
    const { booking_id } = own.booking
    const { quote_option_id } = own.option
    const { batch_id } = getData(
      await post('/api/v1/bookings/batch', { bookings: [{ shipment_id, quote_option_id }] }),
      202,
    )
    const { label_batch_id } = getData(await post('/api/v1/label-batches', { booking_ids: [booking_id] }), 202)
    const media_name = 'photo-1.jpg'
    const { pickup_id, booking_ids } = await createPickup()
    const { manifest_id } = getData(await post('/api/v1/manifests', { booking_ids }), 202)
    const planned = { carrier_code: 'city_van', operation: 'label', fault: 'slow', expires_in_minutes: 1 }
    const { fault_id } = getData(await post('/api/v1/simulator/faults', planned), 201)
    ids = {
      shipment_id,
      note_id,
      pickup_location_id,
      carrier_account_id,
      rate_card_id,
      driver_id,
      view_id,
      preset_id,
      call_id,
      key_id,
      quote_id,
      booking_id,
      batch_id,
      label_batch_id,
      pickup_id,
      manifest_id,
      media_name,
      subscription_id,
      delivery_id,
      event_id,
      replay_id,
      fault_id,
    }
    token = (await createTenant('test', { scopes: [...scopes] })).access_token
  })

  test('all operations on an object are tried', async () => {
    interface Operation {
      security?: Record<string, unknown>[]
    }
    const document = await readWholeDocument(sandbox.base_url)
    const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
      ([path, item]) =>
        Object.entries(item)
          .filter(([, { security }]) => path.includes('{') && security?.some((scheme) => 'bearer' in scheme))
          .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    expect(Object.keys(attempts).sort()).toEqual(operations.sort())
  })

  test.each(Object.entries(attempts))('%s', async (operation, { code, body }) => {
    const [method = '', path = ''] = operation.split(' ')
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))
    const reply = await call(method, filled, { token, body })
    expect([reply.status, reply.body.error.code]).toEqual([404, code])
  })

  test('a quote of a shipment', async () => {
    const reply = await post('/api/v1/quotes', { shipment_id: own.shipment.shipment_id }, { token })
    expect([reply.status, reply.body.error.code]).toEqual([404, 'shipment_not_found'])
  })

  test('an own shipment cannot be booked with another tenant’s option', async () => {
    const shipment = getData(
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
    expect(getData(await get(`/api/v1/shipments?merchant_order_ref=${reference}`, { token }), 200)).toEqual([])
    expect(getData(await get('/api/v1/webhooks/subscriptions', { token }), 200)).toEqual([])
    expect(getData(await get('/api/v1/carrier-accounts', { token }), 200)).toEqual([])
    expect(getData(await get('/api/v1/api-keys', { token }), 200)).toMatchObject([{ name: 'Key' }])
    expect(getData(await get(`/api/v1/events?subject_id=${own.shipment.shipment_id}`, { token }), 200)).toEqual([])
    const ofOurs = `shipment_id=${own.shipment.shipment_id}`
    expect(getData(await get(`/api/v1/bookings?${ofOurs}`, { token }), 200)).toEqual([])
    for (const list of ['shipments', 'bookings']) {
      for (const filter of [`merchant_order_ref=${reference}`, `q=${reference}`]) {
        expect(getData(await get(`/api/v1/${list}?${filter}`, { token }), 200)).toEqual([])
      }
    }
    expect(getData(await get(`/api/v1/quotes?${ofOurs}`, { token }), 200)).toEqual([])
  })

  test('the same key of two tenants is two keys', async () => {
    const document = aShipmentDocument({ merchant_order_ref: aReference() })
    const headers = { 'idempotency-key': aReference() }
    const [mine, theirs] = [
      await post('/api/v1/shipments', document, { headers }),
      await post('/api/v1/shipments', document, { headers, token }),
    ]
    expect(getData(theirs, 201).shipment_id).not.toBe(getData(mine, 201).shipment_id)
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
  getData(await admin('DELETE', `/admin/keys/${key_id}`), 200)
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
  const carriers: { simulated: boolean }[] = getData(await get('/api/v1/carriers', { token }), 200)
  expect(carriers.filter(({ simulated }) => simulated)).toEqual([])
  const plain = await post('/api/v1/webhooks/subscriptions', { url: silentReceiverUrl, events: ['*'] }, { token })
  expect([plain.status, plain.body.error.code]).toEqual([422, 'invalid_webhook_url'])
  const advanced = await post('/api/v1/simulator/shipments/shp_1/advance', { status: 'delivered' }, { token })
  expect(advanced.status).toBe(404)
})

test('the admin API needs the admin token', async () => {
  const { access_token } = await createTenant()
  const reply = await admin('GET', '/admin/merchants')
  expect(getData(reply, 200).length).toBeGreaterThan(0)
  expect((await call('GET', '/admin/merchants', { token: access_token })).status).toBe(404)
})
