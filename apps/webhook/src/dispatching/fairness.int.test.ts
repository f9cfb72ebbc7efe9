/** One environment cannot take the slots of another. */
import { eventually } from '@waybill/testing/eventually'
import type { HttpReceiver } from '@waybill/testing/http-receiver'
import { expect, test } from 'vitest'
import { createServiceDatabase, startReceiver, waitForRequests } from '../testing/shared-service.ts'
import {
  aCaller,
  aShipmentEvent,
  type Caller,
  callContext,
  subscribe,
  type TestService,
} from '../testing/webhook-service.ts'

/** A process has 20 slots, of which one environment may use four. */
const LIMITS = { concurrency: 20, environmentPercent: 20, deadlineMs: 60_000 }
const OF_ENVIRONMENT = 4

async function startTarpit(): Promise<HttpReceiver> {
  const receiver = await startReceiver()
  receiver.answerAlways({ hang: true })
  return receiver
}

/** Subscribes all events to several URLs of a receiver. */
async function subscribeMany(service: TestService, caller: Caller, receiver: HttpReceiver, count: number) {
  for (let index = 0; index < count; index++) await subscribe(service, caller, `${receiver.url}/${index}`)
}

const publishMany = (service: TestService, caller: Caller, count: number) =>
  Promise.all(Array.from({ length: count }, () => service.publish(aShipmentEvent(caller))))

/** Sends a delivery of an environment with nothing in flight, after everything that was due before has been looked at. */
async function deliverToAnother(service: TestService, receiver?: HttpReceiver): Promise<void> {
  const caller = aCaller()
  const used = receiver ?? (await startReceiver())
  await subscribe(service, caller, `${used.url}/another`)
  await service.publish(aShipmentEvent(caller))
  await eventually(() => expect(used.requests.map(({ path }) => path)).toContain('/another'))
}

test('an environment that holds all it may have delays no other, with two processes', async () => {
  const { start } = await createServiceDatabase()
  const services = [await start(LIMITS), await start(LIMITS)]
  const caller = aCaller()
  const tarpits = [await startTarpit(), await startTarpit(), await startTarpit()]
  for (const tarpit of tarpits) await subscribe(services[0] as TestService, caller, tarpit.url)
  await Promise.all(services.map((service) => publishMany(service, caller, 20)))

  const sent = () => tarpits.reduce((sum, { requests }) => sum + requests.length, 0)
  await eventually(() => expect(sent()).toBe(2 * OF_ENVIRONMENT))
  for (const service of services) await deliverToAnother(service)
  expect(sent()).toBe(2 * OF_ENVIRONMENT)
  for (const { metrics } of services) {
    expect((await metrics.render()).text).toMatch(/webhook_send_limits_reached\{limit="environment",[^}]*\} 1\n/)
  }
})

test('tests and manual redeliveries do not exceed the limit of their environment', async () => {
  const { db, start } = await createServiceDatabase()
  const service = await start(LIMITS)
  const caller = aCaller()
  const context = () => callContext(caller)
  const receiver = await startReceiver()
  const subscriptions = []
  for (let index = 0; index < 3; index++)
    subscriptions.push(await subscribe(service, caller, `${receiver.url}/${index}`))
  await publishMany(service, caller, 3)
  await eventually(async () => {
    const ended = await db.selectFrom('delivery').select('delivery_id').where('status', '=', 'succeeded').execute()
    expect(ended).toHaveLength(9)
  })

  receiver.answerAlways({ hang: true })
  const deliveries = await db.selectFrom('delivery').select('delivery_id').execute()
  for (const { delivery_id } of deliveries) {
    await service.client.Redeliver({ context: context(), delivery_id })
  }
  for (const { subscription_id } of subscriptions) {
    await service.client.TestSubscription({ context: context(), subscription_id })
  }
  await waitForRequests(receiver, 9 + OF_ENVIRONMENT)
  await deliverToAnother(service)
  expect(receiver.requests).toHaveLength(9 + OF_ENVIRONMENT)
})

test('subscriptions to one origin share its slots; an environment that has none there still gets one', async () => {
  const { start } = await createServiceDatabase()
  const service = await start({ ...LIMITS, environmentPercent: 100, originConcurrency: 4 })
  const origin = await startReceiver()
  origin.answerAlways(({ path }) => ({ hang: path !== '/another' }))
  const callers = [aCaller(), aCaller()]
  for (const caller of callers) await subscribeMany(service, caller, origin, 3)
  await Promise.all(callers.map((caller) => publishMany(service, caller, 10)))
  await waitForRequests(origin, 4)
  await deliverToAnother(service, origin)
  expect(origin.requests).toHaveLength(5)
  await deliverToAnother(service)
  expect(origin.requests).toHaveLength(5)
})

test('with one slot, the only delivery of an environment goes first or second although another has a hundred due', async () => {
  const { start } = await createServiceDatabase()
  const service = await start({ ...LIMITS, concurrency: 1, subscriptionLimit: 100 })
  const [first, many, one] = [aCaller(), aCaller(), aCaller()]
  const [slow, receiver] = [await startReceiver(), await startReceiver()]
  const released = Promise.withResolvers<void>()
  slow.answerNext({ after: released.promise })
  await subscribe(service, first, slow.url)
  await subscribeMany(service, many, receiver, 100)
  await subscribe(service, one, `${receiver.url}/one`)

  await service.publish(aShipmentEvent(first))
  await waitForRequests(slow, 1) // it holds the only slot
  await service.publish(aShipmentEvent(many))
  await service.publish(aShipmentEvent(one))
  released.resolve()
  await eventually(() => expect(receiver.requests.length).toBeGreaterThanOrEqual(2))
  expect(receiver.requests.slice(0, 2).map(({ path }) => path)).toContain('/one')
  await eventually(() => expect(receiver.requests).toHaveLength(101), { timeoutMs: 25_000 })
})

test('an environment with many endpoints gets to all of them, a slot at a time', async () => {
  const { start } = await createServiceDatabase()
  const service = await start({ ...LIMITS, subscriptionLimit: 150 })
  const caller = aCaller()
  const receiver = await startReceiver()
  await subscribeMany(service, caller, receiver, 150)
  await publishMany(service, caller, 2)
  await eventually(() => expect(receiver.requests).toHaveLength(300), { timeoutMs: 25_000 })
  const paths = Map.groupBy(receiver.requests, ({ path }) => path)
  expect([...paths.values()].map((requests) => requests.length)).toEqual(Array(150).fill(2))
})
