/** Batches of bookings: parse → transaction → command → encode. */
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { oneOf, pageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import { AppError, errorEnvelope } from '@waybill/contracts/app-error'
import {
  bookingBatchItemStatuses,
  createBookingBatchSchema,
  type PublicBookingBatch,
  type PublicBookingBatchItem,
} from '@waybill/contracts/batches/booking-batch'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import type { BookingServiceHandlers } from '@waybill/contracts/gen/waybill/booking/v1/BookingService'
import { parseDocument } from '@waybill/contracts/requests/validation'
import type { BatchItem, BatchKey } from '../batches/item.ts'
import { type Batch, findBatch, insertBatch, listItems } from '../batches/repository.ts'
import type { Dependencies } from '../dependencies.ts'
import { errorFromStored } from '../operations/errors.ts'

/** `wakeBatches` makes the worker look for due items now. `publicUrl`: base of the URLs in errors. */
export interface BatchDependencies extends Pick<Dependencies, 'db'> {
  publicUrl: string
  wakeBatches: () => void
}

export const batchHandlers = ({ db, publicUrl, wakeBatches }: BatchDependencies) => {
  async function getBatch(key: BatchKey): Promise<Batch> {
    const batch = await findBatch(db, key)
    if (batch) return batch
    throw new AppError('batch_not_found', `No batch ${key.batchId} exists in this environment.`)
  }

  const shownItem = ({ position, shipmentId, quoteOptionId, status, bookingId, error }: BatchItem) =>
    ({
      index: position,
      shipment_id: shipmentId,
      quote_option_id: quoteOptionId,
      status,
      booking_id: bookingId,
      error: error && errorEnvelope(errorFromStored(error), error.requestId, publicUrl).error,
    }) satisfies PublicBookingBatchItem

  return {
    async CreateBatch(request, context) {
      const document = parseDocument(createBookingBatchSchema, JSON.parse(request.document.toString()))
      const answer = await answerOnce(db, context, async (trx) =>
        batchAnswer(202, await insertBatch(trx, context, document)),
      )
      wakeBatches()
      return answer
    },

    async GetBatch({ batch_id: batchId }, { environmentId }) {
      return batchAnswer(200, await getBatch({ environmentId, batchId }))
    },

    async ListBatchItems(request, { environmentId }) {
      const key = { environmentId, batchId: request.batch_id }
      const { limit, cursor } = pageRequest(request.page)
      const status = oneOf('status', bookingBatchItemStatuses, request.status)
      const list = ['batch items', environmentId, key.batchId, status]
      const after = cursor === null ? -1 : Number(decodeCursor(list, cursor)[0])
      await getBatch(key)
      const { items, meta } = toPage(await listItems(db, key, { after, limit, status }), limit, (last) =>
        encodeCursor(list, [String(last.position)]),
      )
      return { status: 200, body: envelopeBytes(listEnvelope(items.map(shownItem), meta)) }
    },
  } satisfies Partial<UnaryMethods<BookingServiceHandlers>>
}

const batchAnswer = (status: number, batch: Batch): Answer => {
  const { batchId, merchantId, environmentId, total, pending, booked, failed, createdAt, completedAt } = batch
  const shown: PublicBookingBatch = {
    batch_id: batchId,
    merchant_id: merchantId,
    environment_id: environmentId,
    status: completedAt === null ? 'running' : 'completed',
    total,
    pending,
    booked,
    failed,
    created_at: createdAt.toISOString(),
    completed_at: completedAt?.toISOString() ?? null,
  }
  return { status, body: envelopeBytes(successEnvelope(shown)), etag: `${pending}-${booked}-${failed}` }
}
