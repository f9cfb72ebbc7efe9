/** Manual redelivery at slowed-down endpoints, and `next_attempt_at`. */
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import type { Writer } from '../db.ts'
import { lanes } from '../endpoints/lanes.ts'
import { claimDue } from '../queue/claim-repository.ts'
import { lockEndpoints } from '../queue/repository.ts'
import { claimTerms } from '../testing/claim-terms.ts'
import { deliveryCalls, subscriptionCalls } from '../testing/merchant-calls.ts'
import { readDeliveryStatuses, startReceiver, startSharedService, waitForRequests } from '../testing/shared-service.ts'
import { aCaller, aShipmentEvent, type Caller, callContext, subscribe, toBytes } from '../testing/webhook-service.ts'

const { service, db } = await startSharedService({ schedule: ['0ms', '1h', '1h'] })
const { get, list, redeliver } = deliveryCalls(service)
const { update } = subscriptionCalls(service)

const readEndpoint = ({ environmentId }: Caller) =>
  db.selectFrom('endpoint').selectAll().where('environment_id', '=', environmentId).executeTakeFirstOrThrow()

const waitForStatuses = (caller: Caller, statuses: string[]) =>
  eventually(async () => expect(await readDeliveryStatuses(db, caller)).toEqual(statuses))

/** Waits until a delivery to another endpoint is sent: the dispatcher has scanned everything that was due. */
async function waitForOtherDelivery(): Promise<void> {
  const caller = aCaller()
  const receiver = await startReceiver()
  await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  await waitForRequests(receiver, 1)
}

test('a manual redelivery ignores the pause of its endpoint; a replay waits and shows the end of the pause', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerNext({ status: 429, headers: { 'retry-after': '1800' } })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  await waitForStatuses(caller, ['retrying'])
  await service.publish(aShipmentEvent(caller))
  await waitForStatuses(caller, ['retrying', 'pending'])
  const endOfPause = (await readEndpoint(caller)).not_before?.toISOString()
  const { data } = await list(caller, subscription_id)
  const [second, first] = data
  expect(second).toMatchObject({ status: 'pending', next_attempt_at: endOfPause })
  expect(await get(caller, second.delivery_id)).toEqual(second)

  for (const [index, { delivery_id }] of [second, first, first].entries()) {
    const { data: taken } = await redeliver(caller, delivery_id)
    expect(Date.parse(taken.next_attempt_at)).toBeLessThanOrEqual(Date.now())
    await waitForRequests(receiver, index + 2)
    await eventually(async () => expect((await get(caller, delivery_id)).status).toBe('succeeded'))
    expect((await get(caller, delivery_id)).attempts.at(-1)).toMatchObject({ trigger: 'manual' })
  }
  expect(await readEndpoint(caller)).toMatchObject({ not_before: new Date(endOfPause ?? '') })

  const since = toBytes({ since: new Date(Date.now() - 60_000).toISOString() })
  await service.client.CreateReplay({ context: callContext(caller), subscription_id, document: since })
  await waitForStatuses(caller, ['pending', 'pending'])
  await waitForOtherDelivery()
  expect(receiver.requests).toHaveLength(4)
  expect(await get(caller, first.delivery_id)).toMatchObject({ next_attempt_at: endOfPause })
})

test('a redelivery of a delivery that is being sent is a no-op', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerNext({ hang: true })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  await waitForRequests(receiver, 1)
  const { data } = await list(caller, subscription_id)
  const sending = { status: 'sending', next_attempt_at: null }
  expect(await redeliver(caller, data[0].delivery_id)).toMatchObject({ status: 202, data: sending })
  await waitForOtherDelivery()
  expect(receiver.requests).toHaveLength(1)
})

test('a delivery that waits for its predecessor has no next_attempt_at', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerNext({ status: 500 })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await update(caller, subscription_id, { ordering: 'per_subject' })
  const shipmentId = newId('shp')
  for (const sequence of [1, 2]) await service.publish(aShipmentEvent(caller, { shipmentId, sequence }))
  await waitForStatuses(caller, ['retrying', 'pending'])
  const { data } = await list(caller, subscription_id)
  expect(data).toMatchObject([{ next_attempt_at: null }, { next_attempt_at: expect.any(String) }])
})

test('a manual redelivery is not claimed while paused and does not precede first attempts of other endpoints', async () => {
  const endpoints = await Promise.all(
    [aCaller(), aCaller()].map(async (caller) => {
      const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
      return { ...caller, subscriptionId: subscription_id }
    }),
  )
  const [redelivered, other] = endpoints.map(({ subscriptionId }) => subscriptionId) as [string, string]
  const claim = claimTerms({ limit: 1 })
  const rollback = new Error('rolled back, so that the dispatcher sees none of it')
  const claimed: string[][] = []
  const transaction = db.transaction().execute(async (trx) => {
    const locked = await lockEndpoints(trx, endpoints)
    const claimNext = async () => {
      const { deliveries } = await claimDue(trx, locked, claim)
      claimed.push(deliveries.map(({ endpoint }) => endpoint.subscriptionId))
    }
    const setStatus = (status: 'paused' | 'active') =>
      trx.updateTable('subscription').set({ status }).where('subscription_id', '=', redelivered).execute()
    const [aSecondAgo, before] = [new Date(Date.now() - 1_000), new Date(Date.now() - 2_000)]
    await queue(trx, endpoints[0], { trigger: 'manual', lane: lanes.test, due_at: aSecondAgo })
    await queue(trx, endpoints[1], { trigger: 'event', lane: lanes.first, due_at: before })
    await claimNext()
    await setStatus('paused')
    await claimNext()
    await setStatus('active')
    await claimNext()
    throw rollback
  })
  await expect(transaction).rejects.toBe(rollback)
  expect(claimed).toEqual([[other], [], [redelivered]])
})

async function queue(
  trx: Writer,
  endpoint: (Caller & { subscriptionId: string }) | undefined,
  waiting: { trigger: 'manual' | 'event'; lane: number; due_at: Date },
): Promise<void> {
  if (endpoint === undefined) throw new Error('no endpoint')
  const { type, subjectType, ...event } = aShipmentEvent(endpoint)
  const ids = { environment_id: event.environmentId, event_id: event.eventId, event_at: event.occurredAt }
  const subject = { type, subject_type: subjectType, subject_id: event.subjectId, sequence: 1 }
  await trx
    .insertInto('event')
    .values({ ...ids, ...subject, position: 1, payload: '{}', traceparent: null })
    .execute()
  const row = { ...ids, ...waiting, subscription_id: endpoint.subscriptionId, delivery_id: newId('whd') }
  await trx
    .insertInto('delivery_queue')
    .values({ ...row, claim_id: null, lease_until: null })
    .execute()
}
