/** Pure: Shippo's transactions as jobs. Each parcel of a job has its own transaction, all with the same rate. */
import type { RefundStatus } from '@waybill/contracts/bookings/refund'
import type { CarrierCharge, CarrierJob } from '../../../carrier-adapter.ts'
import { parsePrice } from '../../../mapping/decimal-price.ts'
import { labelFact } from '../../../mapping/meanings.ts'
import { statusByFacts } from '../../../mapping/parcel-facts.ts'
import { currencyCode } from '../../../mapping/wire-fields.ts'
import type { TrackingFact } from '../../../tracking-fact.ts'
import type { WireRate, WireTransaction } from '../wire.ts'
import { parseTag } from './requests.ts'

/** `pending`: Shippo or the carrier still works on the purchase. `failed`: nothing was bought. */
type PurchaseState = 'bought' | 'pending' | 'failed'

/** After these the label is refunded, or will be. */
const REFUNDED = new Set(['REFUNDED', 'REFUNDPENDING'])
const REJECTED = 'REFUNDREJECTED'

const states: ReadonlyMap<string, PurchaseState> = new Map([
  ['SUCCESS', 'bought'],
  ['REFUNDED', 'bought'],
  ['REFUNDPENDING', 'bought'],
  [REJECTED, 'bought'],
  ['QUEUED', 'pending'],
  ['WAITING', 'pending'],
  ['ERROR', 'failed'],
])

const readStatus = ({ status }: WireTransaction): string => status?.toUpperCase() ?? ''

/** An unknown status is judged by what there is: a label or a number proves the purchase. */
export function readState(transaction: WireTransaction): PurchaseState {
  const known = states.get(readStatus(transaction))
  if (known !== undefined) return known
  return transaction.label_url !== null || transaction.tracking_number !== null ? 'bought' : 'pending'
}

export const isRefunded = (transaction: WireTransaction): boolean => REFUNDED.has(readStatus(transaction))

/** Whether the carrier decides on the refund later. */
export const isRefundPending = (transaction: WireTransaction): boolean => readStatus(transaction) === 'REFUNDPENDING'

export const isRefundRejected = (transaction: WireTransaction): boolean => readStatus(transaction) === REJECTED

/**
 * Part of the price that the carrier keeps after it rejected refunds. The rate is the price of all labels of the job: each label has an
 * equal share, and the first what is left over. None if Shippo does not state the price.
 */
export function rejectedRefunds(transactions: readonly WireTransaction[], rate: WireRate): CarrierCharge[] {
  const currency = currencyCode(rate.currency)
  const price = currency && rate.amount ? parsePrice(rate.amount, currency) : null
  if (price === null) return []
  const share = Math.floor(price.amountMinor / transactions.length)
  const leftOver = price.amountMinor - share * transactions.length
  return transactions.flatMap((transaction, index) => {
    const at = transaction.object_updated ?? transaction.object_created
    if (!isRefundRejected(transaction) || at === null) return []
    return {
      chargeId: `${transaction.object_id}/refund_rejected`,
      type: 'refund_rejected' as const,
      ...price,
      taxMinor: 0,
      amountMinor: share + (index === 0 ? leftOver : 0),
      at,
      reason: 'The carrier has rejected the refund of the label.',
    }
  })
}

/** Outcome of a purchase. `partly`: some parcels have labels, and others will have none. */
export function stateOfAll(transactions: readonly WireTransaction[]): PurchaseState | 'partly' {
  const found = new Set(transactions.map(readState))
  if (found.size === 0 || found.has('pending')) return 'pending'
  return found.size > 1 ? 'partly' : found.has('bought') ? 'bought' : 'failed'
}

const madeAt = ({ object_created }: WireTransaction): number => object_created?.getTime() ?? 0

/** The transactions of a job in a fixed order. The first stands for the job. */
export const inOrder = (transactions: readonly WireTransaction[]): WireTransaction[] =>
  transactions.toSorted((a, b) => madeAt(a) - madeAt(b) || (a.object_id < b.object_id ? -1 : 1))

/**
 * The transactions of one attempt, of all with its rate. Those of another attempt name another reference; those that name none belong
 * to the attempt if any does.
 */
export function ofAttempt(transactions: readonly WireTransaction[], reference: string): WireTransaction[] {
  const references = transactions.map(({ metadata }) => parseTag(metadata)?.reference ?? null)
  const hasOthers = references.some((other) => other !== null && other !== reference)
  if (hasOthers && !references.includes(reference)) return []
  return inOrder(transactions.filter((_, index) => references[index] === null || references[index] === reference))
}

/** `facts`: those of the job, oldest first; empty: not known. */
export function toJob(transactions: readonly WireTransaction[], facts: readonly TrackingFact[]): CarrierJob {
  const [first] = transactions
  if (first === undefined) throw new TypeError('a job has at least one transaction')
  const eta = facts.findLast((fact) => fact.eta)?.eta ?? null
  return {
    carrierJobId: first.object_id,
    trackingNumber: first.tracking_number,
    trackingUrl: first.tracking_url_provider,
    status: transactions.every(isRefunded) ? 'cancelled' : statusByFacts(facts),
    driver: null,
    label: null,
    etaFromAt: eta?.fromAt ?? null,
    etaToAt: eta?.toAt ?? null,
    ...(transactions.length > 1 && {
      parcels: transactions.map(({ tracking_number, tracking_url_provider }) => ({
        trackingNumber: tracking_number,
        trackingUrl: tracking_url_provider,
      })),
    }),
  }
}

/** By status of the transaction. */
const refundStates: ReadonlyMap<string, RefundStatus> = new Map([
  ['REFUNDED', 'granted'],
  ['REFUNDPENDING', 'submitted'],
  [REJECTED, 'rejected'],
])

/**
 * Fact: the label was refunded, perhaps at Shippo, or its refund was rejected: then it is charged. It is that of a single parcel, whose
 * end is the job's if there is no other.
 */
export function refundFacts(transaction: WireTransaction, carrierJobId = transaction.object_id): TrackingFact[] {
  const { object_updated, object_created, metadata, tracking_number: trackingNumber } = transaction
  const occurredAt = object_updated ?? object_created
  const rawCode = readStatus(transaction)
  const refund = refundStates.get(rawCode)
  if (occurredAt === null || refund === undefined) return []
  const status = refund === 'rejected' ? 'unknown' : 'cancelled'
  const description = refund === 'rejected' ? 'The carrier has rejected the refund: the label is charged.' : null
  const parcel = { position: 1, trackingNumber, status, incident: null, refund } as const
  const fact = { ...labelFact, carrierJobId, reference: parseTag(metadata)?.reference ?? null, rawCode, occurredAt }
  return [{ ...fact, status, description, parcel }]
}
