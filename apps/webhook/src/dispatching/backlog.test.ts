import { expect, test } from 'vitest'
import { createBacklog } from './backlog.ts'

const [environmentId, isClaimable] = ['env_1', true]
const waiting = (...subscriptionIds: string[]) =>
  subscriptionIds.map((subscriptionId) => ({ environmentId, subscriptionId, isDue: true, isClaimable }))
const at = (second: number) => new Date(second * 1_000)

test('hands out endpoints round robin until a claim finds nothing due there', () => {
  const backlog = createBacklog()
  backlog.noteFound(waiting('whs_1', 'whs_2', 'whs_3'))
  expect(backlog.next(2).map(({ subscriptionId }) => subscriptionId)).toEqual(['whs_1', 'whs_2'])
  expect(backlog.next(2).map(({ subscriptionId }) => subscriptionId)).toEqual(['whs_3', 'whs_1'])
  backlog.noteClaimed({ deliveries: [], progress: [], exhausted: ['whs_2', 'whs_3'] })
  expect(backlog.next(9)).toEqual([{ environmentId, subscriptionId: 'whs_1' }])
  expect(backlog.has({ subscriptionId: 'whs_2' })).toBe(false)
})

test('an endpoint with nothing due is not in the backlog', () => {
  const backlog = createBacklog()
  backlog.noteFound([{ environmentId, subscriptionId: 'whs_1', isDue: false, isClaimable: false }])
  expect(backlog.size).toBe(0)
})

test('keeps the latest claimed due time per endpoint and lane until the next scan', () => {
  const backlog = createBacklog()
  const [endpoint, other] = [{ subscriptionId: 'whs_1' }, { subscriptionId: 'whs_2' }]
  const claimed = (lane: 'first' | 'retry', second: number) => ({ ...endpoint, lane, dueAt: at(second) })
  backlog.noteClaimed({ deliveries: [], exhausted: [], progress: [claimed('first', 5), claimed('first', 3)] })
  backlog.noteClaimed({ deliveries: [], exhausted: [], progress: [claimed('retry', 1)] })
  expect(backlog.reached(endpoint)).toEqual({ first: at(5), retry: at(1) })
  expect(backlog.reached(other)).toEqual({})
  backlog.startScan()
  expect(backlog.reached(endpoint)).toEqual({})
})
