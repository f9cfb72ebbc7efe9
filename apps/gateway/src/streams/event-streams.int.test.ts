import { createMemoryState } from '@waybill/chassis/state/memory'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { signInOwner } from '@waybill/identity/testing/signed-in'
import { type OpenedStream, openStream } from '@waybill/testing/event-stream'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

const PATH = '/api/v1/events/stream'
/** The most events in a part of a log. */
const PART = 3
/** Among the metrics of a gateway. */
const NO_STREAMS = /^\w*streams_open\S* 0$/m

let gateway: TestGateway
beforeAll(async () => {
  // A reader may stall for as long as another takes to read 30 MB on a busy machine.
  gateway = await startTestGateway({ streamPollMs: 20, streamHeartbeatMs: 60, stalledMs: 600_000 })
})
afterAll(() => gateway.stop())

interface LoggedEvent {
  event_id: string
  type: string
  subject_id: string
}

/** The event logs, as the webhook service would return them. */
let logs: Map<string, LoggedEvent[]>
const opened: OpenedStream[] = []

const toLog = (environmentId: string): LoggedEvent[] => {
  const log = logs.get(environmentId) ?? []
  logs.set(environmentId, log)
  return log
}
function happen(type: string, { environmentId = gateway.environmentId, subjectId = newId('shp') } = {}) {
  const event = { event_id: newId('evt'), type, subject_id: subjectId }
  toLog(environmentId).push(event)
  return event
}
const at = () => new Date().toISOString()
const typeOf = (pattern: string) => new RegExp(`^${pattern.replace('.', '\\.').replace('*', '.*')}$`)

beforeEach(async () => {
  for (const stream of opened.splice(0)) stream.close()
  // A stream of another test would share the reads of this one.
  await eventually(async () => expect(await (await fetch(`${gateway.opsUrl}/metrics`)).text()).toMatch(NO_STREAMS))
  gateway.services.reset()
  logs = new Map()
  gateway.services.answer('WebhookService.FindLogPlace', ({ request, context }) => {
    const log = toLog(context.environmentId)
    if (request.place) return request.place
    if (!request.event_id) return { position: log.length, at: at() }
    const index = log.findIndex(({ event_id }) => event_id === request.event_id)
    if (index < 0) throw new AppError('event_not_found', 'There is none.')
    return { position: index + 1, at: at() }
  })
  gateway.services.answer('WebhookService.ListLogEnds', ({ request }) => ({
    ends: request.environment_ids.map((environment_id: string) => ({
      environment_id,
      position: toLog(environment_id).length,
    })),
  }))
  gateway.services.answer('WebhookService.ReadLog', ({ request, context }) => {
    const isFiltered = request.types.length > 0 || request.subject_id !== ''
    const part = toLog(context.environmentId).slice(request.after, request.after + (isFiltered ? 500 : PART))
    const wanted = part.filter(
      ({ type, subject_id }) =>
        (request.types.length === 0 || request.types.some((pattern: string) => typeOf(pattern).test(type))) &&
        (request.subject_id === '' || subject_id === request.subject_id),
    )
    const events = wanted.map((event) => ({ ...event, payload: Buffer.from(JSON.stringify({ id: event.event_id })) }))
    return { place: { position: request.after + part.length, at: at() }, events }
  })
})

async function open({ url = gateway.url, token = gateway.token, query = '', headers = {} } = {}) {
  const stream = await openStream(url + PATH + query, { authorization: `Bearer ${token}`, ...headers })
  opened.push(stream)
  expect([stream.status, stream.text()]).toEqual([200, expect.any(String)])
  return stream
}
const messages = (stream: OpenedStream) => stream.events().filter(({ event }) => event === 'message')
const ids = (stream: OpenedStream) => messages(stream).map(({ id }) => id)
const lastId = (stream: OpenedStream) => stream.events().at(-1)?.id ?? ''
const begun = (stream: OpenedStream) => eventually(() => expect(stream.events()).not.toEqual([]))

