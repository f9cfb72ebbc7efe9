/** Pure: a label of a batch, the form in which it is asked for, and when it is given up. */
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { AppError } from '@waybill/contracts/app-error'
import type { LabelBatchFormat, LabelBatchItemStatus, LabelBatchSize } from '@waybill/contracts/batches/label-batch'
import type { AskedForm } from '../../documents/label-form.ts'
import type { StoredError } from '../../operations/errors.ts'
import type { ItemError } from '../item.ts'

export interface LabelBatchKey {
  environmentId: string
  batchId: string
}

export interface LabelBatchItem {
  position: number
  bookingId: string
  status: LabelBatchItemStatus
  labelKey: string | null
  pages: number | null
  error: ItemError | null
}

/** A label in a document, by the key of its form. */
export interface BatchLabel {
  bookingId: string
  labelKey: string
}

export interface LabelBatch extends LabelBatchKey {
  merchantId: string
  format: LabelBatchFormat
  size: LabelBatchSize
  markPrinted: boolean
  createdAt: Date
  /** When the last item ended; null: some are pending. */
  completedAt: Date | null
  items: LabelBatchItem[]
}

/** An item that a process works on, until its lease ends. */
export interface HeldLabel extends LabelBatchKey {
  position: number
  bookingId: string
  leaseId: string
  /** Tries, with this one. */
  attempts: number
  /** For how long the batch exists, in ms, by the database's clock. */
  ageMs: number
  merchantId: string
  livemode: boolean
  requestId: string
  format: LabelBatchFormat
  markPrinted: boolean
}

export type LabelResult =
  | { status: 'included'; labelKey: string; pages: number; bytes: number }
  | { status: 'failed'; error: StoredError }
  /** The label may be there later. */
  | { status: 'pending' }

/** Pauses between tries: 1, 2, 4 … s, at most 10 s. */
export const LABEL_BACKOFF = { firstMs: 1_000, maxMs: 10_000 }
/** A packer waits. */
const GIVE_UP_AFTER_MS = 60_000

export const isGivenUp = ({ attempts, ageMs }: Pick<HeldLabel, 'attempts' | 'ageMs'>): boolean =>
  attempts >= 2 && ageMs >= GIVE_UP_AFTER_MS

/**
 * The carrier's form from which the batch's document is made: its own format in 4 × 6 inches, else a PDF of that size, else
 * another PDF for a document in PDF, else an image, which shows a single parcel. Throws `invalid_parameter` if there is none.
 */
export function formFor(descriptor: CarrierDescriptor, format: LabelBatchFormat, parcelCount: number): AskedForm {
  const { labels, name } = descriptor
  const find = (wanted: string, size?: string) =>
    labels.find((form) => form.format === wanted && (size === undefined || form.size === size))
  const form =
    (format === 'zpl' ? find('zpl', '4x6') : undefined) ??
    find('pdf', '4x6') ??
    (format === 'pdf' ? find('pdf') : undefined) ??
    (parcelCount === 1 ? find('png') : undefined)
  if (form) return { format: form.format, size: form.size, parcel: 0 }
  if (labels.length === 0) {
    throw new AppError('label_not_found', `${name} prints no labels. Nothing has to be on the parcels.`)
  }
  throw new AppError(
    'invalid_parameter',
    `The labels of ${name} cannot be in a document in the format ${format}. Print this booking alone.`,
  )
}
