import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, type ReceivedRequest, startHttpReceiver } from '@waybill/testing/http-receiver'
import type { TestDatabase } from '@waybill/testing/test-database'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  aCaller,
  aShipmentEvent,
  aWebhookService,
  bytesOf,
  type Caller,
  contextOf,
  lookInto,
  newDatabase,
  subscribe,
  type TestService,
} from './a-webhook-service.ts'

let database: TestDatabase
let service: TestService
let db: ReturnType<typeof lookInto>

beforeAll(async () => {
  database = await newDatabase()
  service = await aWebhookService(database, { schedule: ['0ms', '1h'] })
  db = lookInto(database)
})

afterAll(async () => {
  await service?.stop()
  await db?.destroy()
  await database?.drop()
})

async function aReceiver(): Promise<HttpReceiver> {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  return receiver
}

type CallDetails = Parameters<typeof contextOf>[1]

async function get(caller: Caller, subscription_id: string) {
  const answer = await service.client.GetSubscription({ context: contextOf(caller), subscription_id })
  return { ...JSON.parse(answer.body.toString()).data, etag: answer.etag }
}

async function update(caller: Caller, subscription_id: string, change: object, call: CallDetails = {}) {
  const document = bytesOf(change)
  const answer = await service.client.UpdateSubscription({
    context: contextOf(caller, call),
    subscription_id,
    document,
  })
  return { status: answer.status, etag: answer.etag, replayed: answer.replayed, ...JSON.parse(answer.body.toString()) }
}

const remove = (caller: Caller, subscription_id: string, call: CallDetails = {}) =>
  service.client.DeleteSubscription({ context: contextOf(caller, call), subscription_id })

async function rotate(caller: Caller, subscription_id: string, call: CallDetails = {}) {
  const answer = await service.client.RotateSecret({ context: contextOf(caller, call), subscription_id })
  return { status: answer.status, bytes: answer.body, ...JSON.parse(answer.body.toString()) }
}

const statusesOf = async ({ environmentId }: Caller) => {
  const rows = await db
    .selectFrom('delivery')
    .select('status')
    .where('environment_id', '=', environmentId)
    .orderBy('event_id')
    .execute()
  return rows.map(({ status }) => status)
}
const received = (receiver: HttpReceiver, count: number) =>
  eventually(() => {
    expect(receiver.requests).toHaveLength(count)
    return receiver.requests
  })

test('a subscription can be read, with the version that If-Match wants', async () => {
  const caller = aCaller()
  const created = await subscribe(service, caller, 'http://127.0.0.1:9/', ['shipment.*'])
  const { secret, ...shown } = created
  expect(await get(caller, created.subscription_id)).toEqual({ ...shown, etag: '1' })
  expect(shown).toMatchObject({ ordering: 'none', disabled_reason: null })
})

test('a change takes what is named and leaves the rest; each raises the version, one that changes nothing does not', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/', ['shipment.*'])
  const change = { events: ['booking.*', 'quote.created', 'booking.*'], ordering: 'per_subject' }
  expect(await update(caller, subscription_id, change)).toMatchObject({
    status: 200,
    etag: '2',
    data: {
      url: 'http://127.0.0.1:9/',
      events: ['booking.*', 'quote.created'],
      ordering: 'per_subject',
      status: 'active',
    },
  })
  expect(await update(caller, subscription_id, { url: 'http://127.0.0.1:10/' })).toMatchObject({ etag: '3' })
  expect(await update(caller, subscription_id, {})).toMatchObject({ status: 200, etag: '3' })
  expect(await update(caller, subscription_id, { status: 'active' })).toMatchObject({ etag: '3' })
  expect(await get(caller, subscription_id)).toMatchObject({ url: 'http://127.0.0.1:10/', ordering: 'per_subject' })
})

test('If-Match lets the faster change win', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  const stale = (ifMatch: string) => ({ ...contextOf(caller), if_match: ifMatch })
  const pause = (ifMatch: string) =>
    service.client.UpdateSubscription({
      context: stale(ifMatch),
      subscription_id,
      document: bytesOf({ status: 'paused' }),
    })
  expect((await pause('1')).status).toBe(200)
  const late = await pause('1')
  expect(late.status).toBe(412)
  expect(JSON.parse(late.body.toString()).error.code).toBe('version_conflict')
  const deletion = await service.client.DeleteSubscription({ context: stale('1'), subscription_id })
  expect(deletion.status).toBe(412)
})

test('two changes at once both count', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  await Promise.all([
    update(caller, subscription_id, { events: ['booking.*'] }),
    update(caller, subscription_id, { status: 'paused' }),
  ])
  expect(await get(caller, subscription_id)).toMatchObject({ events: ['booking.*'], status: 'paused', etag: '3' })
})

