/** Signing with secrets whose encryption key is missing. */
import { newEncryptionKey } from '@waybill/chassis/testing/encryption-keys'
import { eventually } from '@waybill/testing/eventually'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { deliveryCalls, subscriptionCalls } from '../testing/merchant-calls.ts'
import { createServiceDatabase, startReceiver, waitForRequests } from '../testing/shared-service.ts'
import { aCaller, aShipmentEvent, callContext, subscribe } from '../testing/webhook-service.ts'

test('an unsigned attempt fails by the schedule, does not count against the endpoint, and can be redelivered with the key restored', async () => {
  const { db, start } = await createServiceDatabase()
  const caller = aCaller()
  const receiver = await startReceiver()
  const [old, other] = [newEncryptionKey('old'), newEncryptionKey('other')]
  const before = await start({ encryptionKeys: old })
  const { subscription_id, secret } = await subscribe(before, caller, receiver.url)
  await before.stop()

  const without = await start({ encryptionKeys: other, schedule: ['0ms', '50ms', '50ms'] })
  await without.publish(aShipmentEvent(caller))
  const { delivery_id, attempts } = await deliveryCalls(without).theDelivery(caller, subscription_id, 'failed')
  expect(attempts).toHaveLength(3)
  for (const attempt of attempts) {
    expect(attempt).toMatchObject({ error_code: 'signing_error', response_status: null, response_body: null })
  }
  expect(receiver.requests).toEqual([])
  expect(await db.selectFrom('endpoint').selectAll().execute()).toMatchObject([
    { failing_since: null, failure_count: 0, failures_in_row: 0 },
  ])
  const { body } = await without.client.TestSubscription({ context: callContext(caller), subscription_id })
  const tested = JSON.parse(body.toString()).data.delivery_id
  await eventually(async () =>
    expect(await deliveryCalls(without).get(caller, tested)).toMatchObject({
      status: 'failed',
      attempts: [{ error_code: 'signing_error' }],
    }),
  )
  await without.stop()

  const restored = await start({ encryptionKeys: `${other},${old}` })
  await deliveryCalls(restored).redeliver(caller, delivery_id)
  const [request] = await waitForRequests(receiver, 1)
  const headers = request?.headers as Record<string, string>
  expect(() => new Webhook(secret).verify(String(request?.body), headers)).not.toThrow()
})

test('after a rotation, signs with the secrets that open', async () => {
  const { start } = await createServiceDatabase()
  const caller = aCaller()
  const receiver = await startReceiver()
  const before = await start({ encryptionKeys: newEncryptionKey('old') })
  const { subscription_id } = await subscribe(before, caller, receiver.url)
  await before.stop()

  const after = await start({ encryptionKeys: newEncryptionKey('other') })
  const { data } = await subscriptionCalls(after).rotate(caller, subscription_id)
  await after.publish(aShipmentEvent(caller))
  const [request] = await waitForRequests(receiver, 1)
  const headers = request?.headers as Record<string, string>
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(1)
  expect(() => new Webhook(data.secret).verify(String(request?.body), headers)).not.toThrow()
})

test('a repeat whose stored secret does not open tells the merchant to rotate', async () => {
  const { start } = await createServiceDatabase()
  const caller = aCaller()
  const before = await start({ encryptionKeys: newEncryptionKey('old') })
  const { subscription_id } = await subscribe(before, caller, 'http://127.0.0.1:9/')
  const call = { idempotencyKey: 'rotate-1', bodyHash: 'h', route: `POST ${subscription_id}/rotate-secret` }
  await subscriptionCalls(before).rotate(caller, subscription_id, call)
  await before.stop()

  const { rotate } = subscriptionCalls(await start({ encryptionKeys: newEncryptionKey('other') }))
  await expect(rotate(caller, subscription_id, call)).rejects.toMatchObject({ code: 'service_unavailable' })
  expect((await rotate(caller, subscription_id)).status).toBe(200)
})
