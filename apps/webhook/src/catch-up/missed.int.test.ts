/** Subscriptions that are behind and are paused, changed, deleted, killed with their process, or overtaken by retention. */
import { once } from 'node:events'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_SCHEDULE, parseSchedule } from '../deliveries/retry-schedule.ts'
import { createErasePass } from '../erasure/erasure.ts'
import { dropOldEvents } from '../partitions/expiry-repository.ts'
import { startPartitions } from '../partitions/partitions.ts'
import { ensurePartitions } from '../partitions/repository.ts'
import { startGatedReceiver } from '../testing/gated-receiver.ts'
import { replayCalls, subscriptionCalls } from '../testing/merchant-calls.ts'
import { createServiceDatabase } from '../testing/shared-service.ts'
import { startWebhookProcess } from '../testing/webhook-process.ts'
import {
  aCaller,
  aShipmentEvent,
  callContext,
  createWebhookDatabase,
  openTestDatabase,
  startTestService,
  subscribe,
} from '../testing/webhook-service.ts'
import { deleteOldMissed } from './missed-repository.ts'

const SLOW = { timeoutMs: 25_000 }
/** A share of ten deliveries. */
const QUOTA = { backlogLimit: 20, subscriptionLimit: 1 }
const SHARE = 10
const DAY_MS = 86_400_000

type Event = Parameters<typeof aShipmentEvent>[1]

/** A subscription whose receiver does not answer, with more events than its share. */
async function startBehind(events: Event[], { events: subscribed, month }: { events?: string[]; month?: Date } = {}) {
  const { db, start } = await createServiceDatabase()
  const service = await start(QUOTA)
  if (month !== undefined) await ensurePartitions(db, month)
  const caller = aCaller()
  const receiver = await startGatedReceiver()
  const { subscription_id } = await subscribe(service, caller, receiver.url, subscribed)
  const published = events.map((event) => aShipmentEvent(caller, event))
  for (const event of published) await service.publish(event)
  const calls = { ...subscriptionCalls(service), replays: replayCalls(service) }
  const behind = await db.selectFrom('behind_subscription').selectAll().executeTakeFirst()
  expect(behind).toBeDefined()
  const unreached = published.slice(Number(behind?.position))
  return { db, service, caller, receiver, subscription_id, published, unreached, ...calls }
}

const times = (count: number, event: Event = {}): Event[] => Array.from({ length: count }, () => ({ ...event }))

test('a paused subscription keeps no more than its share; active again, it gets new events at once and a replay of the rest', async () => {
  const { db, start } = await createServiceDatabase()
  const service = await start(QUOTA)
  const { get, update } = subscriptionCalls(service)
  const caller = aCaller()
  const receiver = await startGatedReceiver()
  receiver.open()
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await update(caller, subscription_id, { status: 'paused' })
  const before = Date.now()
  for (let count = 0; count < 40; count++) {
    await service.publish(aShipmentEvent(caller))
    if (count === 14) await service.client.TestSubscription({ context: callContext(caller), subscription_id })
  }
  const kept = await db.selectFrom('delivery').select('status').where('event_type', '<>', 'webhook.test').execute()
  expect(new Set(kept.map(({ status }) => status))).toEqual(new Set(['paused']))
  expect(kept.length).toBeGreaterThan(SHARE)
  expect(kept.length).toBeLessThanOrEqual(2 * SHARE)
  expect(await get(caller, subscription_id)).toMatchObject({ backlog: { events_behind: 40 - kept.length }, missed: [] })

  await update(caller, subscription_id, { status: 'active' })
  const { backlog, missed } = await get(caller, subscription_id)
  expect({ backlog, missed }).toEqual({
    backlog: null,
    missed: [{ reason: 'paused', since: expect.any(String), until: expect.any(String), event_count: null }],
  })
  expect(Date.parse(missed[0].since)).toBeGreaterThanOrEqual(before)
  const fresh = aShipmentEvent(caller)
  await service.publish(fresh)
  await eventually(() => expect(receiver.webhookIds().slice(1)).toEqual([fresh.eventId])) // after the test

  const { since, until } = missed[0]
  await replayCalls(service).create(caller, subscription_id, { since, until })
  await eventually(() => expect(new Set(receiver.webhookIds()).size).toBe(2 + 40 - kept.length), SLOW)
  await deleteOldMissed(db, new Date(before))
  expect((await get(caller, subscription_id)).missed).toHaveLength(1)
  expect(await deleteOldMissed(db, new Date(Date.now() + DAY_MS))).toBe(1)
  expect((await get(caller, subscription_id)).missed).toEqual([])
}, 180_000)

