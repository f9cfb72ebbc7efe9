/**
 * Ends claims that no operation will end. An operation is stored before it claims and settles before it ends, so a claim
 * that is held without an open operation belongs to nobody.
 */

import { type Loop, startLoop } from '@waybill/chassis/loops/loops'
import { contextMessage, systemContext } from '@waybill/chassis/rpc/call-context'
import type { ListClaimsReply__Output } from '@waybill/contracts/gen/waybill/shipment/v1/ListClaimsReply'
import type { FailureReason } from '@waybill/contracts/shipments/failure-reason'
import type { Dependencies } from '../dependencies.ts'
import { findOrphanClaims, type OrphanClaim } from './queries.ts'

const SWEEP_EVERY_MS = 60_000
/** Longer than a claim without a carrier in doubt is held, so that few of the claims that are listed have an operation. */
const OLDER_THAN_SECONDS = 900
const PAGE = 100
const RPC_TIMEOUT_MS = 5_000

type SweepDependencies = Pick<Dependencies, 'db' | 'shipments' | 'log'>

interface Swept {
  /** Claims that were ended. */
  ended: number
  /** Claims to book whose shipment has a live booking: only a person can tell whether they belong together. */
  kept: number
}

/** Sweeps every minute. Safe in every replica. */
export const startClaimSweep = (dependencies: SweepDependencies): Loop =>
  startLoop({
    name: 'claim.sweep',
    intervalMs: SWEEP_EVERY_MS,
    log: dependencies.log,
    async work(signal) {
      await sweepClaims(dependencies, { olderThanSeconds: OLDER_THAN_SECONDS, signal })
      return 'idle'
    },
  })

/** Ends the claims of all environments, held for longer than `olderThanSeconds`, that no operation will end. */
export async function sweepClaims(
  dependencies: SweepDependencies,
  { olderThanSeconds, signal }: { olderThanSeconds: number; signal?: AbortSignal },
): Promise<Swept> {
  const { db, shipments, log } = dependencies
  const swept = { ended: 0, kept: 0 }
  let cursor = ''
  do {
    const context = callContext('')
    const page = { older_than_seconds: olderThanSeconds, limit: PAGE, cursor }
    // Listed before the operations are read: an operation that begins later has another claim.
    const reply = await shipments.ListClaims({ context, ...page })
    const kinds = new Map(reply.claims.map(({ claim_id, kind }) => [claim_id, kind]))
    for (const orphan of await findOrphanClaims(db, reply.claims.map(heldClaim))) {
      const action = actionOn(orphan, kinds.get(orphan.claimId) ?? '')
      if (action === 'wait') continue
      if (action === 'keep') swept.kept += 1
      else if (await end(dependencies, orphan, action)) swept.ended += 1
    }
    cursor = reply.next_cursor
  } while (cursor !== '' && !signal?.aborted)
  if (swept.ended + swept.kept > 0) log.warn(swept, 'claims.swept')
  return swept
}

type Ending = { released: object } | { dispatch_failed: { reason: string } }

/**
 * Action on a claim that no operation will end. `wait`: the shipment service requests a dispatch again until
 * there is an operation for it.
 */
function actionOn({ hasEnded, hasLiveBooking }: OrphanClaim, kind: string): Ending | 'keep' | 'wait' {
  if (kind === 'dispatch' && !hasEnded) return 'wait'
  if ((kind === 'book' || kind === 'dispatch') && hasLiveBooking) return 'keep'
  return kind === 'dispatch'
    ? { dispatch_failed: { reason: 'no_courier_available' satisfies FailureReason } }
    : { released: {} }
}

/** Whether the claim was ended. A failure is logged, so that the other claims go on. */
async function end(
  { shipments, log }: SweepDependencies,
  { environmentId, shipmentId, claimId, hasEnded }: OrphanClaim,
  ending: Ending,
): Promise<boolean> {
  const fields = { environmentId, shipmentId, claimId, hasEnded }
  try {
    const call = { context: callContext(environmentId), shipment_id: shipmentId, claim_id: claimId }
    const { cancel_requested: isCancelWaiting } = await shipments.Settle({ ...call, ...ending })
    // Nobody is left to ask the carrier for a cancellation that waits for this claim: it is tried again, with its own.
    if (isCancelWaiting) await shipments.Settle({ ...call, ...ending, cancellation_refused: true })
    log.warn({ ...fields, isCancelWaiting }, 'claim.ended_without_operation')
    return true
  } catch (error) {
    log.error({ err: error, ...fields }, 'claim.not_ended')
    return false
  }
}

const callContext = (environmentId: string) =>
  contextMessage(systemContext({ environmentId, merchantId: '', livemode: false, timeoutMs: RPC_TIMEOUT_MS }))

const heldClaim = ({ environment_id, shipment_id, claim_id }: ListClaimsReply__Output['claims'][number]) => ({
  environmentId: environment_id,
  shipmentId: shipment_id,
  claimId: claim_id,
})
