/** Jobs after the purchase: refunds and tracking. */
import type { CancelOutcome, CarrierAdapter, CarrierCall, CarrierCharge } from '../../carrier-adapter.ts'
import { jointCancellation } from '../../mapping/joint-cancellation.ts'
import { whileUnread } from '../../mapping/repeated-cancellation.ts'
import type { Exchange, VendorClient } from '../../vendor/client.ts'
import { describeFailure } from './client.ts'
import { shippoDescriptor } from './descriptor.ts'
import { isRefunded, isRefundPending, isRefundRejected, rejectedRefunds } from './mapping/jobs.ts'
import { toWords } from './mapping/problems.ts'
import { trackedFacts } from './tracks.ts'
import { listForJob, readTransaction } from './transactions.ts'
import { type WireTransaction, wireRate, wireRefund } from './wire.ts'

const { timeoutsMs } = shippoDescriptor

/** The request was not looked at, so that asking for the transaction would be answered in the same way. */
const NOT_PROCESSED = new Set([401, 403, 404])

export const jobCalls = (client: VendorClient): Pick<CarrierAdapter, 'cancel' | 'track'> => ({
  async cancel({ carrierJobId }, call) {
    const target = { operation: 'cancel', reference: carrierJobId } as const
    const job = await listForJob(client, carrierJobId, target, call)
    if (job.kind === 'failed') {
      const isRefusal = NOT_PROCESSED.has(job.failure.httpStatus ?? 0)
      return { kind: isRefusal ? 'refused' : 'not_sent', failure: job.failure }
    }
    const outcomes: CancelOutcome[] = []
    for (const transaction of job.transactions) {
      outcomes.push(isRefunded(transaction) ? refunded(transaction) : await refund(client, transaction.object_id, call))
    }
    return jointCancellation(outcomes)
  },

  async track(carrierJobId, call) {
    const target = { operation: 'track', reference: carrierJobId } as const
    const job = await listForJob(client, carrierJobId, target, call)
    if (job.kind === 'failed') return job
    const { transactions } = job
    const { facts, failure } = await trackedFacts(client, transactions, target, call)
    // A refunded label may have no tracking any more, and one parcel may be tracked before another.
    if (failure !== null && facts.length === 0) return { kind: 'failed', failure }
    const charges = await refundCharges(client, transactions, target, call)
    return {
      kind: 'facts',
      facts,
      // The charge that the carrier keeps is not known until the rate can be read.
      refundPending: charges === null || transactions.some(isRefundPending),
      refundRejected: transactions.some(isRefundRejected),
      charges: charges ?? [],
    }
  },
})

/** The price of labels whose refund was rejected, which Shippo states with the rate: none if that is gone. Null: it cannot be read now. */
async function refundCharges(
  client: VendorClient,
  transactions: readonly WireTransaction[],
  target: Pick<Exchange, 'operation' | 'reference'>,
  call: CarrierCall,
): Promise<CarrierCharge[] | null> {
  const rate = transactions.find(isRefundRejected)?.rate ?? null
  if (rate === null) return []
  const outcome = await client.get(call, { ...target, path: `/rates/${encodeURIComponent(rate.object_id)}` })
  const found = client.read(outcome, wireRate, (read) => ({ kind: 'rate' as const, rate: read }))
  if (found.kind === 'failed') return found.failure.httpStatus === 404 ? [] : null
  return rejectedRefunds(transactions, found.rate)
}

const refunded = (transaction: WireTransaction): CancelOutcome => ({
  kind: 'cancelled',
  refundPending: isRefundPending(transaction),
})

/** Asks for the refund of one label. Shippo decides at once or within weeks; from the request on the label is void. */
async function refund(client: VendorClient, transaction: string, call: CarrierCall): Promise<CancelOutcome> {
  const target = { operation: 'cancel', reference: transaction } as const
  const request = { ...target, method: 'POST', path: '/refunds/', timeoutMs: timeoutsMs.cancel } as const
  const outcome = await client.send(call, { ...request, body: { transaction, async: false } })
  const answer = client.written(outcome, wireRefund, ({ status, messages }) => byStatus(status, toWords(messages)))
  if (answer.kind !== 'refused' || NOT_PROCESSED.has(answer.failure.httpStatus ?? 0)) return answer
  // A label that has been cancelled before is refused too.
  const current = await readTransaction(client, transaction, target, call)
  if (current.kind === 'failed') return whileUnread(answer, current)
  return isRefunded(current.transaction) ? refunded(current.transaction) : answer
}

const ACCEPTED = new Set(['QUEUED', 'PENDING', 'SUCCESS'])

function byStatus(status: string | null, words: string): CancelOutcome {
  const code = status?.toUpperCase() ?? ''
  if (ACCEPTED.has(code)) return { kind: 'cancelled', refundPending: code !== 'SUCCESS' }
  if (code === 'ERROR') {
    return {
      kind: 'refused',
      failure: describeFailure('refund_rejected', words || 'The carrier does not refund this label.', {
        httpStatus: 200,
      }),
    }
  }
  const unclear = `Shippo answered with the refund status ${status ?? 'null'}, which is not known.`
  return { kind: 'unknown', failure: describeFailure('refund_unclear', unclear, { httpStatus: 200, retryable: true }) }
}
