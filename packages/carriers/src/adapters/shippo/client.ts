/** Calls of Shippo's API with the token of an account. */
import type { Failed } from '../../carrier-adapter.ts'
import { type Caller, createExchange, type Exchange as HttpExchange } from '../../http/account-exchange.ts'
import type { HttpClient, HttpOutcome } from '../../http/client.ts'
import { documentUrl as documentUrlOf } from '../../http/document-url.ts'
import { type JsonAnswers, jsonAnswers } from '../../http/json-answers.ts'
import { readFailure } from '../../http/outcome.ts'
import { shippoDescriptor } from './descriptor.ts'
import { wireProblem } from './wire.ts'

export const SHIPPO_URL = 'https://api.goshippo.com'
/** The version of the API that Shippo's reference describes; without the header, an account has its own. */
const API_VERSION = '2018-02-08'

const { carrierCode, timeoutsMs } = shippoDescriptor

type Operation = 'quote' | 'book' | 'cancel' | 'track' | 'label' | 'find' | 'verify'

/** `path`: from the root of the host, such as `/shipments/`. */
export type Exchange = HttpExchange<Operation> & { path: string }

export interface ShippoClient extends JsonAnswers {
  send(call: Caller, exchange: Exchange): Promise<HttpOutcome>
  get(call: Caller, exchange: Pick<Exchange, 'operation' | 'path' | 'reference'>): Promise<HttpOutcome>
  /** A document at an address that Shippo names; null: the address is not Shippo's. */
  download(call: Caller, url: string, reference: string): Promise<HttpOutcome> | null
  failed(outcome: HttpOutcome): Failed
}

export function createShippoClient({ baseUrl, http }: { baseUrl: string; http: HttpClient }): ShippoClient {
  const answers = jsonAnswers(carrierCode, wireProblem)
  const exchange = createExchange(carrierCode, http)
  const rootOf = ({ account: { endpoint } }: Caller) => (endpoint ?? baseUrl).replace(/\/+$/, '')
  const headersOf = ({ account: { credentials } }: Caller) => ({
    authorization: `ShippoToken ${credentials.api_key ?? ''}`,
    'shippo-api-version': API_VERSION,
    'user-agent': 'Waybill',
  })
  const send: ShippoClient['send'] = (call, request) =>
    exchange(call, request, { url: `${rootOf(call)}${request.path}`, headers: headersOf(call) })

  return {
    ...answers,
    send,
    get: (call, request) => send(call, { ...request, method: 'GET', timeoutMs: timeoutsMs.track }),
    download(call, url, reference) {
      const found = documentUrl(url, rootOf(call))
      if (found === null) return null
      const headers = { accept: '*/*', ...(found.isOwn && headersOf(call)) }
      const request = { operation: 'label', method: 'GET', timeoutMs: timeoutsMs.track, reference } as const
      return exchange(call, request, { url: found.url, headers })
    },
    failed: (outcome) => readFailure(carrierCode, outcome, answers.problemOf(outcome)),
  }
}

/** Where Shippo keeps labels: its own hosts, and its buckets, such as `shippo-delivery-east.s3.amazonaws.com`. */
const DOCUMENT_HOST = /(^|\.)goshippo\.com$|^shippo-[a-z0-9-]+\.s3([.-][a-z0-9-]+)?\.amazonaws\.com$/

/** The address of a document, and whether the token may be sent there; null: it is not at Shippo. */
export const documentUrl = (stated: string, root: string) =>
  documentUrlOf(stated, { root, origin: SHIPPO_URL, hosts: DOCUMENT_HOST })

export const TRANSACTIONS = '/transactions/'
export const transactionPath = (id: string): string => `${TRANSACTIONS}${encodeURIComponent(id)}`
