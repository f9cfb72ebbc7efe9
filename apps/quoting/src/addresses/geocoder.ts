/** Asks the geocoder that the operator configured where an address is. Writes nothing to a disk; never in a transaction. */
import { createHash, randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createTrustingPolicy } from '@waybill/chassis/outbound/address-policy'
import { createVettedConnector } from '@waybill/chassis/outbound/connector'
import { resolveBySystem } from '@waybill/chassis/outbound/name-resolver'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import type { Logger } from '@waybill/chassis/telemetry/log'
import { AppError } from '@waybill/contracts/app-error'
import type { PublicAddressLocation } from '@waybill/contracts/carrier-accounts/address-location'
import type { Address } from '@waybill/contracts/values/address'
import { Agent, request } from 'undici'
import { readPlaces, toQueries } from './nominatim.ts'

/** For all of a lookup: the wait for its turn, the calls and the retry. */
const LOOKUP_MS = 5_000
const TRY_MS = 2_000
const MAX_TRIES = 2
const MAX_ANSWER_BYTES = 256 * 1024
const CACHED_MS = 3_600_000
const MOST_CACHED = 1_000
const RETRY_AFTER_SECONDS = 30
const MAX_RETRY_AFTER_SECONDS = 3_600
/** Key of the shared state: until when the geocoder wants no calls, in ms since 1970. */
const PAUSE = 'geocoder.pause'
/** A lookup makes two calls if it does not know the street. */
const MIN_ENVIRONMENT_BURST = 2

export interface GeocoderSettings {
  /** Base URL of a server with the API of Nominatim, `/search` follows. */
  url: string
  /** Address of the operator for the one who runs the server; null: none. */
  contact: string | null
  callsPerSecond: number
}

interface LookupCall {
  environmentId: string
  deadlineAt: Date
  signal?: AbortSignal
}

export interface Geocoder {
  /** The simulator invents its places: they are for test environments. */
  isSimulated: boolean
  /** Throws `rate_limited` for the environment, and `service_unavailable` with the time to wait if the geocoder gives no answer. */
  locate(address: Address, call: LookupCall): Promise<PublicAddressLocation>
  close(): Promise<void>
}

export function createGeocoder(
  settings: GeocoderSettings,
  { simulatorUrl, sharedState, log }: { simulatorUrl: string | null; sharedState: SharedState; log: Logger },
): Geocoder {
  const dispatcher = new Agent({
    connect: createVettedConnector({ policy: createTrustingPolicy(), resolve: resolveBySystem, timeoutMs: TRY_MS }),
    allowH2: false,
    maxResponseSize: MAX_ANSWER_BYTES,
  })
  const cache = createCache()
  const { callsPerSecond } = settings
  const limit = { ratePerSecond: callsPerSecond, burst: Math.max(1, Math.floor(callsPerSecond)) }
  /** An environment takes at most half of the calls, so that another one has its turn. */
  const environmentLimit = {
    ratePerSecond: callsPerSecond / 2,
    burst: Math.max(MIN_ENVIRONMENT_BURST, Math.floor(callsPerSecond / 2)),
  }

  /** All replicas together send no more than the limit, and nothing while the geocoder wants a pause. */
  async function awaitTurn({ environmentId, untilMs, signal }: Turn): Promise<void> {
    const environment = { key: `geocoder:${environmentId}`, limit: environmentLimit }
    for (;;) {
      const pauseMs = Number(await sharedState.recall(PAUSE)) - Date.now()
      if (pauseMs > 0) throw busy(Math.ceil(pauseMs / 1_000))
      const taken = await sharedState.takeTokens([environment, { key: 'geocoder', limit }])
      if (taken.allowed) return
      const { retryAfterSeconds } = taken
      const waitMs = Math.min(retryAfterSeconds * 1_000, randomInt(200, 400))
      if (Date.now() + (retryAfterSeconds - 1) * 1_000 + waitMs >= untilMs)
        throw taken.bucket.key === environment.key ? tooMany(retryAfterSeconds) : busy(retryAfterSeconds)
      await delay(waitMs, undefined, { signal })
    }
  }

  async function send(query: string, turn: Turn): Promise<PublicAddressLocation> {
    const { untilMs, signal } = turn
    for (let tryNumber = 1; ; tryNumber++) {
      await awaitTurn(turn)
      const startedMs = Date.now()
      const outcome = await exchange(settings, { query, dispatcher, signal })
      if (outcome.kind === 'found') return outcome.location
      log.warn({ fault: outcome.fault, durationMs: Date.now() - startedMs, tryNumber }, 'geocoder.failed')
      const pauseMs = (outcome.retryAfterSeconds ?? 0) * 1_000
      if (pauseMs > 0) await sharedState.remember(PAUSE, String(Date.now() + pauseMs), pauseMs)
      const waitMs = pauseMs + randomInt(100, 500)
      const isFinal = tryNumber === MAX_TRIES || !outcome.retryable || Date.now() + waitMs >= untilMs
      if (isFinal) throw unavailable(outcome)
      await delay(waitMs, undefined, { signal })
    }
  }

  async function locate(address: Address, { environmentId, deadlineAt, signal }: LookupCall) {
    const queries = toQueries(address)
    const key = createHash('sha256')
      .update(JSON.stringify([environmentId, queries]))
      .digest('base64url')
    const known = cache.find(key)
    if (known) return known
    const untilMs = Math.min(Date.now() + LOOKUP_MS, deadlineAt.getTime())
    const timeout = AbortSignal.timeout(Math.max(1, untilMs - Date.now()))
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout
    try {
      let location: PublicAddressLocation = { candidates: [], attribution: null }
      for (const query of queries) {
        location = await send(query, { environmentId, untilMs, signal: either })
        if (location.candidates.length > 0) break
      }
      cache.keep(key, location)
      return location
    } catch (error) {
      if (either.aborted && !(error instanceof AppError)) throw unavailable({ fault: 'timeout' })
      throw error
    }
  }

  const isSimulated = simulatorUrl !== null && new URL(settings.url).origin === new URL(simulatorUrl).origin
  return { isSimulated, locate, close: () => dispatcher.close() }
}

