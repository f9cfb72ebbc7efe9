import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { transact } from '@waybill/chassis/postgres/database'
import { type Stoppable, startLoop } from '@waybill/chassis/process/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { createAttempts } from '../attempts/attempt.ts'
import { createAttemptWriter } from '../attempts/attempt-writer.ts'
import type { Reader } from '../db.ts'
import type { RetrySchedule } from '../deliveries/retry-schedule.ts'
import { deliveryMetrics, storageMetrics } from '../metrics.ts'
import { type ClaimedDelivery, type ClaimResult, claimDue } from '../queue/claim-repository.ts'
import {
  type EndpointKey,
  lockEndpoints,
  pauseWaiting,
  releaseClaims,
  releaseExpiredClaims,
} from '../queue/repository.ts'
import { startQueueUpkeep } from '../queue/vacuum.ts'
import { findWaitingEndpoints } from '../queue/waiting-repository.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { Sender } from '../sending/sender.ts'
import { createBacklog } from './backlog.ts'

/** Longest wait for a delivery that became due without a hint. */
const POLL_MS = 200
const LEASE_POLL_MS = 1_000
const ENDPOINTS_PER_LOOK = 256
const CLAIM_BATCH = 200
const EXPIRED_BATCH = 500
/**
 * A look through the queue steps over the dead entries of what is done, which a vacuum clears unless a transaction
 * elsewhere stays open. When it takes longer than this, there is a rest after it, ten times as long but a second at most,
 * since a busy machine makes it long, too; after a look for leases that have run out there always is.
 */
const DEAR_LOOK_MS = 20
const REST_PER_LOOK = 10
const LONGEST_REST_MS = 1_000
const NOTHING_CLAIMED: ClaimResult = { deliveries: [], progress: [], exhausted: [] }

export interface DispatcherOptions {
  db: Reader
  sender: Sender
  box: SecretBox
  schedule: RetrySchedule
  /** Sends at a time, of this process. */
  concurrency: number
  /** Sends at a time to one endpoint, of all dispatchers together. */
  endpointConcurrency: number
  /** How long sends may go on after `drain`; then they are cut, and their claims given back. */
  drainMs: number
  /** How long a claim lasts; must be longer than a send, by enough to write what came of it. */
  leaseMs: number
  log: Logger
  metrics: Metrics
}

/** What is about to be claimed: as much as there are slots for, now. */
export interface OpenClaim {
  claimId: string
  leaseMs: number
  limit: number
  /** In flight at any endpoint. */
  endpointLimit: number
  /** By this process's clock, before the database's lease begins. */
  claimedAtMs: number
}

export interface Dispatcher extends Stoppable {
  /** Claims nothing more, so that what is under way has the time of the whole stop to end in. */
  drain(): void
  /** Something may have become due. */
  nudge(): void
  /** For whoever stores deliveries, to claim them in the same transaction. */
  openClaim(): OpenClaim
  /** Sends what has been claimed, once that is committed; gives back what there are no slots for any more. */
  send(claim: OpenClaim, deliveries: readonly ClaimedDelivery[]): void
}

type Claimed = ClaimedDelivery & { claim: OpenClaim }

