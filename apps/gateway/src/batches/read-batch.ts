/** Reads a batch item by item, so that others are served in between however large and wrong it is. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '@waybill/contracts/app-error'
import { batchOutlineSchema, MOST_BATCH_ITEMS } from '@waybill/contracts/batches/shipment-batch'
import { createShipmentSchema } from '@waybill/contracts/requests/shipment-documents'
import {
  dependsOnTime,
  parseDocument,
  parseDocumentWith,
  validationError,
} from '@waybill/contracts/requests/validation'
import { unknownAssignee } from '@waybill/contracts/values/search/handling-fields'
import { BODY_LIMIT_BYTES, readJson } from '@waybill/edge/http/body'
import { hashRequest } from '@waybill/edge/http/request-hash'
import { assertOwnMerchant } from '@waybill/edge/routing/own-merchant'
import { splitBatch } from './split-batch.ts'

/** Longest time without a pause. */
const TURN_MS = 5
/**
 * Limits of the errors of a batch, in number and bytes; the items after that are not validated. A batch pays
 * for its items: a few that are wrong throughout must not cost as much as 500.
 */
const mostProblems = (items: number): number => 100 + 5 * items
const MOST_PROBLEM_BYTES = 512 * 1024

/** The list and the options of a batch. */
interface Batch {
  items: Buffer[]
  dryRun: boolean
}

interface Checks {
  merchantId: string
  path: string
  hasKey: boolean
  isAssigneeUnknown: (document: unknown) => Promise<boolean>
}

/** An item, to be registered or refused. */
export type CheckedItem =
  | { document: Buffer; bodyHash: string; reference: string; isAssigneeUnknown: boolean }
  | { error: AppError }

/** The batch with its items as they were sent. Throws invalid_json and validation_error. */
export async function readBatch(body: Buffer): Promise<Batch> {
  const split = splitBatch(body, MOST_BATCH_ITEMS)
  let step = split.next()
  for (; !step.done; step = split.next()) await nextTurn()
  const { outline, items, isLonger } = step.value
  if (isLonger) throw tooMany()
  const { value } = readJson(outline)
  const { shipments, dry_run: dryRun } = parseDocument(batchOutlineSchema, value)
  return { items: shipments.map((item) => toItem(item, items)), dryRun }
}

/** In the outline, objects stand for items; other values, which no shipment is, are themselves. */
const toItem = (item: unknown, items: readonly Buffer[]): Buffer =>
  typeof item === 'object' && item !== null
    ? (items[(item as { item: number }).item] as Buffer)
    : Buffer.from(JSON.stringify(item))

function tooMany(): AppError {
  try {
    parseDocument(batchOutlineSchema, { shipments: Array(MOST_BATCH_ITEMS + 1).fill(null) })
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('the schema accepts too many items')
}

/**
 * Validates each item as the body of a single call. Throws invalid_json if one is not JSON. An item that is too late only
 * now, or whose assignee has left, passes with a key: it may have been accepted earlier, which its owner knows.
 */
export async function checkItems(
  { items }: Batch,
  { merchantId, path, hasKey, isAssigneeUnknown }: Checks,
): Promise<CheckedItem[]> {
  const checked: CheckedItem[] = []
  // One for all: making an error costs as much as reading an item.
  const skipped = notProcessed()
  let problems = 0
  let problemBytes = 0
  let turnBeganAt = performance.now()
  for (const document of items) {
    if (performance.now() - turnBeganAt > TURN_MS) {
      await nextTurn()
      turnBeganAt = performance.now()
    }
    // An item that is not JSON spoils the batch, also after the limit of problems.
    const value = document.length > BODY_LIMIT_BYTES ? undefined : readJson(document).value
    const isLookedAt = problems < mostProblems(items.length) && problemBytes < MOST_PROBLEM_BYTES
    const isUnknown = isLookedAt && (await isAssigneeUnknown(value))
    const error = isLookedAt ? findError(value, { merchantId, hasKey, isUnknown }) : skipped
    if (error && isLookedAt) {
      problems += Math.max(1, error.details.length + Number(error.meta.details_left_out ?? 0))
      problemBytes += Buffer.byteLength(JSON.stringify(error.details))
    }
    const bodyHash = error === undefined && hasKey ? hashRequest(['POST', path, ''], value) : ''
    checked.push(
      error ? { error } : { document, bodyHash, reference: readReference(value), isAssigneeUnknown: isUnknown },
    )
  }
  return checked
}

function findError(
  value: unknown,
  { merchantId, hasKey, isUnknown }: Pick<Checks, 'merchantId' | 'hasKey'> & { isUnknown: boolean },
): AppError | undefined {
  if (value === undefined) return tooLarge()
  const problems = isUnknown ? [unknownAssignee()] : []
  try {
    assertOwnMerchant(value, merchantId, createShipmentSchema)
    parseDocumentWith(createShipmentSchema, value, () => problems)
    return isUnknown && !hasKey ? validationError(problems) : undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return hasKey && dependsOnTime(error) ? undefined : error
  }
}

/** As it is stored. */
const readReference = (value: unknown): string =>
  String((value as { merchant_order_ref?: unknown } | null)?.merchant_order_ref ?? '')
    .trim()
    .normalize('NFC')

const tooLarge = (): AppError =>
  new AppError(
    'payload_too_large',
    `The shipment is larger than the limit of ${BODY_LIMIT_BYTES / 1024} KiB. Send less data.`,
  )

const notProcessed = (): AppError =>
  new AppError(
    'item_not_processed',
    'The shipments before this one have too many invalid fields, so it was not validated. Correct them, and send the batch again.',
  )
