/**
 * The client of a vendor's API, for calls with the account of a merchant. Timeouts, retries, the log of exchanges and the reading of
 * answers are the same for all vendors; addresses, proof of identity and errors are data of each.
 */
import type { z } from 'zod'
import type { Caller, CarrierAccount, Failed, Refused } from '../carrier-adapter.ts'
import type { CarrierDescriptor } from '../carrier-descriptor.ts'
import type { HttpClient, HttpOutcome, HttpRequest } from '../http/client.ts'
import { type JsonAnswers, jsonAnswers } from '../http/json-answers.ts'
import { type CarrierProblem, readFailure } from '../http/outcome.ts'
import type { OAuthLogin } from './access-tokens.ts'
import { createAuthorizedCalls } from './authorized-calls.ts'
import { withoutSecrets } from './secrets.ts'

export interface Exchange {
  /** Named in the exchange log. */
  operation: string
  method: HttpRequest['method']
  /** Below the root of the API for the account. */
  path: string
  /** Beside those of every exchange. */
  headers?: Record<string, string>
  body?: object
  /** Absent: the exchange ends with the call. */
  timeoutMs?: number
  /** Ties the exchange to a booking. */
  reference?: string | null
  /** Repeating the exchange has no further effect. Default: true. */
  idempotent?: boolean
}

type Read = Pick<Exchange, 'operation' | 'path' | 'reference'>

/** Where a vendor keeps labels and photos. */
interface Documents {
  operation: 'label' | 'media'
  accept: string
  /** The address to fetch; null: it is not at the vendor. `isOwn`: proof of identity may be sent there. */
  find(stated: string, rootUrl: string): { url: string; isOwn: boolean } | null
}

interface VendorOptions {
  http: HttpClient
  descriptor: Pick<CarrierDescriptor, 'carrierCode' | 'timeoutsMs'>
  /** The root of the API for an account. */
  rootUrl(account: CarrierAccount): string
  /** The headers of every exchange, with the proof of identity unless there is a `login`. */
  headers(caller: Caller): Record<string, string> | Promise<Record<string, string>>
  /** How an account gets access tokens, if the vendor wants one. */
  login?: Pick<OAuthLogin, 'name' | 'tokenRequest'>
  /** The credentials that are removed from answers, whose messages merchants see. */
  secrets: readonly string[]
  /** The vendor's errors as code and message. */
  problem: z.ZodType<CarrierProblem>
  /** Whether the vendor has decided, although the status of its answer looks transient. */
  isDecided?: HttpRequest['isDecided']
  /** The outcome with the status that it stands for, where the vendor answers with another. */
  correct?(outcome: HttpOutcome): HttpOutcome
  documents?: Documents
}

export interface VendorClient extends JsonAnswers {
  send(caller: Caller, exchange: Exchange): Promise<HttpOutcome>
  /** A read within the timeout for tracking. */
  get(caller: Caller, read: Read): Promise<HttpOutcome>
  /** A document at an address that the vendor names; null: the address is not the vendor's. */
  download(caller: Caller, url: string, reference: string | null): Promise<HttpOutcome> | null
  rootUrl(account: CarrierAccount): string
  failed(outcome: HttpOutcome): Failed
  /** The outcome of a call that the vendor has decided against, whatever its status says. */
  refused(outcome: HttpOutcome): Refused
}

export function createVendorClient(options: VendorOptions): VendorClient {
  const { http, descriptor, rootUrl, login, secrets, problem, documents, correct = (outcome) => outcome } = options
  const { carrierCode, timeoutsMs } = descriptor
  const answers = jsonAnswers(carrierCode, problem)
  const authorized = login && createAuthorizedCalls(http, { ...login, carrierCode, answers })

  async function exchange(
    caller: Caller,
    sent: Exchange,
    target: Pick<HttpRequest, 'url' | 'headers'>,
    withToken: boolean,
  ) {
    const request = toHttpRequest(caller, sent, { carrierCode, isDecided: options.isDecided, ...target })
    const outcome = await (authorized && withToken ? authorized(caller, request) : http(request))
    return withoutSecrets(
      correct(outcome),
      secrets.flatMap((name) => caller.account.credentials[name] ?? []),
    )
  }

  const send: VendorClient['send'] = async (caller, sent) => {
    const headers = { ...(await options.headers(caller)), ...sent.headers }
    return await exchange(caller, sent, { url: `${rootUrl(caller.account)}${sent.path}`, headers }, true)
  }
  const failed = (outcome: HttpOutcome) => readFailure(carrierCode, outcome, answers.readProblem(outcome))

  return {
    ...answers,
    send,
    rootUrl,
    get: (caller, read) => send(caller, { ...read, method: 'GET', timeoutMs: timeoutsMs.track }),
    download(caller, stated, reference) {
      const found = documents?.find(stated, rootUrl(caller.account)) ?? null
      if (documents === undefined || found === null) return null
      const { operation, accept } = documents
      const read = { operation, method: 'GET', path: '', timeoutMs: timeoutsMs.track, reference } as const
      const fetchDocument = async () => {
        const headers = { ...(found.isOwn && (await options.headers(caller))), accept }
        return await exchange(caller, read, { url: found.url, headers }, found.isOwn)
      }
      return fetchDocument()
    },
    failed,
    refused: (outcome) => ({ kind: 'refused', failure: { ...failed(outcome).failure, retryable: false } }),
  }
}

/** The request, which ends with the call, or earlier if its own time is over. */
function toHttpRequest(
  { account, deadlineAt, requestId, signal }: Caller,
  { operation, method, body, timeoutMs = Number.POSITIVE_INFINITY, reference = null, idempotent = true }: Exchange,
  {
    carrierCode,
    url,
    headers,
    isDecided,
  }: Pick<HttpRequest, 'url' | 'headers' | 'isDecided'> & { carrierCode: string },
): HttpRequest {
  const { carrierAccountId, environmentId } = account
  return {
    method,
    url,
    headers,
    body,
    idempotent,
    isDecided,
    signal,
    subject: { environmentId, carrierCode, carrierAccountId, operation, requestId, reference },
    deadlineAt: new Date(Math.min(deadlineAt.getTime(), Date.now() + timeoutMs)),
  }
}
