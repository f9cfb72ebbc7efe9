import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import type { HttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, expect, test } from 'vitest'
import { deliveryCalls, subscriptionCalls } from '../testing/merchant-calls.ts'
import { readDeliveryStatuses, startReceiver, startSharedService, waitForRequests } from '../testing/shared-service.ts'
import { aCaller, aShipmentEvent, type Caller, startTestService, subscribe } from '../testing/webhook-service.ts'
import { orderQueued } from './order-repository.ts'

const schedule = ['0ms', '1h', '1h']
const { service, db, database } = await startSharedService({ schedule })
const second = await startTestService(database, { schedule })
afterAll(() => second.stop())
const { update } = subscriptionCalls(service)
const { list, redeliver } = deliveryCalls(service)

async function publish(caller: Caller, shipmentId: string, ...sequences: number[]): Promise<void> {
  for (const sequence of sequences) await service.publish(aShipmentEvent(caller, { shipmentId, sequence }))
}

const sequencesAt = ({ requests }: HttpReceiver): number[] =>
  requests.map(({ body }) => JSON.parse(body.toString()).sequence)

const waitForStatuses = (caller: Caller, statuses: string[]) =>
  eventually(async () => expect(await readDeliveryStatuses(db, caller)).toEqual(statuses))

test('after ordering is enabled, new deliveries wait for those already queued', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerNext({ status: 500 }, { status: 500 })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  const shipmentId = newId('shp')
  await publish(caller, shipmentId, 1, 2)
  await waitForStatuses(caller, ['retrying', 'retrying'])

  await update(caller, subscription_id, { ordering: 'per_subject' })
  await publish(caller, shipmentId, 3)
  await publish(caller, newId('shp'), 1)
  await waitForStatuses(caller, ['retrying', 'retrying', 'pending', 'succeeded'])

  // The first two are ordered as well: the next attempt of the second waits for the first.
  const { data } = await list(caller, subscription_id)
  const [first] = data.slice(-1)
  await redeliver(caller, first.delivery_id)
  await waitForStatuses(caller, ['succeeded', 'retrying', 'pending', 'succeeded'])
  expect(sequencesAt(receiver).toSorted()).toEqual([1, 1, 1, 2])
})

test('after ordering is enabled, new deliveries wait for one that is being sent', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerNext({ hang: true })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  const shipmentId = newId('shp')
  await publish(caller, shipmentId, 1)
  await waitForRequests(receiver, 1)
  await update(caller, subscription_id, { ordering: 'per_subject' })
  await publish(caller, shipmentId, 2)
  await publish(caller, newId('shp'), 1)
  await waitForRequests(receiver, 2)
  expect(sequencesAt(receiver)).toEqual([1, 1])
  const waiting = await db
    .selectFrom('delivery_queue')
    .select('ordered_sequence')
    .where('environment_id', '=', caller.environmentId)
    .where('predecessor_id', 'is not', null)
    .execute()
  expect(waiting).toEqual([{ ordered_sequence: 2 }])
})

test('after ordering is disabled, no delivery waits for another', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerNext({ status: 500 })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await update(caller, subscription_id, { ordering: 'per_subject' })
  const [shipmentId, late] = [newId('shp'), newId('shp')]
  await publish(caller, shipmentId, 1, 2, 3)
  await publish(caller, late, 2) // its first event has not arrived
  await waitForStatuses(caller, ['retrying', 'pending', 'pending', 'pending'])
  await update(caller, subscription_id, { ordering: 'none' })
  await waitForStatuses(caller, ['retrying', 'succeeded', 'succeeded', 'succeeded'])
})

test('orders the newest deliveries of a backlog that is too large for one transaction', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerAlways({ status: 400 })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await publish(caller, newId('shp'), 1, 2, 3)
  await waitForStatuses(caller, Array(3).fill('retrying'))
  const endpoint = { environmentId: caller.environmentId, subscriptionId: subscription_id }
  await db.transaction().execute((trx) => orderQueued(trx, endpoint, 2))
  const ordered = db
    .selectFrom('delivery_queue')
    .select(['ordered_sequence', 'predecessor_id'])
    .where('environment_id', '=', caller.environmentId)
    .orderBy('delivery_id')
  expect(await ordered.execute()).toEqual([
    { ordered_sequence: null, predecessor_id: null },
    { ordered_sequence: 2, predecessor_id: null },
    { ordered_sequence: 3, predecessor_id: expect.any(String) },
  ])
})

test('toggling ordering under traffic of two processes leaves no delivery behind', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerAlways({ delayMs: 2 })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  const shipmentIds = Array.from({ length: 10 }, () => newId('shp'))
  const sequences = Array.from({ length: 30 }, (_, index) => index + 1)
  const publishing = Promise.all(
    shipmentIds.map(async (shipmentId, index) => {
      const by = index % 2 === 0 ? service : second
      for (const sequence of sequences) await by.publish(aShipmentEvent(caller, { shipmentId, sequence }))
    }),
  )
  for (let change = 0; change < 20; change++) {
    const ordering = change % 2 === 0 ? 'per_subject' : 'none'
    expect(await update(caller, subscription_id, { ordering })).toMatchObject({ status: 200, data: { ordering } })
  }
  await publishing
  await waitForStatuses(caller, Array(300).fill('succeeded'))
  expect(receiver.requests).toHaveLength(300)
})
