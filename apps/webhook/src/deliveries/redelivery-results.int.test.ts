import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { deliveryCalls, subscriptionCalls } from '../testing/merchant-calls.ts'
import { startReceiver, startSharedService } from '../testing/shared-service.ts'
import { aCaller, aShipmentEvent, type Caller, callContext, subscribe, toBytes } from '../testing/webhook-service.ts'

const { service, db } = await startSharedService({ schedule: ['0ms', '1h', '1h'] })
const { list, get, redeliver, theDelivery } = deliveryCalls(service)

const { update } = subscriptionCalls(service)

const pause = (caller: Caller, subscription_id: string) => update(caller, subscription_id, { status: 'paused' })
const resume = (caller: Caller, subscription_id: string) => update(caller, subscription_id, { status: 'active' })

test('a redelivery of a succeeded delivery sends the same id and bytes, signed, in one attempt', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const { subscription_id, secret } = await subscribe(service, caller, receiver.url)
  const event = aShipmentEvent(caller)
  await service.publish(event)
  const { delivery_id } = await theDelivery(caller, subscription_id, 'succeeded')

  receiver.answerNext({ status: 500 })
  expect(await redeliver(caller, delivery_id)).toMatchObject({
    status: 202,
    data: { delivery_id, status: 'pending', attempt_count: 1 },
  })
  await eventually(async () => {
    expect(await get(caller, delivery_id)).toMatchObject({
      status: 'succeeded', // unchanged; the attempt shows the failure
      next_attempt_at: null,
      attempts: [
        { trigger: 'event', error_code: null },
        { trigger: 'manual', error_code: 'http_error' },
      ],
    })
  })

  await redeliver(caller, delivery_id)
  await eventually(async () => {
    expect(await get(caller, delivery_id)).toMatchObject({ status: 'succeeded', attempt_count: 3 })
  })
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(Array(3).fill(event.eventId))
  for (const { body, headers } of receiver.requests) {
    expect(body.equals(receiver.requests[0]?.body ?? Buffer.alloc(0))).toBe(true)
    expect(() => new StandardWebhook(secret).verify(body, headers as Record<string, string>)).not.toThrow()
  }
})

test('a failed redelivery leaves the delivery failed and is not a dead letter', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerNext({ status: 500 })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  const { delivery_id } = await theDelivery(caller, subscription_id, 'retrying')
  await pause(caller, subscription_id)
  await resume(caller, subscription_id)
  const failRedelivery = async (attempt_count: number) => {
    receiver.answerNext({ status: 500 })
    await redeliver(caller, delivery_id)
    await eventually(async () => {
      expect(await get(caller, delivery_id)).toMatchObject({ status: 'failed', attempt_count })
    })
  }
  await failRedelivery(2)
  await failRedelivery(3)
  expect((await service.metrics.render()).text).toMatch(/webhook_dead_letters_total\{reason="exhausted".*\} 0\n/)

  await redeliver(caller, delivery_id)
  await theDelivery(caller, subscription_id, 'succeeded')
})

test('a delivery that failed in a replay stays failed after a failed redelivery, even if it had succeeded before', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  const { delivery_id } = await theDelivery(caller, subscription_id, 'succeeded')
  receiver.answerAlways({ status: 500 })
  const since = toBytes({ since: new Date(Date.now() - 60_000).toISOString() })
  await service.client.CreateReplay({ context: callContext(caller), subscription_id, document: since })
  await theDelivery(caller, subscription_id, 'retrying')
  await pause(caller, subscription_id) // its retries are an hour apart
  await resume(caller, subscription_id)
  await redeliver(caller, delivery_id)
  await theDelivery(caller, subscription_id, 'failed')
})

test('a redelivery of a retrying delivery brings its next attempt forward, and the schedule continues', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerNext({ status: 500 }, { status: 500 })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  const { delivery_id } = await theDelivery(caller, subscription_id, 'retrying')
  await redeliver(caller, delivery_id)
  await eventually(async () => {
    expect(await get(caller, delivery_id)).toMatchObject({
      status: 'retrying',
      attempt_count: 2,
      next_attempt_at: expect.any(String),
    })
  })
  await redeliver(caller, delivery_id)
  const { attempts } = await theDelivery(caller, subscription_id, 'succeeded')
  expect(attempts.map(({ trigger }: { trigger: string }) => trigger)).toEqual(['event', 'manual', 'manual'])
})

