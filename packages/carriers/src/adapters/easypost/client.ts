/** Calls of EasyPost's API with the key of an account. */
import type { CarrierCall, Failed } from '../../carrier-adapter.ts'
import { createExchange, type Exchange as HttpExchange } from '../../http/account-exchange.ts'
import type { HttpClient, HttpOutcome } from '../../http/client.ts'
import { type JsonAnswers, jsonAnswers } from '../../http/json-answers.ts'
import { readFailure } from '../../http/outcome.ts'
import { easypostDescriptor } from './descriptor.ts'
import { wireProblem } from './wire.ts'

export const EASYPOST_URL = 'https://api.easypost.com/v2'
const VERSION_PATH = '/v2'

const { carrierCode, timeoutsMs } = easypostDescriptor

type Operation = 'quote' | 'smartrate' | 'draft' | 'book' | 'cancel' | 'track' | 'label' | 'find' | 'verify'

export type Exchange = HttpExchange<Operation> & { path: string }

export interface EasyPostClient extends JsonAnswers {
  send(call: CarrierCall, exchange: Exchange): Promise<HttpOutcome>
  get(call: CarrierCall, exchange: Pick<Exchange, 'operation' | 'path' | 'reference'>): Promise<HttpOutcome>
  /** A document at an address that EasyPost names, without the key. */
  download(call: CarrierCall, url: string, reference: string): Promise<HttpOutcome>
  failed(outcome: HttpOutcome): Failed
}

export function createEasyPostClient({ baseUrl, http }: { baseUrl: string; http: HttpClient }): EasyPostClient {
  const answers = jsonAnswers(carrierCode, wireProblem)

  const exchange = createExchange(carrierCode, http)

  const send: EasyPostClient['send'] = (call, request) => {
    const { credentials, endpoint } = call.account
    const authorization = `Basic ${Buffer.from(`${credentials.api_key ?? ''}:`).toString('base64')}`
    const url = `${versioned(endpoint ?? baseUrl)}${request.path}`
    return exchange(call, request, { url, headers: { authorization, 'user-agent': 'Waybill' } })
  }

  return {
    ...answers,
    send,
    get: (call, request) => send(call, { ...request, method: 'GET', timeoutMs: timeoutsMs.track }),
    download: (call, url, reference) =>
      exchange(
        call,
        { operation: 'label', method: 'GET', timeoutMs: timeoutsMs.track, reference },
        { url, headers: { accept: '*/*' } },
      ),
    failed: (outcome) => readFailure(carrierCode, outcome, answers.problemOf(outcome)),
  }
}

/** The base URL with the version in its path. */
function versioned(baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, '')
  return base.endsWith(VERSION_PATH) ? base : `${base}${VERSION_PATH}`
}

export const shipmentPath = (id: string): string => `/shipments/${encodeURIComponent(id)}`
export const orderPath = (id: string): string => `/orders/${encodeURIComponent(id)}`
