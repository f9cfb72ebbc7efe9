/** Which call each operation makes: the method of the owning service, and what of path, query and body it receives. */
import { newId } from '@waybill/contracts/ids'
import { pathParameters } from '@waybill/contracts/requests/operation'
import { scopes } from '@waybill/contracts/requests/scopes'
import { identityRoutes } from '@waybill/identity/routes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operationCalls as operations } from '../testing/operation-calls.ts'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'
import { apiLogRoutes } from './settings/api-log.ts'
import { brandingRoutes } from './settings/branding.ts'
import { parcelPresetRoutes } from './settings/parcel-presets.ts'
import { savedViewRoutes } from './settings/saved-views.ts'
import { routeTable } from './table.ts'

/** Those that the gateway answers itself. */
const own = [...identityRoutes, ...savedViewRoutes, ...parcelPresetRoutes, ...brandingRoutes, ...apiLogRoutes]

/** Operations without a single answer of one service; each has tests of its kind elsewhere. */
const testedElsewhere = [
  ...own.filter(({ hidden }) => !hidden).map(({ operationId }) => operationId),
  ...routeTable.filter(({ access }) => access.kind === 'driver').map(({ operationId }) => operationId),
  'createShipmentBatch', // a call for each item
  'editShipments', // a call for each shipment
  'getLabel',
  'getLabelBatchDocument',
  'getManifestDocument',
  'getProofMedia',
  'listEventTypes',
  'listShipmentAddresses', // a call for each shipment
  'receiveCallback',
  'streamEvents',
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

test.each(operations)('$id calls $calls', async ({ id, path, body, calls, with: expected, callsLater = [] }) => {
  const { method } = getRoute(id)
  const reply = await gateway.call(method, path, { body })
  expect([reply.status, reply.text]).toEqual([200, '{"success":true,"data":{}}'])
  const [call, ...others] = gateway.services.calls
  expect(others.map(({ method }) => method)).toEqual(callsLater)
  expect(call?.method).toBe(calls)
  const { context: _, document: bytes, ...request } = call?.request ?? {}
  const sent =
    bytes === undefined || bytes.length === 0 ? request : { ...request, document: JSON.parse(bytes.toString()) }
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
    expect(reply.body.error.code).toMatch(
      /^(shipment|pickup(_location)?|manifest|quote|booking|batch|label_batch|subscription|delivery|replay|event|carrier_account|rate_card|driver|simulator_fault)_not_found$/,
    )
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

const makes = ({ success }: { success: readonly { status: number }[] }) =>
  success.filter(({ status }) => [201, 202].includes(status))

test.each(operations.flatMap((one) => makes(getRoute(one.id)).map(({ status }) => ({ ...one, status }))))(
  '$id answers $status with the URL of what was made',
  async ({ id, path, body, calls, status }) => {
    const { method, success } = getRoute(id)
    const { location = '' } = success.find((one) => one.status === status) ?? {}
    const names = [...location.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const ids = Object.fromEntries(names.map((name) => [name, newId(pathParameters[name]?.prefix ?? 'shp')]))
    const answer = { success: true, data: ids }
    gateway.services.answer(calls, () => ({ status, body: Buffer.from(JSON.stringify(answer)) }))
    const reply = await gateway.call(method, path, { body })
    expect(reply.status).toBe(status)
    expect(reply.headers.get('location')).toBe(location.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? ''))
  },
)

test.each([
  ['/api/v1/api-keys', { name: 'Warehouse' }],
  ['/api/v1/saved-views', { resource: 'shipments', name: 'Late' }],
  ['/api/v1/parcel-presets', { name: 'Box', length_cm: 1, width_cm: 1, height_cm: 1 }],
])('what the gateway itself makes at %s can be read at its Location', async (path, body) => {
  const { token } = await gateway.createKey({ scopes: [...scopes] })
  const made = await gateway.call('POST', path, { token, body })
  expect([made.status, made.text]).toEqual([201, expect.anything()])
  const read = await gateway.call('GET', made.headers.get('location') ?? '', { token })
  const { access_token: _, ...shown } = made.body.data
  expect([read.status, read.body.data]).toEqual([200, shown])
})

test('the list of event types needs no service', async () => {
  const reply = await gateway.call('GET', '/api/v1/webhooks/event-types')
  expect(reply.status).toBe(200)
  expect(reply.body.meta).toMatchObject({ has_more: false, next_cursor: null, limit: reply.body.data.length })
  expect(reply.headers.get('link')).toBeNull()
  expect(gateway.services.calls).toEqual([])
})