test('redeliveries and replays ignore the order of their subject', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerNext({ status: 500 }) // for the first event, which is retried in an hour
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  const document = toBytes({ ordering: 'per_subject' })
  await service.client.UpdateSubscription({ context: callContext(caller), subscription_id, document })
  const shipmentId = newId('shp')
  const events = [1, 2, 3].map((sequence) => aShipmentEvent(caller, { shipmentId, sequence }))
  for (const event of events) await service.publish(event)
  const statuses = async () => {
    const { data } = await list(caller, subscription_id)
    return data.map(({ status }: { status: string }) => status).reverse()
  }
  await eventually(async () => expect(await statuses()).toEqual(['retrying', 'pending', 'pending']))
  expect(receiver.requests).toHaveLength(1)

  const { data } = await list(caller, subscription_id)
  await redeliver(caller, data[0].delivery_id)
  await eventually(async () => expect(await statuses()).toEqual(['retrying', 'pending', 'succeeded']))
  const since = toBytes({ since: new Date(Date.now() - 60_000).toISOString() })
  await service.client.CreateReplay({ context: callContext(caller), subscription_id, document: since })
  await eventually(() => expect(receiver.requests).toHaveLength(3))
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(
    [events[0], events[2], events[2]].map((event) => event?.eventId),
  )
  await eventually(async () => expect(await statuses()).toEqual(['retrying', 'pending', 'succeeded']))
})

test('a repeated call with the same key redelivers once', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  const { delivery_id } = await theDelivery(caller, subscription_id, 'succeeded')
  const call = { idempotencyKey: 'again', bodyHash: 'h', route: `POST ${delivery_id}/redeliver` }
  expect(await redeliver(caller, delivery_id, call)).toMatchObject({ status: 202, replayed: false })
  await theDelivery(caller, subscription_id, 'succeeded')
  expect(await redeliver(caller, delivery_id, call)).toMatchObject({ status: 202, replayed: true })
  expect((await theDelivery(caller, subscription_id, 'succeeded')).attempt_count).toBeLessThanOrEqual(2)
  expect(receiver.requests.length).toBeLessThanOrEqual(2)
})

test('rejects a redelivery to a paused, disabled or deleted subscription', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  const { delivery_id } = await theDelivery(caller, subscription_id, 'succeeded')
  await pause(caller, subscription_id)
  expect(await redeliver(caller, delivery_id)).toMatchObject({
    status: 409,
    error: { code: 'subscription_not_active', meta: { current_status: 'paused' } },
  })
  await db
    .updateTable('subscription')
    .set({ status: 'disabled' })
    .where('subscription_id', '=', subscription_id)
    .execute()
  expect(await redeliver(caller, delivery_id)).toMatchObject({
    status: 409,
    error: { code: 'subscription_not_active', meta: { current_status: 'disabled' } },
  })
  await service.client.DeleteSubscription({ context: callContext(caller), subscription_id })
  expect(await redeliver(caller, delivery_id)).toMatchObject({
    status: 409,
    error: { code: 'subscription_not_active', meta: { current_status: 'deleted' } },
  })
  expect(receiver.requests).toHaveLength(1)
})

test("does not find another environment's deliveries", async () => {
  const [owner, stranger] = [aCaller(), aCaller()]
  const receiver = await startReceiver()
  const { subscription_id } = await subscribe(service, owner, receiver.url)
  await service.publish(aShipmentEvent(owner))
  const { delivery_id } = await theDelivery(owner, subscription_id, 'succeeded')
  await expect(list(stranger, subscription_id)).rejects.toMatchObject({ code: 'subscription_not_found' })
  await expect(get(stranger, delivery_id)).rejects.toMatchObject({ code: 'delivery_not_found' })
  expect(await redeliver(stranger, delivery_id)).toMatchObject({ status: 404, error: { code: 'delivery_not_found' } })
  expect(receiver.requests).toHaveLength(1)
})
