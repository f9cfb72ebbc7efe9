/** Quotes: the prices of all services, and the reason if there are none. */
import type { CarrierAdapter, QuoteOutcome, QuoteRequest } from '../../carrier-adapter.ts'
import { optionDecline } from '../../carrier-options.ts'
import { residentialNotices } from '../../mapping/notices.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { refuseQuote } from '../../vendor/refusals.ts'
import { getAccountNumber } from './client.ts'
import { upsDescriptor } from './descriptor.ts'
import { addressProblems, pointTo } from './mapping/addresses.ts'
import { goodsDecline, upsDeclarationNotices } from './mapping/declaration.ts'
import { findNotices, toOffers } from './mapping/offers.ts'
import { findOptionDecline } from './mapping/options.ts'
import { rateOption, toRateRequest } from './mapping/requests.ts'
import { wireRates } from './wire.ts'

const { timeoutsMs } = upsDescriptor
export const RATING = '/rating/v2409'

/** Source: Rating.yaml, ResidentialAddressIndicator. */
const UPS_ASSUMES = 'UPS prices it as a business, and may charge for a home later.'

export const quoteCalls = (client: VendorClient): Pick<CarrierAdapter, 'quote'> => ({
  async quote(request, call) {
    const decline = findDecline(request)
    if (decline !== null) return decline
    const outcome = await client.send(call, {
      operation: 'quote',
      method: 'POST',
      reference: null,
      timeoutMs: timeoutsMs.quote,
      path: `${RATING}/${rateOption(request)}`,
      body: toRateRequest(request, getAccountNumber(call.account)),
    })
    const findPointer = (message: string) => pointTo(message, request)
    const refusal = refuseQuote(client, outcome, { statuses: [400], findPointer })
    if (refusal !== null) return refusal
    return client.read(outcome, wireRates, ({ RateResponse: rates }): QuoteOutcome => {
      const offers = toOffers(rates.RatedShipment, request, new Date())
      const notices = [
        ...findNotices(rates, offers),
        ...residentialNotices({ request, offers, assumption: UPS_ASSUMES }),
        ...upsDeclarationNotices(request),
      ]
      if (offers.length > 0) return { kind: 'offers', offers, notices }
      if (request.options?.saturdayDelivery) return { kind: 'not_served', ...noSaturday }
      return { kind: 'not_served', code: 'no_offer', message: 'UPS has no price for this shipment.' }
    })
  },
})

const noSaturday = optionDecline('saturday_delivery', 'UPS has no service that delivers this shipment on Saturday.')

/** Why UPS need not be asked; null: it must. */
function findDecline(request: QuoteRequest): QuoteOutcome | null {
  const problems = addressProblems(request)
  const [first] = problems
  if (first !== undefined) {
    const message = problems.map((problem) => problem.message).join(' ')
    return { kind: 'not_served', code: first.code, message, pointer: first.pointer }
  }
  const unsupported = findOptionDecline(request)
  if (unsupported !== null) return unsupported
  return goodsDecline(request)
}
