/** The backlog quota: what is beyond a share stays in the event log, and is delivered from there. */
import { transact } from '@waybill/chassis/postgres/database'
import { asOwner } from '@waybill/chassis/testing/service-database'
import type { PublicEvent } from '@waybill/contracts/events/public-event'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ingestEvents } from '../events/intake.ts'
import { createKnownSubscriptions } from '../subscriptions/known-subscriptions.ts'
import { claimTerms } from '../testing/claim-terms.ts'
import { startGatedReceiver } from '../testing/gated-receiver.ts'
import { subscriptionCalls } from '../testing/merchant-calls.ts'
import { createServiceDatabase, startReceiver } from '../testing/shared-service.ts'
import { aCaller, aShipmentEvent, type Caller, subscribe, type TestService } from '../testing/webhook-service.ts'
import { endBehind, putBehind, readLastPosition } from './repository.ts'

const SLOW = { timeoutMs: 25_000 }
/** A share of ten deliveries for each of two subscriptions. */
const QUOTA = { backlogLimit: 40, subscriptionLimit: 2 }
const SHARE = 10

type Db = Awaited<ReturnType<typeof createServiceDatabase>>['db']

const countRows = async (db: Db, table: 'delivery' | 'delivery_queue' | 'event', subscriptionId?: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)}
    ${subscriptionId === undefined ? sql`` : sql`where subscription_id = ${subscriptionId}`}`.execute(db)
  return rows[0]?.count
}

async function publishOneByOne(service: TestService, caller: Caller, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const event = aShipmentEvent(caller)
    await service.publish(event)
    ids.push(event.eventId)
  }
  return ids
}

const readBehind = (db: Db) =>
  db.selectFrom('behind_subscription').select(['subscription_id', 'position']).orderBy('subscription_id').execute()

/** Whether nothing is behind, in both places that say so. */
async function expectNoneBehind(db: Db): Promise<void> {
  expect(await readBehind(db)).toEqual([])
  const positions = await db.selectFrom('environment_position').select('behind').execute()
  expect(positions.flatMap(({ behind }) => behind)).toEqual([])
}

test('beyond its share a subscription gets no more rows, and later every event once; its sibling gets all at once', async () => {
  const { db, start } = await createServiceDatabase()
  const service = await start(QUOTA)
  const caller = aCaller()
  const [slow, healthy] = [await startGatedReceiver(), await startReceiver()]
  const { subscription_id } = await subscribe(service, caller, slow.url)
  const sibling = await subscribe(service, caller, healthy.url)
  const { get } = subscriptionCalls(service)
  expect(await get(caller, subscription_id)).toMatchObject({ backlog: null, missed: [] })

  const ids = await publishOneByOne(service, caller, 50)
  await eventually(() => expect(healthy.requests).toHaveLength(50), SLOW)
  const stored = Number(await countRows(db, 'delivery', subscription_id))
  expect(stored).toBeLessThanOrEqual(3 * SHARE) // ten are being sent
  expect(await countRows(db, 'event')).toBe(50)
  expect(await get(caller, subscription_id)).toMatchObject({
    status: 'active',
    backlog: { since: expect.any(String), events_behind: 50 - stored },
    missed: [],
  })
  expect(await get(caller, sibling.subscription_id)).toMatchObject({ backlog: null })

  slow.open()
  await eventually(() => expect(slow.requests).toHaveLength(50), SLOW)
  await eventually(() => expectNoneBehind(db))
  expect(slow.webhookIds().sort()).toEqual(ids.sort())
  expect((await get(caller, subscription_id)).backlog).toBeNull()
  await eventually(async () => expect(await countRows(db, 'delivery_queue')).toBe(0))
  await service.publish(aShipmentEvent(caller))
  await eventually(() => expect(slow.requests).toHaveLength(51))
})

test('a batch of events does not exceed the bound of two shares and itself', async () => {
  const { db, start } = await createServiceDatabase()
  const service = await start(QUOTA)
  const caller = aCaller()
  const slow = await startGatedReceiver()
  await subscribe(service, caller, slow.url)
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 40 }, () => service.publish(aShipmentEvent(caller))))
  }
  expect(await countRows(db, 'event')).toBe(120)
  expect(await countRows(db, 'delivery')).toBeLessThanOrEqual(2 * SHARE + 10 + 40)
  slow.open()
  await eventually(() => expect(slow.requests).toHaveLength(120), SLOW)
})

test('an ordered subscription that was behind gets each subject in order', async () => {
  const { db, start } = await createServiceDatabase()
  const service = await start(QUOTA)
  const caller = aCaller()
  const slow = await startGatedReceiver()
  const { subscription_id } = await subscribe(service, caller, slow.url)
  await subscriptionCalls(service).update(caller, subscription_id, { ordering: 'per_subject' })
  const shipmentIds = Array.from({ length: 3 }, () => newId('shp'))
  const events = shipmentIds.flatMap((shipmentId) =>
    Array.from({ length: 20 }, (_, index) =>
      aShipmentEvent(caller, { shipmentId, sequence: index + 1, type: 'shipment.updated' }),
    ),
  )
  // In the log, an event may be after the next one of its subject.
  const arriving = events.map((event, index) => ({ event, at: (index % 20) + Math.random() * 4 }))
  for (const { event } of arriving.toSorted((one, other) => one.at - other.at)) await service.publish(event)
  expect(await countRows(db, 'delivery')).toBeLessThanOrEqual(3 * SHARE)
  slow.open()
  await eventually(() => expect(slow.requests).toHaveLength(60), SLOW)
  const sent = slow.requests.map(({ body }) => JSON.parse(body.toString()))
  for (const shipmentId of shipmentIds) {
    const sequences = sent.filter(({ subject }) => subject.id === shipmentId).map(({ sequence }) => sequence)
    expect(sequences).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  }
})

test('two processes deliver every event once while events arrive and subscriptions fall behind and catch up', async () => {
  const { db, start } = await createServiceDatabase()
  const quota = { ...QUOTA, backlogLimit: 24 } // a share of six
  const services = [await start(quota), await start(quota)] as const
  const callers = [aCaller(), aCaller(), aCaller()]
  const receiver = await startReceiver()
  receiver.answerAlways(() => ({ delayMs: Math.random() * 20 }))
  for (const caller of callers) {
    await subscribe(services[0], caller, `${receiver.url}/1`)
    const { subscription_id } = await subscribe(services[0], caller, `${receiver.url}/2`)
    await subscriptionCalls(services[0]).update(caller, subscription_id, { ordering: 'per_subject' })
  }
  const events = Array.from({ length: 300 }, (_, index) => aShipmentEvent(callers[index % 3] as Caller))
  const wasBehind = new Set<string>()
  for (let done = 0; done < events.length; done += 30) {
    await Promise.all(events.slice(done, done + 30).map((event, at) => services[at < 15 ? 0 : 1].publish(event)))
    for (const { subscription_id } of await readBehind(db)) wasBehind.add(subscription_id)
  }
  expect(wasBehind.size).toBeGreaterThan(0)
  await eventually(() => expect(receiver.requests).toHaveLength(600), SLOW)
  await eventually(() => expectNoneBehind(db))
  for (const path of ['/1', '/2']) {
    const ids = receiver.requests.filter((request) => request.path === path).map(({ headers }) => headers['webhook-id'])
    expect(ids.sort()).toEqual(events.map(({ eventId }) => eventId).sort())
  }
}, 180_000)

test('a batch that fails stores nothing and delays no other environment; the next one continues', async () => {
  const { database, db, start } = await createServiceDatabase()
  const service = await start({ ...QUOTA, catchUpRestMs: 500 })
  const [bad, good] = [aCaller(), aCaller()]
  const receivers = [await startGatedReceiver(), await startGatedReceiver()] as const
  const { subscription_id } = await subscribe(service, bad, receivers[0].url)
  await subscribe(service, good, receivers[1].url)
  await publishOneByOne(service, bad, 40)
  await publishOneByOne(service, good, 40)
  const before = await countRows(db, 'delivery', subscription_id)
  await asOwner(database, async (owner) => {
    await sql`
      create function fail() returns trigger language plpgsql as 'begin raise exception ''it fails''; end'`.execute(
      owner,
    )
    // The last statement of a batch.
    await sql`
      create trigger fails before update or delete on behind_subscription
      for each row when (old.environment_id = ${sql.lit(bad.environmentId)}) execute function fail()`.execute(owner)
  })
  for (const receiver of receivers) receiver.open()
  await eventually(() => expect(receivers[1].requests).toHaveLength(40), SLOW)
  await eventually(async () => expect(await countRows(db, 'delivery_queue', subscription_id)).toBe(0))
  expect(await countRows(db, 'delivery', subscription_id)).toBe(before)
  expect(await readBehind(db)).toMatchObject([{ subscription_id }])
  await asOwner(database, (owner) => sql`drop trigger fails on behind_subscription`.execute(owner))
  await eventually(() => expect(receivers[0].requests).toHaveLength(40), SLOW)
  expect(new Set(receivers[0].webhookIds()).size).toBe(40)
})

test('an event that arrives at the moment in which a subscription has caught up is not missed', async () => {
  const { db, start } = await createServiceDatabase()
  const service = await start(QUOTA)
  const caller = aCaller()
  const receiver = await startReceiver()
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await service.stop()
  const { environmentId } = caller
  const key = { environmentId, subscriptionId: subscription_id }
  const ingest = (event = aShipmentEvent(caller)) =>
    transact(db, (trx) =>
      ingestEvents(trx, [{ event: event.public as PublicEvent, traceparent: null }], {
        claim: claimTerms({ limit: 0 }),
        known: createKnownSubscriptions(),
        consumer: null,
      }),
    )
  await ingest()
  await transact(db, (trx) => putBehind(trx, environmentId, { subscriptionIds: [subscription_id], position: 1 }))
  const arriving = await transact(db, async (trx) => {
    await readLastPosition(trx, environmentId, { lock: true })
    const ingested = ingest() // waits for the lock
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%is_current%'`.execute(db)
      expect(rows).toHaveLength(1)
    })
    await endBehind(trx, key)
    return { ingested }
  })
  await arriving.ingested
  expect(await countRows(db, 'delivery')).toBe(2)
  await start(QUOTA)
  await eventually(() => expect(receiver.requests).toHaveLength(2))
  await eventually(() => expectNoneBehind(db))
})
