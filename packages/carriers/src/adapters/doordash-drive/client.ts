/** Authenticated calls of DoorDash Drive's API. */
import type { CarrierCall, Failed, Refused } from '../../carrier-adapter.ts'
import type { HttpClient, HttpOutcome, HttpRequest } from '../../http/client.ts'
import { type JsonAnswers, jsonAnswers } from '../../http/json-answers.ts'
import { readFailure } from '../../http/outcome.ts'
import { DOORDASH_DRIVE_URL, doordashDriveDescriptor } from './descriptor.ts'
import { doordashProblem } from './mapping/problems.ts'
import { signToken } from './tokens.ts'

const { carrierCode } = doordashDriveDescriptor

export interface DoorDashDriveOptions {
  http: HttpClient
  /** In place of DoorDash's address, for tests. The endpoint of an account replaces both. */
  baseUrl?: string
}

export interface Exchange {
  /** Of the exchange log. */
  operation: string
  method: HttpRequest['method']
  /** Below `/drive/v2`: `/quotes`. */
  path: string
  body?: object
  /** Ties the exchange to a booking. */
  reference: string | null
}

export interface DoorDashDriveClient extends JsonAnswers {
  /** Every call is idempotent: by the id of the delivery, or because repeating it has no further effect. */
  send(call: CarrierCall, exchange: Exchange): Promise<HttpOutcome>
  /** A document at an address that DoorDash names, without the token. */
  download(call: CarrierCall, url: string): Promise<HttpOutcome>
  /** Where the calls of the account go. */
  baseUrlOf(call: CarrierCall): string
  failed(outcome: HttpOutcome): Failed
  /** The outcome of a call that DoorDash has decided against. */
  refused(outcome: HttpOutcome): Refused
}

export function createDoorDashDriveClient(options: DoorDashDriveOptions): DoorDashDriveClient {
  const { http, baseUrl = DOORDASH_DRIVE_URL } = options
  const answers = jsonAnswers(carrierCode, doordashProblem)
  const baseUrlOf = ({ account }: CarrierCall) => (account.endpoint ?? baseUrl).replace(/\/+$/, '')

  const failed = (outcome: HttpOutcome) => readFailure(carrierCode, outcome, answers.problemOf(outcome))

  const exchange = (
    call: CarrierCall,
    { operation, reference }: Pick<Exchange, 'operation' | 'reference'>,
    request: Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>,
  ) => {
    const { account, requestId, signal, deadlineAt } = call
    const { carrierAccountId, environmentId } = account
    return http({
      ...request,
      subject: { environmentId, carrierCode, carrierAccountId, operation, requestId, reference },
      idempotent: true,
      signal,
      deadlineAt,
    })
  }

  return {
    ...answers,
    baseUrlOf,
    async send(call, given) {
      const { method, path, body } = given
      const token = await signToken(call.account.credentials, new Date())
      const headers = { authorization: `Bearer ${token}` }
      return await exchange(call, given, { method, url: `${baseUrlOf(call)}/drive/v2${path}`, headers, body })
    },
    download: (call, url) =>
      exchange(call, { operation: 'media', reference: null }, { method: 'GET', url, headers: { accept: 'image/*' } }),
    failed,
    refused: (outcome) => ({ kind: 'refused', failure: { ...failed(outcome).failure, retryable: false } }),
  }
}

/** The call, which ends after the timeout at the latest, however many requests it takes. */
export const within = (call: CarrierCall, timeoutMs: number): CarrierCall => ({
  ...call,
  deadlineAt: new Date(Math.min(call.deadlineAt.getTime(), Date.now() + timeoutMs)),
})
