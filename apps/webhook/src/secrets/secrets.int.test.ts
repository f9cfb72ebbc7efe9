/** Signing with secrets whose key is gone. */
import { eventually } from '@waybill/testing/eventually'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { deliveryCalls, subscriptionCalls } from '../testing/merchant-calls.ts'
import { anEncryptionKey, aReceiver, databaseOfServices, received } from '../testing/shared-service.ts'
import { aCaller, aShipmentEvent, contextOf, subscribe } from '../testing/webhook-service.ts'

test('what cannot be signed fails by the schedule, is no fault of the receiver, and is sent when the key is back', async () => {
  const { db, start } = await databaseOfServices()
  const caller = aCaller()
  const receiver = await aReceiver()
  const [old, other] = [anEncryptionKey('old'), anEncryptionKey('other')]
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
  const { body } = await without.client.TestSubscription({ context: contextOf(caller), subscription_id })
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
  const [request] = await received(receiver, 1)
  const headers = request?.headers as Record<string, string>
  expect(() => new Webhook(secret).verify(String(request?.body), headers)).not.toThrow()
})

test('after a rotation the secrets that open sign, beside one that does not', async () => {
  const { start } = await databaseOfServices()
  const caller = aCaller()
  const receiver = await aReceiver()
  const before = await start({ encryptionKeys: anEncryptionKey('old') })
  const { subscription_id } = await subscribe(before, caller, receiver.url)
  await before.stop()

  const after = await start({ encryptionKeys: anEncryptionKey('other') })
  const { data } = await subscriptionCalls(after).rotate(caller, subscription_id)
  await after.publish(aShipmentEvent(caller))
  const [request] = await received(receiver, 1)
  const headers = request?.headers as Record<string, string>
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(1)
  expect(() => new Webhook(data.secret).verify(String(request?.body), headers)).not.toThrow()
})

test('a repeat whose answer holds a secret that does not open says how to get another', async () => {
  const { start } = await databaseOfServices()
  const caller = aCaller()
  const before = await start({ encryptionKeys: anEncryptionKey('old') })
  const { subscription_id } = await subscribe(before, caller, 'http://127.0.0.1:9/')
  const call = { idempotencyKey: 'rotate-1', bodyHash: 'h', route: `POST ${subscription_id}/rotate-secret` }
  await subscriptionCalls(before).rotate(caller, subscription_id, call)
  await before.stop()

  const { rotate } = subscriptionCalls(await start({ encryptionKeys: anEncryptionKey('other') }))
  await expect(rotate(caller, subscription_id, call)).rejects.toMatchObject({ code: 'service_unavailable' })
  expect((await rotate(caller, subscription_id)).status).toBe(200)
})
