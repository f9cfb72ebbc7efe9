/** Pure: an item of a batch, and when it is tried again. */
import type { BookingBatchItemStatus } from '@waybill/contracts/batches/booking-batch'
import type { StoredError } from '../operations/errors.ts'

/** Why an item failed, and the request of its batch. */
export interface ItemError extends StoredError {
  requestId: string
}

export interface BatchKey {
  environmentId: string
  batchId: string
}

/** An item as merchants see it. `error` has a value if it failed. */
export interface BatchItem {
  position: number
  shipmentId: string
  quoteOptionId: string
  status: BookingBatchItemStatus
  bookingId: string | null
  error: ItemError | null
}

/** An item that a process works on, until its lease ends. */
export interface HeldItem extends BatchKey {
  position: number
  shipmentId: string
  quoteOptionId: string
  /** The version of the shipment that may be booked; null: any. */
  ifMatch: string | null
  /** ID of the booking's operation. Minted with the item, so that every try is the same call. */
  opId: string
  leaseId: string
  /** Tries, with this one. */
  attempts: number
  /** For how long the batch exists, in ms, by the database's clock. */
  ageMs: number
  merchantId: string
  livemode: boolean
  requestId: string
}

/** Result of a try. */
export type TryResult =
  | { status: 'booked'; bookingId: string }
  | { status: 'failed'; error: StoredError }
  /** The outcome is not known, or may be another one later. */
  | { status: 'pending'; bookingId: string | null }

/** Pauses between tries of an item: 2, 4, 8 … s, at most a minute. */
export const ITEM_BACKOFF = { firstMs: 2_000, maxMs: 60_000 }

const GIVE_UP_AFTER_MS = 3_600_000
const GIVE_UP_AFTER_TRIES = 8

/**
 * Whether an item that could be tried again is not: mostly its offer expires before. An item is given up only if no
 * operation is open, so that nothing is booked afterwards.
 */
export const isGivenUp = ({ attempts, ageMs }: Pick<HeldItem, 'attempts' | 'ageMs'>): boolean =>
  attempts >= GIVE_UP_AFTER_TRIES && ageMs >= GIVE_UP_AFTER_MS
