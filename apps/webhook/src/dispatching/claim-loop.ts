import { type Loop, startLoop } from '@waybill/chassis/loops/loops'
import { transact } from '@waybill/chassis/postgres/database'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Reader } from '../db.ts'
import { type EndpointKey, endpointKeyText } from '../endpoints/endpoint-key.ts'
import type { Destination } from '../fairness/send-limits.ts'
import { type ClaimedDelivery, type ClaimResult, type ClaimTerms, claimDue } from '../queue/claim-repository.ts'
import { type LockedEndpoint, lockEndpoints, pauseWaiting } from '../queue/repository.ts'
import { findWaitingEndpoints, type WaitingEndpoint } from '../queue/waiting-repository.ts'
import { type Backlog, createBacklog } from './backlog.ts'
import { chooseEndpoints } from './endpoint-choice.ts'
import { pauseAfterScanMs } from './scan-pause.ts'
import { createScanProgress } from './scan-progress.ts'
import type { SendSlots } from './send-slots.ts'

/** Longest wait for a delivery that becomes due without a nudge, and the longest when nothing was due for 20 s. */
const POLL_MS = 200
const REST_MS = 2_000
const SCAN_LIMITS = { limit: 256, environmentLimit: 64 }
/** How long an endpoint whose origin has no free slot is not locked. Its URL may change. */
const ORIGIN_KNOWN_MS = 1_000
/** A scan that takes longer than this is followed by a pause. */
const SLOW_SCAN_MS = 20
const NOTHING_CLAIMED: ClaimResult = { deliveries: [], progress: [], exhausted: [] }

/** A claim that may be made now, for as many deliveries as there are free slots. */
export interface OpenClaim extends ClaimTerms {
  /** By this process's clock, before the database's lease begins. */
  claimedAtMs: number
}

interface ClaimLoop extends Loop {
  /** Whether the end of a send there lets the loop claim more: a limit of sends has been reached. */
  isWaitingForSlot(destination: Destination): boolean
  /** Whether a stored result does: the endpoint has more due than it may have in flight. */
  isWaitingForResult(endpoint: { subscriptionId: string }): boolean
}

