/** Books the items of batches, each as a separate call. */
import { LONGEST_CALL_MS } from '@waybill/chassis/config/stop-limits'
import { backoffMs } from '@waybill/chassis/loops/backoff'
import type { Loop } from '@waybill/chassis/loops/loops'
import { type CallContext, systemContext } from '@waybill/chassis/rpc/call-context'
import { AppError } from '@waybill/contracts/app-error'
import type { PublicBooking } from '@waybill/contracts/booking'
import { findNewestAttempt } from '../attempts/repository.ts'
import { storedError, unexpected } from '../operations/errors.ts'
import { mayBeginAgain } from '../operations/operation.ts'
import { findBookingId, findOperation } from '../operations/repository.ts'
import { getBookingId } from '../operations/rows.ts'
import { book } from '../use-cases/book.ts'
import type { CommandDependencies } from '../use-cases/command-operation.ts'
import { type HeldItem, ITEM_BACKOFF, isGivenUp, type TryResult } from './item.ts'
import { type ItemWorkerOptions, itemFields, startItemWorker } from './item-worker.ts'
import { storeTry, takeDueItems } from './repository.ts'

/** Items of one environment in work, about, in all processes. */
const PER_ENVIRONMENT = 4
/** A try ends before its lease. */
const LEASE_MS = LONGEST_CALL_MS + 10_000

export function startBatchWorker(dependencies: CommandDependencies, options?: ItemWorkerOptions): Loop {
  const { db, log } = dependencies
  return startItemWorker<HeldItem>(
    log,
    {
      name: 'booking.batches',
      leaseMs: LEASE_MS,
      take: (limit) => takeDueItems(db, { limit, perEnvironment: PER_ENVIRONMENT, leaseMs: LEASE_MS }),
      async attempt(item) {
        const result = await tryItem(dependencies, item)
        await storeTry(db, item, result, backoffMs(item.attempts, ITEM_BACKOFF))
        if (result.status !== 'pending') log.info({ ...itemFields(item), result: result.status }, 'batch.item_ended')
      },
      release: (item) => storeTry(db, item, { status: 'pending', bookingId: null }, 0),
    },
    options,
  )
}

/** Begins the item's operation, or finds out what has become of it. Nothing is booked twice: every try has the same opId. */
async function tryItem(dependencies: CommandDependencies, item: HeldItem): Promise<TryResult> {
  const known = await findOutcome(dependencies, item)
  if (known) return known
  try {
    const document = Buffer.from(JSON.stringify({ quote_option_id: item.quoteOptionId }))
    const answer = await book(dependencies, toContext(item), { shipmentId: item.shipmentId, document })
    const { data } = JSON.parse(answer.body.toString()) as { data: PublicBooking }
    const { booking_id: bookingId, status } = data
    if (status === 'failed' || status === 'cancelled') return await findEnd(dependencies, item, bookingId)
    return { status: answer.status === 202 ? 'pending' : 'booked', bookingId }
  } catch (caught) {
    if (!(caught instanceof AppError)) dependencies.log.error({ err: caught, ...itemFields(item) }, 'batch.item_error')
    const error = caught instanceof AppError ? caught : unexpected(caught)
    // No other try finds the version that was asked for.
    if (error.isDeterministic || error.code === 'version_conflict')
      return { status: 'failed', error: storedError(error) }
    const outcome = await findOutcome(dependencies, item)
    if (outcome) return outcome
    return isGivenUp(item) ? { status: 'failed', error: storedError(error) } : { status: 'pending', bookingId: null }
  }
}

/**
 * Outcome of the item's operation; null if there is none, or it may begin again. Read from the operation itself: an
 * answer for a repeat is kept only for a day, and a carrier may be silent for longer.
 */
async function findOutcome({ db }: CommandDependencies, { environmentId, opId }: HeldItem): Promise<TryResult | null> {
  const operation = await findOperation(db, environmentId, opId)
  if (operation === undefined) return null
  if (operation.state === 'open') return { status: 'pending', bookingId: getBookingId(operation) }
  if (operation.outcome.kind === 'done') {
    const bookingId = await findBookingId(db, environmentId, opId)
    return bookingId === null ? null : { status: 'booked', bookingId }
  }
  return mayBeginAgain(operation) ? null : { status: 'failed', error: operation.outcome.error }
}

/** Outcome of a booking that another call had begun when this item found it. */
async function findEnd(
  { db }: CommandDependencies,
  { environmentId }: HeldItem,
  bookingId: string,
): Promise<TryResult> {
  const newest = await findNewestAttempt(db, environmentId, bookingId)
  const operation = newest && (await findOperation(db, environmentId, newest.attempt.opId))
  if (operation?.state !== 'ended') return { status: 'pending', bookingId }
  // The carrier had the booking, even if it ended later.
  if (operation.outcome.kind === 'done') return { status: 'booked', bookingId }
  return { status: 'failed', error: operation.outcome.error }
}

/** A request id per item: an erasure finds the carrier calls of one shipment by it. */
const toContext = ({ environmentId, merchantId, livemode, opId, shipmentId, ifMatch }: HeldItem): CallContext => ({
  ...systemContext({ environmentId, merchantId, livemode, opId, timeoutMs: LONGEST_CALL_MS }),
  route: `POST /api/v1/shipments/${shipmentId}/book`,
  ifMatch,
})
