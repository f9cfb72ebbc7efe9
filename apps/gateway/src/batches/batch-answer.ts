/** Pure: the answer of a batch, written item by item, so that others are served in between however large it is. */
import { AppError, type ErrorEnvelope } from '@waybill/contracts/app-error'
import type { ShipmentBatchItem } from '@waybill/contracts/batches/shipment-batch'

/** Bytes of answers that are read between two turns. */
const BYTES_PER_TURN = 256 * 1024

/** The answer of the shipment service for an item, or what an item fails with. */
export type ItemAnswer = StoredAnswer | ValidItem | AppError

/** An item that a dry run accepts. */
interface ValidItem {
  existingShipmentId: string | null
}

interface StoredAnswer {
  status: number
  body: Buffer
  replayed: boolean
}

interface WrittenBatch {
  body: Buffer
  /** All items are answers of an earlier batch with the same key. */
  replayed: boolean
}

/** Yields from time to time. */
export function* writeBatch(
  answers: readonly ItemAnswer[],
  { dryRun, showError }: { dryRun: boolean; showError(error: AppError): ErrorEnvelope['error'] },
): Generator<void, WrittenBatch> {
  const parts: Buffer[] = []
  let failed = 0
  let bytes = 0
  for (const [index, answer] of answers.entries()) {
    const item = toItem(answer, showError)
    if (item.outcome === 'failed') failed += 1
    const part = Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify({ index, ...item })}`)
    parts.push(part)
    bytes += part.length
    if (bytes < BYTES_PER_TURN) continue
    bytes = 0
    yield
  }
  const counts = { dry_run: dryRun, succeeded: answers.length - failed, failed }
  const begin = `{"success":true,"data":${JSON.stringify(counts).slice(0, -1)},"items":[`
  return {
    body: Buffer.concat([Buffer.from(begin), ...parts, Buffer.from(']}}')]),
    replayed: answers.every((answer) => isStored(answer) && answer.replayed),
  }
}

const isStored = (answer: ItemAnswer): answer is StoredAnswer => !(answer instanceof AppError) && 'status' in answer

function toItem(
  answer: ItemAnswer,
  showError: (error: AppError) => ErrorEnvelope['error'],
): Omit<ShipmentBatchItem, 'index'> {
  const nothing = { shipment: null, existing_shipment_id: null, error: null }
  if (!(answer instanceof AppError) && 'existingShipmentId' in answer)
    return { ...nothing, outcome: 'valid', existing_shipment_id: answer.existingShipmentId }
  const error = isStored(answer) ? storedError(answer) : answer
  if (error) return { ...nothing, outcome: 'failed', error: showError(error) }
  const shipment = JSON.parse((answer as StoredAnswer).body.toString()).data
  return { ...nothing, outcome: 'registered', shipment }
}

/** An error that is stored as the answer under the item's key comes as an answer, too. */
export function storedError({ status, body }: Pick<StoredAnswer, 'status' | 'body'>): AppError | null {
  if (status < 400) return null
  const { code, message, ...facts } = (JSON.parse(body.toString()) as ErrorEnvelope).error
  const { details, carrier, meta, retryable } = facts
  return new AppError(code, message, { details, carrier, meta, retryable })
}
