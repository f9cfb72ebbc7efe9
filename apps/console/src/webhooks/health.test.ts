import type { Delivery } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { aDelivery } from '../testing/developers.ts'
import { readHealth } from './health.ts'

const NOW = Date.parse('2026-03-02T10:00:00.000Z')
const waiting = (minutes: number): Delivery =>
  aDelivery({ status: 'pending', attempt_count: 0, createdAt: new Date(NOW - minutes * 60_000).toISOString() })

test.each<[string, Delivery[], object]>([
  ['without deliveries it is not failing', [], { tried: 0, stuck: 0, isFailing: false }],
  ['what has just been queued is not stuck', [waiting(1)], { stuck: 0, isFailing: false }],
  ['what waits without an attempt is stuck', [waiting(6), waiting(7)], { tried: 0, stuck: 2, isFailing: true }],
  [
    'what is tried again is stuck',
    [aDelivery({ status: 'retrying', attempt_count: 2 }), aDelivery()],
    { tried: 2, arrived: 1, stuck: 1, isFailing: true },
  ],
  [
    'once a newer one has arrived, it works',
    [aDelivery(), aDelivery({ status: 'retrying', attempt_count: 2 })],
    { arrived: 1, stuck: 1, isFailing: false },
  ],
  ['the newest one has failed for good', [aDelivery({ status: 'failed' }), aDelivery()], { stuck: 0, isFailing: true }],
])('%s', (_, deliveries, expected) => {
  expect(readHealth(deliveries, NOW)).toMatchObject(expected)
})
