/** Quotes and bookings. A carrier with drafts books in two calls, the others in one. */
import type { CarrierAdapter, CarrierCall, DraftOutcome, DraftRequest } from '../../carrier-adapter.ts'
import { toJob, toQuoteOutcome, toWireJob, toWireQuote } from './mappers.ts'
import type { SimulatorClient } from './simulator-client.ts'
import { wireDraft, wireJob, wireJobs, wireOffers } from './wire.ts'

export function bookingCalls(client: SimulatorClient): Pick<CarrierAdapter, 'quote' | 'draft' | 'book' | 'findJob'> {
  const { send, get, problemOf, read, written } = client
  const { timeoutsMs, bookRecovery } = client.descriptor
  const hasDrafts = bookRecovery.kind === 'prepared_id'

  return {
    ...(hasDrafts && { draft: (request: DraftRequest, call: CarrierCall) => draft(client, request, call) }),

    async quote(request, call) {
      const target = { operation: 'quote', method: 'POST', path: '/quotes' } as const
      const outcome = await send(call, { ...target, body: toWireQuote(request), timeoutMs: timeoutsMs.quote })
      const problem = problemOf(outcome)
      if (outcome.kind === 'answered' && outcome.status === 422 && problem) return { kind: 'not_served', ...problem }
      return read(outcome, wireOffers, toQuoteOutcome)
    },

    async book(request, call) {
      const { idempotencyKey } = call
      if (!idempotencyKey) throw new TypeError('book needs an idempotency key: without one it may book twice')
      if (hasDrafts && request.draftId === null) throw new TypeError('book needs a draftId: this carrier sells drafts')
      const order =
        request.draftId === null
          ? { path: '/jobs', body: toWireJob(request) }
          : { path: `/drafts/${encodeURIComponent(request.draftId)}/purchase` }
      const target = { operation: 'book', method: 'POST', timeoutMs: timeoutsMs.book, idempotencyKey } as const
      const outcome = await send(call, { ...target, ...order })
      return written(outcome, wireJob, (job) => ({ kind: 'booked' as const, job: toJob(job) }))
    },

    async findJob({ reference, draftId }, call) {
      const query = new URLSearchParams(draftId === null ? { reference } : { draft_id: draftId })
      const outcome = await get(call, { operation: 'find', path: `/jobs?${query}`, reference })
      return read(outcome, wireJobs, ({ jobs: [job] }) =>
        job ? { kind: 'found' as const, job: toJob(job) } : { kind: 'not_found' as const },
      )
    },
  }
}

async function draft(
  { send, written, descriptor }: SimulatorClient,
  request: DraftRequest,
  call: CarrierCall,
): Promise<DraftOutcome> {
  const target = { operation: 'draft', method: 'POST', path: '/drafts', reference: request.reference } as const
  const timeoutMs = descriptor.timeoutsMs.book
  const outcome = await send(call, { ...target, body: toWireJob(request), timeoutMs })
  return written(outcome, wireDraft, ({ id }) => ({ kind: 'drafted' as const, draftId: id }))
}
