/** Asks carriers for pickups, what becomes of them, and to cancel them. The intent is stored before each call, and what it came to after it. */
import type { CarrierCall, NotSent, PickupRequest, Unknown } from '@waybill/carriers/carrier-adapter'
import type { PickupSupport } from '@waybill/carriers/carrier-descriptor'
import { carrierAddress } from '@waybill/carriers/shipment-request'
import { backoffMs } from '@waybill/chassis/loops/backoff'
import type { Loop } from '@waybill/chassis/loops/loops'
import { transact, untilAnswered } from '@waybill/chassis/postgres/database'
import { accessAccount } from '../../accounts/account-access.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type ItemWorkerOptions, startItemWorker } from '../item-worker.ts'
import { describeFailure, later, notConnected } from '../step-failures.ts'
import { afterStep, type HeldPickup, type StepResult } from './pickup.ts'
import { lockHeldPickup, releasePickup, sharesNumber, storePickup, takeDuePickups } from './repository.ts'

/** Longer than the longest call of a carrier. */
const CALL_MS = 16_000
const LEASE_MS = CALL_MS + 10_000
const BACKOFF = { firstMs: 1_000, maxMs: 60_000 }

export function startPickupWorker(dependencies: Dependencies, options?: ItemWorkerOptions): Loop {
  const { db, log } = dependencies
  return startItemWorker<HeldPickup>(
    log,
    {
      name: 'booking.pickups',
      leaseMs: LEASE_MS,
      take: (limit) => takeDuePickups(db, limit, LEASE_MS),
      async attempt(pickup) {
        const support = dependencies.carriers.get(pickup.carrierCode)?.descriptor.pickups
        const result = support ? await askCarrier(dependencies, pickup, support) : notConnected(pickup)
        await finish(dependencies, pickup, result, support ?? { recovery: { kind: 'repeat' }, cancels: false })
      },
      release: (pickup) => releasePickup(db, pickup),
    },
    options,
  )
}

async function askCarrier(dependencies: Dependencies, pickup: HeldPickup, support: PickupSupport): Promise<StepResult> {
  const adapter = dependencies.carriers.get(pickup.carrierCode)
  if (!adapter) return notConnected(pickup)
  const access = await accessAccount(dependencies, adapter.descriptor, pickup)
  if ('failure' in access) return later(access.failure)
  const { pickupId: reference, requestId, carrierPickupId } = pickup
  const call: CarrierCall = {
    account: access.account,
    deadlineAt: new Date(Date.now() + CALL_MS),
    requestId,
    idempotencyKey: reference,
  }
  if (pickup.step === 'cancel') {
    if (carrierPickupId === null || !adapter.cancelPickup) throw new Error(`${reference} cannot be cancelled`)
    // The carrier comes for the other one, too.
    if (await sharesNumber(dependencies.db, pickup)) return { kind: 'cancelled' }
    return settled(await adapter.cancelPickup({ reference, carrierPickupId, fromAt: pickup.windowFrom }, call))
  }
  if (pickup.step === 'follow') {
    if (carrierPickupId === null || !adapter.readPickup) return notConnected(pickup)
    const read = await adapter.readPickup({ reference, carrierPickupId }, call)
    return read.kind === 'failed' ? later(read.failure) : read
  }
  const request = toRequest(pickup)
  if (request === null)
    return {
      kind: 'refused',
      failure: describeFailure(pickup.carrierCode, 'data_erased', 'The address is erased.', false),
    }
  if (pickup.step === 'prepare') return settled((await adapter.preparePickup?.(request, call)) ?? notConnected(pickup))
  if (!pickup.wasInDoubt || support.recovery.kind === 'repeat')
    return settled((await adapter.schedulePickup?.(request, call)) ?? notConnected(pickup))
  if (support.recovery.kind === 'none') return later(answerLost(pickup))
  const found = (await adapter.findPickup?.(request, call)) ?? notConnected(pickup)
  if (found.kind === 'found') return { kind: 'scheduled', pickup: found.pickup }
  return found.kind === 'failed' ? later({ ...found.failure, retryable: true }) : found
}

const answerLost = ({ carrierCode }: HeldPickup) =>
  describeFailure(carrierCode, 'answer_lost', 'Waybill ended during the call, and cannot ask for its outcome.', false)

/** An outcome that is not known, or a call that was not sent, decides nothing. */
function settled(outcome: StepResult | Unknown | NotSent): StepResult {
  if (outcome.kind !== 'unknown' && outcome.kind !== 'not_sent') return outcome
  const { kind, failure } = outcome
  const isUnknown = kind === 'unknown'
  return { kind: 'later', failure: isUnknown ? { ...failure, retryable: true } : failure, doubt: isUnknown }
}

/** The same for each repeat. Null: its address is erased. */
function toRequest(pickup: HeldPickup): PickupRequest | null {
  const { pickupId: reference, createdAt: requestedAt, jobs, address, instructions, draftId } = pickup
  if (address === null) return null
  return {
    reference,
    requestedAt,
    jobs,
    address: carrierAddress(address),
    fromAt: pickup.windowFrom,
    toAt: pickup.windowTo,
    instructions,
    draftId,
  }
}

/** Stores what the carrier's answer makes of the pickup, unless the lease was lost. */
async function finish(
  { db }: Dependencies,
  held: HeldPickup,
  result: StepResult,
  support: PickupSupport,
): Promise<void> {
  await untilAnswered(() =>
    transact(db, async (trx) => {
      const before = await lockHeldPickup(trx, held)
      if (!before) return
      const { pickup, waitMs } = afterStep(before, result, {
        wasInDoubt: held.wasInDoubt,
        support,
        now: new Date(),
      })
      const isNewStep = pickup.step !== before.step
      const pauseMs =
        isNewStep || waitMs === 0 ? (waitMs ?? 0) : Math.max(waitMs ?? 0, backoffMs(held.attempts, BACKOFF))
      const isSeen = pickup.status !== before.status || pickup.error !== before.error || pickup.price !== before.price
      await storePickup(trx, pickup, { pauseMs, isNewStep, isSeen })
    }),
  )
}
