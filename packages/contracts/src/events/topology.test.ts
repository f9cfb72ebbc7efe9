import { expect, test } from 'vitest'
import { eventTypes } from './public-event.ts'
import { subscriptions, topology } from './topology.ts'

test('the broker binds exactly what services have handlers for', () => {
  expect(topology.consumers).toEqual({
    shipment: ['booking.updated', 'booking.opened', 'shipment.carriers_declined'],
    quoting: [
      'shipment.updated',
      'shipment.erased',
      'booking.updated',
      'carrier_account.released',
      'carrier_account.unauthorized',
    ],
    booking: [
      ...['shipment.updated', 'shipment.dispatch_requested', 'shipment.expiry_requested', 'shipment.erased'],
      'carrier_account.changed',
    ],
    webhook: ['#'],
  })
})

test('each service but webhook binds every pattern that it handles, and no wildcard', () => {
  const { webhook, ...others } = subscriptions
  expect(webhook).toContain('*')
  for (const [service, patterns] of Object.entries(others)) {
    expect(topology.consumers[service]).toEqual(patterns)
    expect(patterns.filter((pattern) => /[*#]/.test(pattern))).toEqual([])
  }
})

test('a subscription to a public event is to `updated`, which every change of a subject emits', () => {
  const { webhook: _, ...others } = subscriptions
  const followed = Object.values(others).flat()
  const published: readonly string[] = eventTypes
  expect(followed.filter((type) => published.includes(type) && !type.endsWith('.updated'))).toEqual([])
})
