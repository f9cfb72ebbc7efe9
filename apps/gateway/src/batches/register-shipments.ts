/** Registers the shipments of a batch, each as a separate call. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { contextMessage, type RpcClient } from '@waybill/chassis/rpc/client'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import type { Call, Reply } from '@waybill/edge/routing/route'
import { type ItemAnswer, writeBatch } from './batch-answer.ts'
import { type CheckedItem, checkItems, readBatch } from './read-batch.ts'

interface Services {
  shipments: RpcClient<'gateway', 'waybill.shipment.v1.ShipmentService'>
}

interface Creator {
  actorId: string
  isAssigneeUnknown: (document: unknown) => Promise<boolean>
}

/** Calls of a batch at a time: one message to the shipment service, and one statement of it. */
const CALLS_AT_ONCE = 64

/** Answers POST /api/v1/shipments/batch. */
export async function registerShipments(
  { context, bytes, payForItems, showError }: Call,
  { shipments }: Services,
  { actorId, isAssigneeUnknown }: Creator,
): Promise<Reply> {
  const batch = await readBatch(bytes)
  await payForItems(batch.items.length)
  const { merchantId, route, idempotencyKey } = context
  const path = route.replace(/^\S+ /, '')
  const checked = await checkItems(batch, {
    merchantId,
    path,
    hasKey: idempotencyKey !== null && !batch.dryRun,
    isAssigneeUnknown,
  })

  const existing = batch.dryRun ? await findExisting(checked, { context, shipments }) : new Map()

  const register = async (item: CheckedItem, index: number): Promise<ItemAnswer> => {
    if ('error' in item) return item.error
    if (batch.dryRun) return { existingShipmentId: existing.get(item.reference) ?? null }
    try {
      return await shipments.Create({
        context: contextMessage(toContext(context, index, item.bodyHash)),
        document: item.document,
        on_demand: false,
        actor_id: actorId,
        assignee_unknown: item.isAssigneeUnknown,
      })
    } catch (error) {
      if (error instanceof AppError) return error.code === 'idempotency_key_reused' ? itemReused() : error
      throw error
    }
  }

  const answers: ItemAnswer[] = []
  for (let first = 0; first < checked.length; first += CALLS_AT_ONCE) {
    const some = checked.slice(first, first + CALLS_AT_ONCE)
    answers.push(...(await Promise.all(some.map((item, at) => register(item, first + at)))))
  }
  const steps = writeBatch(answers, { dryRun: batch.dryRun, showError })
  let step = steps.next()
  for (; !step.done; step = steps.next()) await nextTurn()
  return { status: 200, ...step.value }
}

/** Shipments with the references of valid items, by reference. */
async function findExisting(
  checked: readonly CheckedItem[],
  { context, shipments }: Pick<Services, 'shipments'> & { context: CallContext },
): Promise<ReadonlyMap<string, string>> {
  const references = checked.flatMap((item) => ('error' in item ? [] : [item.reference]))
  if (references.length === 0) return new Map()
  const request = { context: contextMessage(context), merchant_order_refs: references }
  const { found } = await shipments.FindByReferences(request)
  return new Map(found.map(({ merchant_order_ref, shipment_id }) => [merchant_order_ref, shipment_id]))
}

/** The key of the item is not one that the merchant has sent. */
const itemReused = (): AppError =>
  new AppError(
    'idempotency_key_reused',
    'This Idempotency-Key was used for a batch with another shipment at this position. This shipment is not registered. Send it in a new batch with a new key.',
  )

/** Each item has its own operation and key, so that a repeat of the batch registers only what is missing. */
const toContext = (context: CallContext, index: number, bodyHash: string): CallContext => ({
  ...context,
  opId: newId('op'),
  idempotencyKey: context.idempotencyKey === null ? null : `${context.idempotencyKey}#${index}`,
  bodyHash,
})
