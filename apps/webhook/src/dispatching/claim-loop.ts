import { transact } from '@waybill/chassis/postgres/database'
import { type Loop, startLoop } from '@waybill/chassis/process/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Reader } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { type ClaimedDelivery, type ClaimResult, type ClaimTerms, claimDue } from '../queue/claim-repository.ts'
import { lockEndpoints, pauseWaiting } from '../queue/repository.ts'
import { findWaitingEndpoints } from '../queue/waiting-repository.ts'
import { type Backlog, createBacklog } from './backlog.ts'
import { pauseAfterScanMs } from './scan-pause.ts'

/** Longest wait for a delivery that becomes due without a nudge. */
const POLL_MS = 200
const ENDPOINTS_PER_SCAN = 256
/** A scan that takes longer than this is followed by a pause. */
const SLOW_SCAN_MS = 20
const NOTHING_CLAIMED: ClaimResult = { deliveries: [], progress: [], exhausted: [] }

/** A claim that may be made now, for as many deliveries as there are free slots. */
export interface OpenClaim extends ClaimTerms {
  /** By this process's clock, before the database's lease begins. */
  claimedAtMs: number
}

export interface ClaimLoop extends Loop {
  /**
   * Whether the end of a send to this endpoint lets the loop claim more: all slots are taken, or the endpoint has more
   * due than it may have in flight.
   */
  isWaitingFor(endpoint: { subscriptionId: string }): boolean
}

/** Finds endpoints with due deliveries and claims a batch at a time, until all slots are taken or nothing is due. */
export function startClaimLoop(options: {
  db: Reader
  /** Sends in flight to one endpoint, over all dispatchers. */
  endpointLimit: number
  freeSlots: () => number
  openClaim: () => OpenClaim
  /** After the commit. `paused`: deliveries taken out of the queue because their subscription is not active. */
  onClaimed: (claim: OpenClaim, deliveries: ClaimedDelivery[], paused: number) => void
  /** Endpoints have more due than they may have in flight. */
  onBacklog: () => void
  log: Logger
}): ClaimLoop {
  const { db, endpointLimit, freeSlots, openClaim, onClaimed, onBacklog, log } = options
  const backlog = createBacklog()
  let isFull = false
  let scannedTo: EndpointKey | null = null // null: the next scan begins at the first endpoint
  let noScanBeforeMs = 0

  const loop = startLoop({
    name: 'delivery.claims',
    intervalMs: POLL_MS,
    log,
    async work() {
      isFull = freeSlots() === 0
      if (isFull) return 'idle' // the end of a send nudges
      const isResting = performance.now() < noScanBeforeMs
      const endpoints = isResting ? backlog.next(ENDPOINTS_PER_SCAN) : await scanQueue()
      const changed = endpoints.length > 0 ? await claimFrom(endpoints) : 0
      return changed > 0 || (scannedTo !== null && !isResting) ? 'again' : 'idle'
    },
  })

  /** The next endpoints of the queue that have a delivery due and may be sent to. */
  async function scanQueue(): Promise<EndpointKey[]> {
    const startedAtMs = performance.now()
    const waiting = await findWaitingEndpoints(db, scannedTo, { limit: ENDPOINTS_PER_SCAN, endpointLimit })
    if (scannedTo === null) backlog.startScan()
    scannedTo = waiting.length < ENDPOINTS_PER_SCAN ? null : (waiting.at(-1) ?? null)
    backlog.noteFound(waiting)
    if (backlog.size > 0) onBacklog()
    const tookMs = performance.now() - startedAtMs
    if (tookMs > SLOW_SCAN_MS) restFromScanning(pauseAfterScanMs(tookMs))
    return waiting.filter(({ isClaimable }) => isClaimable)
  }

  /** During a pause the loop claims from the endpoints in the backlog only. */
  function restFromScanning(ms: number): void {
    noScanBeforeMs = performance.now() + ms
    setTimeout(() => loop.nudge(), ms).unref()
  }

  /** Returns how many deliveries were claimed or paused. */
  async function claimFrom(endpoints: readonly EndpointKey[]): Promise<number> {
    const claim = openClaim()
    const { result, paused } = await claimAt(db, endpoints, claim, backlog)
    backlog.noteClaimed(result)
    onClaimed(claim, result.deliveries, paused)
    return result.deliveries.length + paused
  }

  return { ...loop, isWaitingFor: (endpoint) => isFull || backlog.has(endpoint) }
}

/** Locks those endpoints that no other transaction holds and claims what is due there, in one transaction. */
const claimAt = (
  db: Reader,
  endpoints: readonly EndpointKey[],
  claim: ClaimTerms,
  backlog: Backlog,
): Promise<{ result: ClaimResult; paused: number }> =>
  transact(db, async (trx) => {
    const locked = await lockEndpoints(trx, endpoints)
    if (locked.length === 0) return { result: NOTHING_CLAIMED, paused: 0 }
    const inactive = locked.filter(({ isActive }) => !isActive)
    return {
      paused: inactive.length > 0 ? await pauseWaiting(trx, inactive) : 0,
      result: await claimDue(trx, locked, claim, backlog.reached),
    }
  })
