import { createMemoryState } from '@waybill/chassis/state/memory'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { type OpenedStream, openStream } from '@waybill/testing/event-stream'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ streamPollMs: 20, streamHeartbeatMs: 60 })
})
afterAll(() => gateway.stop())

/** The timeline of one shipment, as the shipment service would return it. */
let timeline: { event_id: string; status: string }[] = []
const opened: OpenedStream[] = []
const shipmentId = newId('shp')
const happen = (status: string) => timeline.push({ event_id: newId('evt'), status })

const newsAfter = (position: number) => ({
  environment_id: gateway.environmentId,
  shipment_id: shipmentId,
  after: position,
  position: timeline.length,
  status: timeline.at(-1)?.status,
  entries: timeline
    .slice(Math.max(0, position))
    .map((entry) => ({ event_id: entry.event_id, body: Buffer.from(JSON.stringify(entry)) })),
})

beforeEach(() => {
  for (const stream of opened.splice(0)) stream.close()
  gateway.services.reset()
  timeline = []
  happen('ready')
  gateway.services.answer('ShipmentService.Follow', ({ request, context }) => {
    if (context.environmentId !== gateway.environmentId) throw new AppError('shipment_not_found', 'There is none.')
    const seen = timeline.findIndex(({ event_id }) => event_id === request.last_event_id)
    return { shipment: null, news: newsAfter(seen + 1) }
  })
  gateway.services.answer('ShipmentService.ListNews', ({ request }) => ({
    news: request.places
      .filter(({ position }: { position: number }) => position < timeline.length)
      .map(({ position }: { position: number }) => newsAfter(position)),
  }))
})

const path = `/api/v1/shipments/${shipmentId}/stream`
async function open({ url = gateway.url, token = gateway.token, query = '', headers = {} } = {}) {
  const stream = await openStream(url + path + query, { authorization: `Bearer ${token}`, ...headers })
  opened.push(stream)
  return stream
}
const getStatuses = (stream: OpenedStream) => stream.events().map(({ event, data }) => [event, JSON.parse(data).status])

test('a stream sends existing entries, then new ones, and ends after the final status', async () => {
  const stream = await open()
  expect(stream.status).toBe(200)
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  await eventually(() => expect(getStatuses(stream)).toEqual([['timeline', 'ready']]))
  happen('in_transit')
  await eventually(() => expect(getStatuses(stream)).toHaveLength(2))
  happen('delivered')
  await stream.ended()
  expect(getStatuses(stream)).toEqual([
    ['timeline', 'ready'],
    ['timeline', 'in_transit'],
    ['timeline', 'delivered'],
    ['end', 'delivered'],
  ])
  expect(stream.text()).toMatch(/^retry: \d+\n\n/)
})

test('a stream resumes on another gateway after the last event seen; 204 if nothing follows', async () => {
  const replica = await gateway.startReplica(gateway.options.sharedState)
  try {
    const first = await open()
    await eventually(() => expect(first.events()).toHaveLength(1))
    first.close()
    happen('in_transit')
    const lastEventId = first.events().at(-1)?.id ?? ''
    const second = await open({ url: replica.url, headers: { 'last-event-id': lastEventId } })
    await eventually(() => expect(getStatuses(second)).toEqual([['timeline', 'in_transit']]))
    happen('delivered')
    await second.ended()
    const seen = timeline.at(-1)?.event_id ?? ''
    expect((await open({ url: replica.url, headers: { 'last-event-id': seen } })).status).toBe(204)
    expect((await open({ query: `?last_event_id=${seen}` })).status).toBe(204)
  } finally {
    await replica.stop()
  }
})

test('all followers of a shipment share one query for new entries', async () => {
  const streams = await Promise.all(Array.from({ length: 10 }, () => open()))
  await eventually(() => {
    const asked = gateway.services.calls.findLast(({ method }) => method === 'ShipmentService.ListNews')
    expect(asked?.request.places).toEqual([
      expect.objectContaining({ shipment_id: shipmentId, position: timeline.length }),
    ])
  })
  happen('in_transit')
  await eventually(() => {
    for (const stream of streams) expect(getStatuses(stream).at(-1)).toEqual(['timeline', 'in_transit'])
  })
})

