/** The conformance suite's view of the simulated carriers: its requests become calls of the operator's API. */
import { simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import type { ConformanceServer, ConformanceSubject, Mishap } from '@waybill/carriers/conformance/suite'
import type { TestCarrier } from '@waybill/carriers/conformance/test-carrier'
import { eventually } from '@waybill/testing/eventually'
import { aQuoteRequest } from './quote-request.ts'
import { type RunningTestSimulator, startTestSimulator } from './running-simulator.ts'

/** Calls of `advance` with the same effect as the magic value of that name. */
const advancesByMishap: Readonly<Record<Mishap, readonly object[]>> = {
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
    for (const call of advancesByMishap[mishap]) await simulator.admin('POST', `/jobs/${carrierJobId}/advance`, call)
  },
  async deliverFirstParcel(carrierJobId) {
    await simulator.admin('POST', `/jobs/${carrierJobId}/advance`, { status: 'arrived_at_dropoff' })
    await simulator.admin('POST', `/jobs/${carrierJobId}/advance`, {})
  },
  announce: (carrierJobId, code) => simulator.admin('POST', `/jobs/${carrierJobId}/advance`, { code }),
  countJobs: async (reference) => (await simulator.listJobs(reference)).length,
  async countPickups(carrierAccountId) {
    const answer = await simulator.admin('GET', `/pickups?carrier_account_id=${carrierAccountId}`)
    return (answer as { pickups: { cancelled: boolean }[] }).pickups.filter(({ cancelled }) => !cancelled).length
  },
  async countManifests(carrierAccountId) {
    const answer = await simulator.admin('GET', `/manifests?carrier_account_id=${carrierAccountId}`)
    return (answer as { manifests: object[] }).manifests.length
  },
  listCallbacks: (carrierJobId, atLeast) =>
    eventually(() => {
      const found = simulator.receiver.requests.filter(
        ({ body }) => JSON.parse(body.toString()).job_id === carrierJobId,
      )
      if (found.length < atLeast)
        throw new Error(`${found.length} callbacks of ${carrierJobId} have arrived, expected ${atLeast}`)
      return found.map(({ headers, body }) => ({ headers, rawBody: body }))
    }),
})

function conformanceSubject(simulator: RunningTestSimulator, carrierCode: string): ConformanceSubject {
  const served = aQuoteRequest()
  const tooHeavy = { ...served, parcels: served.parcels.map((parcel) => ({ ...parcel, weightGrams: 2_000_000 })) }
  const parcels = served.parcels.slice(0, 1).map((parcel) => ({ ...parcel, title: 'SIM-PARTIAL-DELIVERY' }))
  const several = { ...served, parcels: [...parcels, ...parcels] }
  const adapter = simulator.carrier(carrierCode)
  return { adapter, server: conformanceServer(simulator), served, several, notServed: tooHeavy }
}

export const simulatedTestCarriers: readonly TestCarrier[] = simulatedDescriptors.map((descriptor) => ({
  descriptor,
  traits: { tracksParcels: true },
  async start() {
    const simulator = await startTestSimulator()
    return { subject: () => conformanceSubject(simulator, descriptor.carrierCode), stop: () => simulator.stop() }
  },
}))
