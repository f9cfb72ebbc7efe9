/** Which call each operation makes: the method of the owning service, and what of path, query and body it receives. */
import { newId } from '@waybill/contracts/ids'
import { aShipmentDocument } from '@waybill/testing/builders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'
import { routeTable } from './table.ts'

const shipment_id = newId('shp')
const quote_id = newId('qte')
const booking_id = newId('bkg')
const subscription_id = newId('whs')
const delivery_id = newId('whd')
const replay_id = newId('whr')
const event_id = newId('evt')

interface Operation {
  id: string
  path: string
  body?: unknown
  /** Method of the owning service. */
  calls: string
  /** Fields of its request, without the context. */
  with: object
}

const document = JSON.parse(JSON.stringify(aShipmentDocument()))
const { collection_date: _, ...onDemandDocument } = document
const subscriptions = '/api/v1/webhooks/subscriptions'
const operations: Operation[] = [
  {
    id: 'createShipment',
    path: '/api/v1/shipments',
    body: document,
    calls: 'ShipmentService.Create',
    with: { document, on_demand: false },
  },
  {
    id: 'createOnDemandShipment',
    path: '/api/v1/shipments/on-demand',
    body: onDemandDocument,
    calls: 'ShipmentService.Create',
    with: { document: onDemandDocument, on_demand: true },
  },
  {
    id: 'listShipments',
    path: '/api/v1/shipments?limit=7&cursor=abc&status=delivered&created_to=2026-02-01T00:00:00%2B01:00',
    calls: 'ShipmentService.List',
    with: { page: { limit: 7, cursor: 'abc' }, status: 'delivered', created_to: '2026-01-31T23:00:00.000Z' },
  },
  {
    id: 'getShipment',
    path: `/api/v1/shipments/${shipment_id}`,
    calls: 'ShipmentService.Get',
    with: { shipment_id },
  },
  {
    id: 'listShipmentEvents',
    path: `/api/v1/shipments/${shipment_id}/events?limit=3`,
    calls: 'ShipmentService.ListEvents',
    with: { shipment_id, page: { limit: 3, cursor: '' } },
  },
  {
    id: 'updateShipment',
    path: `/api/v1/shipments/${shipment_id}`,
    body: { pickup_instructions: 'Ring twice' },
    calls: 'BookingService.UpdateShipment',
    with: { shipment_id, document: { pickup_instructions: 'Ring twice' } },
  },
  {
    id: 'cancelShipment',
    path: `/api/v1/shipments/${shipment_id}/cancel`,
    body: { reason_code: 'customer_request' },
    calls: 'BookingService.CancelShipment',
    with: { shipment_id, document: { reason_code: 'customer_request' } },
  },
  { id: 'createQuote', path: '/api/v1/quotes', body: document, calls: 'QuotingService.Create', with: { document } },
  {
    id: 'listQuotes',
    path: `/api/v1/quotes?shipment_id=${shipment_id}&status=pending`,
    calls: 'QuotingService.List',
    with: { shipment_id, status: 'pending', shipment_must_exist: false },
  },
  {
    id: 'listQuotesOfShipment',
    path: `/api/v1/shipments/${shipment_id}/quotes?status=expired`,
    calls: 'QuotingService.List',
    with: { shipment_id, status: 'expired', shipment_must_exist: true },
  },
  { id: 'getQuote', path: `/api/v1/quotes/${quote_id}`, calls: 'QuotingService.Get', with: { quote_id } },
  { id: 'listCarriers', path: '/api/v1/carriers', calls: 'QuotingService.ListCarriers', with: {} },
  {
    id: 'bookShipment',
    path: `/api/v1/shipments/${shipment_id}/book`,
    body: { quote_option_id: newId('qop') },
    calls: 'BookingService.Book',
    with: { shipment_id },
  },
  {
    id: 'listBookings',
    path: `/api/v1/bookings?shipment_id=${shipment_id}&status=assigned`,
    calls: 'BookingService.List',
    with: { shipment_id, status: 'assigned' },
  },
  {
    id: 'getBookingOfShipment',
    path: `/api/v1/shipments/${shipment_id}/booking`,
    calls: 'BookingService.GetOfShipment',
    with: { shipment_id },
  },
  { id: 'getBooking', path: `/api/v1/bookings/${booking_id}`, calls: 'BookingService.Get', with: { booking_id } },
  {
    id: 'getDriverLocation',
    path: `/api/v1/bookings/${booking_id}/driver_location`,
    calls: 'BookingService.GetDriverLocation',
    with: { booking_id },
  },
  {
    id: 'advanceShipment',
    path: `/api/v1/simulator/shipments/${shipment_id}/advance`,
    body: { status: 'delivered' },
    calls: 'BookingService.Advance',
    with: { shipment_id, document: { status: 'delivered' } },
  },
  {
    id: 'createSubscription',
    path: subscriptions,
    body: { url: 'https://example.com/hook', events: ['*'] },
    calls: 'WebhookService.CreateSubscription',
    with: { document: { url: 'https://example.com/hook', events: ['*'] } },
  },
  {
    id: 'listSubscriptions',
    path: `${subscriptions}?limit=5`,
    calls: 'WebhookService.ListSubscriptions',
    with: { page: { limit: 5, cursor: '' } },
  },
  {
    id: 'getSubscription',
    path: `${subscriptions}/${subscription_id}`,
    calls: 'WebhookService.GetSubscription',
    with: { subscription_id },
  },
  {
    id: 'updateSubscription',
    path: `${subscriptions}/${subscription_id}`,
    body: { status: 'paused' },
    calls: 'WebhookService.UpdateSubscription',
    with: { subscription_id, document: { status: 'paused' } },
  },
  {
    id: 'deleteSubscription',
    path: `${subscriptions}/${subscription_id}`,
    calls: 'WebhookService.DeleteSubscription',
    with: { subscription_id },
  },
  {
    id: 'rotateSecret',
    path: `${subscriptions}/${subscription_id}/rotate-secret`,
    calls: 'WebhookService.RotateSecret',
    with: { subscription_id },
  },
  {
    id: 'testSubscription',
    path: `${subscriptions}/${subscription_id}/test`,
    calls: 'WebhookService.TestSubscription',
    with: { subscription_id },
  },
  {
    id: 'listDeliveries',
    path: `${subscriptions}/${subscription_id}/deliveries?status=failed&event=shipment.created`,
    calls: 'WebhookService.ListDeliveries',
    with: { subscription_id, status: 'failed', event: 'shipment.created' },
  },
  {
    id: 'getDelivery',
    path: `/api/v1/webhooks/deliveries/${delivery_id}`,
    calls: 'WebhookService.GetDelivery',
    with: { delivery_id },
  },
  {
    id: 'redeliver',
    path: `/api/v1/webhooks/deliveries/${delivery_id}/redeliver`,
    calls: 'WebhookService.Redeliver',
    with: { delivery_id },
  },
  {
    id: 'createReplay',
    path: `${subscriptions}/${subscription_id}/replay`,
    body: { since: '2026-01-01T00:00:00Z' },
    calls: 'WebhookService.CreateReplay',
    with: { subscription_id, document: { since: '2026-01-01T00:00:00Z' } },
  },
  {
    id: 'listReplays',
    path: `${subscriptions}/${subscription_id}/replays?status=running`,
    calls: 'WebhookService.ListReplays',
    with: { subscription_id, status: 'running' },
  },
  {
    id: 'getReplay',
    path: `${subscriptions}/${subscription_id}/replays/${replay_id}`,
    calls: 'WebhookService.GetReplay',
    with: { subscription_id, replay_id },
  },
  {
    id: 'cancelReplay',
    path: `${subscriptions}/${subscription_id}/replays/${replay_id}/cancel`,
    calls: 'WebhookService.CancelReplay',
    with: { subscription_id, replay_id },
  },
  {
    id: 'listEvents',
    path: `/api/v1/events?type=booking.*&subject_id=${booking_id}&order=asc&cursor=latest`,
    calls: 'WebhookService.ListEvents',
    with: { type: 'booking.*', subject_id: booking_id, ascending: true, page: { limit: 0, cursor: 'latest' } },
  },
  { id: 'getEvent', path: `/api/v1/events/${event_id}`, calls: 'WebhookService.GetEvent', with: { event_id } },
]

