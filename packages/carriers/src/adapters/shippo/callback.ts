/** Call-backs: about tracking, and about transactions, whose refund may be rejected after days. */
import type { CallbackInput, CallbackOutcome, CarrierAdapter } from '../../carrier-adapter.ts'
import { readCallback } from '../../vendor/callback-body.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { toFacts } from './mapping/facts.ts'
import { refundFacts } from './mapping/jobs.ts'
import { parseTag } from './mapping/requests.ts'
import { describeForgery } from './signature.ts'
import { trackedFacts } from './tracks.ts'
import { listForJob } from './transactions.ts'
import { type WireTrack, type WireTransaction, wireCallback, wireTrack, wireTransaction } from './wire.ts'

/** `track_updated`; `transaction_updated` and `transaction_created`. */
const TRACK = /^track/
const TRANSACTION = /^transaction/

const nothing: CallbackOutcome = { kind: 'facts', facts: [] }

export const callbackCalls = (client: VendorClient): Pick<CarrierAdapter, 'parseCallback'> => ({
  async parseCallback(input) {
    const reason = describeForgery(input)
    if (reason !== null) return { kind: 'forged', reason }
    const event = read(input.rawBody)
    switch (event.kind) {
      case 'track':
        return await reportedFacts(client, event.track, input)
      case 'transaction':
        return await readRefunds(client, event.transaction, input)
      case 'other':
        // A webhook may get events of every kind: batches.
        return nothing
      case 'malformed':
        return event
    }
  },
})

type Event =
  | { kind: 'track'; track: WireTrack }
  | { kind: 'transaction'; transaction: WireTransaction }
  | { kind: 'other' }
  | { kind: 'malformed'; reason: string }

function read(rawBody: Buffer): Event {
  const mismatch = 'the body is not an event of Shippo'
  const body = readCallback(rawBody, wireCallback, mismatch)
  if (body.kind === 'malformed') return body
  const { event, data } = body.event
  const malformed = { kind: 'malformed', reason: mismatch } as const
  if (TRACK.test(event)) {
    const { success, data: track } = wireTrack.safeParse(data)
    return success ? { kind: 'track', track } : malformed
  }
  if (!TRANSACTION.test(event)) return { kind: 'other' }
  const { success, data: transaction } = wireTransaction.safeParse(data)
  return success ? { kind: 'transaction', transaction } : malformed
}

/** The transaction is asked for: it proves that the job is one of the account, and says how many parcels it has. */
async function reportedFacts(client: VendorClient, track: WireTrack, input: CallbackInput): Promise<CallbackOutcome> {
  // A parcel whose label was not bought at Shippo has no transaction.
  if (track.transaction === null) return nothing
  const target = { operation: 'find', reference: track.transaction } as const
  const job = await listForJob(client, track.transaction, target, input)
  if (job.kind === 'failed') return job.failure.httpStatus === 404 ? nothing : unverified(job.failure.code)
  const [first, ...others] = job.transactions
  if (first === undefined) return nothing
  if (others.length === 0) {
    const context = { carrierJobId: first.object_id, reference: parseTag(first.metadata)?.reference ?? null }
    return { kind: 'facts', facts: toFacts(track, context) }
  }
  // The end of one parcel is not the end of the job: that takes the tracks of all.
  return await factsOfAll(client, job.transactions, target, input)
}

/** A parcel that its carrier does not know yet has no facts of its way. What cannot be read now is sent again. */
async function factsOfAll(...asked: Parameters<typeof trackedFacts>): Promise<CallbackOutcome> {
  const { facts, failure } = await trackedFacts(...asked)
  return failure === null || failure.httpStatus === 404 ? { kind: 'facts', facts } : unverified(failure.code)
}

/** The refund of one parcel is not that of the job: that takes the transactions of all, as with `track`. */
async function readRefunds(
  client: VendorClient,
  transaction: WireTransaction,
  input: CallbackInput,
): Promise<CallbackOutcome> {
  const facts = refundFacts(transaction)
  if (facts.length === 0 || (parseTag(transaction.metadata)?.parcels ?? 1) === 1) return { kind: 'facts', facts }
  const target = { operation: 'find', reference: transaction.object_id } as const
  const job = await listForJob(client, transaction.object_id, target, input)
  if (job.kind === 'failed') return job.failure.httpStatus === 404 ? nothing : unverified(job.failure.code)
  return await factsOfAll(client, job.transactions, target, input)
}

const unverified = (code: string): CallbackOutcome => ({
  kind: 'unverified',
  reason: `the transaction of the event cannot be found now: ${code}`,
})
