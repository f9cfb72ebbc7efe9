import { expect, test } from 'vitest'
import { backlogShare, batchSize, dueGroups, lowBacklog } from './backlog-share.ts'

test('a share may double until the backlog is counted, and all of them fit the quota', () => {
  expect(backlogShare(100_000, 50)).toBe(1_000)
  expect(backlogShare(100_000, 500)).toBe(100)
  expect(backlogShare(10, 500)).toBe(1)
  expect(2 * 50 * backlogShare(100_000, 50)).toBe(100_000)
})

test('each group of subscriptions is counted once in as many events as a share, however they arrive', () => {
  const countedAt = (share: number, events: number, group: number) =>
    Array.from({ length: (6 * share) / events }, (_, index) => (index + 1) * events).filter((position) =>
      dueGroups(position, { events, share }).includes(group),
    )
  expect(countedAt(10, 1, 0)).toEqual([10, 20, 30, 40, 50, 60])
  expect(countedAt(10, 1, 7)).toEqual([2, 12, 22, 32, 42, 52])
  expect(countedAt(10, 4, 0)).toEqual([12, 20, 32, 40, 52, 60])
  expect(countedAt(10, 30, 3)).toEqual([30, 60])
  expect(countedAt(1, 1, 5)).toEqual([1, 2, 3, 4, 5, 6])
})

test('no event waits for the count of all groups, unless a share is smaller than their number', () => {
  for (let position = 1; position <= 300; position++) {
    expect(dueGroups(position, { events: 1, share: 100 }).length).toBeLessThanOrEqual(1)
  }
})

test('what waits before a batch and the batch stay within the share', () => {
  for (const share of [4, 10, 100, 1_000, 50_000]) {
    for (const isOrdered of [true, false]) {
      expect(lowBacklog(share) + batchSize(share, isOrdered)).toBeLessThanOrEqual(share)
    }
  }
  expect([lowBacklog(1), batchSize(1, true)]).toEqual([1, 1])
  expect([batchSize(1_000, true), batchSize(1_000, false)]).toEqual([100, 500])
})
