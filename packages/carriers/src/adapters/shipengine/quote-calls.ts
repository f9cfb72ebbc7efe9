/** Quotes: the rates of all carriers of the account. */
import type { CarrierAdapter, QuoteOutcome, QuoteRequest } from '../../carrier-adapter.ts'
import type { HttpOutcome } from '../../http/client.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { refuseQuote } from '../../vendor/refusals.ts'
import { returnDecline } from '../../vendor/returns.ts'
import { createConnectedCarriers } from './connected-carriers.ts'
import { shipengineDescriptor } from './descriptor.ts'
import { shipengineCustomsDecline } from './mapping/declaration.ts'
import { toQuoteOutcome } from './mapping/offers.ts'
import { missingForQuote, pointTo, toWireShipment } from './mapping/requests.ts'
import { type WireCarrier, wireRates } from './wire.ts'

const { timeoutsMs } = shipengineDescriptor

export function quoteCalls(client: VendorClient): Pick<CarrierAdapter, 'quote'> {
  const connectedCarriers = createConnectedCarriers(client)
  return {
    async quote(request, call) {
      const declined = shipengineCustomsDecline(request) ?? returnDecline(request, 'ShipEngine')
      if (declined !== null) return declined
      const missing = missingForQuote(request)
      if (missing !== null) return { kind: 'not_served', code: 'missing_field', ...missing }
      const connected = await connectedCarriers(call)
      if (connected.kind === 'failed') return connected
      const asked = carriersFor(request, connected.carriers)
      if (asked.length === 0) return noCarrier(connected.carriers)
      const now = new Date()
      const outcome = await client.send(call, {
        operation: 'quote',
        method: 'POST',
        path: '/v1/rates',
        timeoutMs: timeoutsMs.quote,
        body: {
          shipment: toWireShipment(request, now),
          rate_options: { carrier_ids: asked.map(({ carrier_id }) => carrier_id) },
        },
      })
      const refusal = refuse(client, outcome, request)
      if (refusal !== null) return refusal
      return client.read(outcome, wireRates, ({ rate_response }) =>
        toQuoteOutcome(rate_response, { request, now, carriers: connected.carriers }),
      )
    },
  }
}

/** Several parcels go to carriers that take them as one shipment. */
const carriersFor = ({ parcels }: QuoteRequest, carriers: readonly WireCarrier[]): WireCarrier[] =>
  carriers.filter((carrier) => parcels.length === 1 || carrier.has_multi_package_supporting_services)

function noCarrier(carriers: readonly WireCarrier[]): QuoteOutcome {
  return carriers.length === 0
    ? { kind: 'not_served', code: 'carrier_not_connected', message: 'The ShipEngine account has no carriers.' }
    : {
        kind: 'not_served',
        code: 'too_many_parcels',
        message: 'No carrier of the ShipEngine account takes several parcels as one shipment.',
      }
}

/** ShipEngine refuses addresses and parcels with 400 and a reason. */
const refuse = (client: VendorClient, outcome: HttpOutcome, request: QuoteRequest): QuoteOutcome | null =>
  refuseQuote(client, outcome, { statuses: [400, 422], findPointer: (message) => pointTo(message, request) })
