import { eventually } from '@waybill/testing/eventually'
import type { ReceivedRequest } from '@waybill/testing/http-receiver'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { subscriptionCalls } from '../testing/merchant-calls.ts'
import { readDeliveryStatuses, startReceiver, startSharedService, waitForRequests } from '../testing/shared-service.ts'
import { aCaller, aShipmentEvent, callContext, subscribe, toBytes } from '../testing/webhook-service.ts'

const { service, db } = await startSharedService({ schedule: ['0ms', '1h'] })
const { get, update, remove, rotate } = subscriptionCalls(service)

test('a subscription can be read with its version for If-Match', async () => {
  const caller = aCaller()
  const created = await subscribe(service, caller, 'http://127.0.0.1:9/', ['shipment.*'])
  const { secret, ...shown } = created
  const read = { ...shown, backlog: null, missed: [], etag: '1' }
  expect(await get(caller, created.subscription_id)).toEqual(read)
  expect(shown).toMatchObject({ ordering: 'none', disabled_reason: null })
})

test('an update changes the given fields and raises the version, unless nothing differs', async () => {
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

test('another receiver gets a new secret, and the one before can sign nothing for it', async () => {
  const caller = aCaller()
  const [before, after] = [await startReceiver(), await startReceiver()]
  const { subscription_id, secret } = await subscribe(service, caller, before.url)
  const path = await update(caller, subscription_id, { url: `${before.url}/elsewhere` })
  expect(path.data).not.toHaveProperty('secret')
  const moved = await update(caller, subscription_id, { url: after.url })
  expect(moved.data.secret).toMatch(/^whsec_/)
  expect(moved.data.secret).not.toBe(secret)
  await service.publish(aShipmentEvent(caller))
  await waitForRequests(after, 1)
  const { body, headers } = after.requests[0] as ReceivedRequest
  const verify = (key: string) => new StandardWebhook(key).verify(body.toString(), headers as Record<string, string>)
  expect(verify(moved.data.secret)).toBeTruthy()
  expect(() => verify(secret)).toThrow()
})

test('If-Match lets the first of two updates win', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  const stale = (ifMatch: string) => ({ ...callContext(caller), if_match: ifMatch })
  const pause = (ifMatch: string) =>
    service.client.UpdateSubscription({
      context: stale(ifMatch),
      subscription_id,
      document: toBytes({ status: 'paused' }),
    })
  expect((await pause('1')).status).toBe(200)
  await expect(pause('1')).rejects.toMatchObject({ code: 'version_conflict' })
  const deletion = service.client.DeleteSubscription({ context: stale('1'), subscription_id })
  await expect(deletion).rejects.toMatchObject({ code: 'version_conflict' })
})

test('two concurrent updates both apply', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  await Promise.all([
    update(caller, subscription_id, { events: ['booking.*'] }),
    update(caller, subscription_id, { status: 'paused' }),
  ])
  expect(await get(caller, subscription_id)).toMatchObject({ events: ['booking.*'], status: 'paused', etag: '3' })
})

test('reports all errors of an update at once and rejects forbidden addresses', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  await expect(update(caller, subscription_id, { status: 'stopped', events: [], colour: 1 })).rejects.toMatchObject({
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

test('pausing keeps waiting and new deliveries; events after reactivation are sent', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerNext({ status: 500 })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  await eventually(async () => expect(await readDeliveryStatuses(db, caller)).toEqual(['retrying']))

  await update(caller, subscription_id, { status: 'paused' })
  expect(await readDeliveryStatuses(db, caller)).toEqual(['paused'])
  await service.publish(aShipmentEvent(caller))
  expect(await readDeliveryStatuses(db, caller)).toEqual(['paused', 'paused'])

  await update(caller, subscription_id, { status: 'active' })
  await service.publish(aShipmentEvent(caller))
  await eventually(async () =>
    expect(await readDeliveryStatuses(db, caller)).toEqual(['paused', 'paused', 'succeeded']),
  )
  expect(receiver.requests).toHaveLength(2)
})

test('enabling a disabled subscription resets its endpoint', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
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
  await waitForRequests(receiver, 2)
})

test('the stored URL may be sent back although its address is refused now', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  const url = 'http://169.254.169.254/'
  await db.updateTable('subscription').set({ url }).where('subscription_id', '=', subscription_id).execute()
  const { etag: _, ...shown } = await get(caller, subscription_id)
  expect(await update(caller, subscription_id, shown)).toMatchObject({ status: 200, etag: '1', data: { url } })
})

test("rejects reading, updating, deleting or rotating another environment's subscription", async () => {
  const [owner, stranger] = [aCaller(), aCaller()]
  const { subscription_id } = await subscribe(service, owner, 'http://127.0.0.1:9/')
  const notFound = { error: { code: 'subscription_not_found' } }
  await expect(get(stranger, subscription_id)).rejects.toMatchObject({ code: 'subscription_not_found' })
  expect(await update(stranger, subscription_id, { status: 'paused' })).toMatchObject(notFound)
  expect(JSON.parse((await remove(stranger, subscription_id)).body.toString())).toMatchObject(notFound)
  expect(await rotate(stranger, subscription_id)).toMatchObject(notFound)
  expect(await get(owner, subscription_id)).toMatchObject({ status: 'active', etag: '1' })
})
