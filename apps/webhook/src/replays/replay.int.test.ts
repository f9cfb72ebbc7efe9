import { once } from 'node:events'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import type { HttpReceiver } from '@waybill/testing/http-receiver'
import { expect, onTestFinished, test } from 'vitest'
import { replayCalls } from '../testing/merchant-calls.ts'
import { startReceiver, startSharedService } from '../testing/shared-service.ts'
import { startWebhookProcess } from '../testing/webhook-process.ts'
import {
  aCaller,
  aShipmentEvent,
  type Caller,
  callContext,
  createWebhookDatabase,
  openTestDatabase,
  startTestService,
  subscribe,
  type TestService,
  toBytes,
} from '../testing/webhook-service.ts'

const { service, db } = await startSharedService({ schedule: ['0ms', '100ms'] })

type Client = Pick<TestService, 'client'>

const replay = (at: Client, ...call: Parameters<ReturnType<typeof replayCalls>['create']>) =>
  replayCalls(at).create(...call)

const getReplay = (at: Client, ...call: Parameters<ReturnType<typeof replayCalls>['get']>) =>
  replayCalls(at).get(...call)

const ended = (caller: Caller, subscription_id: string, replay_id: string) =>
  eventually(async () => {
    const found = await getReplay(service, caller, subscription_id, replay_id)
    expect(found.status).toBe('completed')
    return found
  })

const setStatus = (caller: Caller, subscription_id: string, status: string) =>
  service.client.UpdateSubscription({ context: callContext(caller), subscription_id, document: toBytes({ status }) })

const MINUTE_MS = 60_000
const webhookIds = ({ requests }: HttpReceiver) => requests.map(({ headers }) => String(headers['webhook-id']))
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)

/** Inserts events into the log, a minute apart, the newest `minutes` ago. */
async function logged(caller: Caller, minutesAgo: number[]): Promise<string[]> {
  const ids: string[] = []
  for (const minutes of minutesAgo) {
    const event = aShipmentEvent(caller, { at: ago(minutes) })
    await service.publish(event)
    ids.push(event.eventId)
  }
  return ids
}

test('a replay sends the events of a paused period and reports its progress', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await setStatus(caller, subscription_id, 'paused')
  const ids = await logged(caller, [50, 40, 30, 20, 10])
  await setStatus(caller, subscription_id, 'active')
  const since = ago(60)
  const created = await replay(service, caller, subscription_id, { since: since.toISOString() })
  expect(created).toMatchObject({
    status: 201,
    data: {
      replay_id: expect.stringMatching(/^whr_/),
      subscription_id,
      status: 'running',
      since: since.toISOString(),
      until: expect.stringMatching(/Z$/),
      events: ['*'],
      progress: 0,
      queued_count: 0,
      ended_at: null,
    },
  })
  expect(await ended(caller, subscription_id, created.data.replay_id)).toMatchObject({
    progress: 1,
    scanned_count: 5,
    queued_count: 5,
    ended_at: expect.any(String),
  })
  await eventually(() => expect(webhookIds(receiver).sort()).toEqual(ids.sort()))
  const triggers = await db
    .selectFrom('attempt')
    .select('trigger')
    .where('environment_id', '=', caller.environmentId)
    .execute()
  expect(new Set(triggers.map(({ trigger }) => trigger))).toEqual(new Set(['replay']))
})

test('a replay covers its period and types, including succeeded deliveries, and leaves open ones unchanged', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  const [, second, third] = await logged(caller, [50, 40, 30, 20])
  await service.publish(aShipmentEvent(caller, { at: ago(35), type: 'shipment.updated' }))
  await eventually(async () => {
    const open = db.selectFrom('delivery_queue').selectAll().where('environment_id', '=', caller.environmentId)
    expect(await open.execute()).toEqual([])
    expect(receiver.requests).toHaveLength(5)
  })
  const { data } = await replay(service, caller, subscription_id, {
    since: ago(45).toISOString(),
    until: ago(25).toISOString(),
    events: ['shipment.created'],
  })
  expect(await ended(caller, subscription_id, data.replay_id)).toMatchObject({ scanned_count: 3, queued_count: 2 })
  await eventually(() => expect(webhookIds(receiver).slice(5).sort()).toEqual([second, third].sort()))
  const deliveries = db.selectFrom('delivery').selectAll().where('environment_id', '=', caller.environmentId)
  await eventually(async () =>
    expect(new Set((await deliveries.execute()).map(({ status }) => status))).toEqual(new Set(['succeeded'])),
  )
})

