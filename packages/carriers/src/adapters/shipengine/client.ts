/** Calls of ShipEngine's API with the key of an account. */
import type { CarrierCall, Failed } from '../../carrier-adapter.ts'
import { type Caller, createExchange, type Exchange as HttpExchange } from '../../http/account-exchange.ts'
import type { HttpClient, HttpOutcome } from '../../http/client.ts'
import { documentUrl as documentUrlOf } from '../../http/document-url.ts'
import { type JsonAnswers, jsonAnswers } from '../../http/json-answers.ts'
import { readFailure } from '../../http/outcome.ts'
import { shipengineDescriptor } from './descriptor.ts'
import { wireProblem } from './wire.ts'

export const SHIPENGINE_URL = 'https://api.shipengine.com'

const { carrierCode, timeoutsMs } = shipengineDescriptor

type Operation = 'quote' | 'carriers' | 'rate' | 'book' | 'cancel' | 'track' | 'label' | 'find' | 'verify' | 'keys'

/** `path`: from the root of the host, such as `/v1/rates`. */
export type Exchange = HttpExchange<Operation> & { path: string }

export type { Caller }

export interface ShipEngineClient extends JsonAnswers {
  send(call: Caller, exchange: Exchange): Promise<HttpOutcome>
  get(call: Caller, exchange: Pick<Exchange, 'operation' | 'path' | 'reference'>): Promise<HttpOutcome>
  /** A document at an address that ShipEngine names; null: the address is not ShipEngine's. */
  download(call: Caller, url: string, reference: string): Promise<HttpOutcome> | null
  /** The root of the API for an account, without the version. */
  rootOf(account: CarrierCall['account']): string
  failed(outcome: HttpOutcome): Failed
}

export function createShipEngineClient({ baseUrl, http }: { baseUrl: string; http: HttpClient }): ShipEngineClient {
  const answers = jsonAnswers(carrierCode, wireProblem)
  const rootOf: ShipEngineClient['rootOf'] = ({ endpoint }) => (endpoint ?? baseUrl).replace(/(\/v1)?\/*$/, '')

  const exchange = createExchange(carrierCode, http)
  const keyOf = ({ credentials }: CarrierCall['account']) => ({
    'api-key': credentials.api_key ?? '',
    'user-agent': 'Waybill',
  })
  const send: ShipEngineClient['send'] = (call, request) =>
    exchange(call, request, { url: `${rootOf(call.account)}${request.path}`, headers: keyOf(call.account) })

  return {
    ...answers,
    send,
    rootOf,
    get: (call, request) => send(call, { ...request, method: 'GET', timeoutMs: timeoutsMs.track }),
    download(call, url, reference) {
      const found = documentUrl(url, rootOf(call.account))
      if (found === null) return null
      const headers = { accept: '*/*', ...(found.isOwn && keyOf(call.account)) }
      const request = { operation: 'label', method: 'GET', timeoutMs: timeoutsMs.track, reference } as const
      return exchange(call, request, { url: found.url, headers })
    },
    failed: (outcome) => readFailure(carrierCode, outcome, answers.problemOf(outcome)),
  }
}

/** Where ShipEngine keeps documents, besides its API. */
const DOCUMENT_HOST = /(^|\.)(shipengine|shipstation)\.com$/

/** The address of a document, and whether the key may be sent there; null: it is not at ShipEngine. */
export const documentUrl = (stated: string, root: string) =>
  documentUrlOf(stated, { root, origin: SHIPENGINE_URL, hosts: DOCUMENT_HOST })

export const labelPath = (id: string): string => `/v1/labels/${encodeURIComponent(id)}`
