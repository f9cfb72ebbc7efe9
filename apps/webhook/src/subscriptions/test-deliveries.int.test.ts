import { eventually } from '@waybill/testing/eventually'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { startReceiver, startSharedService, waitForRequests } from '../testing/shared-service.ts'
import { aCaller, callContext, subscribe } from '../testing/webhook-service.ts'

const { service, db } = await startSharedService()

const readDeliveries = (environmentId: string) =>
  db.selectFrom('delivery').selectAll().where('environment_id', '=', environmentId).orderBy('delivery_id').execute()

const delivered = (environmentId: string, status: string) =>
  eventually(async () => {
    const [delivery] = await readDeliveries(environmentId)
    expect(delivery?.status).toBe(status)
    return delivery
  })

test('a test is signed with the real secret, sent once, and shows its result', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerAlways({ status: 410 })
  const { subscription_id, secret } = await subscribe(service, caller, receiver.url, ['shipment.created'])
  const answer = await service.client.TestSubscription({ context: callContext(caller), subscription_id })
  expect(answer.status).toBe(201)
  expect(JSON.parse(answer.body.toString())).toMatchObject({
    success: true,
    data: {
      delivery_id: expect.stringMatching(/^whd_/),
      subscription_id,
      event: 'webhook.test',
      status: 'pending',
      attempt_count: 0,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  })
  const [request] = await waitForRequests(receiver, 1)
  const headers = request?.headers as Record<string, string>
  expect(() => new StandardWebhook(secret).verify(request?.body ?? '', headers)).not.toThrow()
  expect(JSON.parse(String(request?.body))).toMatchObject({ type: 'webhook.test', sequence: null })

  expect(await delivered(caller.environmentId, 'failed')).toMatchObject({ attempt_count: 1 })
  const [row] = await db.selectFrom('subscription').selectAll().where('subscription_id', '=', subscription_id).execute()
  expect(row?.status).toBe('active')
  const [endpoint] = await db
    .selectFrom('endpoint')
    .selectAll()
    .where('subscription_id', '=', subscription_id)
    .execute()
  expect(endpoint).toMatchObject({ failure_count: 0, failing_since: null })
})

test.each(['paused', 'disabled'] as const)('a %s subscription can be tested', async (status) => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await db.updateTable('subscription').set({ status }).where('subscription_id', '=', subscription_id).execute()
  await service.client.TestSubscription({ context: callContext(caller), subscription_id })
  await waitForRequests(receiver, 1)
})

test('tests are limited to 60 a minute', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  await db
    .updateTable('endpoint')
    .set({ tests_in_window: 60, test_window_from: new Date() })
    .where('subscription_id', '=', subscription_id)
    .execute()
  const call = service.client.TestSubscription({ context: callContext(caller), subscription_id })
  await expect(call).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 })
})
