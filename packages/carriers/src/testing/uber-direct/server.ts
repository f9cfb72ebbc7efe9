/** A server that answers as Uber Direct does, validates every request by its reference, and misbehaves when it is asked to. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@waybill/testing/eventually'
import { receiverHost, receiverListenHost } from '@waybill/testing/http-receiver'
import type { ConformanceServer, FaultOrder } from '../../conformance/suite.ts'
import { MAINTENANCE_PAGE } from '../vendor-server.ts'
import { type Delivery, deliveryBody, PROOF_PNG, quoteBody, token } from './bodies.ts'
import { parseOrRefuse, Refusal, refuse } from './refusals.ts'
import { deliveryRequest, listQuery, proofRequest, quoteRequest, tokenRequest, updateRequest } from './schemas.ts'
import { type Account, createStore, targets } from './store.ts'

type Operation = FaultOrder['operation'] | 'token'
type Callback = Awaited<ReturnType<ConformanceServer['callbacksOf']>>[number]

/** An answer in place of Uber's. */
export interface ScriptedAnswer {
  status: number
  headers?: Record<string, string>
  body: string
}

interface Route {
  operation: Operation
  work: () => object
}

const PAGE_SIZE = 30
/** The conformance suite names accounts by our ids. */
export const customerIdOf = (carrierAccountId: string): string => `cus_${carrierAccountId.replaceAll('-', '')}`

export const signatureOf = (signingKey: string, rawBody: Buffer): string =>
  createHmac('sha256', signingKey).update(rawBody).digest('hex')

