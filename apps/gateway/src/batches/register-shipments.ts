/** Registers the shipments of a batch, each as a call of its own. */
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { contextMessage } from '@waybill/chassis/rpc/client'
import { AppError, type ErrorEnvelope } from '@waybill/contracts/app-error'
import type { ShipmentBatchItem } from '@waybill/contracts/batches/shipment-batch'
import { newId } from '@waybill/contracts/ids'
import type { Services } from '../routes/services.ts'
import type { Call, Reply } from '../routing/route.ts'
import { type CheckedItem, checkItems, readBatch } from './read-batch.ts'

/** Calls of a batch at a time: one message to the shipment service, and one statement of it. */
const CALLS_AT_ONCE = 64

interface ItemAnswer {
  outcome: Omit<ShipmentBatchItem, 'index'>
  /** The answer of an earlier batch with the same key. */
  replayed: boolean
}

/** Answers POST /api/v1/shipments/batch. */
export async function registerShipments(
  { context, bytes, payForItems, showError }: Call,
  { shipments }: Pick<Services, 'shipments'>,
): Promise<Reply> {
  const batch = await readBatch(bytes)
  await payForItems(batch.items.length)
  const { merchantId, route, idempotencyKey } = context
  const path = route.replace(/^\S+ /, '')
  const checked = await checkItems(batch, { merchantId, path, hasKey: idempotencyKey !== null && !batch.dryRun })

  const failed = (error: unknown): ItemAnswer => {
    if (!(error instanceof AppError)) throw error
    return { outcome: { outcome: 'failed', shipment: null, error: showError(error) }, replayed: false }
  }
  const register = async (item: CheckedItem, index: number): Promise<ItemAnswer> => {
    if ('error' in item) return failed(item.error)
    if (batch.dryRun) return { outcome: { outcome: 'valid', shipment: null, error: null }, replayed: false }
    const call = contextMessage(contextOf(context, index, item.bodyHash))
    try {
      const answer = await shipments.Create({ context: call, document: item.document, on_demand: false })
      return answered(answer, failed)
    } catch (error) {
      return failed(error)
    }
  }

  const answers: ItemAnswer[] = []
  for (let first = 0; first < checked.length; first += CALLS_AT_ONCE) {
    const some = checked.slice(first, first + CALLS_AT_ONCE)
    answers.push(...(await Promise.all(some.map((item, at) => register(item, first + at)))))
  }
  return replyOf(answers, batch.dryRun)
}

/** Each item has an operation and a key of its own, so that a repeat of the batch registers only what is missing. */
const contextOf = (context: CallContext, index: number, bodyHash: string): CallContext => ({
  ...context,
  opId: newId('op'),
  idempotencyKey: context.idempotencyKey === null ? null : `${context.idempotencyKey}#${index}`,
  bodyHash,
})

/** An error that is stored as the answer under the item's key comes as an answer, too. */
function answered(
  { status, body, replayed }: { status: number; body: Buffer; replayed: boolean },
  failed: (error: AppError) => ItemAnswer,
): ItemAnswer {
  const envelope = JSON.parse(body.toString())
  if (status < 400) return { outcome: { outcome: 'registered', shipment: envelope.data, error: null }, replayed }
  const { code, message, details, carrier, meta, retryable } = envelope.error as ErrorEnvelope['error']
  return { ...failed(new AppError(code, message, { details, carrier, meta, retryable })), replayed }
}

function replyOf(answers: readonly ItemAnswer[], dryRun: boolean): Reply {
  const items = answers.map(({ outcome }, index) => ({ index, ...outcome }))
  const failed = items.filter(({ outcome }) => outcome === 'failed').length
  const data = { dry_run: dryRun, succeeded: items.length - failed, failed, items }
  return {
    status: 200,
    body: JSON.stringify({ success: true, data }),
    replayed: answers.every(({ replayed }) => replayed),
  }
}
