/** Labels of many bookings in one document. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import {
  type CreateLabelBatch,
  createLabelBatchSchema,
  publicLabelBatchSchema,
} from '@waybill/contracts/batches/label-batch'
import { defineRoute, jsonBody, type Route, TIMEOUT_MS } from '@waybill/edge/routing/route'
import type { z } from 'zod'
import type { Services } from '../services.ts'
import { fileReply } from './labels.ts'

const tag = 'Bookings'
const BATCHES = '/api/v1/label-batches'
/** How soon to look at a batch again: most labels are stored already. */
const RETRY_SECONDS = 1

export const labelBatchRoutes: Route<Services>[] = [
  defineRoute<Services, z.ZodObject, CreateLabelBatch>({
    operationId: 'createLabelBatch',
    method: 'POST',
    path: BATCHES,
    tag,
    summary: 'Create a label batch',
    description:
      'Collects the labels after the response: read the batch at `Location` until it is `completed`, then its document, which has the labels of the items that are `included`. Each item counts as a request to the rate limit. With an `Idempotency-Key`, a repeat gets the same batch. See [Batches](/docs/batches#print-up-to-500-labels-as-one-document).',
    access: { kind: 'token', scope: 'bookings:write' },
    body: jsonBody(createLabelBatchSchema),
    success: [
      {
        status: 202,
        description: 'The batch, and in Location its URL.',
        schema: publicLabelBatchSchema,
        location: `${BATCHES}/{label_batch_id}`,
        retryAfterSeconds: RETRY_SECONDS,
      },
    ],
    async handle({ context, document, bytes, payForItems }, { bookings }) {
      await payForItems(document.booking_ids.length)
      return await bookings.CreateLabelBatch({ context: contextMessage(context), document: bytes })
    },
  }),
  defineRoute({
    operationId: 'getLabelBatch',
    method: 'GET',
    path: `${BATCHES}/{label_batch_id}`,
    tag,
    summary: 'Get a label batch',
    description: 'Batches can be read for 30 days.',
    access: { kind: 'token', scope: 'bookings:read' },
    success: [{ status: 200, description: 'The batch.', schema: publicLabelBatchSchema }],
    handle: ({ context, params }, { bookings }) =>
      bookings.GetLabelBatch({ context: contextMessage(context), label_batch_id: params.label_batch_id }),
  }),
  defineRoute({
    operationId: 'getLabelBatchDocument',
    method: 'GET',
    path: `${BATCHES}/{label_batch_id}/document`,
    tag,
    summary: 'Get the document of a label batch',
    description:
      'The labels of the items that are `included`, in the order of the request. It is made when it is read. If a booking in it has been cancelled or changed since, the answer is 409 `label_not_available`: create a new batch.',
    access: { kind: 'token', scope: 'bookings:read' },
    success: [
      {
        status: 200,
        description: 'The document.',
        contentType: 'application/pdf',
        otherContentTypes: ['application/zpl'],
      },
    ],
    errors: ['label_not_ready', 'label_not_available'],
    timeoutMs: TIMEOUT_MS.carrier,
    async handle({ context, params, caller }, { bookings, files }) {
      const { label_batch_id = '' } = params
      const file = await files.open(caller, () =>
        bookings.GetLabelBatchDocument({ context: contextMessage(context), label_batch_id }),
      )
      return fileReply(file, `${label_batch_id}.${file.contentType === 'application/zpl' ? 'zpl' : 'pdf'}`)
    },
  }),
]
