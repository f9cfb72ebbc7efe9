import { expect, test } from 'vitest'
import { attempt, delivery } from '../testing/records.ts'
import { publicDelivery } from './delivery.ts'

const createdAt = new Date('2026-12-01T09:00:00Z')
const startedAt = new Date('2026-12-01T09:05:00Z')

test('a delivery changes when an attempt has ended', () => {
  const updatedAt = (attempts: ReturnType<typeof attempt>[]) =>
    publicDelivery(delivery({ createdAt, attempts })).updated_at
  expect(updatedAt([])).toBe('2026-12-01T09:00:00.000Z')
  expect(updatedAt([attempt({ startedAt: createdAt }), attempt({ startedAt, durationMs: 120 })])).toBe(
    '2026-12-01T09:05:00.120Z',
  )
})