/**
 * Sends what is due: claims deliveries under a lease, sends them outside of any transaction, and writes what came of
 * it, fenced by the claim. Any number of dispatchers work side by side. One that dies leaves claims behind; when their
 * lease has run out, another sends these deliveries once more, with the same `webhook-id`.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, sender, box, schedule, concurrency, endpointConcurrency, leaseMs, log, metrics } = options
  if (leaseMs <= sender.longestMs) throw new RangeError(`a lease of ${leaseMs} ms ends before a send may`)
  const measures = deliveryMetrics(metrics)
  storageMetrics(metrics, db, { endpointLimit: endpointConcurrency })
  const upkeep = startQueueUpkeep({ db, log })
  const writer = createAttemptWriter({
    db,
    endpointLimit: endpointConcurrency,
    log,
    isWaitedFor: (attempt) => isFull || backlog.has(attempt),
    onReleased: () => claims.nudge(),
  })
  const attempt = createAttempts({ sender, box, schedule, measures, log })
  const underWay = new Set<Promise<void>>()
  const cut = new AbortController()
  let cutAtMs: number | null = null // since it drains
  let lookedUpTo: EndpointKey | null = null
  // Where the end of a send makes room for something: anywhere if all slots are taken, else at endpoints that have more
  // due than they have room for.
  let isFull = false
  const backlog = createBacklog()
  let mayLookAtMs = 0
  let mayReleaseAtMs = 0

  const claims = startLoop({
    name: 'delivery.claims',
    intervalMs: POLL_MS,
    log,
    async work() {
      isFull = freeSlots() === 0
      if (isFull) return 'idle' // the end of a send nudges
      const isResting = performance.now() < mayLookAtMs
      const found = isResting ? backlog.next(ENDPOINTS_PER_LOOK) : await look()
      const changed = found.length > 0 ? await claim(found) : 0
      return changed > 0 || (lookedUpTo !== null && !isResting) ? 'again' : 'idle'
    },
  })

  /** The next endpoints of the queue that have something due and room for it. */
  async function look(): Promise<EndpointKey[]> {
    const startedAtMs = performance.now()
    const limits = { limit: ENDPOINTS_PER_LOOK, endpointLimit: endpointConcurrency }
    const waiting = await findWaitingEndpoints(db, lookedUpTo, limits)
    if (lookedUpTo === null) backlog.startLook()
    lookedUpTo = waiting.length < ENDPOINTS_PER_LOOK ? null : (waiting.at(-1) ?? null)
    backlog.noteFound(waiting)
    if (backlog.size > 0) writer.hurry()
    const tookMs = performance.now() - startedAtMs
    if (tookMs > DEAR_LOOK_MS) restFromLooking(Math.min(tookMs * REST_PER_LOOK, LONGEST_REST_MS))
    return waiting.filter(({ isClaimable }) => isClaimable)
  }

  /** Claims go on meanwhile, where the backlog says. */
  function restFromLooking(ms: number): void {
    mayLookAtMs = performance.now() + ms
    setTimeout(() => claims.nudge(), ms).unref()
  }

  const leases = startLoop({
    name: 'delivery.leases',
    intervalMs: LEASE_POLL_MS,
    log,
    async work() {
      if (performance.now() < mayReleaseAtMs) return 'idle'
      const startedAtMs = performance.now()
      const expired = await releaseExpiredClaims(db, EXPIRED_BATCH)
      if (expired === 0) {
        const tookMs = performance.now() - startedAtMs
        mayReleaseAtMs = performance.now() + Math.min(tookMs * REST_PER_LOOK, LONGEST_REST_MS)
        return 'idle'
      }
      log.warn({ deliveries: expired }, 'delivery.leases_expired')
      claims.nudge()
      return 'again'
    },
  })

  function freeSlots(): number {
    return Math.max(0, concurrency - underWay.size)
  }

  function openClaim(): OpenClaim {
    const limit = cutAtMs === null ? Math.min(freeSlots(), CLAIM_BATCH) : 0
    const claimedAtMs = performance.now()
    return { claimId: randomUUID(), leaseMs, limit, endpointLimit: endpointConcurrency, claimedAtMs }
  }

  /** Claims and starts; answers how many deliveries it has claimed or found to be paused. */
  async function claim(claimable: readonly EndpointKey[]): Promise<number> {
    const opened = openClaim()
    const { result, paused } = await transact(db, async (trx) => {
      const locked = await lockEndpoints(trx, claimable)
      if (locked.length === 0) return { result: NOTHING_CLAIMED, paused: 0 }
      const inactive = locked.filter(({ isActive }) => !isActive)
      return {
        paused: inactive.length > 0 ? await pauseWaiting(trx, inactive) : 0,
        result: await claimDue(trx, locked, opened, backlog.reached),
      }
    })
    backlog.noteClaimed(result)
    const claimed = result.deliveries
    measures.claims.observe((performance.now() - opened.claimedAtMs) / 1_000)
    upkeep.note(claimed.length + paused)
    sendClaimed(opened, claimed)
    return claimed.length + paused
  }

  function sendClaimed(opened: OpenClaim, deliveries: readonly ClaimedDelivery[]): void {
    const slots = freeSlots()
    for (const delivery of deliveries.slice(0, slots)) start({ ...delivery, claim: opened })
    upkeep.note(deliveries.length)
    const left = deliveries.slice(slots)
    if (left.length > 0) giveBack(left.map((delivery) => ({ ...delivery, claim: opened }))).catch(noteLeftToLease)
    if (left.length > 0 || deliveries.some(makesRoom)) claims.nudge()
  }

  function makesRoom({ endpoint }: ClaimedDelivery): boolean {
    return isFull || backlog.has(endpoint)
  }

  const giveBack = (deliveries: readonly Claimed[]) =>
    releaseClaims(
      db,
      deliveries.map(({ endpoint: { environmentId }, deliveryId, claim: { claimId } }) => ({
        environmentId,
        deliveryId,
        claimId,
      })),
    )

  function noteLeftToLease(error: unknown): void {
    log.warn({ err: error }, 'delivery.claims_not_given_back')
  }

  function start(delivery: Claimed): void {
    measures.inFlight.inc()
    const sending = deliver(delivery)
      // It is tried again when its lease has run out.
      .catch((error: unknown) => log.error({ err: error, deliveryId: delivery.deliveryId }, 'delivery.crashed'))
      .finally(() => {
        underWay.delete(sending)
        measures.inFlight.dec()
        if (makesRoom(delivery)) claims.nudge()
      })
    underWay.add(sending)
  }

  async function deliver(delivery: Claimed): Promise<void> {
    const elapsedMs = performance.now() - delivery.claim.claimedAtMs
    // The process was held up: the claim could end during the send, and another dispatcher send it at the same time.
    const isTooLate = elapsedMs + sender.longestMs > leaseMs
    const made = isTooLate ? undefined : await attempt(delivery, delivery.claim.claimId, cut.signal).catch(unlessCut)
    if (made) await writer.write(made)
    else await giveBack([delivery])
  }

  function unlessCut(error: unknown): undefined {
    if (!cut.signal.aborted) throw error
  }

  /** Answers when sends are to be cut. */
  function drain(): number {
    void claims.stop()
    cutAtMs ??= performance.now() + options.drainMs
    return cutAtMs
  }

  return {
    drain,
    nudge: () => claims.nudge(),
    openClaim,
    send: sendClaimed,
    async stop() {
      const untilMs = drain()
      await Promise.all([claims.stop(), leases.stop(), upkeep.stop()])
      const leftMs = Math.max(0, untilMs - performance.now())
      await Promise.race([Promise.allSettled(underWay), delay(leftMs, undefined, { ref: false })])
      cut.abort(new Error('the dispatcher stops'))
      await Promise.allSettled(underWay)
    },
  }
}
