import { connectRedisState } from '@waybill/chassis/state/redis'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { eventually } from '@waybill/testing/eventually'
import { testNamespace, testRedisUrl } from '@waybill/testing/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

const namespace = testNamespace()
const openState = () =>
  connectRedisState({
    url: testRedisUrl(),
    namespace,
    log: createLog({ service: 'test', level: 'silent' }),
    metrics: createMetrics({ service: 'test' }),
  })
const state = openState()
let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ sharedState: state, addressRateLimit: 20 })
})
afterAll(async () => {
  await gateway.stop()
  await state.close()
})

const statuses = async (count: number, call: () => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: count }, call))).map(({ status }) => status)

test('every response contains the limit and the remaining requests', async () => {
  const { token } = await gateway.createKey({ rate_limit_per_second: 100 })
  const reply = await gateway.call('GET', '/api/v1/shipments', { token })
  expect(reply.headers.get('ratelimit-policy')).toBe('"default";q=100;w=1')
  expect(reply.headers.get('ratelimit')).toMatch(/^"default";r=1\d\d;t=1$/)
})

test('after its burst a key gets 429 with Retry-After', async () => {
  const { token } = await gateway.createKey({ rate_limit_per_second: 5 })
  const answered = await statuses(30, () => gateway.call('GET', '/api/v1/shipments', { token }))
  expect(answered.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10)
  const refused = await eventually(async () => {
    const reply = await gateway.call('GET', '/api/v1/shipments', { token })
    expect(reply.status).toBe(429)
    return reply
  })
  expect(refused.body.error).toMatchObject({ type: 'rate_limit', code: 'rate_limited', retryable: true })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(refused.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/)
})

test('two gateways share the bucket of a key', async () => {
  const otherState = openState()
  const replica = await gateway.startReplica(otherState)
  try {
    const { token } = await gateway.createKey({ rate_limit_per_second: 5 })
    const startedAt = performance.now()
    let taken = 0
    for (let calls = 0; calls < 15; calls++) {
      for (const { call } of [gateway, replica]) {
        const { status } = await call('GET', '/api/v1/shipments', { token })
        if (status === 200) taken++
      }
    }
    const elapsedSeconds = (performance.now() - startedAt) / 1_000
    // One bucket of 10 that fills by 5 a second; two would let 20 pass. Room for two that Redis was too slow to count.
    expect(taken).toBeLessThanOrEqual(10 + Math.ceil(5 * elapsedSeconds) + 2)
  } finally {
    await replica.stop()
    await otherState.close()
  }
})

test('keys have separate limits', async () => {
  const first = await gateway.createKey({ rate_limit_per_second: 1 })
  const second = await gateway.createKey({ rate_limit_per_second: 1 })
  await statuses(5, () => gateway.call('GET', '/api/v1/shipments', { token: first.token }))
  expect((await gateway.call('GET', '/api/v1/shipments', { token: second.token })).status).toBe(200)
})

test('requests without a token are limited by address, but keys, callbacks and probes from that address are not', async () => {
  const answered = await statuses(80, () => gateway.call('GET', '/api/v1/shipments', { token: null }))
  expect(answered).toContain(401)
  expect(answered).toContain(429)
  expect((await gateway.call('GET', '/api/v1/shipments')).status).toBe(200)
  gateway.services.answer('BookingService.ReceiveCallback', () => ({ accepted_facts: 0 }))
  const callbacks = await statuses(80, () => gateway.call('POST', '/api/v1/callbacks/cac_1', { token: null, raw: 'x' }))
  expect(new Set(callbacks)).toEqual(new Set([202]))
  expect(new Set(await statuses(80, () => gateway.call('GET', '/livez', { token: null })))).toEqual(new Set([200]))
})
