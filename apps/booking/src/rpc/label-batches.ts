/** Label batches: parse → transaction → command → encode. */
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import { AppError, errorEnvelope } from '@waybill/contracts/app-error'
import { createLabelBatchSchema, type PublicLabelBatch } from '@waybill/contracts/batches/label-batch'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { BookingServiceHandlers } from '@waybill/contracts/gen/waybill/booking/v1/BookingService'
import { parseDocument } from '@waybill/contracts/requests/validation'
import { createDocuments } from '../batches/labels/document.ts'
import type { LabelBatch, LabelBatchItem, LabelBatchKey } from '../batches/labels/item.ts'
import { findLabelBatch, insertLabelBatch } from '../batches/labels/repository.ts'
import type { Dependencies } from '../dependencies.ts'
import { errorFromStored } from '../operations/errors.ts'

/** `wakeLabels` makes the worker look for due labels now. `publicUrl`: base of the URLs in errors. */
export interface LabelBatchDependencies extends Pick<Dependencies, 'db'> {
  publicUrl: string
  wakeLabels: () => void
}

export const labelBatchHandlers = ({ db, publicUrl, wakeLabels }: LabelBatchDependencies) => {
  const openDocument = createDocuments(db)

  async function getBatch(key: LabelBatchKey): Promise<LabelBatch> {
    const batch = await findLabelBatch(db, key)
    if (batch) return batch
    throw new AppError('label_batch_not_found', `No label batch ${key.batchId} exists in this environment.`)
  }

  const toAnswer = (status: number, batch: LabelBatch): Answer => {
    const count = (wanted: LabelBatchItem['status']) => batch.items.filter((item) => item.status === wanted).length
    const shown: PublicLabelBatch = {
      label_batch_id: batch.batchId,
      merchant_id: batch.merchantId,
      environment_id: batch.environmentId,
      status: batch.completedAt === null ? 'running' : 'completed',
      format: batch.format,
      size: batch.size,
      mark_printed: batch.markPrinted,
      total: batch.items.length,
      pending: count('pending'),
      included: count('included'),
      failed: count('failed'),
      created_at: batch.createdAt.toISOString(),
      completed_at: batch.completedAt?.toISOString() ?? null,
      items: batch.items.map(({ bookingId, status, pages, error }) => ({
        booking_id: bookingId,
        status,
        pages,
        error: error && errorEnvelope(errorFromStored(error), error.requestId, publicUrl).error,
      })),
    }
    return { status, body: envelopeBytes(successEnvelope(shown)), etag: `${shown.pending}-${shown.included}` }
  }

  return {
    async CreateLabelBatch(request, context) {
      const document = parseDocument(createLabelBatchSchema, JSON.parse(request.document.toString()))
      const answer = await answerOnce(db, context, async (trx) =>
        toAnswer(202, await insertLabelBatch(trx, context, document)),
      )
      wakeLabels()
      return answer
    },

    async GetLabelBatch({ label_batch_id: batchId }, { environmentId }) {
      return toAnswer(200, await getBatch({ environmentId, batchId }))
    },

    async GetLabelBatchDocument({ label_batch_id: batchId }, { environmentId }) {
      return await openDocument(await getBatch({ environmentId, batchId }))
    },
  } satisfies Partial<UnaryMethods<BookingServiceHandlers>>
}
