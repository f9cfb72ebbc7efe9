import { type ConformanceServer, conformanceCases } from '@waybill/carriers/conformance'
import { carriersFor } from '@waybill/carriers/registry'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { aQuoteRequest } from './a-quote-request.ts'
import { type RunningTestSimulator, startTestSimulator } from './test-simulator.ts'

let simulator: RunningTestSimulator

beforeAll(async () => {
  simulator = await startTestSimulator()
})
afterAll(() => simulator?.stop())

/** What the suite asks of a carrier, done by the simulator's admin calls. */
const server = (): ConformanceServer => ({
  callbackUrl: simulator.receiver.url,
  order: ({ carrierAccountId, retryAfterMs, ...fault }) =>
    simulator.admin('POST', '/faults', { ...fault, carrier_account_id: carrierAccountId, delay_ms: retryAfterMs ?? 0 }),
  advance: (carrierJobId, status) => simulator.admin('POST', `/jobs/${carrierJobId}/advance`, { status }),
  announce: (carrierJobId, code) => simulator.admin('POST', `/jobs/${carrierJobId}/advance`, { code }),
  countJobs: async (reference) => (await simulator.listJobs(reference)).length,
  callbackOf: (carrierJobId) =>
    eventually(() => {
      const found = simulator.receiver.requests.find(({ body }) => JSON.parse(body.toString()).job_id === carrierJobId)
      if (!found) throw new Error(`no call-back of ${carrierJobId} has come`)
      return { headers: found.headers, rawBody: found.body }
    }),
})

const carriers = [...carriersFor({ simulatorUrl: 'http://127.0.0.1', simulatorKey: '' }).keys()]

describe.each(carriers)('%s', (carrierCode) => {
  const descriptor = carriersFor({ simulatorUrl: '', simulatorKey: '' }).get(carrierCode)?.descriptor
  if (!descriptor) throw new Error(`${carrierCode} has no descriptor`)
  test.for(conformanceCases(descriptor))('$name', async ({ run }) => {
    const adapter = simulator.carrier(carrierCode)
    const served = aQuoteRequest()
    const tooHeavy = { ...served, parcels: served.parcels.map((parcel) => ({ ...parcel, weightGrams: 2_000_000 })) }
    await run({ adapter, server: server(), served, notServed: tooHeavy })
  })
})
