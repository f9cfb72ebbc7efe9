import { Redis, type RedisOptions } from 'ioredis'
import { gather } from '../process/gather.ts'
import { findTlsMistake, renewableTlsOptions, type TlsFiles } from '../process/tls-files.ts'
import type { Logger } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { LocalBuckets } from './memory.ts'
import { type RateLimit, type SharedState, type TokenOutcome, tokenOutcome } from './shared-state.ts'
import { prefetchLimit, type TokenGrant, TokenReserves } from './token-reserves.ts'

/** Timeout of a command: limits fail open rather than slow down requests. */
const COMMAND_TIMEOUT_MS = 50

/**
 * Takes up to `wanted` tokens, and prefetches up to `ahead` more while the bucket stays at least half full: a bucket that
 * runs low is counted per request. Uses the clock of Redis, so that replicas with different clocks share one bucket.
 * Returns { taken, prefetched, tokens left }, the last as text: Redis truncates Lua numbers to integers.
 */
const TAKE_TOKENS = `
local rate, burst, wanted, ahead = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(bucket[1]) or burst
local at = tonumber(bucket[2]) or now
tokens = math.min(burst, tokens + math.max(0, now - at) * rate)
local taken = math.min(wanted, math.floor(tokens))
tokens = tokens - taken
local extra = math.max(0, math.min(ahead, math.floor(tokens - burst / 2)))
tokens = tokens - extra
redis.call('HSET', KEYS[1], 'tokens', string.format('%.6f', tokens), 'at', string.format('%.6f', math.max(now, at)))
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
return { taken, extra, string.format('%.6f', tokens) }
`

interface RedisWithScripts extends Redis {
  takeTokens(
    key: string,
    ratePerSecond: number,
    burst: number,
    wanted: number,
    ahead: number,
  ): Promise<[taken: number, ahead: number, left: string]>
}

const CONNECTION: RedisOptions = {
  connectTimeout: 2_000,
  // A single attempt: a command fails while disconnected, instead of waiting in a queue.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // `keepSubscribed` subscribes to every channel on `ready`, including those added during an outage.
  autoResubscribe: false,
  retryStrategy: (attempt) => Math.random() * Math.min(2_000, 50 * 2 ** Math.min(attempt, 6)),
}

/**
 * Shared state in Redis, under keys `namespace:…:{key}`. Never fails a request: while Redis does not answer, each
 * replica counts in local buckets and `rate_limit_fallback_total` grows. Connects and reconnects in the background.
 */
export function connectRedisState(options: {
  url: string
  /** For rediss: trusted authorities and client certificate. Default: the system's authorities, no certificate. */
  tls?: TlsFiles
  namespace: string
  log: Logger
  metrics: Metrics
}): SharedState {
  const { tls = { caFile: null, certFile: null, keyFile: null }, namespace, log, metrics } = options
  const url = new URL(options.url)
  const mistake = findTlsMistake('REDIS', tls, url)
  if (mistake) throw new Error(mistake)
  const { renew, ...material } = renewableTlsOptions(tls)
  // Host names use SNI and are verified; an IP address is compared with the certificate.
  const sealed = url.protocol === 'rediss:' ? { tls: material } : {}
  const commands = new Redis(options.url, {
    ...CONNECTION,
    ...sealed,
    commandTimeout: COMMAND_TIMEOUT_MS,
    // If the server hangs, drops the connection, so that commands fail at once until it is back.
    socketTimeout: 1_000,
    enableAutoPipelining: true, // commands of one turn of the event loop go in one write
    scripts: { takeTokens: { lua: TAKE_TOKENS, numberOfKeys: 1 } },
  }) as RedisWithScripts
  const subscriber = new Redis(options.url, { ...CONNECTION, ...sealed })
  reportOutages(commands, log)
  for (const connection of [commands, subscriber]) connection.on('close', renew)
  const channels = keepSubscribed(subscriber, log)
  const fallback = new LocalBuckets()
  const fallbacks = metrics.counter({
    name: 'rate_limit_fallback_total',
    help: 'Requests counted in a local bucket of this replica because Redis did not answer.',
  })

  const forgets = metrics.counter({
    name: 'shared_state_forgotten_total',
    help: 'Texts not stored or not read because Redis did not answer.',
  })
  const forgotten = () => {
    forgets.inc()
    return null
  }

  const takeTokens = createTokenTaker(commands, namespace)

  return {
    isConnected: () => commands.status === 'ready' && subscriber.status === 'ready',
    async takeTokens(key, limit): Promise<TokenOutcome> {
      try {
        return await takeTokens(key, limit)
      } catch {
        fallbacks.inc()
        return fallback.take(key, limit)
      }
    },
    async remember(key, text, ttlMs) {
      await commands.set(`${namespace}:text:{${key}}`, text, 'PX', ttlMs).catch(forgotten)
    },
    recall: (key) => commands.get(`${namespace}:text:{${key}}`).catch(forgotten),
    async publish(channel, message) {
      await commands.publish(`${namespace}:${channel}`, message).catch((error: unknown) => {
        log.warn({ err: error, channel }, 'shared_state.publish_failed')
      })
    },
    subscribe: (channel, onMessage) => channels.add(`${namespace}:${channel}`, onMessage),
    async close() {
      commands.disconnect()
      subscriber.disconnect()
    },
  }
}

