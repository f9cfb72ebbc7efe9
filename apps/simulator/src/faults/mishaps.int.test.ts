/** Mishaps of jobs and faults of callbacks, by magic values and by the operator's API. */
import { randomUUID } from 'node:crypto'
import type { BookRequest, CarrierCall } from '@waybill/carriers/carrier-adapter'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { FactBody } from '../jobs/fact.ts'
import { aQuoteRequest } from '../testing/quote-request.ts'
import { type RunningTestSimulator, startTestSimulator } from '../testing/running-simulator.ts'

let simulator: RunningTestSimulator

beforeAll(async () => {
  simulator = await startTestSimulator({ stepMs: 20 })
})
afterAll(() => simulator?.stop())

/** Books a job with a magic value in its street, for a new account unless one is given. */
async function bookAt(
  addressLine1: string,
  { at = simulator, carrierAccountId = `cac_${randomUUID()}` } = {},
): Promise<{ reference: string; call: CarrierCall; jobId: string }> {
  const account = { carrierAccountId, environmentId: 'env_1', livemode: false, credentials: {}, endpoint: null }
  const deadlineAt = new Date(Date.now() + 10_000)
  const call: CarrierCall = { account, deadlineAt, idempotencyKey: randomUUID(), requestId: 'req_1' }
  const route = aQuoteRequest()
  const booking: BookRequest = {
    ...route,
    dropoff: { ...route.dropoff, addressLine1 },
    reference: `att_${randomUUID()}`,
    merchantOrderRef: 'ORDER-1001',
    serviceCode: 'van_same_day',
    carrierOfferId: null,
    pickupInstructions: null,
    dropoffInstructions: null,
    callbackUrl: at.receiver.url,
    draftId: null,
  }
  const outcome = await at.carrier('city_van').book(booking, call)
  if (outcome.kind !== 'booked') throw new Error(`the job was not booked: ${outcome.kind}`)
  return { reference: booking.reference, call, jobId: outcome.job.carrierJobId }
}

const findReports = (reference: string) =>
  simulator.receiver.requests.filter(({ body }) => JSON.parse(body.toString()).reference === reference)
const findFacts = (reference: string): FactBody[] =>
  findReports(reference).map(({ body }) => JSON.parse(body.toString()))
const findCodes = (reference: string) =>
  findFacts(reference).map(({ code, detail }) => (detail === null ? code : `${code}/${detail}`))

const untilCollected = ['ACCEPTED', 'TO_PICKUP', 'AT_PICKUP', 'COLLECTED', 'TO_DROPOFF']

test.for([
  ['SIM-FAILED-ATTEMPT', [...untilCollected, 'AT_DROPOFF/NOBODY_HOME', 'DELIVERED']],
  ['SIM-RETURN', [...untilCollected, 'AT_DROPOFF', 'RETURNING/REFUSED', 'RETURNED']],
  ['SIM-LOST', [...untilCollected, 'FAILED/LOST']],
  ['SIM-DRIVER-SWAP', ['ACCEPTED', 'TO_PICKUP', 'DRIVER_SWAP', ...untilCollected.slice(1), 'AT_DROPOFF', 'DELIVERED']],
] as const)('%s: the job passes through the states of that mishap', async ([value, states]) => {
  const { reference } = await bookAt(`1 ${value} Road`)
  await eventually(() => expect(findCodes(reference)).toEqual(states))
})

test('after a swap all facts name the second driver', async () => {
  const { reference } = await bookAt('SIM-DRIVER-SWAP')
  await eventually(() => expect(findCodes(reference).at(-1)).toBe('DELIVERED'))
  const drivers = findFacts(reference).map(({ driver }) => driver?.id)
  expect(new Set(drivers).size).toBe(2)
  expect(drivers.at(-1)).not.toBe(drivers[0])
})

test('SIM-DUPLICATE-REPORTS: every report is sent twice', async () => {
  const { reference } = await bookAt('SIM-DUPLICATE-REPORTS')
  await eventually(() => expect(findCodes(reference).filter((word) => word === 'DELIVERED')).toHaveLength(2))
  const ids = findFacts(reference).map(({ id }) => id)
  expect(ids).toHaveLength(new Set(ids).size * 2)
})

test('SIM-REPORTS-OUT-OF-ORDER: all reports arrive, out of order', async () => {
  const { reference } = await bookAt('SIM-REPORTS-OUT-OF-ORDER')
  await eventually(() => expect(findFacts(reference)).toHaveLength(7))
  const times = findFacts(reference).map(({ occurred_at }) => occurred_at)
  expect(times).not.toEqual(times.toSorted())
})

test('SIM-WRONG-SIGNATURE: a report is sent with a wrong signature, and after its refusal with the right one', async () => {
  simulator.receiver.answerAlways(async ({ body, headers }) => {
    const { reference } = JSON.parse(body.toString())
    const account = accounts.get(reference)
    if (account === undefined) return {}
    const at = new Date()
    const input = { headers, rawBody: body, account, receivedAt: at, deadlineAt: at, requestId: 'req_1' }
    const { kind } = await simulator.carrier('city_van').parseCallback(input)
    return { status: kind === 'facts' ? 202 : 401 }
  })
  const accounts = new Map<string, CarrierCall['account']>()
  const { reference, call } = await bookAt('SIM-WRONG-SIGNATURE')
  accounts.set(reference, call.account)
  await simulator.admin('POST', `/jobs/${reference}/advance`, { incident: 'lost' })
  await eventually(() => expect(findCodes(reference).filter((word) => word === 'FAILED/LOST')).toHaveLength(2))
})

test('a planned delay affects one report of one account', async () => {
  const carrierAccountId = `cac_${randomUUID()}`
  const fault = { operation: 'callback', mode: 'slow', delay_ms: 60_000, carrier_account_id: carrierAccountId }
  await simulator.admin('POST', '/faults', fault)
  const late = await bookAt('12 Market Street', { carrierAccountId })
  const other = await bookAt('12 Market Street')
  await eventually(() => expect(findCodes(other.reference).at(-1)).toBe('DELIVERED'))
  await eventually(async () => expect(await simulator.listJobs(late.reference)).toMatchObject([{ code: 'DELIVERED' }]))
  expect(findCodes(late.reference)).toEqual([])
})

test('a fault that the operation does not have is rejected', async () => {
  const impossible = simulator.admin('POST', '/faults', { operation: 'quote', mode: 'duplicate' })
  await expect(impossible).rejects.toThrow('cannot fail in this mode')
})

test('SIM-CANCEL-REFUSE refuses a cancellation, SIM-CANCEL-500 accepts the fifth call', async () => {
  const still = await startTestSimulator() // The courier does not move, so the job can still be cancelled.
  onTestFinished(() => still.stop())
  const stubborn = await bookAt('SIM-CANCEL-REFUSE', { at: still })
  const cancel = ({ jobId, call }: Awaited<ReturnType<typeof bookAt>>) =>
    still.carrier('city_van').cancel({ carrierJobId: jobId, reasonCode: 'test' }, call)
  expect(await cancel(stubborn)).toMatchObject({ kind: 'refused', failure: { code: 'refused' } })
  const failing = await bookAt('SIM-CANCEL-500', { at: still })
  // The adapter tries three times in the first call and twice in the second.
  expect(await cancel(failing)).toMatchObject({ kind: 'unknown' })
  expect(await cancel(failing)).toEqual({ kind: 'cancelled', charges: [] })
})
