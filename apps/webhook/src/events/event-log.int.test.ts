import type { TestDatabase } from '@waybill/chassis/testing/service-database'
import { newId } from '@waybill/contracts/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aCaller,
  aShipmentEvent,
  type Caller,
  callContext,
  createWebhookDatabase,
  openTestDatabase,
  startTestService,
  subscribe,
  type TestService,
} from '../testing/webhook-service.ts'
import { listEvents } from './queries.ts'

let database: TestDatabase
let service: TestService

beforeAll(async () => {
  database = await createWebhookDatabase()
  service = await startTestService(database)
})

afterAll(async () => {
  await service?.stop()
  await database?.drop()
})

interface Filters {
  type?: string
  subject_id?: string
  created_from?: string
  created_to?: string
  ascending?: boolean
  limit?: number
  cursor?: string
}

async function list(caller: Caller, { limit = 0, cursor = '', ...filters }: Filters = {}) {
  const request = { context: callContext(caller), page: { limit, cursor }, ...filters }
  const answer = await service.client.ListEvents(request)
  return JSON.parse(answer.body.toString())
}
const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)
const MINUTE_MS = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)

/** Publishes an event of each type and returns them in the order of the log. */
async function logged(caller: Caller, ...events: Parameters<typeof aShipmentEvent>[1][]) {
  const published = events.map((event) => aShipmentEvent(caller, event))
  for (const event of published) await service.publish(event)
  return published
}

test('lists events as they were sent, newest first, in pages', async () => {
  const caller = aCaller()
  const events = await logged(caller, {}, {}, {})
  const newestFirst = events.map(({ eventId }) => eventId).reverse()
  const first = await list(caller, { limit: 2 })
  expect(first).toMatchObject({ success: true, meta: { has_more: true, limit: 2 } })
  expect(first.data[0]).toEqual(events[2]?.public)
  const second = await list(caller, { limit: 2, cursor: first.meta.next_cursor })
  expect([...ids(first), ...ids(second)]).toEqual(newestFirst)
  expect(second.meta).toEqual({ has_more: false, next_cursor: null, limit: 2 })
})

test('polling oldest first from the last cursor misses nothing', async () => {
  const caller = aCaller()
  const seen: string[] = []
  let cursor = ''
  const poll = async () => {
    const page = await list(caller, { ascending: true, limit: 2, cursor })
    seen.push(...ids(page))
    cursor = page.meta.next_cursor ?? ''
    return page.meta.has_more
  }
  const [one, two, three] = await logged(caller, {}, {}, { at: ago(60) })
  expect(await poll()).toBe(true)
  expect(await poll()).toBe(false)
  expect(await poll()).toBe(false)
  const [late] = await logged(caller, { at: ago(120) })
  expect(await poll()).toBe(false)
  expect(seen).toEqual([one, two, three, late].map((event) => event?.eventId))
})

test.each([
  ['of a type', { type: 'quote.*' }, { type: 'quote.created' }],
  ['of a subject', { subject_id: 'qte_1' }, { type: 'quote.created', shipmentId: 'qte_1' }],
  ['since a time', { created_from: ago(3).toISOString(), type: 'quote.*' }, { type: 'quote.created', at: ago(2) }],
] as const)('one who polls %s before there is any has a place to go on from', async (_, filters, wanted) => {
  const caller = aCaller()
  const poll = (cursor: string) => list(caller, { ...filters, ascending: true, cursor })
  const before = await poll('')
  expect(before).toMatchObject({ data: [], meta: { has_more: false, next_cursor: expect.any(String) } })
  await logged(caller, {}, { at: ago(2) })
  const none = await poll(before.meta.next_cursor)
  expect(none).toMatchObject({ data: [], meta: { has_more: false, next_cursor: expect.any(String) } })
  const [first] = await logged(caller, wanted)
  const one = await poll(none.meta.next_cursor)
  expect(ids(one)).toEqual([first?.eventId])
  expect(ids(await poll(one.meta.next_cursor))).toEqual([])
  expect(ids(await poll(before.meta.next_cursor))).toEqual([first?.eventId])
})

test('polling from latest returns only future events', async () => {
  const caller = aCaller()
  await logged(caller, {}, {})
  const start = await list(caller, { ascending: true, cursor: 'latest' })
  expect(start).toMatchObject({ data: [], meta: { has_more: false, next_cursor: expect.any(String) } })
  const events = await logged(caller, {}, { at: ago(120) })
  const page = await list(caller, { ascending: true, cursor: start.meta.next_cursor })
  expect(ids(page)).toEqual(events.map(({ eventId }) => eventId))
  for (const filters of [{}, { ascending: true, created_from: ago(5).toISOString() }]) {
    await expect(list(caller, { ...filters, cursor: 'latest' })).rejects.toMatchObject({ code: 'invalid_cursor' })
  }
})

