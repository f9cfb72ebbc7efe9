import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { testRedisUrl } from '@waybill/testing/services'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { connectRedisState } from './redis.ts'

const redisUrl = testRedisUrl()
const limit = { ratePerSecond: 0.001, burst: 5 }

/** A namespace of this test, whose keys are deleted when it ends. */
function aNamespace(): string {
  const namespace = `test_${randomUUID()}`
  onTestFinished(async () => {
    const redis = new Redis(redisUrl)
    const keys = await redis.keys(`${namespace}:*`)
    if (keys.length > 0) await redis.del(...keys)
    await redis.quit()
  })
  return namespace
}

function connected(namespace: string, url = redisUrl, lines: string[] = []) {
  const metrics = createMetrics({ service: 'gateway' })
  const destination = { write: (line: string) => void lines.push(JSON.parse(line).msg) }
  const log = createLog({ service: 'test', level: 'info', destination })
  const state = connectRedisState({ url, namespace, metrics, log })
  onTestFinished(() => state.close())
  const fallbacks = async () => {
    const metric = await metrics.registry.getSingleMetric('rate_limit_fallback_total')?.get()
    return metric?.values[0]?.value ?? 0
  }
  /** Takes tokens of an unrelated key, whose bucket is too small for a reserve, until Redis counts them. */
  const ready = () =>
    expect
      .poll(async () => {
        const before = await fallbacks()
        await state.takeTokens([{ key: 'ready', limit: { ratePerSecond: 1_000, burst: 10 } }])
        return (await fallbacks()) === before
      })
      .toBe(true)
  return { ...state, fallbacks, ready }
}

/** A proxy to Redis that can cut its connections, or stop forwarding with the connections open. */
async function aWire() {
  const sockets = new Set<Socket>()
  let silent = false
  const wire = createServer((inward) => {
    const outward = connect(Number(new URL(redisUrl).port || 6379), new URL(redisUrl).hostname)
    for (const socket of [inward, outward]) sockets.add(socket.on('error', () => {}))
    inward.on('data', (bytes) => void (silent || outward.write(bytes))).on('close', () => outward.destroy())
    outward.on('data', (bytes) => void (silent || inward.write(bytes))).on('close', () => inward.destroy())
  })
  const listen = (port: number) => new Promise<void>((resolve) => wire.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = wire.address() as AddressInfo
  const cut = () =>
    new Promise<void>((resolve) => {
      wire.close(() => resolve())
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    })
  onTestFinished(() => (wire.listening ? cut() : undefined))
  return {
    url: `redis://127.0.0.1:${port}`,
    cut,
    mend: () => listen(port),
    hush(yes: boolean) {
      silent = yes
    },
  }
}

test('shares a bucket exactly between replicas', async () => {
  const namespace = aNamespace()
  const replicas = [connected(namespace), connected(namespace), connected(namespace)]
  for (const replica of replicas) await replica.ready()
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      replicas[i % 3]?.takeTokens([{ key: 'key', limit: { ratePerSecond: 0.001, burst: 12 } }]),
    ),
  )
  expect(outcomes.filter((outcome) => outcome?.allowed)).toHaveLength(12)
  const refused = outcomes.find((outcome) => !outcome?.allowed)
  expect(refused).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 12_000, retryAfterSeconds: 1_000 })
})

test('counts concurrent requests as if they were sequential', async () => {
  const state = connected(aNamespace())
  await state.ready()
  const [ours, theirs] = await Promise.all([
    Promise.all(Array.from({ length: 8 }, () => state.takeTokens([{ key: 'ours', limit }]))),
    state.takeTokens([{ key: 'theirs', limit }]),
  ])
  expect(ours.map(({ allowed }) => allowed)).toEqual([true, true, true, true, true, false, false, false])
  expect(ours.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0, 0, 0, 0])
  expect(theirs).toMatchObject({ allowed: true, remaining: 4 })
})

test('prefetches tokens of a full bucket, so that most requests need no call to Redis, and counts all', async () => {
  const namespace = aNamespace()
  const state = connected(namespace)
  await state.ready()
  const redis = new Redis(redisUrl)
  onTestFinished(() => redis.quit().then(() => {}))
  const inBucket = async () => Number(await redis.hget(`${namespace}:rate:{key}`, 'tokens'))
  const wide = { ratePerSecond: 0.001, burst: 200 }
  expect(await state.takeTokens([{ key: 'key', limit: wide }])).toMatchObject({ allowed: true, remaining: 199 })
  expect(await inBucket()).toBeCloseTo(189, 1)
  expect(await state.takeTokens([{ key: 'key', limit: wide }])).toMatchObject({ allowed: true, remaining: 198 })
  expect(await inBucket()).toBeCloseTo(189, 1)
})

