import { randomUUID } from 'node:crypto'
import type { Stoppable } from '@waybill/chassis/loops/loops'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { createAttempts } from '../attempts/attempt.ts'
import { createAttemptWriter } from '../attempts/attempt-writer.ts'
import type { EndpointGrowth } from '../attempts/endpoint-growth.ts'
import type { Reader } from '../db.ts'
import type { RetrySchedule } from '../deliveries/retry-schedule.ts'
import type { SendLimits } from '../fairness/send-limits.ts'
import { deliveryMetrics, slotMetrics, storageMetrics } from '../metrics.ts'
import type { ClaimedDelivery } from '../queue/claim-repository.ts'
import { startQueueVacuum } from '../queue/queue-vacuum.ts'
import type { Sender } from '../sending/sender.ts'
import { type OpenClaim, startClaimLoop } from './claim-loop.ts'
import { createDeliveryHandler } from './delivery-handler.ts'
import { createDrain } from './drain.ts'
import { startLeaseLoop } from './lease-loop.ts'
import { createSendSlots } from './send-slots.ts'

const CLAIM_BATCH = 200

interface DispatcherOptions {
  db: Reader
  sender: Sender
  box: SecretBox
  schedule: RetrySchedule
  /** Concurrent sends of this process. */
  limits: SendLimits
  /** How many deliveries of an endpoint may be in flight. */
  growth: EndpointGrowth
  /** How long sends may continue after `drain`; then they are aborted and their claims released. */
  drainMs: number
  /** How long a claim lasts. Must exceed the longest send by enough to store its result. */
  leaseMs: number
  log: Logger
  metrics: Metrics
}

export interface Dispatcher extends Stoppable {
  /** Claims nothing more, so that running sends have the whole shutdown to finish. */
  drain(): void
  /** Hint that something may have become due. */
  nudge(): void
  /** Lets a transaction that stores deliveries claim them at once. */
  openClaim(): OpenClaim
  /** Sends deliveries whose claim has committed; gives back those for which no slot is free any more. */
  send(claim: OpenClaim, deliveries: readonly ClaimedDelivery[]): void
}

/**
 * Sends what is due: claims deliveries under a lease, sends them outside of any transaction, and stores the results
 * behind the sending, fenced by the claim. Any number of dispatchers run side by side. One that dies leaves claims behind; within
 * three seconds another dispatcher sends these deliveries again with the same `webhook-id`.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, sender, box, schedule, limits, growth, leaseMs, log, metrics } = options
  assertLeaseOutlastsSends(leaseMs, sender.longestMs)
  const measures = deliveryMetrics(metrics)
  storageMetrics(metrics, db, { ...limits, endpoint: growth.start })
  const vacuum = startQueueVacuum({ db, log })
  const slots = createSendSlots(limits, measures.inFlight)
  slotMetrics(metrics, slots)
  const drain = createDrain(options.drainMs)

  const claims = startClaimLoop({
    db,
    endpointLimit: growth.limit,
    slots,
    openClaim,
    onClaimed(claim, deliveries, paused) {
      measures.claims.observe((performance.now() - claim.claimedAtMs) / 1_000)
      vacuum.noteChanges(deliveries.length + paused)
      send(claim, deliveries)
    },
    onBacklog: () => writer.flush(),
    log,
  })
  const writer = createAttemptWriter({
    db,
    startLimit: growth.start,
    log,
    isWaitedFor: claims.isWaitingForResult,
    onReleased: claims.nudge,
  })
  const handler = createDeliveryHandler({
    db,
    makeAttempt: createAttempts({ sender, box, schedule, measures, log }),
    onFinished(attempt) {
      growth.note(attempt, attempt.result)
      writer.write(attempt)
    },
    longestSendMs: sender.longestMs,
    signal: drain.signal,
    log,
  })
  const leases = startLeaseLoop({ db, log, onReleased: claims.nudge })

  function openClaim(): OpenClaim {
    const limit = drain.isStarted ? 0 : Math.min(slots.free(), CLAIM_BATCH)
    return {
      claimId: randomUUID(),
      claimedBy: leases.heldKey(),
      leaseMs,
      limit,
      endpointLimit: growth.limit,
      choose: slots.choose,
      claimedAtMs: performance.now(),
    }
  }

  function send(claim: OpenClaim, deliveries: readonly ClaimedDelivery[]): void {
    const left: ClaimedDelivery[] = []
    for (const delivery of deliveries) {
      const { endpoint } = delivery
      if (!slots.hasRoom(endpoint)) {
        left.push(delivery)
        continue
      }
      slots.run(
        endpoint,
        () => handler.handle(delivery, claim),
        () => {
          if (claims.isWaitingForSlot(endpoint)) claims.nudge()
        },
      )
    }
    vacuum.noteChanges(deliveries.length)
    if (left.length > 0) void handler.giveBack(left, claim)
    if (left.length > 0 || deliveries.some(({ endpoint }) => claims.isWaitingForSlot(endpoint))) claims.nudge()
  }

  function startDraining(): void {
    drain.start()
    void claims.stop()
  }

  return {
    drain: startDraining,
    nudge: claims.nudge,
    openClaim,
    send,
    async stop() {
      startDraining()
      await Promise.all([claims.stop(), vacuum.stop()])
      await drain.finish(slots.whenIdle)
      await writer.stop()
      await leases.stop()
    },
  }
}

function assertLeaseOutlastsSends(leaseMs: number, longestSendMs: number): void {
  if (leaseMs > longestSendMs) return
  throw new RangeError(`a lease of ${leaseMs} ms is too short: it must exceed the longest send, ${longestSendMs} ms`)
}
