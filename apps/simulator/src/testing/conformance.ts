/** For tests: what the conformance suite asks of a carrier, done by the simulator's admin calls. */
import type { ConformanceServer, ConformanceSubject, Mishap } from '@waybill/carriers/conformance/suite'
import { eventually } from '@waybill/testing/eventually'
import { aQuoteRequest } from './quote-request.ts'
import type { RunningTestSimulator } from './running-simulator.ts'

/** The operator's calls that let it happen, where the magic value of the same name does. */
const callsOf: Readonly<Record<Mishap, readonly object[]>> = {
  driver_swap: [{ status: 'en_route_to_pickup' }, { status: 'reassigning' }],
  failed_attempt: [{ incident: 'recipient_not_available' }],
  return: [{ status: 'arrived_at_dropoff' }, { incident: 'recipient_refused' }, { status: 'returned' }],
  loss: [{ status: 'en_route_to_dropoff' }, { incident: 'lost' }],
}

const conformanceServer = (simulator: RunningTestSimulator): ConformanceServer => ({
  callbackUrl: simulator.receiver.url,
  order: ({ carrierAccountId, retryAfterMs, delayMs = retryAfterMs, ...fault }) =>
    simulator.admin('POST', '/faults', { ...fault, carrier_account_id: carrierAccountId, delay_ms: delayMs }),
  advance: (carrierJobId, status) => simulator.admin('POST', `/jobs/${carrierJobId}/advance`, { status }),
  async meet(carrierJobId, mishap) {
    for (const call of callsOf[mishap]) await simulator.admin('POST', `/jobs/${carrierJobId}/advance`, call)
  },
  announce: (carrierJobId, code) => simulator.admin('POST', `/jobs/${carrierJobId}/advance`, { code }),
  countJobs: async (reference) => (await simulator.listJobs(reference)).length,
  callbacksOf: (carrierJobId, atLeast) =>
    eventually(() => {
      const found = simulator.receiver.requests.filter(
        ({ body }) => JSON.parse(body.toString()).job_id === carrierJobId,
      )
      if (found.length < atLeast) throw new Error(`${found.length} call-backs of ${carrierJobId} have come`)
      return found.map(({ headers, body }) => ({ headers, rawBody: body }))
    }),
})

/** One of the simulated carriers, for the conformance suite. */
export function conformanceSubject(simulator: RunningTestSimulator, carrierCode: string): ConformanceSubject {
  const served = aQuoteRequest()
  const tooHeavy = { ...served, parcels: served.parcels.map((parcel) => ({ ...parcel, weightGrams: 2_000_000 })) }
  return { adapter: simulator.carrier(carrierCode), server: conformanceServer(simulator), served, notServed: tooHeavy }
}
