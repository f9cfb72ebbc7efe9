/** An account that is connected to a server, and the jobs that tests of the adapter book with it. */
import { randomUUID } from 'node:crypto'
import type { BookRequest, CarrierAdapter, CarrierCall, CarrierJob, DraftRequest } from '../../carrier-adapter.ts'
import { aCourierTransport } from '../transports.ts'
import { startDoorDash } from './server.ts'
import { credentialsFor, doordashAdapterFor, registerAccount } from './test-carrier.ts'

export type Connected = Awaited<ReturnType<typeof connectDoorDash>>

export async function connectDoorDash() {
  const server = await startDoorDash()
  const adapter = doordashAdapterFor(server) as CarrierAdapter & Required<Pick<CarrierAdapter, 'draft' | 'verify'>>
  const carrierAccountId = `cac_${randomUUID()}`
  registerAccount(server, carrierAccountId)
  const credentials = credentialsFor(carrierAccountId)
  const call: CarrierCall = {
    account: { carrierAccountId, environmentId: 'env_1', livemode: false, credentials, endpoint: null },
    deadlineAt: new Date(Date.now() + 15_000),
    requestId: 'req_1',
  }

  async function aBooking(): Promise<BookRequest & { draftId: string }> {
    const request = aDraftRequest()
    const outcome = await adapter.draft(request, call)
    if (outcome.kind !== 'drafted') throw new Error(JSON.stringify(outcome))
    return { ...request, draftId: outcome.draftId }
  }

  async function aJob(): Promise<{
    request: BookRequest & { draftId: string }
    job: CarrierJob
    carrierJobId: string
  }> {
    const request = await aBooking()
    const outcome = await adapter.book(request, call)
    if (outcome.kind !== 'booked') throw new Error(JSON.stringify(outcome))
    return { request, job: outcome.job, carrierJobId: outcome.job.carrierJobId }
  }

  return { server, adapter, call, carrierAccountId, aBooking, aJob }
}

export const aDraftRequest = (overrides: Partial<DraftRequest> = {}): DraftRequest => ({
  ...aCourierTransport(),
  reference: `att_${randomUUID()}`,
  merchantOrderRef: 'ORDER-1',
  serviceCode: 'doordash_drive_courier',
  carrierOfferId: null,
  callbackUrl: null,
  pickupInstructions: 'Ring',
  dropoffInstructions: null,
  ...overrides,
})

/** An error in the form of DoorDash. */
export const anError = (status: number, code: string, message: string, more: object = {}) => ({
  status,
  body: { code, message, ...more },
})
export const maintenance = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<html><h1>Back soon</h1></html>',
}

/** Which requests a scripted answer is for. */
export const quotes = { method: 'POST', path: /\/quotes$/ }
export const accepting = { method: 'POST', path: /\/accept$/ }
export const reading = { method: 'GET', path: /\/deliveries\// }
export const cancelling = { method: 'PUT', path: /\/cancel$/ }
