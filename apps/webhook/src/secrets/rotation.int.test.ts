import { eventually } from '@waybill/testing/eventually'
import type { ReceivedRequest } from '@waybill/testing/http-receiver'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, test } from 'vitest'
import { subscriptionCalls } from '../testing/merchant-calls.ts'
import { readDeliveryStatuses, startReceiver, startSharedService, waitForRequests } from '../testing/shared-service.ts'
import { aCaller, aShipmentEvent, callContext, subscribe, toBytes } from '../testing/webhook-service.ts'

const { service, db } = await startSharedService({ schedule: ['0ms', '1h'] })
const { rotate } = subscriptionCalls(service)

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

test('signs with the old and the new secret during a rotation: events, tests, redeliveries and replays', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const { subscription_id, secret: old } = await subscribe(service, caller, receiver.url, ['shipment.*'])
  const before = Date.now()
  const { status, data } = await rotate(caller, subscription_id)
  expect(status).toBe(200)
  expect(data.secret).toMatch(/^whsec_/)
  expect(data.secret).not.toBe(old)
  const overlapMs = Date.parse(data.previous_secrets_expire_at) - before
  expect(Math.abs(overlapMs - 24 * 3_600_000)).toBeLessThan(60_000)

  await service.publish(aShipmentEvent(caller))
  await waitForRequests(receiver, 1)
  await eventually(async () => expect(await readDeliveryStatuses(db, caller)).toEqual(['succeeded']))
  const list = await service.client.ListDeliveries({ context: callContext(caller), subscription_id, page: null })
  const [delivery] = JSON.parse(list.body.toString()).data
  await service.client.Redeliver({ context: callContext(caller), delivery_id: delivery.delivery_id })
  await waitForRequests(receiver, 2)
  await eventually(async () => expect(await readDeliveryStatuses(db, caller)).toEqual(['succeeded']))
  const document = toBytes({ since: new Date(before - 1_000).toISOString() })
  await service.client.CreateReplay({ context: callContext(caller), subscription_id, document })
  await waitForRequests(receiver, 3)
  await service.client.TestSubscription({ context: callContext(caller), subscription_id })
  for (const request of await waitForRequests(receiver, 4)) {
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
  const request = (await waitForRequests(receiver, 5)).at(-1) as ReceivedRequest
  expect(verifies(data.secret, request)).toBe(true)
  expect(verifies(old, request)).toBe(false)
})

test('an eleventh secret has to wait until the first expires', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  for (let secrets = 1; secrets < 10; secrets++) await rotate(caller, subscription_id)
  const refused = await rotate(caller, subscription_id).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    code: 'rate_limited',
    message: expect.stringMatching(/^10 signing secrets are active, the maximum\. The first expires at \d{4}-/),
  })
  const { retryAfterSeconds } = refused as { retryAfterSeconds: number }
  expect(Math.abs(retryAfterSeconds - 24 * 3_600)).toBeLessThan(60)
})

test('a repeated rotation with the same key returns the same bytes and creates no third secret', async () => {
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

test('rejects a rotation beyond ten active secrets', async () => {
  const caller = aCaller()
  const { subscription_id } = await subscribe(service, caller, 'http://127.0.0.1:9/')
  for (let count = 1; count < 10; count++) expect((await rotate(caller, subscription_id)).status).toBe(200)
  await expect(rotate(caller, subscription_id)).rejects.toMatchObject({ code: 'rate_limited' })
})
