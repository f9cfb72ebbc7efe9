/**
 * Purchases: a transaction buys a rate. Shippo has no idempotency keys. It lists the transactions of a rate, and each has the
 * reference of its attempt as metadata, so that a purchase whose answer is lost is found again.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { BookOutcome, BookRequest, CarrierAdapter, CarrierCall, CarrierFailure } from '../../carrier-adapter.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { withPointer } from '../../vendor/refusals.ts'
import { describeFailure, TRANSACTIONS } from './client.ts'
import { shippoDescriptor } from './descriptor.ts'
import { inOrder, isRefunded, ofAttempt, readState, stateOfAll, toJob } from './mapping/jobs.ts'
import { toWords } from './mapping/problems.ts'
import { pointTo, toMetadata } from './mapping/requests.ts'
import { trackedFacts } from './tracks.ts'
import { listByRate, readTransaction } from './transactions.ts'
import { type WireTransaction, wireTransaction } from './wire.ts'

const { timeoutsMs } = shippoDescriptor

const POLL_MS = 500

export const bookingCalls = (client: VendorClient): Pick<CarrierAdapter, 'book' | 'findJob'> => ({
  async book(request, { deadlineAt, ...rest }) {
    const { carrierOfferId: rateId, reference, serviceCode, parcels } = request
    if (rateId === null) {
      return { kind: 'refused', failure: describeFailure('offer_unknown', 'Shippo books rates. Ask for a new quote.') }
    }
    const lastAt = Math.min(deadlineAt.getTime(), Date.now() + timeoutsMs.book)
    const call = { ...rest, deadlineAt: new Date(lastAt) }
    const [carrier = serviceCode] = serviceCode.split('.')
    const outcome = await client.send(call, {
      operation: 'book',
      method: 'POST',
      path: TRANSACTIONS,
      timeoutMs: timeoutsMs.book,
      reference,
      idempotent: false,
      body: {
        rate: rateId,
        label_file_type: 'PDF_4x6',
        async: false,
        metadata: toMetadata({ reference, carrier, parcels: parcels.length }),
      },
    })
    const made = client.written(outcome, wireTransaction, (transaction) => ({ kind: 'made' as const, transaction }))
    if (made.kind === 'refused') return { ...made, failure: addPointer(made.failure, request) }
    if (made.kind !== 'made') return made
    return toOutcome(await follow(client, made.transaction, { ...request, carrierOfferId: rateId }, call), request)
  },

  async findJob({ reference, carrierOfferId }, call) {
    if (carrierOfferId === null) return { kind: 'not_found' }
    const target = { operation: 'find', reference } as const
    const listed = await listByRate(client, carrierOfferId, target, call)
    if (listed.kind === 'failed') return listed
    const transactions = ofAttempt(listed.transactions, reference)
    if (transactions.length === 0) return { kind: 'not_found' }
    const state = stateOfAll(transactions)
    if (state === 'failed') return { kind: 'refused', failure: purchaseError(transactions) }
    if (state !== 'bought') return { kind: 'failed', failure: undecided(state) }
    // Without its tracking the job is found all the same.
    const isVoid = transactions.every(isRefunded)
    const tracked = isVoid ? null : await trackedFacts(client, transactions, target, call)
    return { kind: 'found', job: toJob(transactions, tracked?.facts ?? []) }
  },
})

/**
 * The transactions of a purchase as Shippo decides on them, or as they are when the time is over. Those of further parcels are only in
 * the list.
 */
async function follow(
  client: VendorClient,
  first: WireTransaction,
  { reference, carrierOfferId: rateId, parcels }: BookRequest & { carrierOfferId: string },
  call: CarrierCall,
): Promise<WireTransaction[]> {
  const target = { operation: 'book', reference } as const
  const isSingle = parcels.length === 1
  const read = async () => {
    if (!isSingle) {
      const listed = await listByRate(client, rateId, target, call)
      return listed.kind === 'failed' ? null : ofAttempt(listed.transactions, reference)
    }
    const found = await readTransaction(client, first.object_id, target, call)
    return found.kind === 'failed' ? null : [found.transaction]
  }
  const isDecided = (found: readonly WireTransaction[]) => stateOfAll(found) !== 'pending'
  let known = [first]
  let isListed = isSingle || readState(first) === 'failed'
  let waitMs = isListed ? POLL_MS : 0
  while (!(isListed && isDecided(known)) && Date.now() + waitMs < call.deadlineAt.getTime() && !call.signal?.aborted) {
    await delay(waitMs, undefined, { signal: call.signal }).catch(() => {})
    waitMs = POLL_MS
    const found = await read()
    if (found === null || found.length === 0) continue
    known = found
    isListed = true
  }
  // The list alone says which transaction stands for the job.
  return isListed ? inOrder(known) : []
}

function toOutcome(transactions: readonly WireTransaction[], request: BookRequest): BookOutcome {
  const state = stateOfAll(transactions)
  if (state === 'bought') return { kind: 'booked', job: toJob(transactions, []) }
  if (state === 'failed') return { kind: 'refused', failure: addPointer(purchaseError(transactions), request) }
  return { kind: 'unknown', failure: undecided(state) }
}

/** The carrier's reason for a purchase that it did not make. */
function purchaseError(transactions: readonly WireTransaction[]): CarrierFailure {
  const messages = transactions.flatMap((transaction) => transaction.messages)
  const code = messages.find((message) => message.code !== null)?.code ?? 'purchase_refused'
  return describeFailure(code, toWords(messages) || 'The carrier could not make the label, and gives no reason.')
}

const said = {
  pending: 'Shippo accepted the purchase and has no label yet.',
  partly: 'Shippo has bought labels for some of the parcels and not for others.',
}

const undecided = (state: keyof typeof said): CarrierFailure =>
  describeFailure(`purchase_${state}`, said[state], { httpStatus: 200, retryable: true })

/** The failure with the pointer of the missing field that it speaks of. */
const addPointer = (failure: CarrierFailure, request: BookRequest): CarrierFailure =>
  withPointer(failure, (message) => pointTo(message, request))
