/** Quotes: a shipment at Shippo with the rates of all carriers of the account. It costs nothing. */
import type { CarrierAdapter, QuoteOutcome, QuoteRequest } from '../../carrier-adapter.ts'
import type { HttpOutcome } from '../../http/client.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { refuseQuote } from '../../vendor/refusals.ts'
import { returnDecline } from '../../vendor/returns.ts'
import { shippoDescriptor } from './descriptor.ts'
import { shippoCustomsDecline } from './mapping/declaration.ts'
import { toQuoteOutcome } from './mapping/offers.ts'
import { missingForQuote, pointTo, toWireShipment } from './mapping/requests.ts'
import { wireShipment } from './wire.ts'

const { timeoutsMs } = shippoDescriptor

export const quoteCalls = (client: VendorClient): Pick<CarrierAdapter, 'quote'> => ({
  async quote(request, call) {
    const declined = returnDecline(request, 'Shippo') ?? shippoCustomsDecline(request)
    if (declined !== null) return declined
    const missing = missingForQuote(request)
    if (missing !== null) return { kind: 'not_served', code: 'missing_field', ...missing }
    const now = new Date()
    const outcome = await client.send(call, {
      operation: 'quote',
      method: 'POST',
      path: '/shipments/',
      timeoutMs: timeoutsMs.quote,
      body: toWireShipment(request, now),
    })
    return (
      refuse(client, outcome, request) ??
      client.read(outcome, wireShipment, (shipment) => toQuoteOutcome(shipment, { request, now }))
    )
  },
})

/** Shippo refuses addresses and parcels with 400 and a reason. */
const refuse = (client: VendorClient, outcome: HttpOutcome, request: QuoteRequest): QuoteOutcome | null =>
  refuseQuote(client, outcome, { statuses: [400, 422], findPointer: (message) => pointTo(message, request) })
