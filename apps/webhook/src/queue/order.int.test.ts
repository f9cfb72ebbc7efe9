import type { TestDatabase } from '@waybill/chassis/testing/service-database'
import { idMadeAt, newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import type { HttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReceiver } from '../testing/shared-service.ts'
import {
  aCaller,
  aShipmentEvent,
  type Caller,
  createWebhookDatabase,
  openTestDatabase,
  startTestService,
  subscribe,
  type TestService,
} from '../testing/webhook-service.ts'

const SLOW = { timeoutMs: 25_000 }

let database: TestDatabase
let services: [TestService, TestService]
let db: ReturnType<typeof openTestDatabase>

beforeAll(async () => {
  database = await createWebhookDatabase()
  services = [await startTestService(database), await startTestService(database)]
  db = openTestDatabase(database)
})

afterAll(async () => {
  await Promise.all((services ?? []).map((service) => service.stop()))
  await db?.destroy()
  await database?.drop()
})

async function subscribeInOrder(caller: Caller, url: string, events?: string[]): Promise<string> {
  const { subscription_id } = await subscribe(services[0], caller, url, events)
  await db
    .updateTable('subscription')
    .set({ ordering: 'per_subject' })
    .where('subscription_id', '=', subscription_id)
    .execute()
  return subscription_id
}

const [created, updated] = ['shipment.created', 'shipment.updated'] as const
const orderedEvent = (caller: Caller, shipmentId: string, sequence: number) =>
  aShipmentEvent(caller, { shipmentId, sequence, type: sequence === 1 ? created : updated })

const sequencesAt = ({ requests }: HttpReceiver, shipmentId: string): number[] =>
  requests
    .map(({ body }) => JSON.parse(body.toString()))
    .filter(({ subject }) => subject.id === shipmentId)
    .map(({ sequence }) => sequence)

const readQueue = (environmentId: string) =>
  db
    .selectFrom('delivery_queue')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .orderBy('ordered_sequence')
    .execute()

test('an event waits for the previous one of its subject; other subjects do not wait', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  await subscribeInOrder(caller, receiver.url)
  const [first, other] = [newId('shp'), newId('shp')]
  const otherArrived = Promise.withResolvers<void>()
  receiver.answerNext({ status: 500, after: otherArrived.promise })
  for (const sequence of [1, 2, 3]) await services[0].publish(orderedEvent(caller, first, sequence))
  await eventually(() => expect(sequencesAt(receiver, first)).toEqual([1]))
  await services[0].publish(orderedEvent(caller, other, 1))
  await eventually(() => expect(sequencesAt(receiver, other)).toEqual([1]))
  expect(sequencesAt(receiver, first)).toEqual([1])
  otherArrived.resolve()
  await eventually(() => expect(sequencesAt(receiver, first)).toEqual([1, 1, 2, 3]))
})

test('a delivery that has failed finally releases the next one', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  await subscribeInOrder(caller, receiver.url)
  const shipmentId = newId('shp')
  receiver.answerNext(...Array(3).fill({ status: 400 }))
  for (const sequence of [1, 2]) await services[0].publish(orderedEvent(caller, shipmentId, sequence))
  await eventually(() => expect(sequencesAt(receiver, shipmentId)).toEqual([1, 1, 1, 2]))
})

test('a delivery removed from the queue releases the next one', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  await subscribeInOrder(caller, receiver.url)
  const shipmentId = newId('shp')
  receiver.answerAlways({ hang: true })
  for (const sequence of [1, 2]) await services[0].publish(orderedEvent(caller, shipmentId, sequence))
  await eventually(() => expect(sequencesAt(receiver, shipmentId)).toEqual([1]))
  const [head, next] = await readQueue(caller.environmentId)
  expect(next).toMatchObject({ ordered_sequence: 2, predecessor_id: head?.delivery_id, claim_id: null })
  await db
    .deleteFrom('delivery_queue')
    .where('delivery_id', '=', head?.delivery_id as string)
    .execute()
  await eventually(() => expect(sequencesAt(receiver, shipmentId)).toEqual([1, 2]))
})

test('an event that arrives before its predecessor waits for it in ordered subscriptions only', async () => {
  const caller = aCaller()
  const [receiver, unordered] = [await startReceiver(), await startReceiver()]
  await subscribeInOrder(caller, receiver.url)
  await subscribe(services[0], caller, unordered.url)
  const shipmentId = newId('shp')
  await services[0].publish(orderedEvent(caller, shipmentId, 3))
  await services[0].publish(orderedEvent(caller, shipmentId, 2))
  await eventually(() => expect(sequencesAt(unordered, shipmentId).sort()).toEqual([2, 3]))
  expect(sequencesAt(receiver, shipmentId)).toEqual([])
  const [second, third] = await readQueue(caller.environmentId)
  expect(second?.due_at.getTime()).toBeGreaterThan(Date.now() + 240_000)
  expect(third?.predecessor_id).toBe(second?.delivery_id)
  await services[0].publish(orderedEvent(caller, shipmentId, 1))
  await eventually(() => expect(sequencesAt(receiver, shipmentId)).toEqual([1, 2, 3]))
})