/** Operations without a single answer of one service; each has tests of its kind elsewhere. */
const testedElsewhere = [
  'getLabel',
  'getProofMedia',
  'listEventTypes',
  'receiveCallback',
  'streamShipment',
  'streamTrackingPage',
]

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.services.reset())

const getRoute = (id: string) => {
  const route = routeTable.find(({ operationId }) => operationId === id)
  if (route === undefined) throw new Error(`there is no operation ${id}`)
  return route
}

test('every public operation is tested here or listed as tested elsewhere', () => {
  const known = [...operations.map(({ id }) => id), ...testedElsewhere].sort()
  const existing = routeTable.filter(({ hidden }) => !hidden).map(({ operationId }) => operationId)
  expect([...existing, 'streamTrackingPage'].sort()).toEqual(known)
})

test.each(operations)('$id calls $calls', async ({ id, path, body, calls, with: expected }) => {
  const { method } = getRoute(id)
  const reply = await gateway.call(method, path, { body })
  expect([reply.status, reply.text]).toEqual([200, '{"success":true,"data":{}}'])
  const [call, ...others] = gateway.services.calls
  expect(others).toEqual([])
  expect(call?.method).toBe(calls)
  const { context: _, document: bytes, ...request } = call?.request ?? {}
  const sent = bytes === undefined ? request : { ...request, document: JSON.parse(bytes.toString()) }
  expect(sent).toMatchObject(expected)
  expect(call?.context).toMatchObject({ environmentId: gateway.environmentId, merchantId: gateway.merchantId })
})