test('a stream sends the events from now on, in order', async () => {
  happen('shipment.created')
  const stream = await open()
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  await begun(stream)
  const events = ['shipment.updated', 'booking.created', 'quote.created', 'quote.accepted', 'x.y'].map((type) =>
    happen(type),
  )
  await eventually(() => expect(ids(stream)).toEqual(events.map(({ event_id }) => event_id)))
  expect(JSON.parse(messages(stream)[0]?.data ?? '')).toEqual({ id: events[0]?.event_id })
  expect(stream.text()).toMatch(/^retry: \d+\n\nid: \S+\nevent: checkpoint\ndata: {}\n\n/)
})

test('a stream continues on another gateway after the last message, without loss or repetition', async () => {
  const replica = await gateway.startReplica(gateway.options.sharedState)
  try {
    const first = await open({ url: replica.url })
    await begun(first)
    const events = Array.from({ length: 7 }, () => happen('shipment.updated').event_id)
    await eventually(() => expect(ids(first).length).toBeGreaterThan(0))
    await replica.stop()
    await first.ended()
    events.push(...Array.from({ length: 7 }, () => happen('shipment.updated').event_id))
    const second = await open({ headers: { 'last-event-id': lastId(first) } })
    await eventually(() => expect([...ids(first), ...ids(second)]).toEqual(events))
  } finally {
    await replica.stop()
  }
})

test('a stream that ended before its first event continues from where it was opened', async () => {
  const first = await open()
  await begun(first)
  first.close()
  const missed = happen('shipment.created')
  const second = await open({ query: `?last_event_id=${lastId(first)}` })
  await eventually(() => expect(ids(second)).toEqual([missed.event_id]))
})

test('a silent stream sends checkpoints, from which it continues after the events that it does not want', async () => {
  const stream = await open({ query: '?type=quote.*' })
  await begun(stream)
  const start = lastId(stream)
  for (let count = 0; count < 10; count++) happen('shipment.updated')
  await eventually(() => expect(lastId(stream)).not.toBe(start))
  gateway.services.calls.length = 0
  await eventually(async () => {
    await open({ headers: { 'last-event-id': lastId(stream) } })
    const found = gateway.services.calls.findLast(({ method }) => method === 'WebhookService.FindLogPlace')
    expect(found?.request.place.position).toBe(10)
  })
})

test.each([
  ['?type=quote.*', ['quote.created', 'quote.accepted']],
  ['?type=quote.created,booking.created', ['quote.created', 'booking.created']],
  ['?type=quote.created&type=booking.created', ['quote.created', 'booking.created']],
  ['?subject_id=SUBJECT', ['shipment.created', 'shipment.updated']],
  ['?subject_id=SUBJECT&type=shipment.updated', ['shipment.updated']],
  ['?type=*', ['shipment.created', 'quote.created', 'quote.accepted', 'booking.created', 'shipment.updated']],
  ['?type=booking.driver_location', ['booking.driver_location']],
])('with %s a stream sends %j', async (query, expected) => {
  const subjectId = newId('shp')
  const stream = await open({ query: query.replace('SUBJECT', subjectId) })
  await begun(stream)
  const types = [
    'shipment.created',
    'quote.created',
    'quote.accepted',
    'booking.driver_location',
    'booking.created',
    'shipment.updated',
  ]
  const events = types.map((type) => happen(type, type.startsWith('shipment') ? { subjectId } : {}))
  const wanted = events.filter(({ type }) => expected.includes(type)).map(({ event_id }) => event_id)
  await eventually(() => expect(ids(stream)).toEqual(wanted))
})

test('a stream far behind asks for the events that it wants only', async () => {
  const first = happen('shipment.created')
  for (let count = 0; count < 1_200; count++) happen('shipment.updated')
  const wanted = happen('quote.created')
  const stream = await open({ query: `?type=quote.*&last_event_id=${first.event_id}` })
  await eventually(() => expect(ids(stream)).toEqual([wanted.event_id]), { timeoutMs: 60_000 })
  const read = gateway.services.calls.find(({ method }) => method === 'WebhookService.ReadLog')
  expect(read?.request).toMatchObject({ after: 1, types: ['quote.*'] })
})

test('streams at the same place share a read', async () => {
  const streams = await Promise.all(Array.from({ length: 20 }, () => open()))
  await Promise.all(streams.map(begun))
  gateway.services.calls.length = 0
  const event = happen('shipment.created')
  await eventually(() => {
    for (const stream of streams) expect(ids(stream)).toEqual([event.event_id])
  })
  expect(gateway.services.calls.filter(({ method }) => method === 'WebhookService.ReadLog')).toHaveLength(1)
})

