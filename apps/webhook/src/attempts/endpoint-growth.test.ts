import { expect, test } from 'vitest'
import type { AttemptResult } from '../deliveries/delivery.ts'
import { createEndpointGrowth } from './endpoint-growth.ts'

const endpoint = { environmentId: 'env_1', subscriptionId: 'whs_1' }

const success = (durationMs: number): AttemptResult => ({
  startedAt: new Date(0),
  durationMs,
  responseStatus: 200,
  responseHeaders: {},
  responseBody: '',
  errorCode: null,
})
const refused: AttemptResult = { ...success(5), responseStatus: 503, errorCode: 'http_error' }

/** The limit after these results, from the start. */
function limitAfter(results: readonly AttemptResult[], most = 40): number {
  const growth = createEndpointGrowth(most)
  for (const result of results) growth.note(endpoint, result)
  return growth.limit(endpoint)
}

const quick = (count: number) => Array<AttemptResult>(count).fill(success(5))

test('each quick answer adds one, up to the setting', () => {
  expect(limitAfter([])).toBe(10)
  expect(limitAfter(quick(3))).toBe(13)
  expect(limitAfter(quick(100))).toBe(40)
  expect(limitAfter(quick(100), 4)).toBe(4)
})

test('a slow answer halves, down to the start, and a failure begins again there', () => {
  expect(limitAfter([...quick(30), success(600)])).toBe(40)
  expect(limitAfter([...quick(30), success(1_500)])).toBe(20)
  expect(limitAfter([...quick(2), success(1_500)])).toBe(10)
  expect(limitAfter([...quick(30), refused])).toBe(10)
})

test('an endpoint gains nothing by the answers of another', () => {
  const growth = createEndpointGrowth(40)
  growth.note(endpoint, success(5))
  expect(growth.limit({ ...endpoint, subscriptionId: 'whs_2' })).toBe(10)
})