test('a silent stream sends heartbeats', async () => {
  const stream = await open()
  await eventually(() => expect(stream.text().match(/^: /gm)?.length).toBeGreaterThan(1))
})

test('a revoked token ends its streams', async () => {
  const { keyId, token } = await gateway.createKey()
  const stream = await open({ token })
  await eventually(() => expect(stream.events()).toHaveLength(1))
  await gateway.admin('DELETE', `/admin/keys/${keyId}`)
  await stream.ended()
  expect((await open({ token })).status).toBe(401)
})

test.each(['keys', 'environments', 'merchants'])(
  'the suspension of one of the %s ends its streams on another replica',
  async (nouns) => {
    const replica = await gateway.startReplica(createMemoryState())
    try {
      const { token, keyId } = await gateway.createKey()
      const id = { keys: keyId, environments: gateway.environmentId, merchants: gateway.merchantId }[nouns]
      const stream = await open({ url: replica.url, token })
      const tracked = await open({ url: replica.url, token: gateway.token })
      await eventually(() => expect(stream.events()).toHaveLength(1))
      await gateway.admin('POST', `/admin/${nouns}/${id}/suspend`, { body: { reason: 'Unpaid' } })
      await stream.ended()
      if (nouns !== 'keys') await tracked.ended()
      expect((await open({ url: replica.url, token })).status).toBe(403)
      await gateway.admin('POST', `/admin/${nouns}/${id}/resume`)
      await eventually(async () => expect((await open({ url: replica.url, token })).status).toBe(200))
      if (nouns === 'keys') expect(tracked.text()).not.toContain('event: end')
    } finally {
      await replica.stop()
    }
  },
)

test('a key that expires ends its streams', async () => {
  const { token } = await gateway.createKey({ expires_at: new Date(Date.now() + 3_000).toISOString() })
  const stream = await open({ token })
  await eventually(() => expect(stream.events()).toHaveLength(1))
  await stream.ended()
  expect((await open({ token })).status).toBe(401)
})

test('a key can have 100 streams, and open another after closing one', async () => {
  const { token } = await gateway.createKey()
  const streams = await Promise.all(Array.from({ length: 100 }, () => open({ token })))
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
  const refused = await open({ token })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  expect((await open()).status).toBe(200)
  streams[0]?.close()
  await eventually(async () => expect((await open({ token })).status).toBe(200))
})

test('a stopping gateway ends its streams without waiting for them', async () => {
  const replica = await gateway.startReplica(gateway.options.sharedState)
  const stream = await open({ url: replica.url })
  await eventually(() => expect(stream.events()).toHaveLength(1))
  await replica.stop()
  await stream.ended()
})

test('another environment, a token without the scope, and HEAD get no stream', async () => {
  const merchant = await gateway.admin('POST', '/admin/merchants', { body: { name: 'Another' } })
  const { merchant_id } = merchant.body.data
  const environment = await gateway.admin('POST', `/admin/merchants/${merchant_id}/environments`, {
    body: { mode: 'test' },
  })
  const { environment_id } = environment.body.data
  const key = await gateway.admin('POST', `/admin/environments/${environment_id}/keys`, { body: {} })
  const theirs = await gateway.call('GET', path, { token: key.body.data.access_token })
  expect([theirs.status, theirs.body.error.code]).toEqual([404, 'shipment_not_found'])
  const { token } = await gateway.createKey({ scopes: ['quotes:read'] })
  expect((await gateway.call('GET', path, { token })).status).toBe(403)
  expect((await gateway.call('HEAD', path)).status).toBe(200)
  expect((await gateway.call('GET', path, { headers: { accept: 'application/json' } })).status).toBe(406)
})
