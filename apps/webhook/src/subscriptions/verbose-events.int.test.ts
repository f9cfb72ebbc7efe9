/** Subscriptions without verbose events: no `updated` that a more specific event of the same change repeats. */
import { transact } from '@waybill/chassis/postgres/database'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import type { HttpReceiver } from '@waybill/testing/http-receiver'
import { expect, test } from 'vitest'
import { putBehind } from '../catch-up/repository.ts'
import { replayCalls, subscriptionCalls } from '../testing/merchant-calls.ts'
import { startReceiver, startSharedService } from '../testing/shared-service.ts'
import { aCaller, aShipmentEvent, type Caller, callContext, subscribe, toBytes } from '../testing/webhook-service.ts'

const { service, db } = await startSharedService()
const { get, update } = subscriptionCalls(service)

async function terse(caller: Caller, url: string, events = ['*'], ordering = 'none') {
  const document = toBytes({ url, events, ordering, verbose_events: false })
  const answer = await service.client.CreateSubscription({ context: callContext(caller), document })
  return JSON.parse(answer.body.toString()).data
}

/** A change of a shipment that was delivered, and one of its metadata. */
async function publishChanges(caller: Caller): Promise<void> {
  const of = { shipmentId: newId('shp') }
  const update = aShipmentEvent(caller, { ...of, type: 'shipment.updated', sequence: 1 })
  await service.publish({ ...update, internal: { detailed_by: ['shipment.delivered'] } })
  await service.publish(aShipmentEvent(caller, { ...of, type: 'shipment.delivered', sequence: 2 }))
  await service.publish(aShipmentEvent(caller, { ...of, type: 'shipment.updated', sequence: 3 }))
}

const received = ({ requests }: HttpReceiver) =>
  requests
    .map(({ body }) => JSON.parse(body.toString()))
    .map(({ type, sequence }) => `${sequence} ${type}`)
    .sort()

const ALL = ['1 shipment.updated', '2 shipment.delivered', '3 shipment.updated']
const TERSE = ALL.slice(1)

test('it gets the specific event and every update that says more; others get all', async () => {
  const caller = aCaller()
  const [all, few, updates] = [await startReceiver(), await startReceiver(), await startReceiver()]
  expect(await subscribe(service, caller, all.url)).toMatchObject({ verbose_events: true })
  expect(await terse(caller, few.url)).toMatchObject({ verbose_events: false })
  await terse(caller, updates.url, ['shipment.updated'])
  await publishChanges(caller)
  await eventually(() => {
    expect(received(all)).toEqual(ALL)
    expect(received(few)).toEqual(TERSE)
    expect(received(updates)).toEqual(['1 shipment.updated', '3 shipment.updated'])
  })
})

test('an event that is left out does not hold up the next one of its subject', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  await terse(caller, receiver.url, ['*'], 'per_subject')
  await publishChanges(caller)
  await eventually(() => expect(received(receiver)).toEqual(TERSE))
})

test('a change applies to the events that follow', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  expect(await update(caller, subscription_id, { verbose_events: false })).toMatchObject({
    status: 200,
    data: { verbose_events: false },
  })
  expect(await get(caller, subscription_id)).toMatchObject({ verbose_events: false })
  await publishChanges(caller)
  await eventually(() => expect(received(receiver)).toEqual(TERSE))
})

test('a replay and its preview leave out the same events', async () => {
  const caller = aCaller()
  const since = new Date(Date.now() - 1_000).toISOString()
  await publishChanges(caller)
  const receiver = await startReceiver()
  const { subscription_id } = await terse(caller, receiver.url)
  expect(await replayCalls(service).preview(caller, subscription_id, { since })).toMatchObject({ event_count: 2 })
  await replayCalls(service).create(caller, subscription_id, { since })
  await eventually(() => expect(received(receiver)).toEqual(TERSE))
})

test('a subscription that is behind leaves out the same events as it catches up', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  await publishChanges(caller)
  const { subscription_id } = await terse(caller, receiver.url)
  await transact(db, (trx) => putBehind(trx, caller.environmentId, { subscriptionIds: [subscription_id], position: 0 }))
  await eventually(() => expect(received(receiver)).toEqual(TERSE))
})
