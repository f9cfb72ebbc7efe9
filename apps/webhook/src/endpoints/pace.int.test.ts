import { randomUUID } from 'node:crypto'
import { transact } from '@waybill/chassis/postgres/database'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import { recordAttempts } from '../attempts/commands.ts'
import type { FinishedAttempt } from '../attempts/repository.ts'
import { readEndpointSpeeds } from '../queue/queries.ts'
import { startReceiver, startSharedService } from '../testing/shared-service.ts'
import { aCaller, aShipmentEvent, type Caller, callContext, subscribe } from '../testing/webhook-service.ts'
import { lanes } from './lanes.ts'
import { resetEndpoint } from './repository.ts'

const { service, db } = await startSharedService({ deadlineMs: 1_000, schedule: ['0ms', ...Array(20).fill('100ms')] })

const publishMany = (caller: Caller, count: number) =>
  Promise.all(Array.from({ length: count }, () => service.publish(aShipmentEvent(caller))))

const readEndpoint = ({ environmentId }: Caller) =>
  db.selectFrom('endpoint').selectAll().where('environment_id', '=', environmentId).executeTakeFirstOrThrow()

const endPause = ({ environmentId }: Caller) =>
  db.updateTable('endpoint').set({ not_before: new Date() }).where('environment_id', '=', environmentId).execute()

async function readDeliveryStatuses({ environmentId }: Caller): Promise<string[]> {
  const deliveries = await db
    .selectFrom('delivery')
    .select('status')
    .distinct()
    .where('environment_id', '=', environmentId)
    .execute()
  return deliveries.map(({ status }) => status)
}

/** Waits until a delivery to another endpoint is sent: the dispatcher has scanned everything that was due. */
async function waitForOtherDelivery(): Promise<void> {
  const caller = aCaller()
  const receiver = await startReceiver()
  await subscribe(service, caller, receiver.url)
  await publishMany(caller, 1)
  await eventually(() => expect(receiver.requests).toHaveLength(1))
}

test('an endpoint that asks for a pause gets no deliveries until it ends, then returns to full speed', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerNext({ status: 429, headers: { 'retry-after': '1800' } })
  await subscribe(service, caller, receiver.url)
  await publishMany(caller, 1)
  await eventually(async () => expect(await readEndpoint(caller)).toMatchObject({ breaker: 'closed', send_limit: 5 }))
  const pausedForMs = ((await readEndpoint(caller)).not_before?.getTime() ?? 0) - Date.now()
  expect(pausedForMs).toBeGreaterThan(1_700_000)

  await publishMany(caller, 12)
  await waitForOtherDelivery()
  expect(receiver.requests).toHaveLength(1)

  // Due for an hour, but waiting for the pause: their age is 0.
  await db
    .updateTable('delivery_queue')
    .set({ due_at: new Date(Date.now() - 3_600_000) })
    .where('environment_id', '=', caller.environmentId)
    .where('lane', '=', lanes.first)
    .execute()
  expect(await metricsText()).toMatch(/webhook_queue_due\{lane="first",service="webhook"\} 12\n/)
  expect(await metricsText()).toMatch(/webhook_queue_oldest_due_seconds\{lane="first",service="webhook"\} 0\n/)

  await endPause(caller)
  await eventually(() => expect(receiver.requests).toHaveLength(13))
  await eventually(async () => expect(await readEndpoint(caller)).toMatchObject({ send_limit: null, slow_downs: 0 }))
})

test('ten consecutive failures open the breaker, then one send at a time probes the endpoint', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerAlways({ status: 500 })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await publishMany(caller, 40)
  await eventually(async () => expect(await readEndpoint(caller)).toMatchObject({ breaker: 'open', send_limit: 1 }))
  await eventually(async () => expect(await countClaimed(caller)).toBe(0))
  const sent = receiver.requests.length
  expect(sent).toBeGreaterThanOrEqual(10)
  expect(sent).toBeLessThan(30) // ten, and those in flight by then

  await waitForOtherDelivery()
  expect(receiver.requests).toHaveLength(sent)
  expect(await metricsText()).toMatch(/webhook_endpoints\{speed="open",service="webhook"\} 1/)

  // A test ignores the breaker and does not change it.
  receiver.answerNext({ status: 200 })
  await service.client.TestSubscription({ context: callContext(caller), subscription_id })
  await eventually(() => expect(receiver.requests).toHaveLength(sent + 1))

  receiver.answerAlways({ hang: true })
  await endPause(caller)
  await eventually(() => expect(receiver.requests).toHaveLength(sent + 2))
  await waitForOtherDelivery()
  expect(receiver.requests).toHaveLength(sent + 2)
  await eventually(async () => expect(await readEndpoint(caller)).toMatchObject({ breaker: 'open', slow_downs: 2 }))

  receiver.answerAlways({})
  await endPause(caller)
  await eventually(async () => expect(await readDeliveryStatuses(caller)).toEqual(['succeeded']))
  expect(await readEndpoint(caller)).toMatchObject({ breaker: 'closed', send_limit: null, failures_in_row: 0 })
})

