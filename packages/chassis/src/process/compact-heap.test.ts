import { getHeapStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { compactHeap, quietAfterWork } from './compact-heap.ts'

test('the heap is compacted once after the start and each busy time, when it has been quiet for two spans', () => {
  const isDue = quietAfterWork()
  const shares = [0.9, 0.02, 0.02, 0.02, 0.3, 0.02, 0.02, 0.8, 0.02, 0.2, 0.02, 0.02, 0.02]
  expect(shares.flatMap((share, span) => (isDue(share) ? [span] : []))).toEqual([2, 11])
})

test('what is no longer used goes back to the machine', () => {
  let kept: object[] | null = Array.from({ length: 1_000_000 }, (_, number) => ({ number, text: `text ${number}` }))
  const before = getHeapStatistics().total_heap_size
  expect(kept.length).toBe(1_000_000)
  kept = null
  compactHeap()
  expect(before - getHeapStatistics().total_heap_size).toBeGreaterThan(32e6)
  expect('gc' in globalThis).toBe(false)
})
