import { Redis, type RedisOptions } from 'ioredis'
import { findTlsMistake, renewableTlsOptions, type TlsFiles } from '../config/tls-files.ts'
import { gather } from '../loops/gather.ts'
import type { Logger } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { LocalBuckets } from './memory.ts'
import { type SharedState, type TokenBucket, type TokenOutcome, tokenOutcome } from './shared-state.ts'
import { getName, prefetchLimit, type TokenGrant, TokenReserves } from './token-reserves.ts'

/** An outage this short, such as a slow answer at the start, is not logged. */
const QUIET_MS = 1_000
/** Timeout of a command: limits fail open rather than slow down requests. */
const COMMAND_TIMEOUT_MS = 50

/**
 * Fills the buckets at KEYS by the clock of Redis, so that replicas with different clocks share one bucket. ARGV: the rate
 * and burst of each bucket; then what the script takes. `store` returns the tokens left as texts: Redis truncates Lua
 * numbers to integers.
 */
const FILL = `
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local buckets = {}
for i, key in ipairs(KEYS) do
  local rate, burst = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local stored = redis.call('HMGET', key, 'tokens', 'at')
  local at = tonumber(stored[2]) or now
  local tokens = math.min(burst, (tonumber(stored[1]) or burst) + math.max(0, now - at) * rate)
  buckets[i] = { key = key, rate = rate, burst = burst, at = math.max(now, at), tokens = tokens }
end
local function store(result)
  for _, bucket in ipairs(buckets) do
    local left = string.format('%.6f', bucket.tokens)
    redis.call('HSET', bucket.key, 'tokens', left, 'at', string.format('%.6f', bucket.at))
    redis.call('PEXPIRE', bucket.key, math.ceil((bucket.burst - bucket.tokens) / bucket.rate * 1000) + 1000)
    table.insert(result, left)
  end
  return result
end
local first, second = tonumber(ARGV[2 * #KEYS + 1]), tonumber(ARGV[2 * #KEYS + 2])
`

/**
 * Takes up to `wanted` tokens of each bucket, and prefetches up to `ahead` more while every bucket stays at least half full:
 * a bucket that runs low is counted per request. Returns { taken, prefetched, tokens left in each bucket }.
 */
const TAKE_TOKENS = `${FILL}
local taken, ahead = first, second
for _, bucket in ipairs(buckets) do taken = math.max(0, math.min(taken, math.floor(bucket.tokens))) end
for _, bucket in ipairs(buckets) do
  ahead = math.max(0, math.min(ahead, math.floor(bucket.tokens - taken - bucket.burst / 2)))
end
for _, bucket in ipairs(buckets) do bucket.tokens = bucket.tokens - taken - ahead end
return store({ taken, ahead })
`

/**
 * Takes the cost of one request from each bucket, if each has the tokens that the request needs, as in `tokensNeeded`, or
 * if it must (none needed): a bucket may end in debt. Returns { allowed, tokens left in each bucket }.
 */
const SPEND_TOKENS = `${FILL}
local cost, needed, allowed = first, second, 1
for _, bucket in ipairs(buckets) do
  if needed > 0 and bucket.tokens < math.max(1, math.min(needed, bucket.burst / 2)) then allowed = 0 end
end
for _, bucket in ipairs(buckets) do
  local lowest = needed > 0 and -math.max(bucket.burst, cost) or -bucket.burst
  if allowed == 1 then bucket.tokens = math.max(math.min(lowest, bucket.tokens), bucket.tokens - cost) end
end
return store({ allowed })
`

/** Number of keys, the keys, rate and burst of each, and the two numbers that the script takes. */
type ScriptArguments = [keys: number, ...(string | number)[]]

interface RedisWithScripts extends Redis {
  takeTokens(...args: ScriptArguments): Promise<[taken: number, ahead: number, ...left: string[]]>
  spendTokens(...args: ScriptArguments): Promise<[allowed: 0 | 1, ...left: string[]]>
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
    scripts: { takeTokens: { lua: TAKE_TOKENS }, spendTokens: { lua: SPEND_TOKENS } },
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

  const tokens = createTokenTaker(commands, namespace)