test('a preview counts by type what a replay sends, and sends nothing', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const { preview } = replayCalls(service)
  const { subscription_id } = await subscribe(service, caller, receiver.url, ['shipment.*'])
  await setStatus(caller, subscription_id, 'paused')
  await logged(caller, [50, 40, 30, 20])
  await service.publish(aShipmentEvent(caller, { at: ago(35), type: 'shipment.updated' }))
  const since = ago(45).toISOString()
  expect(await preview(caller, subscription_id, { since, until: ago(25).toISOString() })).toEqual({
    subscription_id,
    since,
    until: expect.any(String),
    events: ['shipment.*'],
    event_count: 3,
    counts: [
      { event: 'shipment.created', count: 2 },
      { event: 'shipment.updated', count: 1 },
    ],
    complete: true,
  })
  // All that is kept, of one type.
  expect(await preview(caller, subscription_id, { events: ['shipment.updated'] })).toMatchObject({ event_count: 1 })
  await setStatus(caller, subscription_id, 'active')
  const { data } = await replay(service, caller, subscription_id, { since })
  expect(await ended(caller, subscription_id, data.replay_id)).toMatchObject({ queued_count: 4 })
  expect(await preview(caller, subscription_id, { since })).toMatchObject({ event_count: 4 })
})

test('a preview refuses a period that is not over, and the subscription of another tenant', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, (await startReceiver()).url)
  const { preview } = replayCalls(service)
  await expect(preview(caller, subscription_id, { since: ago(-5).toISOString() })).rejects.toMatchObject({
    code: 'invalid_parameter',
  })
  await expect(preview(aCaller(), subscription_id, {})).rejects.toMatchObject({ code: 'subscription_not_found' })
})

test('a replay can reach back before the creation of its subscription', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const ids = await logged(caller, [30, 20, 10])
  const { subscription_id } = await subscribe(service, caller, receiver.url, ['shipment.*'])
  const { data } = await replay(service, caller, subscription_id, { since: ago(60).toISOString() })
  expect(await ended(caller, subscription_id, data.replay_id)).toMatchObject({ queued_count: 3 })
  await eventually(() => expect(webhookIds(receiver).sort()).toEqual(ids.sort()))
})

test('a replay waits while its subscription is paused and ends when it is deleted', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  await logged(caller, [10])
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await setStatus(caller, subscription_id, 'paused')
  const { data } = await replay(service, caller, subscription_id, { since: ago(60).toISOString() })
  const other = await subscribe(service, caller, receiver.url)
  const second = await replay(service, caller, other.subscription_id, { since: ago(60).toISOString() })
  await ended(caller, other.subscription_id, second.data.replay_id) // so the background jobs have run
  expect(await getReplay(service, caller, subscription_id, data.replay_id)).toMatchObject({
    status: 'running',
    queued_count: 0,
  })
  await service.client.DeleteSubscription({ context: callContext(caller), subscription_id })
  expect(await getReplay(service, caller, subscription_id, data.replay_id)).toMatchObject({
    status: 'cancelled',
    ended_at: expect.any(String),
  })
})

test('rejects a replay to a disabled subscription until it is active again', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  const changed = db.updateTable('subscription').where('subscription_id', '=', subscription_id)
  await changed.set({ status: 'disabled' }).execute()
  const since = ago(60).toISOString()
  const error = { code: 'subscription_not_active', meta: { current_status: 'disabled' } }
  expect(await replay(service, caller, subscription_id, { since })).toMatchObject({ status: 409, error })
  await setStatus(caller, subscription_id, 'active')
  expect(await replay(service, caller, subscription_id, { since })).toMatchObject({ status: 201 })
})

test('new events overtake a replay', async () => {
  const own = await createWebhookDatabase()
  const slow = await startTestService(own, { endpointConcurrency: 1 })
  onTestFinished(async () => {
    await slow.stop()
    await own.drop()
  })
  const caller = aCaller()
  const receiver = await startReceiver()
  const freshQueued = Promise.withResolvers<void>()
  receiver.answerNext({ after: freshQueued.promise })
  const old: string[] = []
  for (let index = 0; index < 60; index++) {
    const event = aShipmentEvent(caller, { at: ago(30) })
    await slow.publish(event)
    old.push(event.eventId)
  }
  const { subscription_id } = await subscribe(slow, caller, receiver.url)
  await replay(slow, caller, subscription_id, { since: ago(60).toISOString() })
  await eventually(() => expect(receiver.requests.length).toBeGreaterThan(0))
  const fresh = aShipmentEvent(caller)
  await slow.publish(fresh)
  freshQueued.resolve()
  await eventually(() => expect(receiver.requests).toHaveLength(61))
  const ids = webhookIds(receiver)
  expect(ids.indexOf(fresh.eventId)).toBeLessThan(50)
  expect(new Set(ids)).toEqual(new Set([...old, fresh.eventId]))
})

