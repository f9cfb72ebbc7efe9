/** Quotes. */
import type { CarrierAdapter, QuoteOutcome } from '../../carrier-adapter.ts'
import type { CarrierProblem } from '../../http/outcome.ts'
import { phoneProblem } from '../../mapping/phones.ts'
import { tipDecline, withTip } from '../../mapping/tips.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { SERVICE_CODE, uberDirectDescriptor } from './descriptor.ts'
import { toOffer } from './mapping/offers.ts'
import { isBusy } from './mapping/problems.ts'
import { toQuoteBody } from './mapping/requests.ts'
import { wireQuote } from './wire.ts'

const { timeoutsMs } = uberDirectDescriptor
/** Uber validates the request with these: the account is not at fault. */
const UNSERVED_STATUSES = new Set([400, 409, 422])

export const quoteCalls = ({ send, read, readProblem }: VendorClient): Pick<CarrierAdapter, 'quote'> => ({
  async quote(request, call) {
    const unasked = phoneProblem(request, uberDirectDescriptor.name)
    if (unasked) return notServed(unasked, false)
    const now = new Date()
    const exchange = { operation: 'quote', method: 'POST', path: '/delivery_quotes', reference: null } as const
    const body = toQuoteBody(request, now)
    const outcome = await send(call, { ...exchange, body, timeoutMs: timeoutsMs.quote })
    const problem = readProblem(outcome)
    if (problem && isBusy(outcome)) return notServed(problem, true)
    if (problem && outcome.kind === 'answered' && UNSERVED_STATUSES.has(outcome.status))
      return notServed(problem, false)
    return read(outcome, wireQuote, (found): QuoteOutcome => {
      const declined = tipDecline(request, uberDirectDescriptor.name, found.currency)
      if (declined !== null) return notServed(declined, false)
      return { kind: 'offers', offers: [withTip(toOffer(found, { now, readyAt: request.readyAt }), request)] }
    })
  },
})

function notServed(problem: CarrierProblem & { pointer?: string }, retryable: boolean): QuoteOutcome {
  return { kind: 'not_served', ...problem, declines: [{ serviceCode: SERVICE_CODE, ...problem, retryable }] }
}