/** A call that waits until `untilMs` for its turn. */
interface Turn {
  environmentId: string
  untilMs: number
  signal: AbortSignal
}

type Outcome =
  | { kind: 'found'; location: PublicAddressLocation }
  | { kind: 'failed'; fault: string; retryable: boolean; retryAfterSeconds?: number }

async function exchange(
  { url, contact }: GeocoderSettings,
  { query, dispatcher, signal }: { query: string; dispatcher: Agent; signal: AbortSignal },
): Promise<Outcome> {
  try {
    const { statusCode, headers, body } = await request(`${url.replace(/\/+$/, '')}/search?${query}`, {
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        // The usage policy of the public server asks for a name, and for a person to write to.
        'user-agent': `Waybill (self-hosted${contact === null ? '' : `; ${contact}`})`,
      },
      dispatcher,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]),
    })
    const text = await body.text()
    if (statusCode !== 200) {
      const seconds = Number(headers['retry-after'])
      const usual = statusCode === 429 ? RETRY_AFTER_SECONDS : undefined
      const retryAfterSeconds = seconds > 0 ? Math.min(Math.ceil(seconds), MAX_RETRY_AFTER_SECONDS) : usual
      return { kind: 'failed', fault: `http_${statusCode}`, retryable: statusCode >= 500, retryAfterSeconds }
    }
    const location = readPlaces(text)
    return location ? { kind: 'found', location } : { kind: 'failed', fault: 'malformed_answer', retryable: false }
  } catch (error) {
    if (signal.aborted) throw error
    // The code of a DOMException, such as that of the timeout, is a number.
    const { name, code } = error as Error & { code?: string | number }
    const fault = typeof code === 'string' ? code : name
    return { kind: 'failed', fault, retryable: fault !== 'UND_ERR_RES_EXCEEDED_MAX_SIZE' }
  }
}

const unavailable = ({
  fault,
  retryAfterSeconds = RETRY_AFTER_SECONDS,
}: {
  fault: string
  retryAfterSeconds?: number
}) =>
  new AppError(
    'service_unavailable',
    `The geocoder of this installation gave no usable answer (${fault}). Retry in ${retryAfterSeconds} s, or enter the coordinates.`,
    { retryAfterSeconds },
  )

const tooMany = (retryAfterSeconds: number) =>
  new AppError('rate_limited', `This environment looks up too many addresses. Retry in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
    meta: { policy: 'geocoder' },
  })

const busy = (seconds: number) => {
  const retryAfterSeconds = Math.max(1, seconds)
  const message = `The geocoder of this installation takes no more calls now. Retry in ${retryAfterSeconds} s.`
  return new AppError('service_unavailable', message, { retryAfterSeconds })
}

/** In this process only: addresses are not written to a disk. The oldest answer makes room. */
function createCache() {
  const answers = new Map<string, { location: PublicAddressLocation; untilMs: number }>()
  return {
    find(key: string): PublicAddressLocation | null {
      const kept = answers.get(key)
      return kept && kept.untilMs > performance.now() ? kept.location : null
    },
    keep(key: string, location: PublicAddressLocation): void {
      const [oldest] = answers.keys()
      if (!answers.delete(key) && answers.size >= MOST_CACHED && oldest !== undefined) answers.delete(oldest)
      answers.set(key, { location, untilMs: performance.now() + CACHED_MS })
    },
  }
}
