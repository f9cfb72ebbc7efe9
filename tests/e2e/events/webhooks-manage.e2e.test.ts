/** Managing subscriptions and deliveries over HTTP. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import type { HttpReceiver } from '@waybill/testing/http-receiver'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../api.ts'
import { getData } from '../api.ts'
import { startEventReceiver } from '../document/event-receiver.ts'
import { aReference } from '../journeys.ts'
import { createTenant } from '../tenant.ts'

const SUBSCRIPTIONS = '/api/v1/webhooks/subscriptions'

let receiver: HttpReceiver
let token: string
beforeAll(async () => {
  receiver = await startEventReceiver()
  token = (await createTenant()).access_token // what other tests do is none of our events
})
afterAll(() => receiver.stop())

type Options = Omit<api.CallOptions, 'token' | 'body'>
const call = (method: string, path: string, options: api.CallOptions = {}) =>
  api.call(method, path, { token, ...options })
const get = (path: string) => call('GET', path)
const post = (path: string, body?: unknown, options: Options = {}) => call('POST', path, { body, ...options })
const patch = (path: string, body: unknown, options: Options = {}) => call('PATCH', path, { body, ...options })

/** Creates a subscription with a unique path. */
async function subscribed(fields: Record<string, unknown> = {}) {
  const path = `/${aReference()}`
  const created = await post(SUBSCRIPTIONS, { url: receiver.url + path, events: ['shipment.created'], ...fields })
  const { subscription_id, secret } = getData(created, 201)
  return {
    id: subscription_id as string,
    secret: secret as string,
    at: `${SUBSCRIPTIONS}/${subscription_id}`,
    requests: () => receiver.requests.filter((request) => request.path === path),
  }
}

const createShipment = async (): Promise<string> =>
  getData(await post('/api/v1/shipments', aShipmentDocument({ merchant_order_ref: aReference() })), 201).shipment_id

/** Waits for a delivery about the shipment in this status. */
const parseDelivery = (at: string, status: string) =>
  eventually(async () => {
    const [delivery] = getData(await get(`${at}/deliveries`), 200)
    expect(delivery?.status).toBe(status)
    return delivery
  })

const findError = ({ status, body }: api.Reply) => [status, body?.error?.code]

test('a subscription is read, changed under If-Match, paused, resumed and deleted', async () => {
  const { at, id, requests } = await subscribed({ ordering: 'per_subject' })
  const read = await get(at)
  expect(getData(read, 200)).toMatchObject({ subscription_id: id, status: 'active', ordering: 'per_subject' })
  expect(read.text).not.toContain('whsec_')
  const etag = read.headers.get('etag') ?? ''

  const paused = await patch(at, { status: 'paused' }, { headers: { 'if-match': etag } })
  expect(getData(paused, 200).status).toBe('paused')
  expect(findError(await patch(at, { status: 'active' }, { headers: { 'if-match': etag } }))).toEqual([
    412,
    'version_conflict',
  ])
  await createShipment()
  const kept = await parseDelivery(at, 'paused')
  expect(findError(await post(`/api/v1/webhooks/deliveries/${kept.delivery_id}/redeliver`))).toEqual([
    409,
    'subscription_not_active',
  ])
  const key = { headers: { 'idempotency-key': aReference() } }
  const resumed = await patch(at, { status: 'active' }, key)
  expect(getData(resumed, 200)).toMatchObject({ status: 'active', ordering: 'per_subject' })
  const again = await patch(at, { status: 'active' }, key)
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([resumed.text, 'true'])

  const deleted = await call('DELETE', at)
  expect([deleted.status, deleted.text, deleted.headers.get('content-type')]).toEqual([204, '', null])
  expect(findError(await call('DELETE', at))).toEqual([404, 'subscription_not_found'])
  expect(findError(await get(at))).toEqual([404, 'subscription_not_found'])
  const read2 = getData(await get(`/api/v1/webhooks/deliveries/${kept.delivery_id}`), 200)
  expect(read2.status).toBe('cancelled')
  expect(requests()).toHaveLength(0)
})