  return {
    isConnected: () => commands.status === 'ready' && subscriber.status === 'ready',
    async takeTokens(buckets, cost = 1, needed = 1): Promise<TokenOutcome> {
      try {
        return await (cost === 1 ? tokens.take(buckets) : tokens.spend(buckets, { cost, needed }))
      } catch {
        fallbacks.inc()
        return fallback.take(buckets, { cost, needed })
      }
    },
    async chargeTokens(buckets, cost) {
      try {
        await tokens.spend(buckets, { cost, needed: 0 })
      } catch {
        fallback.charge(buckets, cost)
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
function createTokenTaker(commands: RedisWithScripts, namespace: string) {
  function scriptArguments(buckets: readonly TokenBucket[], first: number, second: number): ScriptArguments {
    // The braces are a hash tag: a cluster stores buckets that are taken from together on one node.
    const widest = buckets.at(-1)?.key
    const keys = buckets.map(({ key }) => `${namespace}:rate:{${widest}}${key === widest ? '' : `:${key}`}`)
    const limits = buckets.flatMap(({ limit }) => [limit.ratePerSecond, limit.burst])
    return [keys.length, ...keys, ...limits, first, second]
  }

  async function askBuckets(buckets: readonly TokenBucket[], wanted: number, wantedAhead: number): Promise<TokenGrant> {
    const [taken, ahead, ...left] = await commands.takeTokens(...scriptArguments(buckets, wanted, wantedAhead))
    return { taken, ahead, left: left.map(Number) }
  }

  const reserves = new TokenReserves((buckets, ahead) => askBuckets(buckets, 0, ahead))

  /** The outcomes of `wanted` requests, as if they were sequential. */
  async function takeFor(buckets: readonly TokenBucket[], wanted: number): Promise<TokenOutcome[]> {
    const found = await askBuckets(buckets, wanted, prefetchLimit(buckets))
    reserves.add(buckets, found)
    const { taken, ahead, left } = found
    return Array.from({ length: wanted }, (_, index) => {
      const later = ahead + Math.max(0, taken - 1 - index)
      return tokenOutcome(index < taken, buckets, { left: left.map((tokens) => tokens + later) })
    })
  }

  // Concurrent requests of one key share one command.
  const takeOne = gather({
    maxItems: 256,
    work(requests: { buckets: readonly TokenBucket[] }[]) {
      const outcomes = new Map<object, Promise<TokenOutcome>>()
      for (const [first, ...others] of Map.groupBy(requests, ({ buckets }) => getName(buckets)).values()) {
        if (!first) continue
        const taken = takeFor(first.buckets, 1 + others.length)
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

  return {
    /** One token, for most requests. */
    take: async (buckets: readonly TokenBucket[]): Promise<TokenOutcome> =>
      reserves.take(buckets) ?? (await takeOne({ buckets })),
    /** Several tokens at once, in one command. `needed` 0: also if they are not there. */
    async spend(
      buckets: readonly TokenBucket[],
      { cost, needed }: { cost: number; needed: number },
    ): Promise<TokenOutcome> {
      reserves.drop(buckets)
      const [allowed, ...left] = await commands.spendTokens(...scriptArguments(buckets, cost, needed))
      return tokenOutcome(allowed === 1, buckets, { left: left.map(Number), needed })
    },
  }
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

/** Logs one line when the connection has been lost for a second, and one when it is back. */
function reportOutages(connection: Redis, log: Logger): void {
  let reporting: NodeJS.Timeout | undefined
  let reported = false
  const lost = (error: Error) => {
    reporting ??= setTimeout(() => {
      reported = true
      log.warn({ err: error }, 'shared_state.unreachable')
    }, QUIET_MS).unref()
  }
  connection.on('error', lost)
  // A server that requires TLS or a client certificate closes the connection without an error.
  connection.on('reconnecting', () => lost(new Error('the server closed the connection')))
  connection.on('ready', () => {
    clearTimeout(reporting)
    reporting = undefined
    if (reported) log.info('shared_state.reachable')
    reported = false
  })
  connection.on('end', () => clearTimeout(reporting))
}
