/** Calls of one simulated carrier's API. */
import type { CarrierAccount, CarrierCall, Failed } from '../../carrier-adapter.ts'
import type { CarrierDescriptor } from '../../carrier-descriptor.ts'
import type { HttpClient, HttpOutcome, HttpRequest } from '../../http/client.ts'
import { type JsonAnswers, jsonAnswers } from '../../http/json-answers.ts'
import { readFailure } from '../../http/outcome.ts'
import { ACCOUNT_HEADER, simulatedAccountSecret } from './signature.ts'
import { wireProblem } from './wire.ts'

export interface SimulatedAdapterOptions {
  descriptor: CarrierDescriptor
  simulatorUrl: string
  simulatorKey: string
  http: HttpClient
}

export interface Exchange {
  operation: string
  method: HttpRequest['method']
  path: string
  body?: object
  timeoutMs: number
  idempotencyKey?: string
  /** Ties the exchange to a booking if there is no idempotency key. */
  reference?: string
}

export interface SimulatorClient extends JsonAnswers {
  descriptor: CarrierDescriptor
  /** Every call of the simulator is idempotent, so each is retried within its deadline. */
  send(call: CarrierCall, exchange: Exchange): Promise<HttpOutcome>
  get(call: CarrierCall, exchange: Pick<Exchange, 'operation' | 'path' | 'reference'>): Promise<HttpOutcome>
  failed(outcome: HttpOutcome): Failed
}

export function createSimulatorClient(options: SimulatedAdapterOptions): SimulatorClient {
  const { descriptor, http } = options
  const answers = jsonAnswers(descriptor.carrierCode, wireProblem)
  const send: SimulatorClient['send'] = (call, exchange) => http(toHttpRequest(options, call, exchange))
  return {
    ...answers,
    descriptor,
    send,
    get: (call, exchange) => send(call, { ...exchange, method: 'GET', timeoutMs: descriptor.timeoutsMs.track }),
    failed: (outcome) => readFailure(descriptor.carrierCode, outcome, answers.problemOf(outcome)),
  }
}

/** The secret of the account, or the one that the simulator derives for it. */
export const getAccountSecret = (account: CarrierAccount, simulatorKey: string): string =>
  account.credentials.secret ?? simulatedAccountSecret(simulatorKey, account.carrierAccountId)

export const jobPath = (carrierJobId: string): string => `/jobs/${encodeURIComponent(carrierJobId)}`

function toHttpRequest(
  { descriptor: { carrierCode }, simulatorUrl, simulatorKey }: SimulatedAdapterOptions,
  { account, deadlineAt, requestId, signal }: CarrierCall,
  { operation, method, path, body, timeoutMs, idempotencyKey, reference }: Exchange,
): HttpRequest {
  const { carrierAccountId, environmentId } = account
  return {
    method,
    url: `${account.endpoint ?? simulatorUrl}/${carrierCode}${path}`,
    headers: {
      authorization: `Bearer ${getAccountSecret(account, simulatorKey)}`,
      [ACCOUNT_HEADER]: carrierAccountId,
      'x-request-id': requestId,
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body,
    subject: {
      environmentId,
      carrierCode,
      carrierAccountId,
      operation,
      requestId,
      reference: idempotencyKey ?? reference ?? null,
    },
    idempotent: true,
    deadlineAt: new Date(Math.min(deadlineAt.getTime(), Date.now() + timeoutMs)),
    signal,
  }
}
