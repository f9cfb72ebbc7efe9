/** Purchases. EasyPost sells a shipment once: when it refuses, the shipment says whether it has been bought. */
import type {
  BookOutcome,
  BookRequest,
  CarrierAdapter,
  CarrierCall,
  CarrierJob,
  Failed,
} from '../../carrier-adapter.ts'
import type { HttpOutcome } from '../../http/client.ts'
import { truncateProblem } from '../../http/outcome.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { describeFailure, orderPath, shipmentPath } from './client.ts'
import { easypostDescriptor } from './descriptor.ts'
import { isBought, isBoughtAs, orderJob, shipmentJob } from './mapping/jobs.ts'
import { isOrderId, type Purchase, parseOfferId } from './mapping/offers.ts'
import { toInsurance, withPointers } from './mapping/requests.ts'
import { type WireShipment, wireOrder, wireShipment } from './wire.ts'

const { timeoutsMs } = easypostDescriptor

/** After these the label may still be bought: EasyPost is at it, or did not hear from the carrier. */
const UNDECIDED = new Set([
  'SHIPMENT.PURCHASE.IN_PROGRESS',
  'SHIPMENT.POSTAGE.NO_RESPONSE',
  'SHIPMENT.POSTAGE.TIMED_OUT',
])
/** The request was not looked at, so that asking for the shipment would be answered in the same way. */
const NOT_PROCESSED = new Set([401, 403, 404, 429])

/** Outcome of a draft. `partly`: some parcels of an order have labels, others not. */
type Found = { kind: 'bought'; job: CarrierJob; shipments: WireShipment[] } | { kind: 'unbought' } | { kind: 'partly' }

export const bookingCalls = (client: VendorClient): Pick<CarrierAdapter, 'book' | 'findJob'> => ({
  async book(request, call) {
    const { draftId, serviceCode } = request
    if (draftId === null) throw new TypeError('book needs a draftId: EasyPost sells shipments that exist')
    const purchase = parseOfferId(request.carrierOfferId)
    if (purchase?.id !== draftId) return refused('offer_unknown', 'The offer does not belong to the draft.')
    const target = { operation: 'book', method: 'POST', timeoutMs: timeoutsMs.book } as const
    const outcome = await client.send(call, { ...target, ...toBuy(purchase, request), reference: request.reference })
    const answer = client.written(outcome, isOrderId(draftId) ? wireOrder : wireShipment, toFound)
    if (answer.kind === 'bought') return { kind: 'booked', job: answer.job }
    // A 2xx without a label, too, leaves it open.
    const isOpen = answer.kind === 'unbought' || answer.kind === 'partly'
    if (!isOpen && !isRefusal(outcome)) return answer
    const found = await find(client, draftId, request.reference, call)
    if (found.kind === 'bought') {
      const isOurs = found.shipments.every((shipment) => isBoughtAs(shipment, serviceCode))
      if (isOurs) return { kind: 'booked', job: found.job }
      return refused('bought_otherwise', 'This shipment was bought with another service.')
    }
    if (isOpen) return undecided(answer.kind)
    if (found.kind === 'partly') return undecided('partly')
    const failure = shown(answer.failure, request)
    const isDecided = answer.kind === 'refused' && found.kind === 'unbought' && !UNDECIDED.has(failure.code)
    return isDecided ? { kind: 'refused', failure } : { kind: 'unknown', failure: { ...failure, retryable: true } }
  },

  async findJob({ reference, draftId }, call) {
    // Shipments are made before there is a reference.
    if (draftId === null) return { kind: 'not_found' }
    const found = await find(client, draftId, reference, call)
    if (found.kind === 'bought') return { kind: 'found', job: found.job }
    if (found.kind === 'unbought') return { kind: 'not_found' }
    if (found.kind === 'partly') return { kind: 'failed', failure: undecided('partly').failure }
    const { httpStatus, code } = found.failure
    // EasyPost's own 404: there is no such shipment. Any other may come from a proxy on the way.
    return httpStatus === 404 && code !== 'http_404' ? { kind: 'not_found' } : found
  },
})

/** Whether EasyPost decided against the purchase, perhaps because it was made before. */
const isRefusal = (outcome: HttpOutcome): boolean =>
  outcome.kind === 'answered' && outcome.status >= 400 && outcome.status < 500 && !NOT_PROCESSED.has(outcome.status)

const toBuy = (purchase: Purchase, request: BookRequest) =>
  purchase.kind === 'shipment'
    ? { path: `${shipmentPath(purchase.id)}/buy`, body: { rate: { id: purchase.rateId }, ...toInsurance(request) } }
    : { path: `${orderPath(purchase.id)}/buy`, body: { carrier: purchase.carrier, service: purchase.service } }

function toFound(bought: WireShipment | ReturnType<typeof wireOrder.parse>): Found {
  const shipments = 'shipments' in bought ? bought.shipments : [bought]
  if (shipments.length > 0 && shipments.every(isBought)) {
    const job = 'shipments' in bought ? orderJob(bought) : shipmentJob(bought)
    return { kind: 'bought', job, shipments }
  }
  return shipments.some(isBought) ? { kind: 'partly' } : { kind: 'unbought' }
}

async function find(
  { get, read }: VendorClient,
  draftId: string,
  reference: string,
  call: CarrierCall,
): Promise<Found | Failed> {
  const isOrder = isOrderId(draftId)
  const path = isOrder ? orderPath(draftId) : shipmentPath(draftId)
  const outcome = await get(call, { operation: 'find', path, reference })
  return read(outcome, isOrder ? wireOrder : wireShipment, toFound)
}

const said = {
  partly: 'EasyPost has bought labels for some of the parcels and not for others.',
  unbought: 'EasyPost accepted the purchase and shows no label yet.',
}

const undecided = (how: keyof typeof said) =>
  ({
    kind: 'unknown',
    failure: describeFailure(`purchase_${how}`, said[how], { httpStatus: 200, retryable: true }),
  }) as const

const refused = (code: string, message: string): BookOutcome => ({
  kind: 'refused',
  failure: describeFailure(code, message),
})

const shown = <Failure extends { code: string; message: string }>(failure: Failure, request: BookRequest): Failure => ({
  ...failure,
  ...truncateProblem({ code: failure.code, message: withPointers(failure.message, request) }),
})