test('rejects invalid replays with the reason', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  const refused = (document: object) => replay(service, caller, subscription_id, document)
  await expect(refused({})).rejects.toMatchObject({ code: 'validation_error' })
  await expect(refused({ since: 'yesterday' })).rejects.toMatchObject({ code: 'validation_error' })
  await expect(refused({ since: ago(5).toISOString(), until: ago(6).toISOString() })).rejects.toMatchObject({
    details: [expect.objectContaining({ field: 'until' })],
  })
  await expect(refused({ since: ago(5).toISOString(), events: ['x.y'] })).rejects.toMatchObject({
    code: 'unknown_event_type',
  })
  const future = await refused({ since: ago(-5).toISOString() })
  expect(future).toMatchObject({ status: 422, error: { details: [{ field: 'since' }] } })
})

test('skips events older than the retention of deliveries', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await setStatus(caller, subscription_id, 'paused')
  const DAY_MINUTES = 24 * 60
  const [, kept] = await logged(caller, [31 * DAY_MINUTES, 29 * DAY_MINUTES])
  await setStatus(caller, subscription_id, 'active')
  const { data } = await replay(service, caller, subscription_id, { since: ago(60 * DAY_MINUTES).toISOString() })
  expect(await ended(caller, subscription_id, data.replay_id)).toMatchObject({ queued_count: 1 })
  await eventually(() => expect(webhookIds(receiver)).toEqual([kept]))
})

test('does not find replays of another environment or subscription', async () => {
  const [owner, stranger] = [aCaller(), aCaller()]
  const { subscription_id } = await subscribe(service, owner, 'http://127.0.0.1:9/')
  const other = await subscribe(service, owner, 'http://127.0.0.1:9/')
  const { data } = await replay(service, owner, subscription_id, { since: ago(5).toISOString() })
  const missing = { code: 'replay_not_found' }
  await expect(getReplay(service, stranger, subscription_id, data.replay_id)).rejects.toMatchObject(missing)
  await expect(getReplay(service, owner, other.subscription_id, data.replay_id)).rejects.toMatchObject(missing)
  await expect(getReplay(service, owner, subscription_id, newId('whr'))).rejects.toMatchObject(missing)
  const begun = await replay(service, stranger, subscription_id, { since: ago(5).toISOString() })
  expect(begun).toMatchObject({ status: 404, error: { code: 'subscription_not_found' } })
})

test('a replay continues after its process was killed and skips nothing', async () => {
  const own = await createWebhookDatabase()
  const look = openTestDatabase(own)
  const receiver = await startReceiver()
  receiver.answerAlways({ delayMs: 5 })
  onTestFinished(async () => {
    await look.destroy()
    await own.drop()
  })
  const first = await startWebhookProcess(own)
  onTestFinished(() => first.remove())
  const caller = aCaller()
  const { subscription_id } = await subscribe(first, caller, receiver.url)
  const COUNT = 3_000
  const rows = Array.from({ length: COUNT }, (_, index) => {
    const event = aShipmentEvent(caller, { at: new Date(ago(30).getTime() + (index % 700)) })
    return {
      environment_id: caller.environmentId,
      event_id: event.eventId,
      event_at: event.occurredAt,
      position: index + 1,
      type: event.type,
      subject_type: event.subjectType,
      subject_id: event.subjectId,
      sequence: event.sequence,
      payload: JSON.stringify(event.public),
      traceparent: null,
    }
  })
  for (let from = 0; from < COUNT; from += 500) {
    await look
      .insertInto('event')
      .values(rows.slice(from, from + 500))
      .execute()
  }
  const { data } = await replay(first, caller, subscription_id, { since: ago(60).toISOString() })
  const progress = await eventually(async () => {
    const now = await getReplay(first, caller, subscription_id, data.replay_id)
    expect(now.queued_count).toBeGreaterThanOrEqual(500)
    return now
  })
  const gone = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await gone
  expect(progress.status).toBe('running')

  const next = await startTestService(own)
  onTestFinished(() => next.stop())
  await look
    .updateTable('delivery_queue')
    .set({ lease_until: new Date(0) })
    .where('claim_id', 'is not', null)
    .execute() // ends the lease of half a minute now
  await eventually(
    async () => {
      const now = await getReplay(next, caller, subscription_id, data.replay_id)
      expect(now).toMatchObject({ status: 'completed', scanned_count: COUNT, queued_count: COUNT })
      expect(await look.selectFrom('delivery_queue').select('delivery_id').limit(1).execute()).toEqual([])
    },
    { timeoutMs: 60_000 },
  )
  const ids = webhookIds(receiver)
  expect(new Set(ids).size).toBe(COUNT)
  // Only those in flight when the process died are sent twice.
  expect(ids.length - COUNT).toBeLessThanOrEqual(10)
}, 180_000)