/** Takes tokens of buckets in Redis, mostly from prefetched reserves. Rejects while Redis does not answer. */
function createTokenTaker(
  commands: RedisWithScripts,
  namespace: string,
): (key: string, limit: RateLimit) => Promise<TokenOutcome> {
  async function askBucket(key: string, limit: RateLimit, wanted: number, wantedAhead: number): Promise<TokenGrant> {
    // The braces are a hash tag: a cluster stores all data of one key on one node.
    const bucket = `${namespace}:rate:{${key}}`
    const { ratePerSecond, burst } = limit
    const [taken, ahead, left] = await commands.takeTokens(bucket, ratePerSecond, burst, wanted, wantedAhead)
    return { taken, ahead, left: Number(left) }
  }

  const reserves = new TokenReserves((key, limit, ahead) => askBucket(key, limit, 0, ahead))

  /** The outcomes of `wanted` requests, as if they were sequential. */
  async function takeFor(key: string, limit: RateLimit, wanted: number): Promise<TokenOutcome[]> {
    const found = await askBucket(key, limit, wanted, prefetchLimit(limit))
    reserves.add(key, limit, found)
    const { taken, ahead, left } = found
    return Array.from({ length: wanted }, (_, index) =>
      tokenOutcome(index < taken, left + ahead + Math.max(0, taken - 1 - index), limit),
    )
  }

  // Concurrent requests of one key share one command.
  const takeOne = gather({
    maxItems: 256,
    work(requests: { key: string; limit: RateLimit }[]) {
      const groups = Map.groupBy(requests, ({ key, limit }) => `${key} ${limit.ratePerSecond} ${limit.burst}`)
      const outcomes = new Map<object, Promise<TokenOutcome>>()
      for (const [first, ...others] of groups.values()) {
        if (!first) continue
        const taken = takeFor(first.key, first.limit, 1 + others.length)
        for (const [index, request] of [first, ...others].entries()) {
          outcomes.set(
            request,
            taken.then((all) => all[index] as TokenOutcome),
          )
        }
      }
      return requests.map((request) => outcomes.get(request) as Promise<TokenOutcome>)
    },
  })

  return async (key, limit) => reserves.take(key, limit) ?? (await takeOne({ key, limit }))
}

/** Keeps the subscriptions of a connection through outages. */
function keepSubscribed(subscriber: Redis, log: Logger) {
  const listeners = new Map<string, Set<(message: string) => void>>()
  reportOutages(subscriber, log)
  subscriber.on('message', (channel: string, message: string) => {
    for (const listener of listeners.get(channel) ?? []) listener(message)
  })
  // If this fails, the connection is lost, and `ready` fires again after the reconnect.
  subscriber.on('ready', () => {
    if (listeners.size > 0) subscriber.subscribe(...listeners.keys()).catch(() => {})
  })
  return {
    async add(channel: string, onMessage: (message: string) => void): Promise<() => Promise<void>> {
      const channelListeners = listeners.get(channel) ?? new Set()
      listeners.set(channel, channelListeners.add(onMessage))
      if (subscriber.status === 'ready') await subscriber.subscribe(channel).catch(() => {})
      return async () => {
        channelListeners.delete(onMessage)
        if (channelListeners.size > 0) return
        listeners.delete(channel)
        if (subscriber.status === 'ready') await subscriber.unsubscribe(channel).catch(() => {})
      }
    },
  }
}

/** Logs one line when the connection is lost and one when it is back. */
function reportOutages(connection: Redis, log: Logger): void {
  let down = false
  const lost = (error: Error) => {
    if (!down) log.warn({ err: error }, 'shared_state.unreachable')
    down = true
  }
  connection.on('error', lost)
  // A server that requires TLS or a client certificate closes the connection without an error.
  connection.on('reconnecting', () => lost(new Error('the server closed the connection')))
  connection.on('ready', () => {
    if (down) log.info('shared_state.reachable')
    down = false
  })
}
