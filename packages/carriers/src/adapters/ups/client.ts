/** Authenticated calls of UPS's API. */
import type { CarrierAccount, CarrierCall, Failed } from '../../carrier-adapter.ts'
import type { HttpClient, HttpOutcome, HttpRequest } from '../../http/client.ts'
import { type JsonAnswers, jsonAnswers } from '../../http/json-answers.ts'
import { createAuthorizedCalls } from '../../http/oauth/authorized-calls.ts'
import { readFailure } from '../../http/outcome.ts'
import { upsDescriptor, upsUrls } from './descriptor.ts'
import { upsProblem } from './wire.ts'

const { carrierCode } = upsDescriptor
const MAX_TRANSACTION_ID_LENGTH = 32

export interface UpsOptions {
  http: HttpClient
  /** Base URLs in place of UPS's, for tests. The endpoint of an account replaces both. */
  urls?: { test: string; live: string }
}

export interface Exchange {
  operation: 'quote' | 'book' | 'cancel' | 'track' | 'label' | 'find' | 'verify'
  method: 'GET' | 'POST' | 'DELETE'
  /** Below `/api`. */
  path: string
  body?: object
  timeoutMs: number
  /** Ties the exchange to a booking. */
  reference: string | null
  /** Default: true. */
  idempotent?: boolean
}

export interface UpsClient extends JsonAnswers {
  send(call: CarrierCall, exchange: Exchange): Promise<HttpOutcome>
  failed(outcome: HttpOutcome): Failed
}

export function createUpsClient({ http, urls = upsUrls }: UpsOptions): UpsClient {
  const answers = jsonAnswers(carrierCode, upsProblem)
  const baseUrl = ({ endpoint, livemode }: CarrierAccount) =>
    endpoint?.replace(/\/+$/, '') ?? (livemode ? urls.live : urls.test)
  const send = createAuthorizedCalls(http, {
    carrierCode,
    name: 'UPS',
    answers,
    tokenRequest: (account) => ({
      url: `${baseUrl(account)}/security/v1/oauth/token`,
      headers: { authorization: basic(account.credentials) },
      form: { grant_type: 'client_credentials' },
    }),
  })
  return {
    ...answers,
    send: (call, exchange) => send(call, toHttpRequest(call, exchange, baseUrl(call.account))),
    failed: (outcome) => readFailure(carrierCode, outcome, answers.problemOf(outcome)),
  }
}

const basic = ({ client_id = '', client_secret = '' }: CarrierAccount['credentials']): string =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`

function toHttpRequest(
  { account, deadlineAt, requestId, signal }: CarrierCall,
  { operation, method, path, body, reference, timeoutMs, idempotent = true }: Exchange,
  baseUrl: string,
): HttpRequest {
  const { carrierAccountId, environmentId } = account
  return {
    method,
    body,
    idempotent,
    signal,
    url: `${baseUrl}/api${path}`,
    headers: { transId: requestId.slice(0, MAX_TRANSACTION_ID_LENGTH), transactionSrc: 'waybill' },
    subject: { environmentId, carrierCode, carrierAccountId, operation, requestId, reference },
    deadlineAt: new Date(Math.min(deadlineAt.getTime(), Date.now() + timeoutMs)),
  }
}

/** The shipper account that pays. UPS writes it in capitals. */
export const accountNumberOf = ({ credentials }: CarrierAccount): string =>
  (credentials.account_number ?? '').toUpperCase()
