/** Quotes. A quote of a job is its draft: it costs nothing, and has a name of ours. */
import { randomBytes, randomUUID } from 'node:crypto'
import type {
  CarrierAdapter,
  CarrierCall,
  DraftOutcome,
  DraftRequest,
  QuoteOutcome,
  QuoteRequest,
} from '../../carrier-adapter.ts'
import type { CarrierProblem } from '../../http/outcome.ts'
import { withTip } from '../../mapping/tips.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { describeFailure, within } from './client.ts'
import { doordashDriveDescriptor, SERVICE_CODE } from './descriptor.ts'
import { computeTotal, createDraftId, createOfferId, toOffer, totalOfOffer } from './mapping/offers.ts'
import { isDecision, NO_COURIER, pointTo, readError } from './mapping/problems.ts'
import { deliveryPath, quotesPath, requestProblem, toDraftBody, toQuoteBody } from './mapping/requests.ts'
import { wireQuote } from './wire.ts'

const { timeoutsMs } = doordashDriveDescriptor
const DUPLICATE = 'duplicate_delivery_id'

export function quoteCalls(client: VendorClient): Required<Pick<CarrierAdapter, 'quote' | 'draft'>> {
  const { send, read, written, readProblem, refused } = client

  /** Asks for the quote. An earlier try may have made it, of which only the second answer arrives: then it is read. */
  async function askForQuote(call: CarrierCall, exchange: { operation: string; body: object; reference: string }) {
    const outcome = await send(call, { ...exchange, method: 'POST', path: quotesPath })
    if (readError(outcome)?.code !== DUPLICATE) return outcome
    const { operation, reference } = exchange
    return await send(call, { operation, method: 'GET', path: deliveryPath(reference), reference })
  }

  async function quote(request: QuoteRequest, given: CarrierCall): Promise<QuoteOutcome> {
    const call = within(given, timeoutsMs.quote)
    const unasked = requestProblem(request)
    if (unasked) return notServed(unasked, { retryable: false, pointer: unasked.pointer })
    const now = new Date()
    const externalDeliveryId = `quote-${randomUUID()}`
    const body = toQuoteBody(request, { externalDeliveryId, now })
    const outcome = await askForQuote(call, { operation: 'quote', body, reference: externalDeliveryId })
    const problem = readProblem(outcome)
    if (problem && isDecision(outcome)) {
      return notServed(problem, {
        retryable: problem.code === NO_COURIER,
        pointer: pointTo(readError(outcome)),
      })
    }
    return read(outcome, wireQuote, (found) => ({
      kind: 'offers' as const,
      offers: [
        withTip(
          toOffer(found, { request, now, carrierOfferId: createOfferId(externalDeliveryId, computeTotal(found)) }),
          request,
        ),
      ],
    }))
  }

  async function draft(request: DraftRequest, given: CarrierCall): Promise<DraftOutcome> {
    const call = within(given, timeoutsMs.book)
    const unasked = requestProblem(request)
    if (unasked) return { kind: 'refused', failure: describeFailure(unasked.code, unasked.message) }
    const draftId = createDraftId(request.reference, randomBytes(6).toString('hex'))
    const body = toDraftBody(request, { externalDeliveryId: draftId, now: new Date() })
    const outcome = await askForQuote(call, { operation: 'draft', body, reference: draftId })
    if (isDecision(outcome)) return refused(outcome)
    return written(outcome, wireQuote, (found): DraftOutcome => {
      const offeredMinor = totalOfOffer(request.carrierOfferId)
      return offeredMinor === null || computeTotal(found) <= offeredMinor
        ? { kind: 'drafted', draftId }
        : { kind: 'refused', failure: dearer }
    })
  }

  return { quote, draft }
}

function notServed(
  problem: CarrierProblem,
  { retryable, pointer }: { retryable: boolean; pointer: string | undefined },
): QuoteOutcome {
  const { code, message } = problem
  const declined = { code, message, ...(pointer !== undefined && { pointer }) }
  return { kind: 'not_served', ...declined, declines: [{ serviceCode: SERVICE_CODE, ...declined, retryable }] }
}

const dearer = describeFailure('price_changed', 'DoorDash now asks for more than the offer says. Ask for a new quote.')