test('what is wrong with a change is told at once, and a forbidden address is refused', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  await expect(update(caller, subscription_id, { status: 'disabled', events: [], colour: 1 })).rejects.toMatchObject({
    code: 'validation_error',
    details: expect.arrayContaining([
      expect.objectContaining({ field: 'status', code: 'invalid_value' }),
      expect.objectContaining({ field: 'events', code: 'too_few' }),
      expect.objectContaining({ field: 'colour', code: 'unknown_field' }),
    ]),
  })
  await expect(update(caller, subscription_id, { events: ['shipment.lost'] })).rejects.toMatchObject({
    code: 'unknown_event_type',
  })
  const refused = await update(caller, subscription_id, { url: 'http://169.254.169.254/' })
  expect(refused).toMatchObject({ status: 422, error: { code: 'invalid_webhook_url' } })
  expect(await get(caller, subscription_id)).toMatchObject({ url: 'http://127.0.0.1:9/', etag: '1' })
})

test('while a subscription is paused its deliveries are kept, waiting ones too; later events are sent again after', async () => {
  const caller = aCaller()
  const receiver = await aReceiver()
  receiver.answerNext({ status: 500 })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  await eventually(async () => expect(await statusesOf(caller)).toEqual(['retrying']))

  await update(caller, subscription_id, { status: 'paused' })
  expect(await statusesOf(caller)).toEqual(['paused'])
  await service.publish(aShipmentEvent(caller))
  expect(await statusesOf(caller)).toEqual(['paused', 'paused'])

  await update(caller, subscription_id, { status: 'active' })
  await service.publish(aShipmentEvent(caller))
  await eventually(async () => expect(await statusesOf(caller)).toEqual(['paused', 'paused', 'succeeded']))
  expect(receiver.requests).toHaveLength(2)
})

test('a disabled subscription is enabled again with a clean record', async () => {
  const caller = aCaller()
  const receiver = await aReceiver()
  receiver.answerNext({ status: 410 })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  await eventually(async () =>
    expect(await get(caller, subscription_id)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
      etag: '2',
    }),
  )
  expect(await update(caller, subscription_id, { status: 'active' })).toMatchObject({
    data: { status: 'active', disabled_reason: null },
  })
  const endpoint = await db
    .selectFrom('endpoint')
    .select(['failing_since', 'failure_count'])
    .where('subscription_id', '=', subscription_id)
    .executeTakeFirst()
  expect(endpoint).toEqual({ failing_since: null, failure_count: 0 })
  await service.publish(aShipmentEvent(caller))
  await received(receiver, 2)
})

test('a deleted subscription is gone, and what was open for it is cancelled; its deliveries can be read', async () => {
  const caller = aCaller()
  const receiver = await aReceiver()
  receiver.answerAlways({ status: 500 })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  await eventually(async () => expect(await statusesOf(caller)).toEqual(['retrying']))
  await update(caller, subscription_id, { status: 'paused' })
  await service.publish(aShipmentEvent(caller))

  const answer = await remove(caller, subscription_id)
  expect(answer).toMatchObject({ status: 204, body: Buffer.alloc(0) })
  expect(await statusesOf(caller)).toEqual(['cancelled', 'cancelled'])
  await expect(get(caller, subscription_id)).rejects.toMatchObject({ code: 'subscription_not_found' })
  const list = await service.client.ListSubscriptions({ context: contextOf(caller), page: null })
  expect(JSON.parse(list.body.toString()).data).toEqual([])
  await service.publish(aShipmentEvent(caller))
  expect(await statusesOf(caller)).toHaveLength(2)
  expect(receiver.requests).toHaveLength(1)

  const again = await remove(caller, subscription_id)
  expect(JSON.parse(again.body.toString()).error.code).toBe('subscription_not_found')
  const [row] = await db.selectFrom('delivery').selectAll().where('subscription_id', '=', subscription_id).execute()
  const read = await service.client.GetDelivery({ context: contextOf(caller), delivery_id: row?.delivery_id })
  expect(JSON.parse(read.body.toString()).data.status).toBe('cancelled')
})

test('a deletion whose answer was lost answers the same when it is sent again', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  const call = { opId: newId('op') }
  expect((await remove(caller, subscription_id, call)).status).toBe(204)
  expect(await remove(caller, subscription_id, call)).toMatchObject({ status: 204, replayed: true })
})

test('a deletion of more than fits one transaction is finished in the background', async () => {
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
  await eventually(async () => expect(new Set(await statusesOf(caller))).toEqual(new Set(['cancelled'])))
  const left = db.selectFrom('subscription_deletion').selectAll().where('environment_id', '=', caller.environmentId)
  await eventually(async () => expect(await left.execute()).toEqual([]))
})

test('an event that was being stored while its subscription was deleted is cancelled, not sent', async () => {
  const caller = aCaller()
  const receiver = await aReceiver()
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
  await eventually(async () => expect(await statusesOf(caller)).toEqual(['cancelled']))
  expect(receiver.requests).toHaveLength(0)
})

