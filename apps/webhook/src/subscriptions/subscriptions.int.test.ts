import { newId } from '@waybill/contracts/ids'
import { expect, test } from 'vitest'
import { createServiceDatabase, startReceiver, startSharedService, waitForRequests } from '../testing/shared-service.ts'
import {
  aCaller,
  aShipmentEvent,
  callContext,
  subscribe,
  type TestService,
  toBytes,
} from '../testing/webhook-service.ts'

const { service, db } = await startSharedService()

test("another environment's subscription, an unknown id and a malformed id are all not found", async () => {
  const [owner, stranger] = [aCaller(), aCaller()]
  const { subscription_id } = await subscribe(service, owner, 'http://127.0.0.1:9/')
  for (const id of [subscription_id, newId('whs'), 'whs_x', '', newId('shp')]) {
    const call = service.client.TestSubscription({ context: callContext(stranger), subscription_id: id })
    await expect(call).rejects.toMatchObject({ code: 'subscription_not_found' })
  }
  const list = await service.client.ListSubscriptions({ context: callContext(stranger), page: null })
  expect(JSON.parse(list.body.toString()).data).toEqual([])
})

test('creation returns the secret, stores it sealed, and a repeat gets the same bytes', async () => {
  const caller = aCaller()
  const document = toBytes({ url: 'http://127.0.0.1:9/', event: 'shipment.updated', events: ['booking.*'] })
  const call = { idempotencyKey: 'once', bodyHash: 'h1', route: 'POST /api/v1/webhooks/subscriptions' }
  const create = () => service.client.CreateSubscription({ context: callContext(caller, call), document })
  const first = await create()
  const { data } = JSON.parse(first.body.toString())
  expect(data).toMatchObject({
    status: 'active',
    events: ['booking.*', 'shipment.updated'],
    url: 'http://127.0.0.1:9/',
  })
  expect(data.secret).toMatch(/^whsec_/)

  const again = await create()
  expect(again.replayed).toBe(true)
  expect(again.status).toBe(201)
  expect(again.body.equals(first.body)).toBe(true)

  const secretText = data.secret.slice('whsec_'.length)
  const kept = await db
    .selectFrom('idempotency_record')
    .select('body')
    .where('environment_id', '=', caller.environmentId)
    .execute()
  expect(kept).toHaveLength(1)
  expect(kept.some(({ body }) => body?.includes(secretText))).toBe(false)
  const sealed = await db
    .selectFrom('subscription_secret')
    .selectAll()
    .where('environment_id', '=', caller.environmentId)
    .execute()
  expect(sealed).toMatchObject([{ key_id: 'test' }])
  expect(sealed[0]?.sealed.includes(Buffer.from(secretText, 'base64'))).toBe(false)
})

test('lists all subscriptions, newest first, without secrets; in pages if a limit is given', async () => {
  const caller = aCaller()
  const made: string[] = []
  for (let count = 0; count < 5; count++) {
    made.unshift((await subscribe(service, caller, `http://127.0.0.1:9/${count}`)).subscription_id)
  }
  const page = async (limit = 0, cursor = '') => {
    const answer = await service.client.ListSubscriptions({ context: callContext(caller), page: { limit, cursor } })
    return JSON.parse(answer.body.toString())
  }
  const ids = (list: { data: { subscription_id: string }[] }) => list.data.map(({ subscription_id }) => subscription_id)
  const all = await page()
  expect(ids(all)).toEqual(made)
  expect(all.meta).toMatchObject({ has_more: false, next_cursor: null })
  expect(JSON.stringify(all)).not.toContain('whsec_')

  const first = await page(2)
  expect(ids(first)).toEqual(made.slice(0, 2))
  expect(first.meta).toMatchObject({ has_more: true, limit: 2 })
  const second = await page(2, first.meta.next_cursor)
  expect(ids(second)).toEqual(made.slice(2, 4))
  const last = await page(2, second.meta.next_cursor)
  expect(ids(last)).toEqual(made.slice(4))
  expect(last.meta).toMatchObject({ has_more: false, next_cursor: null })
  await expect(page(2, 'nonsense')).rejects.toMatchObject({ code: 'invalid_cursor' })
})

async function refusedCode(url: string, caller = aCaller()): Promise<string> {
  const document = toBytes({ url, events: ['*'] })
  const answer = await service.client.CreateSubscription({ context: callContext(caller), document })
  const { error } = JSON.parse(answer.body.toString())
  expect(answer.status).toBe(422)
  return error.code
}

test('live environments require https', async () => {
  expect(await refusedCode('http://127.0.0.1:9/', aCaller({ livemode: true }))).toBe('invalid_webhook_url')
  await subscribe(service, aCaller({ livemode: true }), 'https://127.0.0.1:9/')
})

test('accepts a name that does not resolve', async () => {
  await subscribe(service, aCaller(), 'https://no-such-shop.invalid/hook')
})

test('reports all errors of a document at once', async () => {
  const document = toBytes({ url: 'ftp://shop.example', events: ['shipment.lost'], colour: 'red' })
  const call = service.client.CreateSubscription({ context: callContext(aCaller()), document })
  await expect(call).rejects.toMatchObject({
    code: 'validation_error',
    details: expect.arrayContaining([
      expect.objectContaining({ field: 'url', code: 'invalid_webhook_url' }),
      expect.objectContaining({ field: 'events[0]', code: 'unknown_event_type' }),
      expect.objectContaining({ field: 'colour', code: 'unknown_field' }),
    ]),
  })
})

test('an environment may have 50 subscriptions; one that has more keeps them', async () => {
  const { start } = await createServiceDatabase()
  const caller = aCaller()
  const create = (to: TestService) => subscribe(to, caller, 'http://127.0.0.1:9/')
  const limited = await start()
  for (let count = 0; count < 50; count++) await create(limited)
  await expect(create(limited)).rejects.toThrow('has 50 webhook subscriptions; the maximum is 50. Delete 1 first.')

  const { subscription_id } = await create(await start({ subscriptionLimit: 60 }))
  await expect(create(limited)).rejects.toThrow('has 51 webhook subscriptions; the maximum is 50. Delete 2 first.')
  const receiver = await startReceiver()
  const document = toBytes({ url: receiver.url })
  await limited.client.UpdateSubscription({ context: callContext(caller), subscription_id, document })
  await limited.publish(aShipmentEvent(caller))
  await waitForRequests(receiver, 1)
})
