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
  type TestService,
} from '../testing/webhook-service.ts'

const DAY_MS = 86_400_000

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

async function logged(caller: Caller, ...events: Parameters<typeof aShipmentEvent>[1][]) {
  const published = events.map((event) => aShipmentEvent(caller, event))
  for (const event of published) await service.publish(event)
  return published
}
const findPlace = (caller: Caller, after: { event_id?: string; place?: { position: number; at: string } } = {}) =>
  service.client.FindLogPlace({ context: callContext(caller), ...after })
const read = (caller: Caller, after: number, filter: { types?: string[]; subject_id?: string } = {}) =>
  service.client.ReadLog({ context: callContext(caller), after, ...filter })
async function readEnd(caller: Caller) {
  const { ends } = await service.client.ListLogEnds({
    context: callContext(caller),
    environment_ids: [caller.environmentId, newId('env')],
  })
  return ends
}

/** Reads a log part by part up to its end. */
async function readAll(caller: Caller, filter: { types?: string[]; subject_id?: string } = {}) {
  const [{ position: end } = { position: 0 }] = await readEnd(caller)
  const parts: string[][] = []
  for (let position = 0; position < end; ) {
    const { place, events } = await read(caller, position, filter)
    expect(place?.position).toBeGreaterThan(position)
    position = place?.position ?? end
    parts.push(events.map(({ event_id }) => event_id))
  }
  return parts
}

test('the end of an empty log is a place, and events come after it', async () => {
  const caller = aCaller()
  const start = await findPlace(caller)
  expect(start.position).toBe(0)
  expect(await readEnd(caller)).toEqual([])
  const [one, two] = await logged(caller, {}, { type: 'shipment.updated' })
  expect(await readEnd(caller)).toEqual([{ environment_id: caller.environmentId, position: 2 }])
  const { place, events } = await read(caller, start.position)
  expect(place?.position).toBe(2)
  expect(events).toEqual([
    { event_id: one?.eventId, type: 'shipment.created', subject_id: one?.subjectId, payload: expect.anything() },
    { event_id: two?.eventId, type: 'shipment.updated', subject_id: two?.subjectId, payload: expect.anything() },
  ])
  expect(JSON.parse(events[0]?.payload.toString() ?? '')).toEqual(one?.public)
  expect(await findPlace(caller, { event_id: one?.eventId })).toMatchObject({ position: 1 })
  const here = await findPlace(caller)
  expect(await findPlace(caller, { place: here })).toEqual(here)
})

test('a part has whole events of little more than 128 KiB', async () => {
  const caller = aCaller()
  const large = { object: { note: 'x'.repeat(50_000) } }
  const events = await logged(caller, large, large, large, large, {})
  const parts = await readAll(caller)
  expect(parts.flat()).toEqual(events.map(({ eventId }) => eventId))
  expect(parts.map((part) => part.length)).toEqual([3, 2])
})

test('filters by types, wildcards and subject', async () => {
  const caller = aCaller()
  const [created, quote, moved, updated] = await logged(
    caller,
    {},
    { type: 'quote.created' },
    { type: 'booking.driver_location' },
    { type: 'shipment.updated' },
  )
  const of = async (filter: { types?: string[]; subject_id?: string }) => (await readAll(caller, filter)).flat()
  expect(await of({ types: ['shipment.*'] })).toEqual([created?.eventId, updated?.eventId])
  expect(await of({ types: ['quote.created', 'shipment.updated'] })).toEqual([quote?.eventId, updated?.eventId])
  expect(await of({ types: ['*'] })).toEqual([created?.eventId, quote?.eventId, updated?.eventId])
  expect(await of({ types: ['booking.*'] })).toEqual([])
  expect(await of({ types: ['booking.driver_location'] })).toEqual([moved?.eventId])
  expect(await of({ subject_id: quote?.subjectId })).toEqual([quote?.eventId])
  expect(await of({ subject_id: quote?.subjectId, types: ['shipment.*'] })).toEqual([])
})

test('a position that a repeated event has taken is no gap for readers', async () => {
  const caller = aCaller()
  const [one] = await logged(caller, {})
  const db = openTestDatabase(database)
  try {
    await sql`update environment_position set last_position = 3
      where environment_id = ${caller.environmentId}`.execute(db)
  } finally {
    await db.destroy()
  }
  expect((await read(caller, 1)).place?.position).toBe(3)
  const [two] = await logged(caller, {})
  expect((await readAll(caller)).flat()).toEqual([one?.eventId, two?.eventId])
})

test('a place that is older than the retention, or after the end of the log, has expired', async () => {
  const caller = aCaller()
  const [old, fresh] = await logged(caller, { at: new Date(Date.now() - 31 * DAY_MS) }, {})
  const expired = { code: 'events_expired', kind: { status: 410 } }
  await expect(findPlace(caller, { event_id: old?.eventId })).rejects.toMatchObject(expired)
  // Deleted long ago.
  await expect(findPlace(caller, { event_id: 'evt_01h00000000000000000000000' })).rejects.toMatchObject(expired)
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
  await expect(findPlace(caller, { place: { position: 0, at: ago(31) } })).rejects.toMatchObject(expired)
  await expect(findPlace(caller, { place: { position: 3, at: ago(0) } })).rejects.toMatchObject(expired)
  expect(await findPlace(caller, { place: { position: 0, at: ago(29) } })).toMatchObject({ position: 0 })
  expect(await findPlace(caller, { event_id: fresh?.eventId })).toMatchObject({ position: 2 })
})

test('another environment has neither the event nor its place', async () => {
  const caller = aCaller()
  const [event] = await logged(caller, {})
  const other = aCaller()
  await expect(findPlace(other, { event_id: event?.eventId })).rejects.toMatchObject({ code: 'event_not_found' })
  await expect(findPlace(caller, { event_id: newId('evt') })).rejects.toMatchObject({ code: 'event_not_found' })
  expect((await read(other, 0)).events).toEqual([])
})