/** Finds endpoints with due deliveries and claims a batch at a time, until all slots are taken or nothing is due. */
export function startClaimLoop(options: {
  db: Reader
  /** Most deliveries of an endpoint in flight, over all dispatchers. */
  endpointLimit: (endpoint: EndpointKey) => number
  slots: SendSlots
  openClaim: () => OpenClaim
  /** After the commit. `paused`: deliveries taken out of the queue because their subscription is not active. */
  onClaimed: (claim: OpenClaim, deliveries: ClaimedDelivery[], paused: number) => void
  /** Endpoints have more due than they may have in flight. */
  onBacklog: () => void
  log: Logger
}): ClaimLoop {
  const { db, endpointLimit, slots, openClaim, onClaimed, onBacklog, log } = options
  const backlog = createBacklog()
  let isFull = false
  const progress = createScanProgress(SCAN_LIMITS)
  const fullOrigins = rememberFullOrigins(slots)
  let noScanBeforeMs = 0

  const loop = startLoop({
    name: 'delivery.claims',
    intervalMs: POLL_MS,
    restMs: REST_MS,
    log,
    async work() {
      isFull = slots.free() === 0
      if (isFull) return 'idle' // the end of a send nudges
      const isResting = performance.now() < noScanBeforeMs
      const skipped = slots.fullEnvironments()
      const endpoints = isResting ? takeFromBacklog(skipped) : await scanQueue(skipped)
      const changed = await claimFrom(endpoints)
      if (changed > 0 || (!progress.isAtStart && !isResting)) return 'again'
      return endpoints.length > 0 || isResting || backlog.size > 0 ? 'idle' : 'rest'
    },
  })

  const choose = <E extends EndpointKey & Pick<WaitingEndpoint, 'inFlight' | 'isTestWaiting'>>(endpoints: E[]): E[] =>
    chooseEndpoints(endpoints.filter(fullOrigins.mayHaveRoom), { freeFor: slots.freeFor, random: Math.random })

  /** Endpoints with more due, as this process knows them. */
  function takeFromBacklog(skippedEnvironments: readonly string[]): EndpointKey[] {
    const known = backlog.next(SCAN_LIMITS.limit, skippedEnvironments)
    const endpoints = known.map((key) => ({ ...key, inFlight: slots.inFlightAt(key), isTestWaiting: false }))
    return choose(endpoints.filter((endpoint) => endpoint.inFlight < endpointLimit(endpoint)))
  }

  /** The next endpoints of the queue that have a delivery due and may be sent to. */
  async function scanQueue(skippedEnvironments: readonly string[]): Promise<EndpointKey[]> {
    const startedAtMs = performance.now()
    const range = progress.next(skippedEnvironments)
    const waiting = await findWaitingEndpoints(db, range, endpointLimit)
    if (progress.isAtStart) backlog.startScan(skippedEnvironments)
    progress.noteFound(range, waiting)
    backlog.noteFound(waiting)
    if (backlog.size > 0) onBacklog()
    const tookMs = performance.now() - startedAtMs
    if (tookMs > SLOW_SCAN_MS) restFromScanning(pauseAfterScanMs(tookMs))
    return choose(waiting.filter(({ isClaimable }) => isClaimable))
  }

  /** During a pause the loop claims from the endpoints in the backlog only. */
  function restFromScanning(ms: number): void {
    noScanBeforeMs = performance.now() + ms
    setTimeout(() => loop.nudge(), ms).unref()
  }

  /** Returns how many deliveries were claimed or paused. */
  async function claimFrom(endpoints: readonly EndpointKey[]): Promise<number> {
    if (endpoints.length === 0) return 0
    const claim = openClaim()
    const environments = new Set(endpoints.map(({ environmentId }) => environmentId))
    const free = [...environments].reduce((sum, environmentId) => sum + slots.freeFor(environmentId), 0)
    const terms = { ...claim, limit: Math.min(claim.limit, free) }
    const { result, paused, locked } = await claimAt(db, endpoints, terms, backlog)
    backlog.noteClaimed(result)
    onClaimed(claim, result.deliveries, paused)
    fullOrigins.note(locked)
    return result.deliveries.length + paused
  }

  return {
    ...loop,
    isWaitingForSlot: (destination) => isFull || slots.isWaitedFor(destination),
    isWaitingForResult: backlog.has,
  }
}

/** Locks those endpoints that no other transaction holds and claims what is due there, in one transaction. */
const claimAt = (
  db: Reader,
  endpoints: readonly EndpointKey[],
  claim: ClaimTerms,
  backlog: Backlog,
): Promise<{ result: ClaimResult; paused: number; locked: LockedEndpoint[] }> =>
  transact(db, async (trx) => {
    const locked = await lockEndpoints(trx, endpoints)
    if (locked.length === 0) return { result: NOTHING_CLAIMED, paused: 0, locked }
    const inactive = locked.filter(({ isActive }) => !isActive)
    return {
      paused: inactive.length > 0 ? await pauseWaiting(trx, inactive) : 0,
      result: await claimDue(trx, locked, claim, backlog.reached),
      locked,
    }
  })

/** Remembers which endpoints are at an origin without a free slot for them, so that they are not locked for nothing. */
function rememberFullOrigins(slots: SendSlots) {
  let known = new Map<string, Destination>()
  let forgetAtMs = 0
  return {
    note(locked: readonly LockedEndpoint[]): void {
      for (const endpoint of locked) {
        if (!slots.hasRoomAtOrigin(endpoint)) known.set(endpointKeyText(endpoint), endpoint)
      }
    },
    mayHaveRoom(endpoint: EndpointKey): boolean {
      if (performance.now() >= forgetAtMs) {
        known = new Map()
        forgetAtMs = performance.now() + ORIGIN_KNOWN_MS
      }
      const destination = known.get(endpointKeyText(endpoint))
      return destination === undefined || slots.hasRoomAtOrigin(destination)
    },
  }
}