test('a delivery can be read and redelivered with the same id; the official libraries verify it during a rotation', async () => {
  const { at, secret, requests } = await subscribed()
  await createShipment()
  const delivery = await parseDelivery(at, 'succeeded')
  expect(delivery).toMatchObject({
    event: 'shipment.created',
    attempts: [{ trigger: 'event', response_status: 200, error_code: null }],
  })
  expect(getData(await get(`/api/v1/webhooks/deliveries/${delivery.delivery_id}`), 200)).toEqual(delivery)
  expect(getData(await get(`${at}/deliveries?status=failed`), 200)).toEqual([])
  expect(getData(await get(`${at}/deliveries?event=shipment.created&limit=1`), 200)).toEqual([delivery])

  const rotated = getData(await post(`${at}/rotate-secret`), 200)
  expect(rotated.secret).not.toBe(secret)
  const again = await post(`/api/v1/webhooks/deliveries/${delivery.delivery_id}/redeliver`)
  expect(getData(again, 202).delivery_id).toBe(delivery.delivery_id)
  await eventually(() => expect(requests()).toHaveLength(2))
  const [first, second] = requests()
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  for (const known of [secret, rotated.secret]) {
    const headers = second?.headers as Record<string, string>
    expect(() => new StandardWebhook(known).verify(second?.body ?? '', headers)).not.toThrow()
    expect(() => new SvixWebhook(known).verify(second?.body ?? '', headers)).not.toThrow()
  }
})

test('a replay sends what a paused subscription missed, and reports its progress', async () => {
  const { at, requests } = await subscribed()
  const since = new Date(Date.now() - 1_000).toISOString()
  getData(await patch(at, { status: 'paused' }), 200)
  const shipmentId = await createShipment()
  await parseDelivery(at, 'paused')
  getData(await patch(at, { status: 'active' }), 200)
  const started = await post(`${at}/replay`, { since, events: ['shipment.created'] })
  const { replay_id } = getData(started, 201)
  await eventually(async () => {
    const found = getData(await get(`${at}/replays/${replay_id}`), 200)
    expect(found).toMatchObject({ status: 'completed', progress: 1 })
    expect(found.queued_count).toBeGreaterThanOrEqual(1)
  })
  await eventually(() => {
    const subjects = requests().map(({ body }) => JSON.parse(String(body)).subject.id)
    expect(subjects).toContain(shipmentId)
  })
  const replays = getData(await get(`${at}/replays?status=completed`), 200)
  expect(replays).toMatchObject([{ replay_id, progress: 1 }])
  expect(getData(await post(`${at}/replays/${replay_id}/cancel`), 200)).toEqual(replays[0])
  expect(findError(await post(`${at}/replays/whr_1/cancel`))).toEqual([404, 'replay_not_found'])
  expect(findError(await post(`${at}/replay`, {}))).toEqual([422, 'validation_error'])
  expect(findError(await post(`${at}/replay`, { since, events: ['x'] }))).toEqual([422, 'unknown_event_type'])
  expect(findError(await get(`${at}/replays/whr_1`))).toEqual([404, 'replay_not_found'])
})

test('the event log can be read by subject and type, paged, and polled', async () => {
  const shipmentId = await createShipment()
  const query = `/api/v1/events?subject_id=${shipmentId}`
  const [event] = await eventually(async () => {
    const found = getData(await get(query), 200)
    expect(found).toHaveLength(1)
    return found
  })
  expect(event).toMatchObject({ type: 'shipment.created', sequence: 1, data: { object: { shipment_id: shipmentId } } })
  expect(getData(await get(`/api/v1/events/${event.id}`), 200)).toEqual(event)
  expect(getData(await get(`${query}&type=booking.*`), 200)).toEqual([])

  const from = await get(`${query}&order=asc`)
  const { next_cursor } = from.body.meta
  getData(await patch(`/api/v1/shipments/${shipmentId}`, { metadata: { floor: '3' } }), 200)
  await eventually(async () => {
    const news = getData(await get(`${query}&order=asc&cursor=${next_cursor}`), 200)
    expect(news.map(({ type }: { type: string }) => type)).toEqual(['shipment.updated'])
  })
  const page = await get('/api/v1/events?limit=1&type=shipment.*')
  expect(page.headers.get('link')).toContain('rel="next"')
  expect(findError(await get('/api/v1/events?type=shipment.lost'))[0]).toBe(400)
  expect(findError(await get('/api/v1/events/evt_1'))).toEqual([404, 'event_not_found'])
})

test('the catalogue contains every type with a schema and an example', async () => {
  const types = getData(await get('/api/v1/webhooks/event-types'), 200)
  expect(types.length).toBeGreaterThan(20)
  for (const { type, schema, example } of types) {
    expect(schema.title).toBe(type)
    expect(example.type).toBe(type)
  }
})
