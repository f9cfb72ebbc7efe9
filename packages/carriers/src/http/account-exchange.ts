/** Exchanges with a carrier under the account of a merchant. */
import type { CarrierCall } from '../carrier-adapter.ts'
import type { HttpClient, HttpOutcome, HttpRequest } from './client.ts'
import { withoutSecrets } from './secrets.ts'

/** What every exchange needs of its caller. */
export type Caller = Pick<CarrierCall, 'account' | 'deadlineAt' | 'requestId' | 'signal'>

export interface Exchange<Operation extends string = string> {
  /** Named in the exchange log. */
  operation: Operation
  method: HttpRequest['method']
  body?: object
  timeoutMs: number
  /** Ties the exchange to a booking. */
  reference?: string | null
  /** Default: true. */
  idempotent?: boolean
}

export type SendExchange = (
  caller: Caller,
  exchange: Exchange,
  target: Pick<HttpRequest, 'url' | 'headers'>,
) => Promise<HttpOutcome>

/** Sends an exchange within its timeout and the caller's deadline, and removes the account's secrets from the answer. */
export const createExchange =
  (carrierCode: string, http: HttpClient): SendExchange =>
  async (
    { account, requestId, signal, deadlineAt },
    { operation, method, body, timeoutMs, reference = null, idempotent = true },
    { url, headers },
  ) => {
    const { carrierAccountId, environmentId } = account
    const outcome = await http({
      method,
      url,
      headers,
      body,
      idempotent,
      signal,
      subject: { environmentId, carrierCode, carrierAccountId, operation, requestId, reference },
      deadlineAt: new Date(Math.min(deadlineAt.getTime(), Date.now() + timeoutMs)),
    })
    return withoutSecrets(outcome, Object.values(account.credentials))
  }
