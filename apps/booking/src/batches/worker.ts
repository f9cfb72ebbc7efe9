/** Books the items of batches, each as a separate call. */

import { setTimeout as delay } from 'node:timers/promises'
import { LONGEST_CALL_MS } from '@waybill/chassis/config/stop-limits'
import { backoffMs } from '@waybill/chassis/loops/backoff'
import { type Loop, startLoop } from '@waybill/chassis/loops/loops'
import { isDatabaseUnavailable } from '@waybill/chassis/postgres/database'
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
import { storeTry, takeDueItems } from './repository.ts'

const INTERVAL_MS = 500
/** Items in work, in this process and, about, of one environment in all processes. */
const MOST_IN_WORK = 16
const PER_ENVIRONMENT = 4
/** A try ends before its lease. */
const LEASE_MS = LONGEST_CALL_MS + 10_000
/** From a stop until the tries in work are left to their leases. The runs of their operations end before. */
const STOP_WITHIN_MS = 5_000

/** Pauses between tries to end the lease of an item while the database is away. */
const RELEASE_BACKOFF = { firstMs: 100, maxMs: 2_000 }

interface WorkerOptions {
  intervalMs?: number
  stopWithinMs?: number
}

/** Any number of workers can run side by side: a lease keeps two from taking the same item. */
export function startBatchWorker(
  dependencies: CommandDependencies,
  { intervalMs = INTERVAL_MS, stopWithinMs = STOP_WITHIN_MS }: WorkerOptions = {},
): Loop {
  const { db, log } = dependencies
  const inWork = new Set<Promise<void>>()

  async function work(item: HeldItem): Promise<void> {
    const leaseEndsAt = performance.now() + LEASE_MS
    const fields = toKey(item)
    try {
      const result = await tryItem(dependencies, item)
      await storeTry(db, item, result, backoffMs(item.attempts, ITEM_BACKOFF))
      if (result.status !== 'pending') log.info({ ...fields, result: result.status }, 'batch.item_ended')
    } catch (error) {
      log.warn({ err: error, ...fields }, 'batch.item_abandoned')
      if (isDatabaseUnavailable(error)) await release(item, leaseEndsAt)
      // Otherwise it is due again when its lease ends.
    }
  }

  /** Ends the lease as soon as the database is back, so that the item does not wait for the lease to end. */
  async function release(item: HeldItem, leaseEndsAt: number): Promise<void> {
    for (let failures = 1; performance.now() < leaseEndsAt; failures++) {
      await delay(backoffMs(failures, RELEASE_BACKOFF))
      try {
        return await storeTry(db, item, { status: 'pending', bookingId: null }, 0)
      } catch (error) {
        if (!isDatabaseUnavailable(error)) return
      }
    }
  }

  const loop = startLoop({
    name: 'booking.batches',
    intervalMs,
    log,
    async work() {
      const limit = MOST_IN_WORK - inWork.size
      if (limit <= 0) return 'idle'
      const items = await takeDueItems(db, { limit, perEnvironment: PER_ENVIRONMENT, leaseMs: LEASE_MS })
      for (const item of items) {
        const running = work(item).finally(() => {
          inWork.delete(running)
          loop.nudge()
        })
        inWork.add(running)
      }
      return 'idle'
    },
  })
  return {
    nudge: () => loop.nudge(),
    async stop() {
      await loop.stop()
      let timer: NodeJS.Timeout | undefined
      const isOver = new Promise((resolve) => {
        timer = setTimeout(resolve, stopWithinMs)
      })
      await Promise.race([Promise.all(inWork), isOver])
      clearTimeout(timer)
    },
  }
}

const toKey = ({ environmentId, batchId, position, attempts }: HeldItem) => ({
  environmentId,
  batchId,
  position,
  attempts,
})

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
    if (!(caught instanceof AppError)) dependencies.log.error({ err: caught, ...toKey(item) }, 'batch.item_error')
    const error = caught instanceof AppError ? caught : unexpected(caught)
    if (error.isDeterministic) return { status: 'failed', error: storedError(error) }
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
  // Whatever happened to it later, the carrier had the booking.
  if (operation.outcome.kind === 'done') return { status: 'booked', bookingId }
  return { status: 'failed', error: operation.outcome.error }
}

/** A request id per item: an erasure finds the carrier calls of one shipment by it. */
const toContext = ({ environmentId, merchantId, livemode, opId, shipmentId }: HeldItem): CallContext => ({
  ...systemContext({ environmentId, merchantId, livemode, opId, timeoutMs: LONGEST_CALL_MS }),
  route: `POST /api/v1/shipments/${shipmentId}/book`,
})