test.each(operations.filter(({ body }) => body !== undefined))(
  '$id rejects an unknown field before it calls a service',
  async ({ id, path, body }) => {
    const reply = await gateway.call(getRoute(id).method, path, { body: { ...(body as object), colour: 'red' } })
    expect(reply.status).toBe(422)
    expect(reply.body.error.details).toContainEqual(
      expect.objectContaining({ field: 'colour', pointer: '/colour', code: 'unknown_field', location: 'body' }),
    )
    expect(gateway.services.calls).toEqual([])
  },
)

test.each(operations.filter(({ id }) => getRoute(id).path.includes('_id}')))(
  '$id answers 404 to a malformed id, with the code of the resource',
  async ({ id, path, body }) => {
    const route = getRoute(id)
    const malformed = path.replace(/\/[a-z]{3}_[0-9a-z]{26}/, '/unknown')
    const reply = await gateway.call(route.method, malformed, { body })
    expect(reply.status).toBe(404)
    expect(reply.body.error.code).toMatch(/^(shipment|quote|booking|subscription|delivery|replay|event)_not_found$/)
    expect(reply.body.error.message).toMatch(/expected [a-z]{3}_ followed by 26 lower-case letters or digits/)
    expect(gateway.services.calls).toEqual([])
  },
)

test.each(operations.filter(({ id }) => ['POST', 'PATCH'].includes(getRoute(id).method)))(
  '$id passes on the Idempotency-Key',
  async ({ id, path, body }) => {
    const headers = { 'idempotency-key': 'key-1' }
    await gateway.call(getRoute(id).method, path, { body, headers })
    expect(gateway.services.calls[0]?.context).toMatchObject({
      idempotencyKey: 'key-1',
      bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  },
)

test.each(operations.filter(({ id }) => getRoute(id).conditional))(
  '$id passes on If-Match without quotes',
  async ({ id, path, body }) => {
    await gateway.call(getRoute(id).method, path, { body, headers: { 'if-match': 'W/"12"' } })
    expect(gateway.services.calls[0]?.context.ifMatch).toBe('12')
  },
)

test.each(operations.filter(({ id }) => getRoute(id).success[0]?.list))(
  '$id links to the next page with the same query',
  async ({ id, path, calls }) => {
    const meta = { has_more: true, next_cursor: 'next page', limit: 2 }
    const text = JSON.stringify({ success: true, data: [{ meta: 'of an entry' }], meta })
    gateway.services.answer(calls, () => ({ status: 200, body: Buffer.from(text) }))
    const reply = await gateway.call(getRoute(id).method, path)
    expect(reply.text).toBe(text)
    const link = new URL(/^<(.+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1] ?? '')
    const expected = new URL(path, gateway.options.publicUrl)
    expected.searchParams.set('cursor', 'next page')
    expect(link.pathname).toBe(expected.pathname)
    expect(Object.fromEntries(link.searchParams)).toEqual(Object.fromEntries(expected.searchParams))
  },
)

test('the list of event types needs no service', async () => {
  const reply = await gateway.call('GET', '/api/v1/webhooks/event-types')
  expect(reply.status).toBe(200)
  expect(reply.body.meta).toMatchObject({ has_more: false, next_cursor: null, limit: reply.body.data.length })
  expect(reply.headers.get('link')).toBeNull()
  expect(gateway.services.calls).toEqual([])
})
