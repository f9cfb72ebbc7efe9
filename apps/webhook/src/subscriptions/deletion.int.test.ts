import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { subscriptionCalls } from '../testing/merchant-calls.ts'
import { readDeliveryStatuses, startReceiver, startSharedService } from '../testing/shared-service.ts'
import {
  aCaller,
  aShipmentEvent,
  callContext,
  createWebhookDatabase,
  startTestService,
  subscribe,
} from '../testing/webhook-service.ts'

const { service, db } = await startSharedService({ schedule: ['0ms', '1h'] })
const { get, update, remove } = subscriptionCalls(service)

test('deleting a subscription cancels its open deliveries, which can still be read', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerAlways({ status: 500 })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  await eventually(async () => expect(await readDeliveryStatuses(db, caller)).toEqual(['retrying']))
  await update(caller, subscription_id, { status: 'paused' })
  await service.publish(aShipmentEvent(caller))

  const answer = await remove(caller, subscription_id)
  expect(answer).toMatchObject({ status: 204, body: Buffer.alloc(0) })
  expect(await readDeliveryStatuses(db, caller)).toEqual(['cancelled', 'cancelled'])
  await expect(get(caller, subscription_id)).rejects.toMatchObject({ code: 'subscription_not_found' })
  const list = await service.client.ListSubscriptions({ context: callContext(caller), page: null })
  expect(JSON.parse(list.body.toString()).data).toEqual([])
  await service.publish(aShipmentEvent(caller))
  expect(await readDeliveryStatuses(db, caller)).toHaveLength(2)
  expect(receiver.requests).toHaveLength(1)

  const again = await remove(caller, subscription_id)
  expect(JSON.parse(again.body.toString()).error.code).toBe('subscription_not_found')
  const [row] = await db.selectFrom('delivery').selectAll().where('subscription_id', '=', subscription_id).execute()
  const read = await service.client.GetDelivery({ context: callContext(caller), delivery_id: row?.delivery_id })
  expect(JSON.parse(read.body.toString()).data.status).toBe('cancelled')
})

test('a repeated deletion gets the same answer', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  const call = { opId: newId('op') }
  expect((await remove(caller, subscription_id, call)).status).toBe(204)
  expect((await remove(caller, subscription_id, call)).status).toBe(204)
})

test('a large deletion is finished in the background', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  await update(caller, subscription_id, { status: 'paused' })
  const rows = Array.from({ length: 2_500 }, () => ({
    environment_id: caller.environmentId,
    delivery_id: newId('whd'),
    event_at: new Date(),
    subscription_id,
    event_id: newId('evt'),
    event_type: 'shipment.created',
    status: 'paused' as const,
    next_attempt_at: null,
  }))
  await db.insertInto('delivery').values(rows).execute()
  await remove(caller, subscription_id)
  await eventually(async () => expect(new Set(await readDeliveryStatuses(db, caller))).toEqual(new Set(['cancelled'])))
  const left = db.selectFrom('subscription_deletion').selectAll().where('environment_id', '=', caller.environmentId)
  await eventually(async () => expect(await left.execute()).toEqual([]))
})

test('an event stored while its subscription is deleted is cancelled, not sent', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await remove(caller, subscription_id)
  const ids = {
    environment_id: caller.environmentId,
    delivery_id: newId('whd'),
    subscription_id,
    event_id: newId('evt'),
    event_at: new Date(),
  }
  await db
    .insertInto('delivery')
    .values({ ...ids, event_type: 'shipment.created', status: 'pending', next_attempt_at: new Date() })
    .execute()
  await db
    .insertInto('delivery_queue')
    .values({ ...ids, trigger: 'event', claim_id: null, lease_until: null })
    .execute()
  await eventually(async () => expect(await readDeliveryStatuses(db, caller)).toEqual(['cancelled']))
  expect(receiver.requests).toHaveLength(0)
})

test('a deleted subscription does not count towards the limit', async () => {
  const own = await createWebhookDatabase()
  const small = await startTestService(own, { subscriptionLimit: 1 })
  onTestFinished(async () => {
    await small.stop()
    await own.drop()
  })
  const caller = aCaller()
  const { subscription_id } = await subscribe(small, caller, 'http://127.0.0.1:9/')
  await expect(subscribe(small, caller, 'http://127.0.0.1:9/')).rejects.toThrow('subscription_limit_reached')
  await small.client.DeleteSubscription({ context: callContext(caller), subscription_id })
  await subscribe(small, caller, 'http://127.0.0.1:9/')
})