test('a log that cannot be read does not hold up the streams of others', async () => {
  const { environmentIds, tokens } = await gateway.createTenant()
  const [theirs = ''] = environmentIds
  const blocked = await open({ token: tokens[0] })
  const free = await open()
  await Promise.all([begun(blocked), begun(free)])
  const released = Promise.withResolvers<void>()
  gateway.services.answer('WebhookService.ReadLog', async ({ request, context }) => {
    if (context.environmentId === theirs) await released.promise
    const [event] = toLog(context.environmentId).slice(request.after)
    const events = event ? [{ ...event, payload: Buffer.from('{}') }] : []
    return { place: { position: request.after + events.length, at: at() }, events }
  })
  const late = happen('shipment.created', { environmentId: theirs })
  const events = [happen('shipment.created').event_id]
  await eventually(() => expect(ids(free)).toEqual(events))
  events.push(happen('shipment.created').event_id)
  await eventually(() => expect(ids(free)).toEqual(events))
  expect(ids(blocked)).toEqual([])
  released.resolve()
  await eventually(() => expect(ids(blocked)).toEqual([late.event_id]))
})

test('after a failed read a stream continues where it was', async () => {
  const stream = await open()
  await begun(stream)
  let failures = 0
  gateway.services.answer('WebhookService.ReadLog', ({ request, context }) => {
    if (failures++ < 2) throw new AppError('internal_error', 'Broken.')
    const events = toLog(context.environmentId).slice(request.after)
    return {
      place: { position: request.after + events.length, at: at() },
      events: events.map((event) => ({ ...event, payload: Buffer.from('{}') })),
    }
  })
  const events = [happen('shipment.created').event_id, happen('shipment.updated').event_id]
  await eventually(() => expect(ids(stream)).toEqual(events), { timeoutMs: 60_000 })
  expect(failures).toBeGreaterThan(2)
})

test('a stream ends with an error if the log goes back behind it, and one that is not behind goes on', async () => {
  const kept = [happen('shipment.created'), happen('shipment.created')]
  const stream = await open()
  await begun(stream)
  const lost = happen('shipment.updated')
  await eventually(() => expect(ids(stream)).toEqual([lost.event_id]))
  const { environmentIds, tokens } = await gateway.createTenant()
  const other = await open({ token: tokens[0] })
  await begun(other)
  logs.set(gateway.environmentId, kept)
  await stream.ended()
  const last = stream.events().at(-1)
  expect(last?.event).toBe('expired')
  expect(JSON.parse(last?.data ?? '')).toMatchObject({
    code: 'events_expired',
    status: 410,
    retryable: false,
    doc_url: expect.stringMatching(/^https:.*#events_expired$/),
  })
  const again = await gateway.call('GET', PATH, { headers: { 'last-event-id': lost.event_id } })
  expect([again.status, again.body.error.code]).toEqual([404, 'event_not_found'])
  const theirs = happen('shipment.created', { environmentId: environmentIds[0] ?? '' })
  await eventually(() => expect(ids(other)).toEqual([theirs.event_id]))
  const first = await open()
  await begun(first)
  const next = happen('shipment.created')
  await eventually(() => expect(ids(first)).toEqual([next.event_id]))
})

/** Reads a stream until it has the id, and returns the ids of all events. Keeps only the end of the text. */
async function readIdsUntil(response: Response, id: string): Promise<string[]> {
  const found: string[] = []
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    found.push(...lines.flatMap((line) => /^id: (evt_\w+)$/.exec(line)?.[1] ?? []))
    if (found.at(-1) === id) break
  }
  return found
}

test('a reader that stalls does not hold up others, and gets all of it once it reads', async () => {
  const payload = Buffer.from(JSON.stringify({ large: 'x'.repeat(200_000) }))
  gateway.services.answer('WebhookService.ReadLog', ({ request, context }) => {
    const [event] = toLog(context.environmentId).slice(request.after)
    return { place: { position: request.after + 1, at: at() }, events: event ? [{ ...event, payload }] : [] }
  })
  const headers = { authorization: `Bearer ${gateway.token}` }
  const stalled = await fetch(gateway.url + PATH, { headers })
  const read = await fetch(gateway.url + PATH, { headers })
  const events = Array.from({ length: 150 }, () => happen('shipment.updated').event_id)
  const last = events.at(-1) ?? ''
  expect(await readIdsUntil(read, last)).toEqual(events)
  const readsWithoutIt = gateway.services.calls.filter(({ method }) => method === 'WebhookService.ReadLog').length
  expect(await readIdsUntil(stalled, last)).toEqual(events)
  const reads = gateway.services.calls.filter(({ method }) => method === 'WebhookService.ReadLog').length
  expect(reads).toBeGreaterThan(readsWithoutIt)
})

