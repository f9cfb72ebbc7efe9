import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { deliveryCalls } from './a-merchants-calls.ts'
import { aCaller, aShipmentEvent, bytesOf, type Caller, contextOf, subscribe } from './a-webhook-service.ts'
import { aReceiver, ownService } from './an-own-service.ts'

const { service } = await ownService({ schedule: ['0ms', '1h', '1h'] })
const { list, get, redeliver, theDelivery } = deliveryCalls(service)

const pause = (caller: Caller, subscription_id: string) =>
  service.client.UpdateSubscription({
    context: contextOf(caller),
    subscription_id,
    document: bytesOf({ status: 'paused' }),
  })

test('a delivery that succeeded is sent again by hand: same id, same bytes, signed, one attempt', async () => {
  const caller = aCaller()
  const receiver = await aReceiver()
  const { subscription_id, secret } = await subscribe(service, caller, receiver.url)
  const event = aShipmentEvent(caller)
  await service.publish(event)
  const { delivery_id } = await theDelivery(caller, subscription_id, 'succeeded')

  receiver.answerNext({ status: 500 })
  expect(await redeliver(caller, delivery_id)).toMatchObject({
    status: 202,
    data: { delivery_id, status: 'pending', attempt_count: 1 },
  })
  const failed = await theDelivery(caller, subscription_id, 'failed')
  expect(failed).toMatchObject({ attempt_count: 2, next_attempt_at: null })
  expect(failed.attempts.map((attempt: { trigger: string }) => attempt.trigger)).toEqual(['event', 'manual'])

  await redeliver(caller, delivery_id)
  expect(await theDelivery(caller, subscription_id, 'succeeded')).toMatchObject({ attempt_count: 3 })
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(Array(3).fill(event.eventId))
  for (const { body, headers } of receiver.requests) {
    expect(body.equals(receiver.requests[0]?.body ?? Buffer.alloc(0))).toBe(true)
    expect(() => new StandardWebhook(secret).verify(body, headers as Record<string, string>)).not.toThrow()
  }
})

test('a delivery that waits for its next attempt has it now, and its schedule goes on from there', async () => {
  const caller = aCaller()
  const receiver = await aReceiver()
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
  await theDelivery(caller, subscription_id, 'succeeded')
})

test('what is sent by hand or replayed does not wait for the order of its subject', async () => {
  const caller = aCaller()
  const receiver = await aReceiver()
  receiver.answerNext({ status: 500 }) // the first one, which is tried again in an hour
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  const document = bytesOf({ ordering: 'per_subject' })
  await service.client.UpdateSubscription({ context: contextOf(caller), subscription_id, document })
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
  const since = bytesOf({ since: new Date(Date.now() - 60_000).toISOString() })
  await service.client.CreateReplay({ context: contextOf(caller), subscription_id, document: since })
  await eventually(() => expect(receiver.requests).toHaveLength(3))
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(
    [events[0], events[2], events[2]].map((event) => event?.eventId),
  )
  await eventually(async () => expect(await statuses()).toEqual(['retrying', 'pending', 'succeeded']))
})

test('the same key asks for one redelivery', async () => {
  const caller = aCaller()
  const receiver = await aReceiver()
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

test('nothing is sent again to a subscription that is paused or deleted', async () => {
  const caller = aCaller()
  const receiver = await aReceiver()
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  const { delivery_id } = await theDelivery(caller, subscription_id, 'succeeded')
  await pause(caller, subscription_id)
  expect(await redeliver(caller, delivery_id)).toMatchObject({
    status: 409,
    error: { code: 'subscription_not_active', meta: { current_status: 'paused' } },
  })
  await service.client.DeleteSubscription({ context: contextOf(caller), subscription_id })
  expect(await redeliver(caller, delivery_id)).toMatchObject({
    status: 409,
    error: { code: 'subscription_not_active', meta: { current_status: 'deleted' } },
  })
  expect(receiver.requests).toHaveLength(1)
})

test("another environment's deliveries do not exist", async () => {
  const [owner, stranger] = [aCaller(), aCaller()]
  const receiver = await aReceiver()
  const { subscription_id } = await subscribe(service, owner, receiver.url)
  await service.publish(aShipmentEvent(owner))
  const { delivery_id } = await theDelivery(owner, subscription_id, 'succeeded')
  await expect(list(stranger, subscription_id)).rejects.toMatchObject({ code: 'subscription_not_found' })
  await expect(get(stranger, delivery_id)).rejects.toMatchObject({ code: 'delivery_not_found' })
  expect(await redeliver(stranger, delivery_id)).toMatchObject({ status: 404, error: { code: 'delivery_not_found' } })
  expect(receiver.requests).toHaveLength(1)
})
