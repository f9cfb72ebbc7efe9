import type { Logger } from '@waybill/chassis/telemetry/log'
import type { MakeAttempt } from '../attempts/attempt.ts'
import type { FinishedAttempt } from '../attempts/repository.ts'
import type { Reader } from '../db.ts'
import type { ClaimedDelivery } from '../queue/claim-repository.ts'
import { releaseClaims } from '../queue/repository.ts'
import type { OpenClaim } from './claim-loop.ts'

interface DeliveryHandler {
  /** Resolves when the send has ended, or the claim is released without one; never rejects. */
  handle(delivery: ClaimedDelivery, claim: OpenClaim): Promise<void>
  /** Releases claims on deliveries that were not sent. */
  giveBack(deliveries: readonly ClaimedDelivery[], claim: OpenClaim): Promise<void>
}

/** Takes a delivery from its claim to a result: one attempt, outside of any transaction. */
export function createDeliveryHandler(options: {
  db: Reader
  makeAttempt: MakeAttempt
  /** Gets the result of each send. */
  onFinished: (attempt: FinishedAttempt) => void
  /** Longest time of one send. */
  longestSendMs: number
  /** Aborts sends on stop. */
  signal: AbortSignal
  log: Logger
}): DeliveryHandler {
  const { db, makeAttempt, onFinished, longestSendMs, signal, log } = options

  /** Undefined if nothing was sent, or the send was aborted before it had a result. */
  async function attempt(delivery: ClaimedDelivery, claim: OpenClaim): Promise<FinishedAttempt | undefined> {
    const elapsedMs = performance.now() - claim.claimedAtMs
    // This process was held up. The claim could expire during the send, and another dispatcher would send it as well.
    if (elapsedMs + longestSendMs > claim.leaseMs) return undefined
    try {
      return await makeAttempt(delivery, claim.claimId, signal)
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    }
  }

  const release = (deliveries: readonly ClaimedDelivery[], { claimId }: OpenClaim) =>
    releaseClaims(
      db,
      claimId,
      deliveries.map(({ endpoint: { environmentId }, deliveryId }) => ({ environmentId, deliveryId })),
    )

  return {
    async handle(delivery, claim) {
      try {
        const finished = await attempt(delivery, claim)
        if (finished) onFinished(finished)
        else await release([delivery], claim)
      } catch (error) {
        // Sent again when its lease has expired.
        log.error({ err: error, deliveryId: delivery.deliveryId }, 'delivery.crashed')
      }
    },
    async giveBack(deliveries, claim) {
      try {
        await release(deliveries, claim)
      } catch (error) {
        // Claimable again when the lease has expired.
        log.warn({ err: error }, 'delivery.claims_not_given_back')
      }
    },
  }
}