test('a revoked key ends its streams, on another gateway too', async () => {
  const replica = await gateway.startReplica(createMemoryState())
  try {
    const { keyId, token } = await gateway.createKey()
    const streams = [await open({ token }), await open({ token, url: replica.url })]
    await Promise.all(streams.map(begun))
    await gateway.admin('DELETE', `/admin/keys/${keyId}`)
    await Promise.all(streams.map((stream) => stream.ended()))
    expect((await gateway.call('GET', PATH, { token })).status).toBe(401)
  } finally {
    await replica.stop()
  }
})

test('after signing out, the streams of the session end', async () => {
  const owner = await signInOwner(gateway)
  const stream = await openStream(gateway.url + PATH, { cookie: `__Host-waybill_session=${owner.token}` })
  expect(stream.status).toBe(200)
  expect((await owner.call('DELETE', '/api/v1/session')).status).toBe(204)
  await stream.ended()
})

test('another tenant gets neither the events nor a place among them', async () => {
  const { tokens } = await gateway.createTenant()
  const theirs = await open({ token: tokens[0] })
  const own = await open()
  await Promise.all([begun(theirs), begun(own)])
  const event = happen('shipment.created')
  await eventually(() => expect(ids(own)).toEqual([event.event_id]))
  expect(ids(theirs)).toEqual([])
  const named = await gateway.call('GET', PATH, { token: tokens[0], headers: { 'last-event-id': event.event_id } })
  expect([named.status, named.body.error.code]).toEqual([404, 'event_not_found'])
  const place = own.events()[0]?.id ?? ''
  const placed = await gateway.call('GET', PATH, { token: tokens[0], headers: { 'last-event-id': place } })
  expect([placed.status, placed.body.error.code]).toEqual([400, 'invalid_header'])
})

test('wrong parameters are refused, each by its name', async () => {
  const wrong = await gateway.call('GET', `${PATH}?types=shipment.*&subject_id=`)
  expect(wrong.status).toBe(400)
  expect(wrong.body.error.details).toMatchObject([
    { field: 'subject_id', location: 'query' },
    { field: 'types', code: 'unknown_field', message: expect.stringContaining('Did you mean type?') },
  ])
  for (const [type, hint] of [
    ['shipment.create', 'Did you mean shipment.created?'],
    ['quote.created,', 'must be an event type'],
    ['webhook.test', 'tests are not in the list'],
  ] as const) {
    const { status, body } = await gateway.call('GET', `${PATH}?type=${type}`)
    expect([status, body.error.code]).toEqual([400, 'invalid_parameter'])
    expect(body.error.details).toEqual([
      expect.objectContaining({ field: 'type', location: 'query', message: expect.stringContaining(hint) }),
    ])
  }
  const header = await gateway.call('GET', PATH, { headers: { 'last-event-id': '42' } })
  expect([header.status, header.body.error.code, header.body.error.details]).toMatchObject([
    ...[400, 'invalid_header', [{ field: 'Last-Event-ID', location: 'header' }]],
  ])
  const parameter = await gateway.call('GET', `${PATH}?last_event_id=42`)
  expect([parameter.status, parameter.body.error.details]).toMatchObject([
    ...[400, [{ field: 'last_event_id', location: 'query' }]],
  ])
  expect(gateway.services.calls.filter(({ method }) => method === 'WebhookService.FindLogPlace')).toEqual([])
})

test('a token without the scope gets no stream, and HEAD no body', async () => {
  const { token } = await gateway.createKey({ scopes: ['shipments:read'] })
  expect((await gateway.call('GET', PATH, { token })).status).toBe(403)
  expect((await gateway.call('HEAD', PATH)).status).toBe(200)
})
