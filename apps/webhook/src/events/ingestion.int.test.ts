/** Ingestion of batches: what is stored, and what is claimed on arrival. */
import { transact } from '@waybill/chassis/postgres/database'
import type { PublicEvent } from '@waybill/contracts/events/public-event'
import { eventually } from '@waybill/testing/eventually'
import type { HttpReceiver } from '@waybill/testing/http-receiver'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lanes } from '../endpoints/lanes.ts'
import { createKnownSubscriptions } from '../subscriptions/known-subscriptions.ts'
import { claimTerms } from '../testing/claim-terms.ts'
import { startReceiver, startSharedService } from '../testing/shared-service.ts'
import { aCaller, aShipmentEvent, type Caller, subscribe } from '../testing/webhook-service.ts'
import { ingestEvents } from './intake.ts'

const SLOW = { timeoutMs: 25_000 }

const { service, db } = await startSharedService()

const webhookIds = ({ requests }: HttpReceiver) => requests.map(({ headers }) => headers['webhook-id'])

const log = ({ environmentId }: Caller) =>
  db
    .selectFrom('event')
    .select(['event_id', 'position'])
    .where('environment_id', '=', environmentId)
    .orderBy('position')
    .execute()

test('events of several environments in one batch get positions 1, 2, 3, … in their logs and arrive once each', async () => {
  const callers = [aCaller(), aCaller(), aCaller()]
  const receiver = await startReceiver()
  for (const caller of callers) await subscribe(service, caller, receiver.url)
  const events = Array.from({ length: 60 }, (_, index) => aShipmentEvent(callers[index % 3] as Caller))
  await Promise.all(events.map((event) => service.publish(event)))
  await Promise.all(events.slice(0, 20).map((event) => service.publish(event)))

  for (const caller of callers) {
    const own = events.filter(({ environmentId }) => environmentId === caller.environmentId)
    const logged = await log(caller)
    expect(logged.map(({ position }) => position)).toEqual(own.map((_, index) => index + 1))
    expect(logged.map((row) => row.event_id)).toEqual(own.map(({ eventId }) => eventId))
  }
  await eventually(() => expect(receiver.requests).toHaveLength(60), SLOW)
  expect(webhookIds(receiver).sort()).toEqual(events.map(({ eventId }) => eventId).sort())
})

test('payloads of one batch are stored as they were given, with characters of several bytes', async () => {
  const caller = aCaller()
  const names = ['Zürich', 'plain', '東京', '🚚 "Łódź"']
  const events = names.map((merchant_order_ref) => {
    const event = aShipmentEvent(caller)
    const content = event.public as PublicEvent
    return { ...event, public: { ...content, data: { ...content.data, object: { merchant_order_ref } } } }
  })
  await Promise.all(events.map((event) => service.publish(event)))
  const rows = await db
    .selectFrom('event')
    .select('payload')
    .where('environment_id', '=', caller.environmentId)
    .orderBy('position')
    .execute()
  expect(rows.map(({ payload }) => payload)).toEqual(events.map((event) => JSON.stringify(event.public)))
})

test('an event that cannot be stored is parked alone; the rest of its batch is stored and sent', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  await subscribe(service, caller, receiver.url)
  const events = Array.from({ length: 12 }, () => aShipmentEvent(caller))
  const bad = aShipmentEvent(caller)
  const timeless = { ...bad, public: { ...(bad.public as PublicEvent), timestamp: 'some day' } }
  const all = [...events.slice(0, 6), timeless, ...events.slice(6)]
  await Promise.all(all.map((event) => service.publish(event)))

  expect(await db.selectFrom('inbox_parked').select(['event_id', 'reason']).execute()).toEqual([
    { event_id: bad.eventId, reason: 'error' },
  ])
  expect((await log(caller)).map((row) => row.event_id)).toEqual(events.map(({ eventId }) => eventId))
  await eventually(() => expect(receiver.requests).toHaveLength(12), SLOW)
  await db.deleteFrom('inbox_parked').execute()
})

test('claims deliveries on arrival up to the free slots of their endpoint; the rest waits unclaimed', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerAlways({ hang: true })
  await subscribe(service, caller, receiver.url)
  await Promise.all(Array.from({ length: 40 }, () => service.publish(aShipmentEvent(caller))))
  await eventually(() => expect(receiver.requests).toHaveLength(10), SLOW)
  const { rows } = await sql<{ is_claimed: boolean; count: number }>`
    select claim_id is not null as is_claimed, count(*) from delivery_queue
    where environment_id = ${caller.environmentId} group by 1 order by 1`.execute(db)
  expect(rows).toEqual([
    { is_claimed: false, count: 30 },
    { is_claimed: true, count: 10 },
  ])
})

test('claims nothing on arrival where deliveries of higher priority wait', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  const claim = claimTerms()
  const undone = new Error('undone')
  // In a transaction that is rolled back, so that no dispatcher interferes.
  const work = transact(db, async (trx) => {
    const ingest = (event = aShipmentEvent(caller)) =>
      ingestEvents(trx, [{ event: event.public as PublicEvent, traceparent: null }], {
        claim,
        known: createKnownSubscriptions(),
        consumer: null,
      })
    expect(await ingest()).toMatchObject({ claimed: [{ trigger: 'event', attemptsMade: 0 }], isMoreDue: false })
    const none = { claim_id: null, lease_until: null, event_at: new Date(), event_id: 'evt_1' }
    await trx
      .insertInto('delivery_queue')
      .values({
        environment_id: caller.environmentId,
        subscription_id,
        delivery_id: 'whd_1',
        trigger: 'manual',
        ...none,
      })
      .execute()
    expect(await ingest()).toMatchObject({ claimed: [], isMoreDue: true })
    await trx.updateTable('delivery_queue').set({ lane: lanes.replay }).where('delivery_id', '=', 'whd_1').execute()
    await trx.deleteFrom('delivery_queue').where('lane', '=', lanes.first).where('claim_id', 'is', null).execute()
    expect(await ingest()).toMatchObject({ claimed: [{ trigger: 'event' }], isMoreDue: false })
    throw undone
  })
  await expect(work).rejects.toBe(undone)
})

test('claims on arrival go to every environment of a batch before they go to one twice', async () => {
  const [many, one] = [aCaller(), aCaller()]
  for (let count = 0; count < 20; count++) await subscribe(service, many, 'http://127.0.0.1:9/')
  await subscribe(service, one, 'http://127.0.0.1:9/')
  const undone = new Error('undone')
  const work = transact(db, async (trx) => {
    const events = [many, many, one].map((caller) => aShipmentEvent(caller).public as PublicEvent)
    const arrived = events.map((event) => ({ event, traceparent: null }))
    const { claimed, isMoreDue } = await ingestEvents(trx, arrived, {
      claim: claimTerms({ limit: 5 }),
      known: createKnownSubscriptions(),
      consumer: null,
    })
    expect(claimed).toHaveLength(5)
    expect(claimed.slice(0, 2).map(({ endpoint }) => endpoint.environmentId)).toContain(one.environmentId)
    expect(isMoreDue).toBe(true)
    throw undone
  })
  await expect(work).rejects.toBe(undone)
})