test('events that retention deletes before their turn are counted, shown and reported; the others are delivered', async () => {
  const [inRest, inMonth] = [new Date('2019-12-31T00:00:00.000Z'), new Date('2020-01-10T00:00:00.000Z')]
  const unwanted = { type: 'shipment.updated' as const, at: new Date('2020-01-20T00:00:00.000Z') }
  const old = [...times(5, { at: inMonth }), ...times(2, { at: inRest }), unwanted]
  const stage = await startBehind([...times(30), ...old, ...times(3)], { events: ['shipment.created'], month: inMonth })
  const { db, caller, subscription_id, receiver, get } = stage
  const log = createLog({ service: 'test', level: 'silent' })
  const metrics = createMetrics({ service: 'test' })
  const retention = { eventDays: 30, deliveryDays: 30 }
  const partitions = await startPartitions({ db, retention, schedule: parseSchedule(DEFAULT_SCHEDULE), log, metrics })
  onTestFinished(partitions.stop)
  const period = { since: inRest.toISOString(), until: inMonth.toISOString() }
  await eventually(async () =>
    expect((await get(caller, subscription_id)).missed).toEqual([{ reason: 'expired', ...period, event_count: 7 }]),
  )
  await eventually(async () => expect((await metrics.render()).text).toMatch(/webhook_events_missed_total\{.*\} 7\n/))
  expect(await dropOldEvents(db, new Date(Date.now() - 30 * DAY_MS))).toEqual({ dropped: [], deleted: 0, expired: [] })

  receiver.open()
  const rest = stage.published.filter(({ occurredAt }) => occurredAt > unwanted.at)
  await eventually(() => expect(receiver.requests).toHaveLength(rest.length), SLOW)
  expect(receiver.webhookIds().sort()).toEqual(rest.map(({ eventId }) => eventId).sort())
}, 180_000)

test('events beyond the position are matched with what the subscription wants when their turn comes', async () => {
  const { caller, subscription_id, receiver, unreached, update } = await startBehind([
    ...times(40),
    ...times(5, { type: 'shipment.updated' }),
  ])
  await update(caller, subscription_id, { events: ['shipment.updated'] })
  receiver.open()
  const wanted = unreached.filter(({ type }) => type === 'shipment.updated').map(({ eventId }) => eventId)
  expect(wanted).toHaveLength(5)
  await eventually(() => expect(receiver.webhookIds()).toEqual(expect.arrayContaining(wanted)), SLOW)
  const notWanted = unreached.filter(({ type }) => type === 'shipment.created').map(({ eventId }) => eventId)
  expect(receiver.webhookIds()).not.toEqual(expect.arrayContaining(notWanted.slice(0, 1)))
})

test('a replay of events beyond the position makes their deliveries, and none is made again', async () => {
  const { db, caller, subscription_id, receiver, published, replays } = await startBehind(times(50))
  const since = new Date(Date.now() - DAY_MS).toISOString()
  const { data } = await replays.create(caller, subscription_id, { since })
  await eventually(async () =>
    expect((await replays.get(caller, subscription_id, data.replay_id)).status).toBe('completed'),
  )
  receiver.open()
  await eventually(
    async () => expect(await db.selectFrom('behind_subscription').selectAll().execute()).toEqual([]),
    SLOW,
  )
  await eventually(async () => expect(await db.selectFrom('delivery_queue').selectAll().execute()).toEqual([]), SLOW)
  const deliveries = await db.selectFrom('delivery').select(['event_id', 'status', 'attempt_count']).execute()
  expect(deliveries).toHaveLength(50)
  expect(deliveries.every(({ status, attempt_count }) => status === 'succeeded' && attempt_count === 1)).toBe(true)
  expect(receiver.webhookIds().sort()).toEqual(published.map(({ eventId }) => eventId).sort())
})

