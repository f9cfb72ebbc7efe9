import { once } from 'node:events'
import { connect } from 'node:net'
import { connectRedisState } from '@waybill/chassis/state/redis'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { AppError } from '@waybill/contracts/app-error'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { testNamespace, testRedisUrl } from '@waybill/testing/services'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
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
  expect(reply.headers.get('ratelimit-policy')).toBe('"default";q=200;w=2')
  expect(reply.headers.get('ratelimit')).toMatch(/^"default";r=1\d\d;t=1$/)
})

test('no more requests remain than the quota, which is the burst', async () => {
  const { token } = await gateway.createKey({ rate_limit_per_second: 100 })
  const { headers } = await gateway.call('GET', '/api/v1/shipments', { token })
  const quota = Number(/q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1])
  expect([quota, remaining({ headers })]).toEqual([200, 199])
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

const SHIPMENTS = '/api/v1/shipments'
const remaining = (reply: { headers: Headers }) => Number(/r=(\d+)/.exec(reply.headers.get('ratelimit') ?? '')?.[1])

test('a request costs a token for each 16 KiB of its body, in whatever way it is sent', async () => {
  const raw = JSON.stringify(aShipmentDocument()).padEnd(40 * 1024)
  for (const body of [raw, new Blob([raw]).stream()]) {
    // So slow that no token is refilled during the test.
    const { token } = await gateway.createKey({ rate_limit_per_second: 1 })
    expect((await gateway.call('POST', SHIPMENTS, { token, raw: body })).status).toBe(200)
    // Two tokens of the burst, less three: the key waits.
    await eventually(async () => {
      expect((await gateway.call('GET', SHIPMENTS, { token })).status).toBe(429)
    })
  }
})

const SLOW_PER_SECOND = 5

/**
 * Sends three invalid documents with a token whose tightest bucket fills by five a second. They cost three tokens or six: less
 * than three are refilled if they are sent and charged in half a second. Otherwise they are sent again, once the bucket is full.
 */
const expectDoubleCost = ({ call }: TestGateway, token: string): Promise<void> =>
  eventually(async () => {
    const before = remaining(await call('GET', SHIPMENTS, { token }))
    expect(before).toBeGreaterThanOrEqual(2 * SLOW_PER_SECOND - 1)
    const wrong = await Promise.all(
      Array.from({ length: 3 }, () => call('POST', SHIPMENTS, { token, raw: '{"parcels":{}}' })),
    )
    expect(wrong.map(({ status }) => status)).toEqual([422, 422, 422])
    // The second half is charged behind the answer, so one read may be too early. Each read costs a token, too.
    const left = [await call('GET', SHIPMENTS, { token }), await call('GET', SHIPMENTS, { token })].map(remaining)
    expect(left[1]).toBeLessThan(before - 3 - left.length)
  })

test('an invalid document costs its key twice', async () => {
  const { token } = await gateway.createKey({ rate_limit_per_second: SLOW_PER_SECOND })
  await expectDoubleCost(gateway, token)
})

test('an invalid document costs its environment twice', async () => {
  const slow = await startTestGateway({ rateLimit: 1_000, environmentRateLimit: SLOW_PER_SECOND })
  try {
    await expectDoubleCost(slow, slow.token)
  } finally {
    await slow.stop()
  }
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

test('the keys of an environment share its limit, which is at least that of each key', async () => {
  const slow = await startTestGateway({ rateLimit: 20, environmentRateLimit: 1 })
  try {
    const get = (token = slow.token) => slow.call('GET', SHIPMENTS, { token })
    await eventually(async () => expect((await get()).status).toBe(429))
    const refused = await get((await slow.createKey()).token)
    expect(refused.status).toBe(429)
    expect(refused.body.error.message).toMatch(/^This environment has sent more than 1 requests per second/)
    expect(refused.headers.get('ratelimit-policy')).toBe('"environment";q=2;w=2')

    const elsewhere = await slow.admin('POST', `/admin/merchants/${slow.merchantId}/environments`, {
      body: { mode: 'test' },
    })
    const path = `/admin/environments/${elsewhere.body.data.environment_id}/keys`
    const key = await slow.admin('POST', path, { body: {} })
    expect((await get(key.body.data.access_token)).status).toBe(200)

    const fast = await slow.createKey({ rate_limit_per_second: 500 })
    await eventually(async () => {
      const reply = await get(fast.token)
      expect([reply.status, reply.headers.get('ratelimit-policy')]).toEqual([200, '"environment";q=1000;w=2'])
    })
  } finally {
    await slow.stop()
  }
})

test('requests without a token are limited by address, but keys, callbacks and probes from that address are not', async () => {
  // An unknown token is looked up at the cost of its address, a known one is cached.
  expect((await gateway.call('GET', '/api/v1/shipments')).status).toBe(200)
  const answered = await statuses(80, () => gateway.call('GET', '/api/v1/shipments', { token: null }))
  expect(answered).toContain(401)
  expect(answered).toContain(429)
  expect((await gateway.call('GET', '/api/v1/shipments')).status).toBe(200)
  gateway.services.answer('BookingService.ReceiveCallback', () => ({ accepted_facts: 0 }))
  const callback = () => gateway.call('POST', '/api/v1/callbacks/cac_1', { token: null, raw: 'x' })
  await eventually(async () => expect((await callback()).status).toBe(202))
  const callbacks = await statuses(80, callback)
  expect(new Set(callbacks)).toEqual(new Set([202]))
  expect(new Set(await statuses(80, () => gateway.call('GET', '/livez', { token: null })))).toEqual(new Set([200]))
})

test('a call that is free costs a token if it fails or has large headers', async () => {
  const slow = await startTestGateway({ addressRateLimit: 1 })
  try {
    const get = async (path: string, headers: Record<string, string> = {}) =>
      (await slow.call('GET', path, { token: null, headers: { accept: '*/*', ...headers } })).status
    expect(await get('/livez', { accept: 'text/none' })).toBe(200)
    for (const [path, headers] of [
      ['/console/assets/none.js', {}],
      ['/console/assets/none.js', { accept: 'text/none' }],
      ['/livez', { accept: 'a/b,'.repeat(2_000) }],
    ] as const) {
      await eventually(async () => expect(await get(path, headers)).toBe(429))
      // Once the bucket has filled again, for the next one.
      await eventually(async () => expect(await get('/')).toBe(200))
    }
    expect(await get('/livez')).toBe(200)
  } finally {
    await slow.stop()
  }
})

test('IPv6 callers are limited by the first 64 bits of their address', async () => {
  const proxied = await startTestGateway({ trustProxy: '127.0.0.1', addressRateLimit: 1 })
  try {
    const from = (ip: string) => proxied.call('GET', SHIPMENTS, { token: null, headers: { 'x-forwarded-for': ip } })
    let host = 1
    await eventually(async () => expect((await from(`2001:db8:1:2::${host++}`)).status).toBe(429))
    expect(host).toBeGreaterThan(3)
    expect((await from('2001:db8:1:3::1')).status).toBe(401)
  } finally {
    await proxied.stop()
  }
})

test('an address is limited by its forged and unknown callbacks, not by genuine ones', async () => {
  const slow = await startTestGateway({ addressRateLimit: 1 })
  try {
    const send = (path = '/api/v1/callbacks/cac_1') => slow.call('POST', path, { token: null, raw: '{}' })
    slow.services.answer('BookingService.ReceiveCallback', () => ({ accepted_facts: 0 }))
    expect(new Set(await statuses(20, send))).toEqual(new Set([202]))
    slow.services.answer('BookingService.ReceiveCallback', () => {
      throw new AppError('invalid_token', 'Call-back rejected.')
    })
    await eventually(async () => expect((await send()).status).toBe(429))
    const asked = slow.services.calls.length
    expect((await send('/api/v1/callbacks/nonsense')).status).toBe(429)
    expect(slow.services.calls).toHaveLength(asked)
  } finally {
    await slow.stop()
  }
})

/** A gateway whose addresses have two tokens, and wait for more: `wait` asks with one and returns the seconds. */
async function startSlowGateway() {
  const slow = await startTestGateway({ addressRateLimit: 1 })
  onTestFinished(() => slow.stop())
  const send = (path: string, raw: string) => slow.call('POST', `/api/v1/${path}`, { token: null, raw })
  const wait = async () => {
    const { status, headers } = await slow.call('GET', '/.well-known/jwks.json', { token: null })
    return status === 429 ? Number(headers.get('retry-after')) : 0
  }
  return { slow, send, wait }
}

test('a body without a token costs its address by size, and twice that if it is invalid', async () => {
  const { send, wait } = await startSlowGateway()
  expect((await send('session/passkey', '{"credential":1}'.padEnd(60 * 1024))).status).toBe(422)
  // Two tokens of the burst, less four for the body and four for the mistake. Debt ends at the burst, or at one request.
  await eventually(async () => expect(await wait()).toBeGreaterThan(2))
})

test('a sign-in with a password costs its address what the hash costs', async () => {
  const { send, wait } = await startSlowGateway()
  expect((await send('session', JSON.stringify({ email: 'a@example.com', password: 'wrong' }))).status).toBe(401)
  expect(await wait()).toBeGreaterThan(7)
})

test('a forged callback costs its address by size', async () => {
  const { slow, send, wait } = await startSlowGateway()
  slow.services.answer('BookingService.ReceiveCallback', () => {
    throw new AppError('invalid_token', 'Call-back rejected.')
  })
  expect((await send('callbacks/cac_1', 'x'.repeat(60 * 1024))).status).toBe(401)
  await eventually(async () => expect(await wait()).toBeGreaterThan(2))
})

test('who hangs up before the answer pays all the same', async () => {
  const { slow, wait } = await startSlowGateway()
  const asked = Promise.withResolvers<void>()
  const hungUp = Promise.withResolvers<void>()
  slow.services.answer('BookingService.ReceiveCallback', async () => {
    asked.resolve()
    await hungUp.promise
    throw new AppError('invalid_token', 'Call-back rejected.')
  })
  const body = 'x'.repeat(60 * 1024)
  const { hostname, port } = new URL(slow.url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  socket.write(`POST /api/v1/callbacks/cac_1 HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  await asked.promise
  socket.destroy()
  await eventually(() => expect(slow.logged.join('')).toContain('"status":499'))
  hungUp.resolve()
  await eventually(async () => expect(await wait()).toBeGreaterThan(2))
})

test('callbacks that end in the middle of their body hold nothing back', async () => {
  const { slow, send } = await startSlowGateway()
  slow.services.answer('BookingService.ReceiveCallback', () => ({ accepted_facts: 0 }))
  const { hostname, port } = new URL(slow.url)
  for (let count = 0; count < 3; count++) {
    const socket = connect(Number(port), hostname).on('error', () => {})
    const head = 'POST /api/v1/callbacks/cac_1 HTTP/1.1\r\nhost: a\r\nexpect: 100-continue'
    socket.write(`${head}\r\ncontent-length: 60000\r\n\r\nxxx`)
    await once(socket, 'data')
    expect((await send('callbacks/cac_1', 'x'.repeat(60_000))).status).toBe(429)
    socket.destroy()
    await eventually(async () => expect((await send('callbacks/cac_1', 'x'.repeat(60_000))).status).toBe(202))
  }
})

test.each(['session', 'session/link', 'session/passkey/options', 'session/oidc/callback'])(
  'nobody needs more than 16 KiB for %s',
  async (path) => {
    const { status } = await gateway.call('POST', `/api/v1/${path}`, { token: null, raw: ' '.repeat(16 * 1024 + 1) })
    expect(status).toBe(413)
  },
)