const countClaimed = async ({ environmentId }: Caller): Promise<number> => {
  const claimed = await db
    .selectFrom('delivery_queue')
    .select('delivery_id')
    .where('environment_id', '=', environmentId)
    .where('claim_id', 'is not', null)
    .execute()
  return claimed.length
}

const metricsText = async () => (await service.metrics.render()).text

test('does not count the speed of endpoints whose subscription is inactive or deleted', async () => {
  const caller = aCaller()
  const speeds = async () =>
    Object.fromEntries((await readEndpointSpeeds(db)).map(({ speed, endpoints }) => [speed, endpoints]))
  const before = await speeds()
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    ids.push((await subscribe(service, caller, 'http://127.0.0.1:9/')).subscription_id)
  }
  const opened = { breaker: 'open' as const, not_before: new Date() }
  await db.updateTable('endpoint').set(opened).where('environment_id', '=', caller.environmentId).execute()
  expect(await speeds()).toEqual({ ...before, half_open: (before.half_open ?? 0) + 3 })
  const [disabled = '', deleted = ''] = ids
  await db.updateTable('subscription').set({ status: 'disabled' }).where('subscription_id', '=', disabled).execute()
  await service.client.DeleteSubscription({ context: callContext(caller), subscription_id: deleted })
  expect(await speeds()).toEqual({ ...before, half_open: (before.half_open ?? 0) + 1 })
})

test('a reset endpoint starts with one send at a time and speeds up', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  let [open, most] = [0, 0]
  const mostAtOnce: number[] = []
  receiver.answerAlways(() => {
    open += 1
    most = Math.max(most, open)
    mostAtOnce.push(most)
    setTimeout(() => {
      open -= 1
    }, 20)
    return { delayMs: 20 }
  })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await db
    .transaction()
    .execute((trx) => resetEndpoint(trx, { environmentId: caller.environmentId, subscriptionId: subscription_id }))
  await publishMany(caller, 60)
  await eventually(() => expect(receiver.requests).toHaveLength(60))
  // One success before two concurrent sends, and so on.
  for (const [index, atOnce] of mostAtOnce.slice(0, 10).entries()) expect(atOnce).toBeLessThanOrEqual(index + 1)
  expect(mostAtOnce[1]).toBe(1)
  await eventually(async () => expect((await readEndpoint(caller)).send_limit).toBeNull())
})

test('a slow success succeeds and halves the concurrent sends, without a pause', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const { subscription_id: subscriptionId } = await subscribe(service, caller, receiver.url)
  await publishMany(caller, 1)
  await eventually(async () => expect(await readDeliveryStatuses(caller)).toEqual(['succeeded']))

  const { delivery_id: deliveryId, event_at: eventAt } = await db
    .selectFrom('delivery')
    .select(['delivery_id', 'event_at'])
    .where('environment_id', '=', caller.environmentId)
    .executeTakeFirstOrThrow()
  const ids = { environmentId: caller.environmentId, subscriptionId, deliveryId, attemptId: newId('att') }
  const response = { responseStatus: 200, responseHeaders: {}, responseBody: null, errorCode: null }
  const slow: FinishedAttempt = {
    ...ids,
    origin: receiver.url,
    eventAt,
    claimId: randomUUID(),
    trigger: 'event',
    isScheduled: true,
    isOrdered: false,
    result: { ...response, startedAt: new Date(), durationMs: 5_001 },
    decision: { status: 'succeeded' },
  }
  await transact(db, (trx) => recordAttempts(trx, [slow], { at: new Date(), startLimit: 10 }))
  expect(await readDeliveryStatuses(caller)).toEqual(['succeeded'])
  expect(await readEndpoint(caller)).toMatchObject({ send_limit: 5, slow_downs: 0, failure_count: 0 })

  await publishMany(caller, 20)
  await eventually(() => expect(receiver.requests).toHaveLength(21))
  await eventually(async () => expect((await readEndpoint(caller)).send_limit).toBeNull())
})
