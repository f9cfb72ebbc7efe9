import { publicEventSchema } from '@waybill/contracts/event'
import { expect, test } from 'vitest'
import { disabledEvent, openSubscription, testEvent } from './subscription.ts'

const at = new Date('2026-12-01T09:00:00.000Z')
const owner = { environmentId: 'env_1', merchantId: 'mer_1', livemode: false }
const subscription = openSubscription(
  owner,
  { url: 'https://shop.example/hook', events: ['shipment.*'] },
  { subscriptionId: 'whs_1', at },
)

test("a new subscription is active and its owner's", () => {
  expect(subscription).toMatchObject({ ...owner, status: 'active', events: ['shipment.*'], disabledReason: null })
})

test('a test event is a public event about the subscription, outside its sequence', () => {
  const event = testEvent(subscription, { requestId: 'req_1', idempotencyKey: null }, at)
  expect(publicEventSchema.parse(event)).toMatchObject({
    type: 'webhook.test',
    environment_id: 'env_1',
    subject: { type: 'webhook_subscription', id: 'whs_1' },
    sequence: null,
    data: { object: { subscription_id: 'whs_1', status: 'active' } },
    request: { id: 'req_1' },
  })
})

test('the event of a disabled subscription says why, and what it was before', () => {
  const after = { ...subscription, status: 'disabled', disabledReason: 'gone' } as const
  expect(publicEventSchema.parse(disabledEvent({ before: subscription, after, sequence: 1 }, at))).toMatchObject({
    type: 'webhook.subscription_disabled',
    sequence: 1,
    data: {
      object: { subscription_id: 'whs_1', status: 'disabled', disabled_reason: 'gone' },
      previous_attributes: { status: 'active', disabled_reason: null },
    },
  })
})