export async function startUberDirect() {
  const store = createStore((delivery) => report(delivery))
  const faults: FaultOrder[] = []
  const scripts = new Map<Operation, ScriptedAnswer[]>()
  const callbacks = new Map<string, Callback[]>()
  const heldBack = new Map<string, Callback>()
  const requests: { operation: Operation; headers: IncomingMessage['headers']; body: string }[] = []

  function takeFault(operation: Operation, customerId: string): FaultOrder | undefined {
    const fault = faults.find(
      (order) =>
        order.times > 0 && order.operation === operation && customerIdOf(order.carrierAccountId) === customerId,
    )
    if (fault) fault.times--
    return fault
  }

  /** A call-back about the delivery, in the mailbox of its merchant. */
  function report(delivery: Delivery, event: object = {}): void {
    const { id, customerId, status } = delivery
    const account = [...store.accounts.values()].find((candidate) => candidate.customerId === customerId)
    const { mode, delayMs } = takeFault('callback', customerId) ?? {}
    const body = {
      id: token('evt'),
      kind: 'event.delivery_status',
      created: new Date().toISOString(),
      status,
      delivery_id: id,
      customer_id: customerId,
      account_id: '',
      developer_id: '',
      live_mode: false,
      data: deliveryBody(delivery),
      ...event,
    }
    const rawBody = Buffer.from(JSON.stringify(body))
    const signature = signatureOf(mode === 'wrong_signature' ? 'another key' : (account?.signingKey ?? ''), rawBody)
    const headers = { 'x-uber-signature': signature, 'x-postmates-signature': signature }
    const callback = { headers, rawBody }
    const mailbox = callbacks.get(id) ?? []
    callbacks.set(id, mailbox)
    const late = heldBack.get(id)
    heldBack.delete(id)
    if (mode === 'slow') setTimeout(() => mailbox.push(callback), delayMs).unref()
    else if (mode === 'out_of_order') heldBack.set(id, callback)
    else mailbox.push(callback, ...(mode === 'duplicate' ? [callback] : []), ...(late ? [late] : []))
  }

  function list(customerId: string, query: URLSearchParams): object {
    const named = Object.fromEntries([...query].map(([name, value]) => [name.toLowerCase(), value]))
    const { limit = PAGE_SIZE, offset = 0, filter } = parseOrRefuse(listQuery, named)
    const isWanted = ({ status }: Delivery) =>
      filter === undefined ||
      (filter === 'ongoing' ? !['delivered', 'canceled', 'returned'].includes(status) : status === filter)
    const all = store.deliveries
      .filter((delivery) => delivery.customerId === customerId && isWanted(delivery))
      .reverse()
    const next = offset + limit
    const href = `api.uber.com/v1/customers/${customerId}/deliveries?offset=${next}&limit=${limit}`
    return {
      data: all.slice(offset, next).map(deliveryBody),
      next_href: next < all.length ? href : '',
      total_count: -1,
    }
  }

  /** The operation of a request of the API, and its work. */
  function apiRoute(
    customerId: string,
    path: string,
    method: string,
    json: () => unknown,
    query: URLSearchParams,
  ): Route {
    const [resource, id = '', action] = path.split('/').map(decodeURIComponent)
    const owned = () => store.owned(id, customerId)
    const routes: Record<string, Route> = {
      'POST delivery_quotes': {
        operation: 'quote',
        work: () => quoteBody(store.quote(parseOrRefuse(quoteRequest, json()), customerId)),
      },
      'POST deliveries': {
        operation: 'book',
        work: () => deliveryBody(store.book(parseOrRefuse(deliveryRequest, json()), customerId)),
      },
      // Only a verification lists one.
      'GET deliveries': {
        operation: query.get('limit') === '1' ? 'verify' : 'track',
        work: () => list(customerId, query),
      },
      'GET deliveries id': { operation: 'track', work: () => deliveryBody(owned()) },
      'POST deliveries id': {
        operation: 'update',
        work: () => deliveryBody(store.update(owned(), parseOrRefuse(updateRequest, json()))),
      },
      'POST deliveries id cancel': { operation: 'cancel', work: () => deliveryBody(store.cancel(owned())) },
      'POST deliveries id proof-of-delivery': {
        operation: 'media',
        work: () => {
          const { type } = parseOrRefuse(proofRequest, json())
          const { status } = owned()
          if (status !== 'delivered') throw refuse(404, 'delivery_not_found', 'The requested delivery does not exist.')
          return { document: PROOF_PNG, type }
        },
      },
    }
    const name = [method, resource, ...(id ? ['id'] : []), ...(action ? [action] : [])].join(' ')
    const route = routes[name]
    if (!route) throw refuse(404, 'not_found', 'Not found.')
    return route
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString()
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://uber')
    const [, customerId = '', path = ''] = /^\/v1\/customers\/([^/]+)\/(.+)$/.exec(pathname) ?? []
    const json = () => JSON.parse(contentOf(request, body, 'application/json'))
    const send = (status: number, content: object, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(content))
    }
    try {
      const route: Route =
        pathname === '/oauth/v2/token'
          ? { operation: 'token', work: () => store.issueToken(formOf(request, body)) }
          : apiRoute(customerId, path, request.method ?? '', json, searchParams)
      const { operation, work } = route
      requests.push({ operation, headers: request.headers, body })
      const scripted = scripts.get(operation)?.shift()
      if (scripted) return void response.writeHead(scripted.status, scripted.headers).end(scripted.body)
      if (operation !== 'token') store.authorize(bearerOf(request), customerId)
      const fault = takeFault(operation, customerId)
      if (fault?.mode === 'timeout') return
      if (fault?.mode === 'maintenance') {
        return void response.writeHead(200, MAINTENANCE_PAGE.headers).end(MAINTENANCE_PAGE.body)
      }
      if (fault?.mode === 'slow') await delay(fault.delayMs)
      if (fault) refuseBy(fault)
      const result = work()
      if (fault?.mode === 'timeout_after_success') return
      if (fault?.mode === 'malformed') return void response.writeHead(200).end(JSON.stringify(result).slice(0, 20))
      send(200, result)
    } catch (error) {
      if (error instanceof Refusal) send(error.status, error.body, error.headers)
      else send(500, { code: 'internal_server_error', message: 'We have experienced a problem.', kind: 'error' })
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, receiverListenHost)
  await once(server, 'listening')
  const url = `http://${receiverHost}:${(server.address() as AddressInfo).port}`

  const conformance: ConformanceServer = {
    callbackUrl: `${url}/mailbox`,
    order: async (fault) => faults.push({ ...fault }),
    advance: async (id, to) => store.advance(store.getDelivery(id), targets[to]),
    meet: async (id, mishap) => store.meet(store.getDelivery(id), mishap),
    announce: async (id, code) => store.move(store.getDelivery(id), code),
    countJobs: async (reference) =>
      store.deliveries.filter(({ request: { external_id } }) => external_id === reference).length,
    callbacksOf: (id, atLeast) =>
      eventually(() => {
        const mailbox = callbacks.get(id) ?? []
        if (mailbox.length < atLeast) throw new Error(`${mailbox.length} call-backs of ${id} have arrived`)
        return mailbox
      }),
  }

  return {
    ...conformance,
    url,
    store,
    /** In order of arrival. */
    requests,
    addAccount: (account: Account) => store.addAccount(account),
    /** Answers the next requests of the operation, one each. */
    answerNext: (operation: Operation, ...answers: ScriptedAnswer[]) =>
      void scripts.set(operation, [...(scripts.get(operation) ?? []), ...answers]),
    /** Reports where the courier is, as Uber does every 20 s. */
    reportPosition: (id: string, location: { lat: number; lng: number }) =>
      report(store.getDelivery(id), { kind: 'event.courier_update', status: undefined, location }),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type UberDirectServer = Awaited<ReturnType<typeof startUberDirect>>

function refuseBy({ mode, operation, retryAfterMs }: FaultOrder): void {
  if (mode === '401') throw refuse(401, 'unauthorized', 'The request was not authorized.')
  if (mode === '403') throw refuse(403, 'customer_suspended', 'Your account is suspended.')
  if (mode === '500') throw refuse(500, 'internal_server_error', 'We have experienced a problem.')
  if (mode === 'no_courier') throw refuse(503, 'couriers_busy', 'All of our couriers are currently busy.')
  if (mode === '429') {
    const headers = retryAfterMs === undefined ? undefined : { 'retry-after': String(retryAfterMs / 1_000) }
    const body = { code: 'customer_limited', message: 'Your account’s limits have been exceeded.', kind: 'error' }
    throw new Refusal(429, body, headers)
  }
  if (mode !== 'refuse') return
  if (operation === 'quote') {
    throw refuse(400, 'address_undeliverable', 'The specified location is not in a deliverable area.')
  }
  throw refuse(400, 'missing_payment', 'organization has no billing policy')
}

/** The body, if its type is the one that is expected. */
function contentOf({ headers }: IncomingMessage, body: string, contentType: string): string {
  if (headers['content-type']?.split(';')[0] !== contentType) {
    throw refuse(415, 'unsupported_media_type', `The content type must be ${contentType}.`)
  }
  return body
}

function formOf(request: IncomingMessage, body: string) {
  if (request.method !== 'POST') throw refuse(405, 'method_not_allowed', 'Use POST.')
  const form = new URLSearchParams(contentOf(request, body, 'application/x-www-form-urlencoded'))
  const parsed = tokenRequest.safeParse(Object.fromEntries(form))
  if (parsed.success) return parsed.data
  throw new Refusal(400, { error: 'invalid_request', error_description: 'required parameters were not provided' })
}

const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
