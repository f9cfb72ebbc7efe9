/** Authenticated calls of Uber Direct's API. */
import type { CarrierCall, Failed } from '../../carrier-adapter.ts'
import type { HttpClient, HttpOutcome, HttpRequest } from '../../http/client.ts'
import { type JsonAnswers, jsonAnswers } from '../../http/json-answers.ts'
import { createAuthorizedCalls } from '../../http/oauth/authorized-calls.ts'
import { readFailure } from '../../http/outcome.ts'
import { uberDirectDescriptor, uberDirectUrls } from './descriptor.ts'
import { isBusy, uberProblem, withRateLimit } from './mapping/problems.ts'

const { carrierCode } = uberDirectDescriptor
const SCOPE = 'eats.deliveries'

export interface UberDirectOptions {
  http: HttpClient
  /** Base URLs in place of Uber's, for tests. The endpoint of an account replaces both. */
  urls?: { api: string; login: string }
}

export interface Exchange {
  /** Of the exchange log. */
  operation: string
  method: 'GET' | 'POST'
  /** Below the customer: `/deliveries`. */
  path: string
  body?: object
  timeoutMs: number
  /** Ties the exchange to a booking. */
  reference: string | null
}

export interface UberDirectClient extends JsonAnswers {
  /** Every call is idempotent: by its key, or because repeating it has no further effect. */
  send(call: CarrierCall, exchange: Exchange): Promise<HttpOutcome>
  failed(outcome: HttpOutcome): Failed
}

export function createUberDirectClient({ http, urls = uberDirectUrls }: UberDirectOptions): UberDirectClient {
  const answers = jsonAnswers(carrierCode, uberProblem)
  const send = createAuthorizedCalls(http, {
    carrierCode,
    name: 'Uber',
    answers,
    tokenRequest: ({ endpoint, credentials }) => ({
      url: `${withoutSlash(endpoint) ?? urls.login}/oauth/v2/token`,
      headers: {},
      form: {
        client_id: credentials.client_id ?? '',
        client_secret: credentials.client_secret ?? '',
        grant_type: 'client_credentials',
        scope: SCOPE,
      },
    }),
  })
  return {
    ...answers,
    send: async (call, exchange) => withRateLimit(await send(call, toHttpRequest(call, exchange, urls.api))),
    failed: (outcome) => readFailure(carrierCode, outcome, answers.problemOf(outcome)),
  }
}

const withoutSlash = (url: string | null): string | undefined => url?.replace(/\/+$/, '')

function toHttpRequest(
  { account, deadlineAt, requestId, signal }: CarrierCall,
  { operation, method, path, body, reference, timeoutMs }: Exchange,
  api: string,
): HttpRequest {
  const { carrierAccountId, environmentId, credentials, endpoint } = account
  const customer = encodeURIComponent(credentials.customer_id ?? '')
  return {
    method,
    url: `${withoutSlash(endpoint) ?? api}/v1/customers/${customer}${path}`,
    headers: {},
    body,
    subject: { environmentId, carrierCode, carrierAccountId, operation, requestId, reference },
    idempotent: true,
    isDecided: (answer) => isBusy({ kind: 'answered', retryAfterMs: null, ambiguous: false, ...answer }),
    deadlineAt: new Date(Math.min(deadlineAt.getTime(), Date.now() + timeoutMs)),
    signal,
  }
}
