import { publicEventSchema } from '@waybill/contracts/events/public-event'
import { parseDocument } from '@waybill/contracts/requests/validation'
import { publicSubscription, updateSubscriptionSchema } from '@waybill/contracts/webhooks/subscription'
import { expect, test } from 'vitest'
import { changeSubscription, disabledEvent, needsEndpointReset, openSubscription, testEvent } from './subscription.ts'

const at = new Date('2026-12-01T09:00:00.000Z')
const owner = { environmentId: 'env_1', merchantId: 'mer_1', livemode: false }
const subscription = openSubscription(
  owner,
  { url: 'https://shop.example/hook', events: ['shipment.*'], ordering: 'none', verboseEvents: true },
  { subscriptionId: 'whs_1', at },
)

test('a new subscription is active and belongs to the caller', () => {
  expect(subscription).toMatchObject({ ...owner, status: 'active', events: ['shipment.*'], disabledReason: null })
})

test('a test event is a public event about the subscription, without a sequence', () => {
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

test('the event of a disabled subscription has the reason and the previous attributes', () => {
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

const later = new Date('2026-12-02T09:00:00.000Z')

test('a change applies the given fields and increments the version', () => {
  expect(changeSubscription(subscription, { url: 'https://shop.example/other' }, later)).toEqual({
    ...subscription,
    url: 'https://shop.example/other',
    version: 2,
    updatedAt: later,
  })
})

test('a change without differences returns the same object', () => {
  const same = { url: subscription.url, events: ['shipment.*'], status: 'active', ordering: 'none' } as const
  expect(changeSubscription(subscription, { ...same, events: [...same.events] }, later)).toBe(subscription)
  expect(changeSubscription(subscription, {}, later)).toBe(subscription)
})

test('enabling or pausing a disabled subscription clears the reason', () => {
  const disabled = { ...subscription, status: 'disabled', disabledReason: 'failing' } as const
  for (const status of ['active', 'paused'] as const) {
    expect(changeSubscription(disabled, { status }, later)).toMatchObject({ status, disabledReason: null })
  }
  expect(changeSubscription(disabled, { events: ['*'] }, later)).toMatchObject({
    status: 'disabled',
    disabledReason: 'failing',
  })
})

test('only a new URL or reactivation resets the endpoint', () => {
  const paused = { ...subscription, status: 'paused' } as const
  expect(needsEndpointReset(paused, subscription)).toBe(true)
  expect(needsEndpointReset(subscription, { ...subscription, url: 'https://other.example/' })).toBe(true)
  expect(needsEndpointReset(subscription, paused)).toBe(false)
  expect(needsEndpointReset(subscription, { ...subscription, events: ['*'] })).toBe(false)
})

const shown = { ...publicSubscription(subscription), backlog: null, missed: [] }
const patched = (patch: object, before = subscription) =>
  changeSubscription(before, parseDocument(updateSubscriptionSchema, patch), later)

test('a response that is sent back changes nothing, also that of a disabled subscription', () => {
  expect(patched(shown)).toBe(subscription)
  const disabled = { ...subscription, status: 'disabled', disabledReason: 'gone' } as const
  expect(patched({ ...shown, ...publicSubscription(disabled) }, disabled)).toBe(disabled)
})

test('a response with a change in it changes that only, whatever its backlog was', () => {
  const backlog = { since: at.toISOString(), events_behind: 5 }
  expect(patched({ ...shown, backlog, status: 'paused' })).toMatchObject({ status: 'paused', version: 2 })
  const disabled = { ...subscription, status: 'disabled', disabledReason: 'gone' } as const
  const active = { ...publicSubscription(disabled), status: 'active' }
  expect(patched(active, disabled)).toMatchObject({ status: 'active', disabledReason: null })
})

test.each([
  { subscription_id: 'whs_2' },
  { createdAt: '2020-01-01T09:00:00Z' },
  { disabled_reason: 'gone' },
  { status: 'disabled' },
])('values that only Waybill sets are refused: %j', (patch) => {
  const details = [expect.objectContaining({ field: Object.keys(patch)[0], code: 'read_only' })]
  expect(() => patched({ ...shown, ...patch })).toThrow(expect.objectContaining({ details }))
})

test('a change is dated, and an earlier response can be sent back', () => {
  const later = new Date(at.getTime() + 60_000)
  const paused = changeSubscription(subscription, updateSubscriptionSchema.parse({ ...shown, status: 'paused' }), later)
  expect([publicSubscription(subscription), publicSubscription(paused)].map((one) => one.updated_at)).toEqual([
    at.toISOString(),
    later.toISOString(),
  ])
  const change = updateSubscriptionSchema.parse({ ...shown, status: 'active' })
  expect(changeSubscription(paused, change, later)).toMatchObject({ status: 'active', version: 3 })
})
