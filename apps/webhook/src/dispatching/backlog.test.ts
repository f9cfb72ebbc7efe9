import { expect, test } from 'vitest'
import { createBacklog } from './backlog.ts'

const environmentId = 'env_1'
const claimable = { isDue: true, isClaimable: true, inFlight: 0, isTestWaiting: false }
const waiting = (...subscriptionIds: string[]) =>
  subscriptionIds.map((subscriptionId) => ({ environmentId, subscriptionId, ...claimable }))
const at = (second: number) => new Date(second * 1_000)

test('hands out endpoints round robin until a claim finds nothing due there', () => {
  const backlog = createBacklog()
  backlog.noteFound(waiting('whs_1', 'whs_2', 'whs_3'))
  expect(backlog.next(2, []).map(({ subscriptionId }) => subscriptionId)).toEqual(['whs_1', 'whs_2'])
  expect(backlog.next(2, []).map(({ subscriptionId }) => subscriptionId)).toEqual(['whs_3', 'whs_1'])
  backlog.noteClaimed({ deliveries: [], progress: [], exhausted: ['whs_2', 'whs_3'] })
  expect(backlog.next(9, [])).toEqual([{ environmentId, subscriptionId: 'whs_1' }])
  expect(backlog.has({ subscriptionId: 'whs_2' })).toBe(false)
})

test('an endpoint with nothing due is not in the backlog', () => {
  const backlog = createBacklog()
  backlog.noteFound(waiting('whs_1').map((endpoint) => ({ ...endpoint, isDue: false, isClaimable: false })))
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
  backlog.startScan([])
  expect(backlog.reached(endpoint)).toEqual({})
})

test('hands out the first endpoint of each environment before any second, and none of those skipped', () => {
  const backlog = createBacklog()
  const of = (environment: string, ...ids: string[]) =>
    waiting(...ids.map((id) => `whs_${id}`)).map((endpoint) => ({ ...endpoint, environmentId: environment }))
  backlog.noteFound([...of('env_1', '1', '2', '3'), ...of('env_2', '4'), ...of('env_3', '5')])
  const next = (limit: number) => backlog.next(limit, ['env_3']).map(({ subscriptionId }) => subscriptionId)
  expect(next(2)).toEqual(['whs_1', 'whs_4'])
  expect(next(2)).toEqual(['whs_2', 'whs_4'])
})

test('a pass that skips an environment keeps its endpoints', () => {
  const backlog = createBacklog()
  backlog.noteFound(waiting('whs_1'))
  backlog.startScan([environmentId])
  expect(backlog.size).toBe(1)
  backlog.startScan([])
  expect(backlog.size).toBe(0)
})
