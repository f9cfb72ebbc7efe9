/** Batches of labels: what POST /api/v1/label-batches takes, and what became of it. */
import { z } from 'zod'
import { refuse } from '../requests/validation.ts'
import { MOST_BATCH_ITEMS, publicErrorSchema } from './shipment-batch.ts'

const labelBatchFormats = ['pdf', 'zpl'] as const
export type LabelBatchFormat = (typeof labelBatchFormats)[number]
const labelBatchSizes = ['4x6', 'a4'] as const
export type LabelBatchSize = (typeof labelBatchSizes)[number]

/** Body of POST /api/v1/label-batches. */
export const createLabelBatchSchema = z
  .strictObject({
    booking_ids: z
      .array(z.string().min(1).max(64))
      .min(1)
      .max(MOST_BATCH_ITEMS)
      .superRefine((ids, context) => {
        const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index)
        if (repeated !== -1) refuse(context, [repeated], 'repeated', 'must be different from the ids before it')
      })
      .describe('1 to 500 bookings, in the order in which their labels are printed.'),
    format: z.enum(labelBatchFormats).default('pdf').describe('Format of the document. Default: `pdf`.'),
    size: z
      .enum(labelBatchSizes)
      .default('4x6')
      .describe('Page size of a PDF: `4x6`, a label on each page, or `a4`, four labels on each page. Default: `4x6`.'),
    mark_printed: z
      .boolean()
      .default(false)
      .describe('Marks each booking whose label is in the document as printed. Default: false.'),
  })
  .meta({ id: 'CreateLabelBatch' })
export type CreateLabelBatch = z.output<typeof createLabelBatchSchema>

const labelBatchItemStatuses = ['pending', 'included', 'failed'] as const
export type LabelBatchItemStatus = (typeof labelBatchItemStatuses)[number]

export const publicLabelBatchSchema = z
  .object({
    label_batch_id: z.string().describe('Identifier, lbb_…'),
    merchant_id: z.string(),
    environment_id: z.string(),
    status: z
      .enum(['running', 'completed'])
      .describe('`completed`: no item is `pending` any more, and the document can be read.'),
    format: z.enum(labelBatchFormats).describe('Format of the document.'),
    size: z.enum(labelBatchSizes).describe('Size of the pages of a PDF.'),
    mark_printed: z.boolean().describe('Whether bookings in the document are marked as printed.'),
    total: z.int().describe('Number of items.'),
    pending: z.int().describe('Number of items that are `pending`.'),
    included: z.int().describe('Number of items that are `included`.'),
    failed: z.int().describe('Number of items that `failed`.'),
    created_at: z.string(),
    completed_at: z.string().nullable().describe('When the last item was included or failed.'),
    items: z
      .array(
        z
          .object({
            booking_id: z.string(),
            status: z
              .enum(labelBatchItemStatuses)
              .describe(
                '`pending`: the label is being fetched. `included`: it is in the document. `failed`: see `error`.',
              ),
            pages: z.int().nullable().describe('Number of labels in the document; null: it is not `included`.'),
            error: publicErrorSchema
              .nullable()
              .describe('Why the item `failed`: the error that `GET /api/v1/bookings/{booking_id}/label` has.'),
          })
          .meta({ id: 'LabelBatchItem' }),
      )
      .describe('In the order of the request.'),
  })
  .meta({ id: 'LabelBatch' })
export type PublicLabelBatch = z.output<typeof publicLabelBatchSchema>