test('deleting makes room under the limit', async () => {
  const own = await newDatabase()
  const small = await aWebhookService(own, { subscriptionLimit: 1 })
  onTestFinished(async () => {
    await small.stop()
    await own.drop()
  })
  const caller = aCaller()
  const { subscription_id } = await subscribe(small, caller, 'http://127.0.0.1:9/')
  await expect(subscribe(small, caller, 'http://127.0.0.1:9/')).rejects.toThrow('subscription_limit_reached')
  await small.client.DeleteSubscription({ context: contextOf(caller), subscription_id })
  await subscribe(small, caller, 'http://127.0.0.1:9/')
})

const verifies = (secret: string, { body, headers }: ReceivedRequest) => {
  const verify = (webhook: { verify(body: Buffer, headers: Record<string, string>): unknown }) =>
    webhook.verify(body, headers as Record<string, string>)
  try {
    verify(new StandardWebhook(secret))
    verify(new SvixWebhook(secret))
    return true
  } catch {
    return false
  }
}

test('during a rotation the receiver may know either secret, for events, tests, redeliveries and replays', async () => {
  const caller = aCaller()
  const receiver = await aReceiver()
  const { subscription_id, secret: old } = await subscribe(service, caller, receiver.url, ['shipment.*'])
  const before = Date.now()
  const { status, data } = await rotate(caller, subscription_id)
  expect(status).toBe(200)
  expect(data.secret).toMatch(/^whsec_/)
  expect(data.secret).not.toBe(old)
  const overlapMs = Date.parse(data.previous_secrets_expire_at) - before
  expect(Math.abs(overlapMs - 24 * 3_600_000)).toBeLessThan(60_000)

  await service.publish(aShipmentEvent(caller))
  await received(receiver, 1)
  await eventually(async () => expect(await statusesOf(caller)).toEqual(['succeeded']))
  const list = await service.client.ListDeliveries({ context: contextOf(caller), subscription_id, page: null })
  const [delivery] = JSON.parse(list.body.toString()).data
  await service.client.Redeliver({ context: contextOf(caller), delivery_id: delivery.delivery_id })
  await received(receiver, 2)
  await eventually(async () => expect(await statusesOf(caller)).toEqual(['succeeded']))
  const document = bytesOf({ since: new Date(before - 1_000).toISOString() })
  await service.client.CreateReplay({ context: contextOf(caller), subscription_id, document })
  await received(receiver, 3)
  await service.client.TestSubscription({ context: contextOf(caller), subscription_id })
  for (const request of await received(receiver, 4)) {
    expect(verifies(old, request)).toBe(true)
    expect(verifies(data.secret, request)).toBe(true)
  }

  // A day later.
  await db
    .updateTable('subscription_secret')
    .set({ expires_at: new Date(0) })
    .where('environment_id', '=', caller.environmentId)
    .where('expires_at', 'is not', null)
    .execute()
  await service.publish(aShipmentEvent(caller))
  const request = (await received(receiver, 5)).at(-1) as ReceivedRequest
  expect(verifies(data.secret, request)).toBe(true)
  expect(verifies(old, request)).toBe(false)
})

test('a rotation sent again with its key gives the same bytes, and no third secret', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  const call = { idempotencyKey: 'rotate-1', bodyHash: 'h', route: `POST ${subscription_id}/rotate-secret` }
  const first = await rotate(caller, subscription_id, call)
  const again = await rotate(caller, subscription_id, call)
  expect(again.bytes.equals(first.bytes)).toBe(true)
  const secrets = await db
    .selectFrom('subscription_secret')
    .select('secret_id')
    .where('environment_id', '=', caller.environmentId)
    .execute()
  expect(secrets).toHaveLength(2)
  const kept = await db
    .selectFrom('idempotency_record')
    .select('body')
    .where('environment_id', '=', caller.environmentId)
    .execute()
  const secret = first.data.secret.slice('whsec_'.length)
  expect(kept.some(({ body }) => body?.includes(secret))).toBe(false)
})

test('no more than ten secrets sign at a time', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  for (let count = 1; count < 10; count++) expect((await rotate(caller, subscription_id)).status).toBe(200)
  await expect(rotate(caller, subscription_id)).rejects.toMatchObject({ code: 'rate_limited' })
})

test("another environment's subscription can be neither read nor changed, deleted or given a secret", async () => {
  const [owner, stranger] = [aCaller(), aCaller()]
  const { subscription_id } = await subscribe(service, owner, 'http://127.0.0.1:9/')
  const notFound = { error: { code: 'subscription_not_found' } }
  await expect(get(stranger, subscription_id)).rejects.toMatchObject({ code: 'subscription_not_found' })
  expect(await update(stranger, subscription_id, { status: 'paused' })).toMatchObject(notFound)
  expect(JSON.parse((await remove(stranger, subscription_id)).body.toString())).toMatchObject(notFound)
  expect(await rotate(stranger, subscription_id)).toMatchObject(notFound)
  expect(await get(owner, subscription_id)).toMatchObject({ status: 'active', etag: '1' })
})
