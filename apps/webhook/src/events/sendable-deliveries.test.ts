import { expect, test } from 'vitest'
import type { ArrivedEvent } from './repository.ts'
import { sendableDeliveries } from './sendable-deliveries.ts'

const anEvent = (environmentId: string, subscriptions: number, isQueued = true): ArrivedEvent => ({
  environmentId,
  eventId: 'evt_1',
  eventAt: new Date(0),
  type: 'shipment.created',
  subjectType: 'shipment',
  subjectId: 'shp_1',
  sequence: 1,
  payload: '{}',
  traceparent: null,
  detailedBy: [],
  deliveries: Array.from({ length: subscriptions }, (_, n) => ({
    deliveryId: `whd_${n}`,
    subscriptionId: `whs_${environmentId}_${n}`,
    origin: 'https://shop.example',
    status: 'pending',
    isQueued,
  })),
})

const count = (events: ArrivedEvent[], limits: Parameters<typeof sendableDeliveries>[1]) =>
  Map.groupBy(sendableDeliveries(events, limits), ({ environmentId }) => environmentId)

test('an endpoint has no more than it may have in flight, in turns', () => {
  const events = Array.from({ length: 5 }, () => anEvent('a', 2))
  const sendable = sendableDeliveries(events, { limit: 10, endpointLimit: () => 3 })
  expect(sendable.map(({ turn }) => turn)).toEqual([0, 0, 1, 1, 2, 2])
})

test('an environment with many subscriptions leaves candidates to the others', () => {
  const sendable = count([anEvent('a', 500), anEvent('b', 1)], { limit: 10, endpointLimit: () => 10 })
  expect(sendable.get('a')).toHaveLength(10)
  expect(sendable.get('b')).toHaveLength(1)
})

test('ordered and paused deliveries are no candidates, and a full process has none', () => {
  expect(sendableDeliveries([anEvent('a', 3, false)], { limit: 10, endpointLimit: () => 10 })).toEqual([])
  expect(sendableDeliveries([anEvent('a', 3)], { limit: 0, endpointLimit: () => 10 })).toEqual([])
})