test('a filtered poll continues after the events that it skipped', async () => {
  const caller = aCaller()
  const poll = (cursor: string) => list(caller, { type: 'quote.*', ascending: true, cursor })
  await logged(caller, { type: 'quote.created' }, {}, {})
  const first = await poll('')
  expect(ids(first)).toHaveLength(1)
  const second = await poll(first.meta.next_cursor)
  expect(second.meta.next_cursor).toBe(first.meta.next_cursor) // no new events
})

test('filters the log by type, wildcard, subject and period', async () => {
  const caller = aCaller()
  const [created, updated, quote, old] = await logged(
    caller,
    { at: ago(10) },
    { type: 'shipment.updated', at: ago(5) },
    { type: 'quote.created', at: ago(1) },
    { at: ago(90) },
  )
  expect(ids(await list(caller, { type: 'shipment.updated' }))).toEqual([updated?.eventId])
  expect(ids(await list(caller, { type: 'shipment.*' }))).toEqual([old?.eventId, updated?.eventId, created?.eventId])
  expect(ids(await list(caller, { subject_id: quote?.subjectId }))).toEqual([quote?.eventId])
  const period = { created_from: ago(12).toISOString(), created_to: ago(2).toISOString() }
  expect(ids(await list(caller, period))).toEqual([updated?.eventId, created?.eventId])
  const page = await list(caller, { ...period, limit: 1, ascending: true })
  expect(ids(page)).toEqual([created?.eventId])
  const next = await list(caller, { ...period, limit: 1, ascending: true, cursor: page.meta.next_cursor })
  expect(ids(next)).toEqual([updated?.eventId])
  await expect(list(caller, { cursor: page.meta.next_cursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
  await expect(list(caller, { type: 'shipment.lost' })).rejects.toMatchObject({ code: 'invalid_parameter' })
})

test('gets an event by id, including tests, up to 30 days back', async () => {
  const caller = aCaller()
  const [event, old] = await logged(caller, {}, { at: ago(31 * 24 * 60) })
  const get = (event_id: string) => service.client.GetEvent({ context: callContext(caller), event_id })
  expect(JSON.parse((await get(event?.eventId ?? '')).body.toString())).toEqual({ success: true, data: event?.public })
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  const test = await service.client.TestSubscription({ context: callContext(caller), subscription_id })
  const { event_id } = JSON.parse(test.body.toString()).data
  expect(JSON.parse((await get(event_id)).body.toString()).data.type).toBe('webhook.test')
  expect(ids(await list(caller))).toEqual([event?.eventId])
  await expect(get(old?.eventId ?? '')).rejects.toMatchObject({ code: 'event_not_found' })
  await expect(get(newId('evt'))).rejects.toMatchObject({ code: 'event_not_found' })
})

test("does not find another environment's events", async () => {
  const [owner, stranger] = [aCaller(), aCaller()]
  const [event] = await logged(owner, {})
  expect(ids(await list(stranger))).toEqual([])
  const call = service.client.GetEvent({ context: callContext(stranger), event_id: event?.eventId })
  await expect(call).rejects.toMatchObject({ code: 'event_not_found' })
})

test('an event that is recorded while a page is read, at the end of its scan, is on the next page', async () => {
  const caller = aCaller()
  const [one] = await logged(caller, {})
  const db = openTestDatabase(database)
  try {
    // One less than a page scans.
    await sql`
      insert into event (environment_id, event_id, event_at, position, type, subject_type, subject_id, sequence, payload)
      select environment_id, event_id || n, event_at, n, type, subject_type, subject_id, sequence, payload
      from event, generate_series(2, 4999) as n where event_id = ${one?.eventId ?? ''}`.execute(db)
    await sql`update environment_position set last_position = 4999
      where environment_id = ${caller.environmentId}`.execute(db)
    let wanted: string | undefined
    const recording = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // After the read of the last position, and after that of the page.
        if (wanted === undefined && 'event_id' in (result.rows[0] ?? { event_id: '' }))
          wanted = (await logged(caller, { type: 'quote.created' }))[0]?.eventId
        return result
      },
    })
    const filters = { types: ['quote.created'], subjectId: null, createdFrom: null, createdTo: null, ascending: true }
    const read = async (cursor: string | null) => {
      const { items, meta } = await listEvents(recording, caller.environmentId, filters, { limit: 10, cursor })
      return { found: items.map((payload) => JSON.parse(payload).id as string), next: meta.next_cursor }
    }
    const first = await read(null)
    const second = await read(first.next)
    expect([...first.found, ...second.found]).toEqual([wanted])
  } finally {
    await db.destroy()
  }
})
