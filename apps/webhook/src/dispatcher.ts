import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { transact } from '@waybill/chassis/database'
import type { Logger } from '@waybill/chassis/log'
import { type Stoppable, startLoop } from '@waybill/chassis/loops'
import type { Metrics } from '@waybill/chassis/metrics'
import type { AttemptTrigger } from '@waybill/contracts/delivery'
import { newId } from '@waybill/contracts/ids'
import { traceAttempt } from './attempt-trace.ts'
import { createAttemptWriter } from './attempt-writer.ts'
import type { Reader } from './db.ts'
import { type AttemptResult, decide } from './delivery.ts'
import { deliveryMetrics, storageMetrics } from './metrics.ts'
import { startQueueUpkeep } from './queue-upkeep.ts'
import type { FinishedAttempt } from './repository/attempts.ts'
import { type ClaimedDelivery, claimDue } from './repository/claims.ts'
import {
  type EndpointKey,
  lockEndpoints,
  pauseWaiting,
  releaseClaims,
  releaseExpiredClaims,
} from './repository/queue.ts'
import { findWaitingEndpoints } from './repository/waiting.ts'
import type { RetrySchedule } from './retry-schedule.ts'
import type { SecretBox } from './secret-box.ts'
import { secretLabel } from './secrets.ts'
import type { Sender } from './sender.ts'
import { signedHeaders } from './signature.ts'

/** Longest wait for a delivery that became due without a hint. */
const POLL_MS = 200
const LEASE_POLL_MS = 1_000
const ENDPOINTS_PER_LOOK = 256
const CLAIM_BATCH = 200
const EXPIRED_BATCH = 500
/** How long sends may go on after `stop`; then they are cut, and their claims given back. */
const DRAIN_MS = 5_000
const USER_AGENT = 'Waybill-Webhooks/1.0'

export interface DispatcherOptions {
  db: Reader
  sender: Sender
  box: SecretBox
  schedule: RetrySchedule
  /** Sends at a time, of this process. */
  concurrency: number
  /** Sends at a time to one endpoint, of all dispatchers together. */
  endpointConcurrency: number
  /** How long a claim lasts; must be longer than a send, by enough to write what came of it. */
  leaseMs: number
  log: Logger
  metrics: Metrics
}

export interface Dispatcher extends Stoppable {
  /** Something may have become due. */
  nudge(): void
}

type Claimed = ClaimedDelivery & { claimId: string; claimedAtMs: number }

