import { explainPlans } from '@waybill/chassis/testing/plans'
import { asOwner } from '@waybill/chassis/testing/service-database'
import { newId } from '@waybill/contracts/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { WebhookDatabase } from '../db.ts'
import { deliveryCalls } from '../testing/merchant-calls.ts'
import { startReceiver, startSharedService } from '../testing/shared-service.ts'
import { aCaller, aShipmentEvent, type Caller, callContext, subscribe, toBytes } from '../testing/webhook-service.ts'
import { listDeliveries } from './queries.ts'

const { database, service, db } = await startSharedService({ schedule: ['0ms', '1h', '1h'] })
const { list, get, redeliver, theDelivery } = deliveryCalls(service)

const pause = (caller: Caller, subscription_id: string) =>
  service.client.UpdateSubscription({
    context: callContext(caller),
    subscription_id,
    document: toBytes({ status: 'paused' }),
  })

test('a delivery shows its attempts with response, duration and error', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerNext({ status: 500, body: 'x'.repeat(5_000), headers: { 'x-request-id': 'r1', 'set-cookie': 'a=b' } })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  const event = aShipmentEvent(caller)
  await service.publish(event)
  const delivery = await theDelivery(caller, subscription_id, 'retrying')
  expect(delivery).toEqual({
    delivery_id: expect.stringMatching(/^whd_/),
    subscription_id,
    event: 'shipment.created',
    event_id: event.eventId,
    status: 'retrying',
    attempt_count: 1,
    next_attempt_at: expect.stringMatching(/Z$/),
    createdAt: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
    attempts: [
      {
        attempt_id: expect.stringMatching(/^att_/),
        trigger: 'event',
        started_at: expect.stringMatching(/Z$/),
        duration_ms: expect.any(Number),
        response_status: 500,
        response_headers: expect.objectContaining({ 'x-request-id': 'r1' }),
        response_body: 'x'.repeat(1_024),
        error_code: 'http_error',
      },
    ],
  })
  expect(delivery.attempts[0].response_headers).not.toHaveProperty('set-cookie')
  expect(await get(caller, delivery.delivery_id)).toEqual(delivery)
})

test('a delivery that is being sent has the status sending', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerAlways({ hang: true })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  const { delivery_id } = await theDelivery(caller, subscription_id, 'sending')
  expect(await get(caller, delivery_id)).toMatchObject({ status: 'sending', attempts: [] })
  expect((await redeliver(caller, delivery_id)).data.status).toBe('sending')
  expect((await list(caller, subscription_id, { status: 'sending' })).data).toHaveLength(1)
  expect((await list(caller, subscription_id, { status: 'pending' })).data).toHaveLength(0)
})

test('lists deliveries in pages, newest event first, by status and event type', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  await pause(caller, subscription_id)
  const published: string[] = []
  for (let index = 0; index < 5; index++) {
    const event = aShipmentEvent(caller, { type: index % 2 === 0 ? 'shipment.created' : 'shipment.updated' })
    await service.publish(event)
    published.unshift(event.eventId)
  }
  const ids = ({ data }: { data: { event_id: string }[] }) => data.map(({ event_id }) => event_id)
  const first = await list(caller, subscription_id, { limit: 2 })
  expect(first.meta).toMatchObject({ has_more: true, limit: 2 })
  const second = await list(caller, subscription_id, { limit: 2, cursor: first.meta.next_cursor })
  const third = await list(caller, subscription_id, { limit: 2, cursor: second.meta.next_cursor })
  expect(third.meta).toEqual({ has_more: false, next_cursor: null, limit: 2 })
  expect([first, second, third].flatMap(ids)).toEqual(published)

  const updated = await list(caller, subscription_id, { event: 'shipment.updated', limit: 1 })
  expect(ids(updated)).toEqual([published[1]])
  const rest = await list(caller, subscription_id, {
    event: 'shipment.updated',
    limit: 1,
    cursor: updated.meta.next_cursor,
  })
  expect([ids(rest), rest.meta.has_more]).toEqual([[published[3]], false])
  expect((await list(caller, subscription_id, { status: 'paused' })).data).toHaveLength(5)
  expect((await list(caller, subscription_id, { status: 'failed' })).data).toHaveLength(0)
  const otherFilters = list(caller, subscription_id, { status: 'failed', cursor: first.meta.next_cursor })
  await expect(otherFilters).rejects.toMatchObject({ code: 'invalid_cursor' })
  await expect(list(caller, subscription_id, { status: 'lost' })).rejects.toMatchObject({ code: 'invalid_parameter' })
})

