/**
 * Purchases. ShipEngine has no idempotency keys. A label is found again by the external id of its shipment, so that each attempt
 * makes a shipment with its reference as the external id, has that shipment rated, and buys the rate. A return is rated without that
 * id, and bought as a shipment that has it.
 * Sources: calculate_rates, create_label_from_rate, create_label and get_label_by_external_shipment_id in ShipEngine's reference.
 */
import type {
  BookOutcome,
  BookRequest,
  CarrierAdapter,
  CarrierCall,
  CarrierFailure,
  NotSent,
  Refused,
} from '../../carrier-adapter.ts'
import type { Price } from '../../mapping/decimal-price.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { withPointer } from '../../vendor/refusals.ts'
import { isReturn, returnDecline } from '../../vendor/returns.ts'
import { describeFailure } from './client.ts'
import { shipengineDescriptor } from './descriptor.ts'
import { readFacts } from './job-calls.ts'
import { shipengineCustomsDecline } from './mapping/declaration.ts'
import { isFailed, isVoided, labelJob } from './mapping/jobs.ts'
import { isBookable, type Purchase, parseOfferId, parseRatePrice } from './mapping/offers.ts'
import { toWords } from './mapping/problems.ts'
import { labelTerms, pointTo, toReturnPurchase, toWireShipment } from './mapping/requests.ts'
import { type WireRates, wireLabel, wireRates } from './wire.ts'

const { timeoutsMs } = shipengineDescriptor

/** Rates are asked of one carrier only. */
const RATE_TIMEOUT_MS = 7_000
export const bookingCalls = (client: VendorClient): Pick<CarrierAdapter, 'book' | 'findJob'> => ({
  async book(request, { deadlineAt, ...rest }) {
    const purchase = parseOfferId(request.carrierOfferId)
    if (purchase === null) return refused('offer_unknown', 'The offer is not one of ShipEngine’s. Ask for a new quote.')
    const incomplete = shipengineCustomsDecline(request) ?? returnDecline(request, 'ShipEngine')
    if (incomplete !== null) return refused(incomplete.code, incomplete.message)
    const lastAt = Math.min(deadlineAt.getTime(), Date.now() + timeoutsMs.book)
    const call = { ...rest, deadlineAt: new Date(lastAt) }
    const rated = await rateAttempt(client, purchase, request, call)
    if (rated.kind !== 'rated') return rated
    return await buy(client, toOrder(request, purchase, rated.rateId), { request, call })
  },

  async findJob({ reference }, call) {
    const target = { operation: 'find', reference } as const
    const path = `/v1/labels/external_shipment_id/${encodeURIComponent(reference)}`
    const outcome = await client.get(call, { ...target, path })
    const found = client.read(outcome, wireLabel, (label) => ({ kind: 'label' as const, label }))
    if (found.kind === 'failed') {
      const { httpStatus, code } = found.failure
      // ShipEngine's own 404: there is no such label. Any other may come from a proxy on the way.
      return httpStatus === 404 && code !== 'http_404' ? { kind: 'not_found' } : found
    }
    const { label } = found
    if (isFailed(label)) return labelError
    if (isVoided(label)) return { kind: 'found', job: labelJob(label, []) }
    // Without its tracking the job is found all the same.
    const facts = await readFacts(client, label, target, call)
    return { kind: 'found', job: labelJob(label, facts.kind === 'facts' ? facts.facts : []) }
  },
})

/** A rate of the attempt's own shipment. Until it is bought, nothing costs anything. */
async function rateAttempt(
  client: VendorClient,
  { carrierId, service, limit }: Purchase,
  request: BookRequest,
  call: CarrierCall,
): Promise<{ kind: 'rated'; rateId: string } | Refused | NotSent> {
  const outcome = await client.send(call, {
    operation: 'rate',
    method: 'POST',
    path: '/v1/rates',
    timeoutMs: RATE_TIMEOUT_MS,
    reference: request.reference,
    idempotent: false,
    body: {
      shipment: toWireShipment(request, new Date(), isReturn(request) ? null : request),
      rate_options: { carrier_ids: [carrierId], service_codes: [service] },
    },
  })
  const rated = client.written(outcome, wireRates, ({ rate_response }) => ({
    kind: 'answered' as const,
    rate_response,
  }))
  // Rates were asked for, nothing was bought.
  if (rated.kind === 'unknown') return { kind: 'not_sent', failure: rated.failure }
  if (rated.kind !== 'answered') {
    return { ...rated, failure: addPointer(rated.failure, request) }
  }
  const { rate_response } = rated
  const rate = rate_response.rates.find((each) => each.service_code === service && isBookable(each))
  const price = rate && parseRatePrice(rate)
  if (!rate?.rate_id || !price) return refused('no_offer', joinRateErrors(rate_response), request)
  if (isDearer(price.total, limit)) {
    return refused('price_changed', 'The carrier’s price is higher now than in the quote. Ask for a new quote.')
  }
  return { kind: 'rated', rateId: rate.rate_id }
}

interface Order {
  path: string
  body: object
}

const toOrder = (request: BookRequest, purchase: Purchase, rateId: string): Order =>
  isReturn(request)
    ? { path: '/v1/labels', body: toReturnPurchase(request, purchase, new Date()) }
    : { path: `/v1/labels/rates/${encodeURIComponent(rateId)}`, body: labelTerms(request) }

async function buy(
  client: VendorClient,
  order: Order,
  { request, call }: { request: BookRequest; call: CarrierCall },
): Promise<BookOutcome> {
  const outcome = await client.send(call, {
    operation: 'book',
    method: 'POST',
    ...order,
    timeoutMs: timeoutsMs.book,
    reference: request.reference,
    idempotent: false,
  })
  const answer = client.written(
    outcome,
    wireLabel,
    (label): BookOutcome =>
      isFailed(label)
        ? refused('label_error', 'The carrier could not make the label.')
        : { kind: 'booked', job: labelJob(label, []) },
  )
  return answer.kind === 'refused' ? { ...answer, failure: addPointer(answer.failure, request) } : answer
}

const labelError = refused('label_error', 'The carrier could not make the label.')

function isDearer(price: Price, limit: Price): boolean {
  if (price.currency !== limit.currency) return true
  const exponent = Math.max(price.exponent, limit.exponent)
  const inUnit = (each: Price) => BigInt(each.amountMinor) * 10n ** BigInt(exponent - each.exponent)
  return inUnit(price) > inUnit(limit)
}

/** Why there is no rate any more. */
function joinRateErrors({ errors, rates, invalid_rates }: WireRates): string {
  const said = [...errors.map(toWords), ...[...rates, ...invalid_rates].flatMap(({ error_messages }) => error_messages)]
  return said.join(' ') || 'The carrier does not offer this service any more. Ask for a new quote.'
}

/** The failure with the pointer of the missing field that it speaks of. */
const addPointer = (failure: CarrierFailure, request: BookRequest): CarrierFailure =>
  withPointer(failure, (message) => pointTo(message, request))

function refused(code: string, message: string, request?: BookRequest): Refused {
  const failure = describeFailure(code, message)
  return { kind: 'refused', failure: request ? addPointer(failure, request) : failure }
}
