/** Quotes. A shipment, or an order for several parcels, is made to learn its rates; an offer therefore already is a draft. */
import type { CarrierAdapter, CarrierCall, QuoteOutcome, QuoteRequest } from '../../carrier-adapter.ts'
import type { HttpOutcome } from '../../http/client.ts'
import { plannedShipDate } from '../../mapping/delivery-window.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { refuseQuote } from '../../vendor/refusals.ts'
import { returnDecline } from '../../vendor/returns.ts'
import { describeFailure, shipmentPath } from './client.ts'
import { easypostDescriptor } from './descriptor.ts'
import { easypostCustomsDecline } from './mapping/declaration.ts'
import { parseOfferId, toQuoteOutcome } from './mapping/offers.ts'
import { missingForQuote, pointTo, toWireOrder, toWireShipment } from './mapping/requests.ts'
import { type WireRate, type WireShipment, wireDeliveryDates, wireOrder, wireShipment } from './wire.ts'

const { timeoutsMs } = easypostDescriptor

/** An estimate must not cost the offers: it gets the time that is left, and no second try. */
const SMARTRATE_TIMEOUT_MS = 2_500
const ANSWER_RESERVE_MS = 300

const none: ReadonlyMap<string, string> = new Map()

export const quoteCalls = (
  client: VendorClient,
): Pick<CarrierAdapter, 'quote'> & Required<Pick<CarrierAdapter, 'draft'>> => ({
  async quote(request, call) {
    const declined = returnDecline(request, 'EasyPost') ?? easypostCustomsDecline(request)
    if (declined !== null) return declined
    const missing = missingForQuote(request)
    if (missing !== null) return { kind: 'not_served', code: 'missing_field', ...missing }
    const [parcel, ...others] = request.parcels
    if (parcel === undefined) return { kind: 'not_served', code: 'no_parcels', message: 'There is no parcel.' }
    const target = { operation: 'quote', method: 'POST', timeoutMs: timeoutsMs.quote } as const
    if (others.length > 0) {
      const outcome = await client.send(call, { ...target, path: '/orders', body: toWireOrder(request) })
      const refusal = refuse(client, outcome, request)
      return (
        refusal ??
        client.read(outcome, wireOrder, (order) =>
          toQuoteOutcome(order, {
            request,
            now: new Date(),
            smartDates: none,
            purchase: ({ carrier, service }) => ({ kind: 'order', id: order.id, carrier, service }),
          }),
        )
      )
    }
    const outcome = await client.send(call, { ...target, path: '/shipments', body: toWireShipment(request, parcel) })
    const refusal = refuse(client, outcome, request)
    if (refusal) return refusal
    const made = client.read(outcome, wireShipment, (shipment) => ({ kind: 'made' as const, shipment }))
    if (made.kind === 'failed') return made
    const { shipment } = made
    const smartDates = await readSmartDates(client, shipment, request, call)
    const purchase = ({ id: rateId }: WireRate) => ({ kind: 'shipment', id: shipment.id, rateId }) as const
    return toQuoteOutcome(shipment, { request, now: new Date(), smartDates, purchase })
  },

  async draft({ carrierOfferId }) {
    const purchase = parseOfferId(carrierOfferId)
    if (purchase !== null) return { kind: 'drafted', draftId: purchase.id }
    const message = 'The offer does not name an EasyPost shipment and its rate. Ask for a new quote.'
    return { kind: 'refused', failure: describeFailure('offer_unknown', message) }
  },
})

/** EasyPost refuses addresses and parcels with 422 and a reason. */
const refuse = (client: VendorClient, outcome: HttpOutcome, request: QuoteRequest): QuoteOutcome | null =>
  refuseQuote(client, outcome, { statuses: [422], findPointer: (message) => pointTo(message, request) })

/** SmartRate's dates by rate id; none if it does not answer. */
async function readSmartDates(
  { send, read }: VendorClient,
  { id, rates }: WireShipment,
  request: QuoteRequest,
  call: CarrierCall,
): Promise<ReadonlyMap<string, string>> {
  const deadlineAt = new Date(call.deadlineAt.getTime() - ANSWER_RESERVE_MS)
  if (rates.length === 0 || deadlineAt.getTime() - Date.now() < ANSWER_RESERVE_MS) return none
  const query = new URLSearchParams({ planned_ship_date: plannedShipDate(request) })
  const outcome = await send(
    { ...call, deadlineAt },
    {
      operation: 'smartrate',
      method: 'GET',
      idempotent: false,
      timeoutMs: SMARTRATE_TIMEOUT_MS,
      path: `${shipmentPath(id)}/smartrate/delivery_date?${query}`,
    },
  )
  const answer = read(outcome, wireDeliveryDates, (dates) => ({ kind: 'dates' as const, dates: dates.rates }))
  if (answer.kind === 'failed') return none
  return new Map(
    answer.dates.flatMap(({ rate, easypost_time_in_transit_data: { easypost_estimated_delivery_date: date } }) =>
      date === null ? [] : [[rate.id, date] as const],
    ),
  )
}