test('shares a half-empty bucket exactly, regardless of earlier prefetches', async () => {
  const namespace = aNamespace()
  const replicas = [connected(namespace), connected(namespace), connected(namespace)]
  for (const replica of replicas) await replica.ready()
  const wide = { ratePerSecond: 0.001, burst: 200 }
  let allowed = 0
  for (let round = 0; round < 80; round++) {
    const outcomes = await Promise.all(replicas.map((replica) => replica.takeTokens([{ key: 'key', limit: wide }])))
    allowed += outcomes.filter((outcome) => outcome.allowed).length
  }
  // On a slow machine three reserves of ten tokens may expire unused; no token is used twice.
  expect(allowed).toBeLessThanOrEqual(200)
  expect(allowed).toBeGreaterThanOrEqual(100)
  const refused = await Promise.all(replicas.map((replica) => replica.takeTokens([{ key: 'key', limit: wide }])))
  expect(refused.map((outcome) => outcome.allowed)).toEqual([false, false, false])
})

test('takes from all buckets or from none, and returns the state of the tightest', async () => {
  const namespace = aNamespace()
  const replicas = [connected(namespace), connected(namespace)]
  for (const replica of replicas) await replica.ready()
  const wide = { key: 'wide', limit: { ratePerSecond: 0.001, burst: 12 } }
  const narrow = (key: string) => ({ key, limit })
  const take = (key: string, index = 0, cost?: number) => replicas[index]?.takeTokens([narrow(key), wide], cost)
  const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => take('a', index % 2)))
  expect(outcomes.filter((outcome) => outcome?.allowed)).toHaveLength(5)
  expect(outcomes.find((outcome) => !outcome?.allowed)).toMatchObject({ bucket: narrow('a'), retryAfterSeconds: 1_000 })
  // The three rejected requests took nothing of the wide bucket: 12 - 5 are left.
  expect(await take('b', 1, 4)).toMatchObject({ allowed: true, bucket: narrow('b'), remaining: 1 })
  expect(await take('c', 0, 2)).toMatchObject({ allowed: true, bucket: wide, remaining: 1 })
  expect(await take('d')).toMatchObject({ allowed: true, bucket: wide, remaining: 0 })
  expect(await take('d')).toMatchObject({ allowed: false, bucket: wide, retryAfterSeconds: 1_000 })
  expect(await replicas[0]?.takeTokens([narrow('d')])).toMatchObject({ allowed: true, remaining: 4 })
})

test('charges all buckets, down to a debt of their burst', async () => {
  const state = connected(aNamespace())
  await state.ready()
  const wide = { key: 'wide', limit: { ratePerSecond: 1, burst: 50 } }
  const narrow = { key: 'a', limit: { ratePerSecond: 1, burst: 5 } }
  await state.chargeTokens([narrow, wide], 60)
  const refused = await state.takeTokens([narrow, wide])
  expect(refused).toMatchObject({ allowed: false, bucket: wide })
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(11)
  expect(await state.takeTokens([{ ...narrow, key: 'b' }, wide])).toMatchObject({ allowed: false, bucket: wide })
})

test('takes nothing from a bucket with fewer tokens than needed that is not half full', async () => {
  const state = connected(aNamespace())
  await state.ready()
  const buckets = [{ key: 'key', limit: { ratePerSecond: 0.001, burst: 20 } }]
  expect(await state.takeTokens(buckets, 5, 5)).toMatchObject({ allowed: true, remaining: 15 })
  expect(await state.takeTokens(buckets, 8, 8)).toMatchObject({ allowed: true, remaining: 7 })
  expect(await state.takeTokens(buckets, 8, 8)).toMatchObject({ allowed: false, remaining: 7 })
  expect((await state.takeTokens(buckets, 500, 500)).retryAfterSeconds).toBeGreaterThan(2_000)
  expect(await state.takeTokens(buckets, 7, 7)).toMatchObject({ allowed: true, remaining: 0 })
  const other = [{ key: 'other', limit: { ratePerSecond: 1, burst: 20 } }]
  expect(await state.takeTokens(other, 500, 500)).toMatchObject({ allowed: true, resetSeconds: 500 })
})

test('refills tokens by the clock of Redis', async () => {
  const state = connected(aNamespace())
  await state.ready()
  const quick = { ratePerSecond: 50, burst: 1 }
  expect(await state.takeTokens([{ key: 'key', limit: quick }])).toMatchObject({ allowed: true, remaining: 0 })
  expect(await state.takeTokens([{ key: 'key', limit: quick }])).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
  await expect
    .poll(() => state.takeTokens([{ key: 'key', limit: quick }]), { interval: 10 })
    .toMatchObject({ allowed: true })
  expect(await state.fallbacks()).toBeLessThanOrEqual(5)
})

