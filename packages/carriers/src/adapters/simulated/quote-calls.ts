/** Quotes, and the drafts of a carrier that sells drafts. */
import type { CarrierAdapter, CarrierCall, DraftOutcome, DraftRequest } from '../../carrier-adapter.ts'
import type { SimulatorClient } from './client.ts'
import { toQuoteOutcome } from './mapping/offers.ts'
import { toWireJob, toWireQuote } from './mapping/requests.ts'
import { wireDraft, wireOffers } from './wire.ts'

export function quoteCalls(client: SimulatorClient): Pick<CarrierAdapter, 'quote' | 'draft'> {
  const { send, readProblem, read } = client
  const { timeoutsMs, bookRecovery } = client.descriptor
  const hasDrafts = bookRecovery.kind === 'prepared_id'
  return {
    ...(hasDrafts && { draft: (request: DraftRequest, call: CarrierCall) => draft(client, request, call) }),

    async quote(request, call) {
      const target = { operation: 'quote', method: 'POST', path: '/quotes' } as const
      const outcome = await send(call, { ...target, body: toWireQuote(request), timeoutMs: timeoutsMs.quote })
      const problem = readProblem(outcome)
      if (outcome.kind === 'answered' && outcome.status === 422 && problem) return { kind: 'not_served', ...problem }
      return read(outcome, wireOffers, toQuoteOutcome)
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