/**
 * Sends what is due: claims deliveries under a lease, sends them outside of any transaction, and writes what came of
 * it, fenced by the claim. Any number of dispatchers work side by side. One that dies leaves claims behind; when their
 * lease has run out, another sends these deliveries once more, with the same `webhook-id`.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, sender, box, schedule, concurrency, endpointConcurrency, leaseMs, log, metrics } = options
  if (leaseMs <= sender.longestMs) throw new RangeError(`a lease of ${leaseMs} ms ends before a send may`)
  const measures = deliveryMetrics(metrics)
  storageMetrics(metrics, db)
  const upkeep = startQueueUpkeep({ db, log })
  const writer = createAttemptWriter({ db, endpointLimit: endpointConcurrency, log, onWritten: () => claims.nudge() })
  const underWay = new Set<Promise<void>>()
  const cut = new AbortController()
  let lookedUpTo: EndpointKey | null = null

  const claims = startLoop({
    name: 'delivery.claims',
    intervalMs: POLL_MS,
    log,
    async work() {
      const free = concurrency - underWay.size
      if (free <= 0) return 'idle' // the end of a send nudges
      const look = { limit: ENDPOINTS_PER_LOOK, endpointLimit: endpointConcurrency }
      const waiting = await findWaitingEndpoints(db, lookedUpTo, look)
      lookedUpTo = waiting.length < ENDPOINTS_PER_LOOK ? null : (waiting.at(-1) ?? null)
      const claimable = waiting.filter(({ isClaimable }) => isClaimable)
      const changed = claimable.length > 0 ? await claim(claimable, Math.min(free, CLAIM_BATCH)) : 0
      return changed > 0 || lookedUpTo !== null ? 'again' : 'idle'
    },
  })

  const leases = startLoop({
    name: 'delivery.leases',
    intervalMs: LEASE_POLL_MS,
    log,
    async work() {
      const expired = await releaseExpiredClaims(db, EXPIRED_BATCH)
      if (expired === 0) return 'idle'
      log.warn({ deliveries: expired }, 'delivery.leases_expired')
      claims.nudge()
      return 'again'
    },
  })

  /** Claims and starts; answers how many deliveries it has claimed or found to be paused. */
  async function claim(claimable: readonly EndpointKey[], limit: number): Promise<number> {
    const claimId = randomUUID()
    const claimedAtMs = performance.now() // before the database's lease begins
    const { claimed, paused } = await transact(db, async (trx) => {
      const locked = await lockEndpoints(trx, claimable)
      if (locked.length === 0) return { claimed: [], paused: 0 }
      const inactive = locked.filter(({ isActive }) => !isActive)
      return {
        paused: inactive.length > 0 ? await pauseWaiting(trx, inactive) : 0,
        claimed: await claimDue(trx, locked, { claimId, leaseMs, limit, endpointLimit: endpointConcurrency }),
      }
    })
    measures.claims.observe((performance.now() - claimedAtMs) / 1_000)
    upkeep.note(2 * claimed.length + paused)
    for (const delivery of claimed) start({ ...delivery, claimId, claimedAtMs })
    return claimed.length + paused
  }

  function start(delivery: Claimed): void {
    measures.inFlight.inc()
    const sending = deliver(delivery)
      // Such as a secret whose key is gone: it is tried again when its lease has run out.
      .catch((error: unknown) => log.error({ err: error, deliveryId: delivery.deliveryId }, 'delivery.crashed'))
      .finally(() => {
        underWay.delete(sending)
        measures.inFlight.dec()
        claims.nudge()
      })
    underWay.add(sending)
  }

  async function deliver(delivery: Claimed): Promise<void> {
    const elapsedMs = performance.now() - delivery.claimedAtMs
    // The process was held up: the claim could end during the send, and another dispatcher send it at the same time.
    const isTooLate = elapsedMs + sender.longestMs > leaseMs
    const attempt = isTooLate ? undefined : await make(delivery).catch(unlessCut)
    if (attempt) await writer.write(attempt)
    else await releaseClaims(db, [delivery])
  }

  function unlessCut(error: unknown): undefined {
    if (!cut.signal.aborted) throw error
  }

  async function make(delivery: Claimed): Promise<FinishedAttempt> {
    const { environmentId, subscriptionId, deliveryId, eventId, eventAt, claimId, attemptsMade } = delivery
    const ids = { environmentId, subscriptionId, deliveryId }
    const trigger: AttemptTrigger = attemptsMade === 0 ? delivery.trigger : 'retry'
    const attributes = {
      'waybill.delivery_id': deliveryId,
      'waybill.subscription_id': subscriptionId,
      'waybill.attempt': attemptsMade + 1,
    }
    const { traceparent } = delivery
    const { result, decision } = await traceAttempt({ traceparent, attributes }, async (parent) => {
      const result = await send(delivery, parent)
      const made = { trigger, attemptsMade: attemptsMade + 1, result }
      const decision = decide(made, { schedule, random: Math.random(), now: new Date() })
      const { durationMs, responseStatus, errorCode } = result
      const level = decision.status === 'succeeded' ? 'debug' : 'info'
      const fields = { trigger, attempt: attemptsMade + 1, durationMs, responseStatus, errorCode }
      log[level]({ ...ids, eventId, ...fields, result: decision.status }, 'delivery.attempted')
      measures.attempts.observe({ outcome: errorCode ?? 'succeeded' }, durationMs / 1_000)
      if (decision.status !== 'retrying') measures.deliveries.inc({ result: decision.status })
      if (decision.status === 'failed' && trigger !== 'test') {
        measures.deadLetters.inc({ reason: decision.gone ? 'gone' : 'exhausted' })
      }
      return { result, decision }
    })
    return { ...ids, attemptId: newId('att'), eventAt, claimId, trigger, result, decision }
  }

  function send(delivery: Claimed, traceparent: string | null): Promise<AttemptResult> {
    const body = Buffer.from(delivery.payload)
    const secrets = delivery.secrets.map((sealed) => box.open(sealed, secretLabel({ ...delivery, ...sealed })))
    const headers = {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      ...signedHeaders({ id: delivery.eventId, at: new Date(), body, secrets }),
      ...(traceparent !== null && { traceparent }),
    }
    return sender.send({ url: delivery.url, headers, body }, cut.signal)
  }

  return {
    nudge: () => claims.nudge(),
    async stop() {
      await Promise.all([claims.stop(), leases.stop(), upkeep.stop()])
      await Promise.race([Promise.allSettled(underWay), delay(DRAIN_MS, undefined, { ref: false })])
      cut.abort(new Error('the dispatcher stops'))
      await Promise.allSettled(underWay)
    },
  }
}