test('expires a bucket once it would be full again', async () => {
  const namespace = aNamespace()
  const state = connected(namespace)
  await state.ready()
  await state.takeTokens([{ key: 'key', limit: { ratePerSecond: 10, burst: 20 } }], 20)
  const redis = new Redis(redisUrl)
  onTestFinished(() => redis.quit().then(() => {}))
  const leftMs = await redis.pttl(`${namespace}:rate:{key}`)
  expect(leftMs).toBeGreaterThan(2_000)
  expect(leftMs).toBeLessThanOrEqual(3_000)
})

test('counts locally while Redis is unavailable, and shares again afterwards', async () => {
  const wire = await aWire()
  const state = connected(aNamespace(), wire.url)
  await state.ready()
  for (let i = 0; i < 5; i++) expect(await state.takeTokens([{ key: 'key', limit }])).toMatchObject({ allowed: true })
  expect(await state.takeTokens([{ key: 'key', limit }])).toMatchObject({ allowed: false })

  await wire.cut()
  const before = await state.fallbacks()
  const outcomes = []
  for (let i = 0; i < 6; i++) outcomes.push((await state.takeTokens([{ key: 'key', limit }])).allowed)
  expect(outcomes).toEqual([true, true, true, true, true, false])
  expect(await state.fallbacks()).toBe(before + 6)

  await wire.mend()
  await state.ready()
  expect(await state.takeTokens([{ key: 'key', limit }])).toMatchObject({ allowed: false })
  expect(await state.fallbacks()).toBeGreaterThanOrEqual(before + 6)
})

test('delays a request for a moment when Redis hangs, and soon not at all', async () => {
  const wire = await aWire()
  const state = connected(aNamespace(), wire.url)
  await state.ready()
  wire.hush(true)
  const time = async () => {
    const startedAt = performance.now()
    expect(await state.takeTokens([{ key: 'key', limit: { ratePerSecond: 1_000, burst: 1_000 } }])).toMatchObject({
      allowed: true,
    })
    return performance.now() - startedAt
  }
  expect(await time()).toBeLessThan(2_000)
  await expect.poll(time, { timeout: 30_000, interval: 20 }).toBeLessThan(5)
  wire.hush(false)
  await state.ready()
})

test('starts while Redis is unavailable', async () => {
  const wire = await aWire()
  await wire.cut()
  const state = connected(aNamespace(), wire.url)
  const seen: string[] = []
  await state.subscribe('revoked', (message) => void seen.push(message))
  expect(await state.takeTokens([{ key: 'key', limit }])).toMatchObject({ allowed: true })
  await state.publish('revoked', 'lost')
  await wire.mend()
  await state.ready()
  await expect
    .poll(async () => {
      await state.publish('revoked', 'heard')
      return seen
    })
    .toContain('heard')
  expect(seen).not.toContain('lost')
})

test('logs an outage once for each connection, and its end', async () => {
  const wire = await aWire()
  const lines: string[] = []
  const state = connected(aNamespace(), wire.url, lines)
  await state.ready()
  await expect.poll(() => state.isConnected()).toBe(true)
  await wire.cut()
  // One line for each of the two connections.
  const unreachable = ['shared_state.unreachable', 'shared_state.unreachable']
  await expect.poll(() => lines, { timeout: 5_000 }).toEqual(unreachable)
  await wire.mend()
  await expect
    .poll(() => lines, { timeout: 5_000 })
    .toEqual([...unreachable, 'shared_state.reachable', 'shared_state.reachable'])
})

test('delivers messages to subscribers of other replicas, also after an outage, until they unsubscribe', async () => {
  const wire = await aWire()
  const namespace = aNamespace()
  const [near, far] = [connected(namespace), connected(namespace, wire.url)]
  await near.ready()
  const seen: string[] = []
  const leave = await far.subscribe('revoked', (message) => void seen.push(message))
  const heard = (message: string) =>
    expect
      .poll(async () => {
        await near.publish('revoked', message)
        return seen
      })
      .toContain(message)
  await heard('before')
  await wire.cut()
  await wire.mend()
  await heard('after')

  await leave()
  seen.length = 0
  await connected(aNamespace()).publish('revoked', 'elsewhere')
  await near.publish('revoked', 'late')
  await near.ready()
  expect(seen).toEqual([])
})

test('shares a text between replicas of one namespace until it expires', async () => {
  const namespace = aNamespace()
  const [one, other, stranger] = [connected(namespace), connected(namespace), connected(aNamespace())]
  await Promise.all([one.ready(), other.ready(), stranger.ready()])
  await one.remember('a', 'text', 60_000)
  await one.remember('b', 'brief', 5)
  expect(await other.recall('a')).toBe('text')
  expect(await stranger.recall('a')).toBeNull()
  await expect.poll(() => other.recall('b')).toBeNull()
})

test('stores nothing and throws no error without Redis', async () => {
  const state = connected(aNamespace(), 'redis://127.0.0.1:9')
  await state.remember('a', 'text', 60_000)
  expect(await state.recall('a')).toBeNull()
})
