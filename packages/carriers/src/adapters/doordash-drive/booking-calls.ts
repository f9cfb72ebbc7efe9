/**
 * Purchases: accepting a quote makes it a delivery. The reference does not say what a second acceptance answers, so that after every
 * refusal the delivery of that name is read: its status is `quote`, or there is none, unless it was accepted.
 */
import type {
  BookOutcome,
  BookRequest,
  CarrierAdapter,
  CarrierCall,
  Failed,
  FindJobOutcome,
} from '../../carrier-adapter.ts'
import type { HttpOutcome } from '../../http/client.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { within } from './client.ts'
import { doordashDriveDescriptor } from './descriptor.ts'
import { isAccepted, toJob } from './mapping/jobs.ts'
import { isDecision, isRefusal, readError } from './mapping/problems.ts'
import { acceptPath, deliveryPath } from './mapping/requests.ts'
import { type WireDelivery, wireDelivery } from './wire.ts'

const { timeoutsMs } = doordashDriveDescriptor

export function bookingCalls(client: VendorClient): Pick<CarrierAdapter, 'book' | 'findJob'> {
  const { send, read, written, failed, refused } = client

  async function book({ draftId }: BookRequest, given: CarrierCall): Promise<BookOutcome> {
    if (draftId === null) throw new TypeError('book needs the id of a draft: without one it may book twice')
    const call = within(given, timeoutsMs.book)
    const exchange = { operation: 'book', method: 'POST', path: acceptPath(draftId), reference: draftId } as const
    const outcome = await send(call, { ...exchange, body: {} })
    if (isRefusal(outcome)) return await settleBook(draftId, call, outcome)
    return written(outcome, wireDelivery, (delivery) => ({ kind: 'booked' as const, job: toJob(draftId, delivery) }))
  }

  /** A quote that was accepted before is refused like one that has expired: the delivery tells. */
  async function settleBook(draftId: string, call: CarrierCall, refusal: HttpOutcome): Promise<BookOutcome> {
    const found = await findDelivery(draftId, call)
    if (found.kind === 'failed') return { kind: 'unknown', failure: found.failure }
    if (found.kind === 'delivery' && isAccepted(found.delivery)) {
      return { kind: 'booked', job: toJob(draftId, found.delivery) }
    }
    // Otherwise DoorDash may still be making the delivery of an earlier acceptance.
    return isDecision(refusal)
      ? refused(refusal)
      : { kind: 'unknown', failure: { ...failed(refusal).failure, retryable: true } }
  }

  async function findDelivery(
    externalDeliveryId: string,
    call: CarrierCall,
  ): Promise<{ kind: 'delivery'; delivery: WireDelivery } | { kind: 'none' } | Failed> {
    const exchange = { operation: 'find', method: 'GET', reference: externalDeliveryId } as const
    const outcome = await send(call, { ...exchange, path: deliveryPath(externalDeliveryId) })
    // A proxy that does not know the path answers 404 too, but not with DoorDash's error.
    if (outcome.kind === 'answered' && outcome.status === 404 && readError(outcome)) return { kind: 'none' }
    return read(outcome, wireDelivery, (delivery) => ({ kind: 'delivery' as const, delivery }))
  }

  /** Without the id of a draft nothing was bought: only drafts whose ids are known are. */
  async function findJob({ draftId }: { draftId: string | null }, call: CarrierCall): Promise<FindJobOutcome> {
    if (draftId === null) return { kind: 'not_found' }
    const found = await findDelivery(draftId, within(call, timeoutsMs.track))
    if (found.kind === 'failed') return found
    return found.kind === 'delivery' && isAccepted(found.delivery)
      ? { kind: 'found', job: toJob(draftId, found.delivery) }
      : { kind: 'not_found' }
  }

  return { book, findJob }
}