test('an event waits for its predecessor even if the subscription does not match that one', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  await subscribeInOrder(caller, receiver.url, [updated])
  const shipmentId = newId('shp')
  await services[0].publish(orderedEvent(caller, shipmentId, 2))
  await services[0].publish(orderedEvent(caller, newId('shp'), 1))
  expect((await readQueue(caller.environmentId))[0]?.due_at.getTime()).toBeGreaterThan(Date.now() + 240_000)
  await services[0].publish(orderedEvent(caller, shipmentId, 1))
  await eventually(() => expect(sequencesAt(receiver, shipmentId)).toEqual([2]))
})

/** The id of a subject older than the retention of events. */
function oldShipmentId(): string {
  const madeAt = new Date(Date.now() - 400 * 24 * 3_600_000)
  let time = ''
  for (let rest = madeAt.getTime(); time.length < 10; rest = Math.floor(rest / 32)) {
    time = '0123456789abcdefghjkmnpqrstvwxyz'.charAt(rest % 32) + time
  }
  const shipmentId = `shp_${time}${newId('shp').slice(14)}`
  expect(idMadeAt(shipmentId)).toEqual(madeAt)
  return shipmentId
}

test('an event whose predecessor was deleted by retention waits ten seconds, not five minutes', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  await subscribeInOrder(caller, receiver.url)
  const shipmentId = oldShipmentId()
  await services[0].publish(orderedEvent(caller, shipmentId, 9))
  expect((await readQueue(caller.environmentId))[0]?.due_at.getTime()).toBeLessThan(Date.now() + 15_000)
  await services[0].publish(orderedEvent(caller, shipmentId, 8))
  await db
    .updateTable('delivery_queue')
    .set({ due_at: new Date() })
    .where('environment_id', '=', caller.environmentId)
    .where('ordered_sequence', '=', 8)
    .execute()
  await eventually(() => expect(sequencesAt(receiver, shipmentId)).toEqual([8, 9]))
})

test('an event whose predecessor is missing waits for it even if the subject is old', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  await subscribeInOrder(caller, receiver.url)
  const shipmentId = oldShipmentId()
  for (const sequence of [5, 7]) await services[0].publish(orderedEvent(caller, shipmentId, sequence))
  const seventh = (await readQueue(caller.environmentId)).at(-1)
  expect(seventh?.due_at.getTime()).toBeGreaterThan(Date.now() + 240_000)
})

test('pausing also pauses deliveries that wait for a predecessor', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerAlways({ status: 503, headers: { 'retry-after': '1' } })
  const subscription_id = await subscribeInOrder(caller, receiver.url)
  const shipmentId = newId('shp')
  for (const sequence of [1, 2, 3]) await services[0].publish(orderedEvent(caller, shipmentId, sequence))
  await eventually(() => expect(receiver.requests.length).toBeGreaterThan(0))
  await db
    .updateTable('subscription')
    .set({ status: 'paused' })
    .where('subscription_id', '=', subscription_id)
    .execute()
  await eventually(async () => {
    const deliveries = await db
      .selectFrom('delivery')
      .select('status')
      .where('environment_id', '=', caller.environmentId)
      .execute()
    expect(deliveries).toEqual(Array(3).fill({ status: 'paused' }))
  })
  expect(await readQueue(caller.environmentId)).toEqual([])
})

test('each subject is sent in order however its events arrive at two processes', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerAlways(() => (Math.random() < 0.1 ? { status: 500 } : { delayMs: Math.random() * 5 }))
  await subscribeInOrder(caller, receiver.url)
  const shipmentIds = Array.from({ length: 5 }, () => newId('shp'))
  const events = shipmentIds.flatMap((shipmentId) =>
    Array.from({ length: 20 }, (_, index) => orderedEvent(caller, shipmentId, index + 1)),
  )
  events.sort(() => Math.random() - 0.5)
  await Promise.all(events.map((event, index) => services[index % 2 === 0 ? 0 : 1].publish(event)))
  const inOrder = Array.from({ length: 20 }, (_, index) => index + 1)
  await eventually(() => {
    for (const shipmentId of shipmentIds) expect([...new Set(sequencesAt(receiver, shipmentId))]).toHaveLength(20)
  }, SLOW)
  // Retries repeat a sequence; no sequence is sent before a smaller one.
  for (const shipmentId of shipmentIds) expect([...new Set(sequencesAt(receiver, shipmentId))]).toEqual(inOrder)
  for (const shipmentId of shipmentIds) {
    expect(sequencesAt(receiver, shipmentId)).toEqual(sequencesAt(receiver, shipmentId).toSorted((a, b) => a - b))
  }
})
