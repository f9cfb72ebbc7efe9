/** The document of a label batch: made when it is read, from the stored labels, so that no copy of addresses is kept. */
import { Readable } from 'node:stream'
import type { RpcFile } from '@waybill/chassis/rpc/file-stream'
import { AppError } from '@waybill/contracts/app-error'
import { type CarrierLabel, mergeLabels, readZpl, UnreadableLabel } from '@waybill/labels/foreign/converter'
import type { Db } from '../../db.ts'
import type { BatchLabel, LabelBatch } from './item.ts'
import { findBatchLabel, listGoneLabels } from './repository.ts'

/** Documents in work and waiting, of one environment and in all: each has up to 32 MiB of labels in memory, one at a time. */
const MOST_WAITING = { perEnvironment: 2, perProcess: 8 }

type OpenDocument = (batch: LabelBatch) => Promise<RpcFile>

/**
 * Works on one PDF or one label of a ZPL file of an environment at a time. Throws `label_not_ready` for a batch that runs, `label_not_available` if
 * a label is gone.
 */
export function createDocuments(db: Db): OpenDocument {
  /** The last work of each environment: it holds one label at a time, and what others do does not delay its next one. */
  const last = new Map<string, Promise<unknown>>()
  const waiting = new Map<string, number>()

  async function afterLast<T>(environmentId: string, work: () => Promise<T>): Promise<T> {
    const turn = (last.get(environmentId) ?? Promise.resolve()).then(work)
    const ended = turn.catch(() => {})
    last.set(environmentId, ended)
    try {
      return await turn
    } catch (error) {
      if (error instanceof UnreadableLabel) throw unreadable(error)
      throw error
    } finally {
      if (last.get(environmentId) === ended) last.delete(environmentId)
    }
  }

  async function inTurn<T>(environmentId: string, work: () => Promise<T>): Promise<T> {
    const ours = waiting.get(environmentId) ?? 0
    const all = [...waiting.values()].reduce((sum, count) => sum + count, 0)
    if (ours >= MOST_WAITING.perEnvironment || all >= MOST_WAITING.perProcess) throw busy(ours > 0)
    waiting.set(environmentId, ours + 1)
    try {
      return await afterLast(environmentId, work)
    } finally {
      const left = (waiting.get(environmentId) ?? 1) - 1
      if (left > 0) waiting.set(environmentId, left)
      else waiting.delete(environmentId)
    }
  }

  /** Each label when its reader takes it. */
  async function* zplParts(batch: LabelBatch): AsyncGenerator<Buffer> {
    for await (const label of readLabels(db, batch)) {
      if (label.contentType === 'application/zpl') yield Buffer.concat([label.bytes, NEWLINE])
      else yield await afterLast(batch.environmentId, () => readZpl(batch.environmentId, label))
    }
  }

  return async (batch) => {
    await assertWhole(db, batch)
    if (batch.format === 'zpl') {
      return { contentType: 'application/zpl', length: undefined, bytes: Readable.from(zplParts(batch)) }
    }
    const bytes = await inTurn(batch.environmentId, () =>
      mergeLabels(batch.environmentId, readLabels(db, batch), batch.size),
    )
    return { contentType: 'application/pdf', length: bytes.length, bytes: Readable.from([bytes]) }
  }
}

const NEWLINE = Buffer.from('\n')

async function* readLabels(db: Db, batch: LabelBatch): AsyncGenerator<CarrierLabel> {
  for (const { bookingId, labelKey } of includedIn(batch)) {
    const label = await findBatchLabel(db, batch, { bookingId, labelKey })
    if (label === undefined) throw labelGone([bookingId])
    yield label
  }
}

const includedIn = ({ items }: LabelBatch): BatchLabel[] =>
  items.flatMap(({ bookingId, labelKey, status }) =>
    status === 'included' && labelKey !== null ? [{ bookingId, labelKey }] : [],
  )

/** Throws unless every item has ended, one is included, and the labels of all included ones are still there. */
async function assertWhole(db: Db, batch: LabelBatch): Promise<void> {
  const { batchId, completedAt, items } = batch
  if (completedAt === null) {
    const message = `Label batch ${batchId} is running. Retry in 1 s.`
    throw new AppError('label_not_ready', message, { retryAfterSeconds: 1 })
  }
  const included = includedIn(batch)
  if (included.length === 0) {
    const message = `Label batch ${batchId} has no label: all ${items.length} items failed. Read the batch for the reasons.`
    throw new AppError('label_not_available', message)
  }
  const gone = await listGoneLabels(db, batch, included)
  if (gone.length > 0) throw labelGone(gone)
}

const labelGone = (bookingIds: readonly string[]): AppError =>
  new AppError(
    'label_not_available',
    `The labels of ${bookingIds.length} bookings in the batch are no longer valid, such as that of ${bookingIds[0]}: the booking was cancelled or changed. Create a new batch.`,
    { meta: { booking_ids: bookingIds } },
  )

const unreadable = (cause: UnreadableLabel): AppError =>
  new AppError(
    'label_not_available',
    `A label of the batch cannot be added to its document: ${cause.message}. Print the bookings one by one.`,
    { cause },
  )

const busy = (isOurs: boolean): AppError =>
  isOurs
    ? new AppError('rate_limited', 'Other label documents of the environment are being made. Retry in 2 s.', {
        retryAfterSeconds: 2,
      })
    : new AppError('service_unavailable', 'Too many label documents are being made. Retry in 2 s.', {
        retryAfterSeconds: 2,
      })