test('a page of a rare status reads a bounded number of deliveries and continues from there', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  await pause(caller, subscription_id)
  const rows = Array.from({ length: 5_500 }, (_, index) => ({
    environment_id: caller.environmentId,
    delivery_id: newId('whd'),
    event_at: new Date(),
    subscription_id,
    event_id: newId('evt'),
    event_type: 'shipment.created',
    status: index === 0 ? ('failed' as const) : ('succeeded' as const),
    next_attempt_at: null,
  }))
  for (let from = 0; from < rows.length; from += 1_000) {
    await db
      .insertInto('delivery')
      .values(rows.slice(from, from + 1_000))
      .execute()
  }
  const first = await list(caller, subscription_id, { status: 'failed' })
  expect([first.data, first.meta.has_more]).toEqual([[], true])
  const second = await list(caller, subscription_id, { status: 'failed', cursor: first.meta.next_cursor })
  expect(second.data).toMatchObject([{ delivery_id: rows[0]?.delivery_id }])
  expect(second.meta).toMatchObject({ has_more: false, next_cursor: null })
})

test('lists the deliveries of given events, together with other filters and in pages', async () => {
  const caller = aCaller()
  const [one, other] = [
    await subscribe(service, caller, 'http://127.0.0.1:9/'),
    await subscribe(service, caller, 'http://127.0.0.1:9/'),
  ].map(({ subscription_id }) => subscription_id) as [string, string]
  await pause(caller, one)
  const events = Array.from({ length: 4 }, (_, index) =>
    aShipmentEvent(caller, { type: index === 0 ? 'shipment.updated' : 'shipment.created' }),
  )
  for (const event of events) await service.publish(event)
  const [a, b, c] = events.map(({ eventId }) => eventId) as [string, string, string]
  const found = async (event_ids: string[], filters: Parameters<typeof list>[2] = {}, subscription = one) =>
    (await list(caller, subscription, { ...filters, event_ids })).data
  expect(await found([b])).toMatchObject([{ event_id: b, subscription_id: one, status: 'paused' }])
  expect(await found([b], {}, other)).toMatchObject([{ event_id: b, subscription_id: other }])
  expect(await found([a, c, newId('evt')])).toMatchObject([{ event_id: c }, { event_id: a }])
  expect(await found([a, c], { event: 'shipment.updated' })).toMatchObject([{ event_id: a }])
  expect(await found([a], { status: 'failed' })).toEqual([])
  expect(await found([newId('evt')])).toEqual([])

  const first = await list(caller, one, { event_ids: [a, c], limit: 1 })
  expect([first.data[0].event_id, first.meta.has_more]).toEqual([c, true])
  const cursor = first.meta.next_cursor
  const rest = await list(caller, one, { event_ids: [c, a], limit: 1, cursor })
  expect([rest.data[0].event_id, rest.meta.has_more]).toEqual([a, false])
  await expect(list(caller, one, { event_ids: [a], cursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
  await expect(list(aCaller(), one, { event_ids: [a] })).rejects.toMatchObject({ code: 'subscription_not_found' })
})

test('the deliveries of given events are read by their index, not by reading all deliveries of the subscription', async () => {
  const [environmentId, subscriptionId] = [aCaller().environmentId, newId('whs')]
  await sql`
    insert into delivery (environment_id, delivery_id, event_at, subscription_id, event_id, event_type, status)
    select ${environmentId}, 'whd_' || n, now(), ${subscriptionId}, 'evt_' || n, 'shipment.created', 'succeeded'
    from generate_series(1, 20000) as n`.execute(db)
  await asOwner(database, (owner) => sql`analyze delivery`.execute(owner))
  const eventIds = Array.from({ length: 100 }, (_, index) => `evt_${index * 100}`)
  for (const filters of [
    { status: null, eventType: null, eventIds },
    { status: 'failed' as const, eventType: 'shipment.updated', eventIds },
  ]) {
    const [plan] = await explainPlans<WebhookDatabase>(db, (reader) =>
      listDeliveries(reader, { environmentId, subscriptionId }, filters, { limit: 100, cursor: null }),
    )
    expect(plan?.indexes).toContainEqual(expect.stringMatching(/subscription_id_event_id/))
    expect(plan?.rowsRead).toBeLessThan(1_000)
  }
})
