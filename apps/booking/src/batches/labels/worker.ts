/** Fetches the labels of batches, and marks them as printed. */
import { buffer } from 'node:stream/consumers'
import { backoffMs } from '@waybill/chassis/loops/backoff'
import type { Loop } from '@waybill/chassis/loops/loops'
import { transact, untilAnswered } from '@waybill/chassis/postgres/database'
import { systemContext } from '@waybill/chassis/rpc/call-context'
import { AppError } from '@waybill/contracts/app-error'
import { countLabels, UnreadableLabel } from '@waybill/labels/foreign/converter'
import type { Dependencies } from '../../dependencies.ts'
import { chooseLabelForm, labelKey } from '../../documents/label-form.ts'
import { markPrinted } from '../../documents/prints.ts'
import { storedError, unexpected } from '../../operations/errors.ts'
import { openLabelFile } from '../../use-cases/documents.ts'
import { getBookingRecord } from '../../use-cases/reads.ts'
import { type ItemWorkerOptions, itemFields, startItemWorker } from '../item-worker.ts'
import { formFor, type HeldLabel, isGivenUp, LABEL_BACKOFF, type LabelResult } from './item.ts'
import { storeLabelTry, sumLabelBytes, takeDueLabels } from './repository.ts'

/** Labels of one environment in work, about, in all processes. */
const PER_ENVIRONMENT = 8
/** Carriers make some labels while they are asked for them. */
const TRY_MS = 12_000
const LEASE_MS = TRY_MS + 10_000
/** The labels of a document: all are in memory while it is made. */
const MOST_BYTES = 32 * 1024 * 1024

export function startLabelWorker(dependencies: Dependencies, options?: ItemWorkerOptions): Loop {
  const { db, log } = dependencies
  return startItemWorker<HeldLabel>(
    log,
    {
      name: 'booking.label_batches',
      leaseMs: LEASE_MS,
      take: (limit) => takeDueLabels(db, { limit, perEnvironment: PER_ENVIRONMENT, leaseMs: LEASE_MS }),
      attempt: async (item) => finish(dependencies, item, await tryItem(dependencies, item)),
      release: (item) => storeLabelTry(db, item, { status: 'pending' }, 0),
    },
    options,
  )
}

/** Fetches the label, which is stored where single labels are. A repeat finds it there. */
async function tryItem(dependencies: Dependencies, item: HeldLabel): Promise<LabelResult> {
  const { environmentId, merchantId, livemode, bookingId } = item
  try {
    const booking = await getBookingRecord(dependencies.db, environmentId, bookingId)
    const { descriptor } = dependencies.carriers.get(booking.carrierCode) ?? { descriptor: null }
    if (descriptor === null) throw new AppError('label_not_found', `Carrier ${booking.carrierCode} is not connected.`)
    const asked = formFor(descriptor, item.format, booking.shipment.parcels.length)
    const context = systemContext({ environmentId, merchantId, livemode, timeoutMs: TRY_MS })
    const { contentType, bytes } = await openLabelFile(dependencies, booking, asked, context)
    const label = { contentType, bytes: await buffer(bytes) }
    if ((await sumLabelBytes(dependencies.db, item)) + label.bytes.length > MOST_BYTES) throw documentFull()
    const pages =
      contentType === 'application/zpl' ? booking.shipment.parcels.length : await countPages(environmentId, label)
    const key = labelKey(descriptor, chooseLabelForm(descriptor, asked))
    return { status: 'included', labelKey: key, pages, bytes: label.bytes.length }
  } catch (caught) {
    if (!(caught instanceof AppError))
      dependencies.log.error({ err: caught, ...itemFields(item) }, 'label_batch.item_error')
    const error = caught instanceof AppError ? caught : unexpected(caught)
    if (error.isDeterministic || isGivenUp(item)) return { status: 'failed', error: storedError(error) }
    return { status: 'pending' }
  }
}

async function countPages(environmentId: string, label: { contentType: string; bytes: Buffer }): Promise<number> {
  try {
    return await countLabels(environmentId, label)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    const reason = cause instanceof UnreadableLabel ? `: ${cause.message}` : ''
    const message = `The carrier's label cannot be added to a document${reason}. Print this booking alone.`
    throw new AppError('label_not_available', message, { cause })
  }
}

const documentFull = (): AppError =>
  new AppError(
    'label_not_available',
    `The document of the batch is full: its labels have ${MOST_BYTES / 1024 / 1024} MiB. Print this booking in another batch.`,
  )

/** Stores the outcome; the print is counted in the same transaction, once. */
async function finish(dependencies: Dependencies, item: HeldLabel, result: LabelResult): Promise<void> {
  const { db, recorder } = dependencies
  const { environmentId, bookingId, requestId, attempts } = item
  const pauseMs = backoffMs(attempts, LABEL_BACKOFF)
  if (result.status !== 'included' || !item.markPrinted) {
    await untilAnswered(() => storeLabelTry(db, item, result, pauseMs))
    return
  }
  try {
    await transact(db, async (trx) => {
      if (!(await storeLabelTry(trx, item, result, pauseMs))) return
      const change = recorder({ at: new Date(), requestId, idempotencyKey: null })
      await markPrinted(trx, { environmentId, bookingId }, change)
    })
  } catch (error) {
    // The booking was cancelled in between; any other error is tried again, until the label is given up.
    const isFinal = error instanceof AppError && error.isDeterministic
    if (!isFinal && !isGivenUp(item)) throw error
    const shown = error instanceof AppError ? error : unexpected(error)
    await untilAnswered(() => storeLabelTry(db, item, { status: 'failed', error: storedError(shown) }, pauseMs))
  }
}