test('a subscription that is deleted while it is behind gets nothing more and leaves nothing behind', async () => {
  const { db, service, caller, subscription_id, receiver, remove } = await startBehind(times(40))
  await remove(caller, subscription_id)
  receiver.open()
  const position = await db.selectFrom('environment_position').select(['last_position', 'behind']).execute()
  expect(position).toEqual([{ last_position: 40, behind: [] }])
  expect(await db.selectFrom('behind_subscription').selectAll().execute()).toEqual([])
  const count = (await db.selectFrom('delivery').select('delivery_id').execute()).length
  for (let more = 0; more < SHARE; more++) await service.publish(aShipmentEvent(caller))
  expect(await db.selectFrom('delivery').select('delivery_id').execute()).toHaveLength(count)
})

test('an event that is erased before its turn is sent without personal data', async () => {
  const subjectId = newId('shp')
  const object = { shipment_id: subjectId, status: 'ready', pickup_instructions: 'Ask for Ada Lovelace' }
  const { db, caller, receiver } = await startBehind([...times(40), { shipmentId: subjectId, object }])
  const erasure = { environmentId: caller.environmentId, subjectType: 'shipment', subjectId, erasedAt: new Date() }
  await createErasePass(db)({ ...erasure, isRecent: true, cause: 'operator', note: null })
  receiver.open()
  const sent = await eventually(() => {
    const found = receiver.requests.find(({ body }) => body.includes(subjectId))
    expect(found).toBeDefined()
    return String(found?.body)
  }, SLOW)
  expect(sent).not.toContain('Lovelace')
})

test('a process that is killed while a subscription catches up leaves the rest to another one', async () => {
  const database = await createWebhookDatabase()
  const db = openTestDatabase(database)
  const receiver = await startGatedReceiver()
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  const running = await startWebhookProcess(database, { WEBHOOK_BACKLOG_LIMIT: '20', WEBHOOK_SUBSCRIPTION_LIMIT: '1' })
  onTestFinished(() => running.remove())
  const caller = aCaller()
  await subscribe(running, caller, receiver.url)
  const events: ReturnType<typeof aShipmentEvent>[] = []
  const publish = async () => {
    const event = aShipmentEvent(caller)
    events.push(event)
    await eventually(async () => expect(await running.bus.publish([event])).toEqual([{ outcome: 'published' }]))
  }
  const readPosition = async () => (await db.selectFrom('behind_subscription').selectAll().executeTakeFirst())?.position
  const before = await eventually(async () => {
    await publish()
    const position = await readPosition()
    expect(position).toBeDefined()
    return Number(position)
  }, SLOW)
  for (let count = 0; count < 100; count++) await publish()
  const count = async (table: 'event' | 'delivery') => (await db.selectFrom(table).select('event_id').execute()).length
  await eventually(async () => expect(await count('event')).toBe(events.length), SLOW)
  // Enough to catch up with some events, and too few for all.
  receiver.openFor((await count('delivery')) + 20)
  await eventually(async () => expect(Number(await readPosition())).toBeGreaterThan(before), SLOW)
  const gone = once(running.child, 'exit')
  running.child.kill('SIGKILL')
  await gone
  receiver.open()

  const next = await startTestService(database, QUOTA)
  onTestFinished(() => next.stop())
  await db
    .updateTable('delivery_queue')
    .set({ lease_until: new Date(0) })
    .execute()
  await eventually(async () => {
    const rows = await db.selectFrom('delivery').select(['event_id', 'status']).execute()
    expect(rows.filter(({ status }) => status === 'succeeded')).toHaveLength(events.length)
    expect(rows).toHaveLength(events.length)
  }, SLOW)
  expect([...new Set(receiver.webhookIds())].sort()).toEqual(events.map(({ eventId }) => eventId).sort())
  await eventually(async () => expect(await readPosition()).toBeUndefined())
}, 180_000)
