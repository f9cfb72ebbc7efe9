/** Batches of shipments: what POST /api/v1/shipments/batch takes and answers. */
import { z } from 'zod'
import type { ErrorEnvelope } from '../app-error.ts'
import { createShipmentSchema } from '../requests/shipment-documents.ts'
import { publicShipmentSchema } from '../shipment.ts'

export const MOST_BATCH_ITEMS = 500
export const SHIPMENT_BATCH_LIMIT_BYTES = 4 * 1024 * 1024

const batchFields = <Item extends z.ZodType>(item: Item) => ({
  shipments: z
    .array(item)
    .min(1)
    .max(MOST_BATCH_ITEMS)
    .describe('1 to 500 shipments, each as the body of `POST /api/v1/shipments`.'),
  dry_run: z
    .boolean()
    .default(false)
    .describe('Whether to validate the shipments only. Nothing is registered. Default: false.'),
})

/** The document of a batch. */
export const createShipmentBatchSchema = z
  .strictObject(batchFields(createShipmentSchema))
  .meta({ id: 'CreateShipmentBatch' })

/** A batch whose shipments are not looked at. */
export const batchOutlineSchema = z.strictObject(batchFields(z.unknown()))

const batchItemOutcomes = ['registered', 'valid', 'failed'] as const

/** The OpenAPI document has the fields of `ErrorObject`, which all errors share. */
export const publicErrorSchema = z.custom<ErrorEnvelope['error']>().meta({ id: 'ErrorObject' })

const shipmentBatchItemSchema = z
  .object({
    index: z.int().min(0).describe('Position in `shipments`, from 0.'),
    outcome: z
      .enum(batchItemOutcomes)
      .describe('`registered`, now or by an earlier call with the same key; with `dry_run`, `valid`; or `failed`.'),
    shipment: publicShipmentSchema.nullable().describe('The shipment, if it is `registered`.'),
    existing_shipment_id: z
      .string()
      .nullable()
      .describe(
        'With `dry_run`: the newest shipment with the same `merchant_order_ref` that is not cancelled, if there is one.',
      ),
    error: publicErrorSchema
      .nullable()
      .describe(
        'Why the item `failed`: the error that `POST /api/v1/shipments` has for this shipment. Its `details` begin at the shipment: `/parcels/0/weight_kg`.',
      ),
  })
  .meta({ id: 'ShipmentBatchItem' })
export type ShipmentBatchItem = z.output<typeof shipmentBatchItemSchema>

export const publicShipmentBatchSchema = z
  .object({
    dry_run: z.boolean().describe('As in the request.'),
    succeeded: z.int().describe('Number of items that are `registered` or `valid`.'),
    failed: z.int().describe('Number of items that `failed`.'),
    items: z.array(shipmentBatchItemSchema).describe('One for each shipment, in their order.'),
  })
  .meta({ id: 'ShipmentBatch' })
