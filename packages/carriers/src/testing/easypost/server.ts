/**
 * A server that is shaped like EasyPost: it checks every request by EasyPost's reference, keeps what it is given, sends events,
 * and fails on request. For tests.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { receiverHost, receiverListenHost } from '@waybill/testing/http-receiver'
import type { FaultOrder } from '../../conformance/suite.ts'
import { documentInOtherForm, MAINTENANCE_PAGE, OVERSIZED_DOCUMENT } from '../vendor-server.ts'
import { labelDocuments, type OrderObject, type ShipmentObject } from './bodies.ts'
import { createCallbacks } from './callbacks.ts'
import { Refusal } from './refusals.ts'
import { type Route, routeOf } from './routes.ts'
import { type AccountBook, createAccountBook, getShipment, track, type Webhook } from './store.ts'

/** An answer in place of the server's own, for one request. */
export interface ScriptedAnswer {
  method?: string
  path: RegExp
  status: number
  headers?: Record<string, string>
  body: string | Buffer
}

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}

export type News = Parameters<typeof track>[1]

export interface EasyPostServer {
  url: string
  requests: ReceivedRequest[]
  /** The API key of a carrier account: faults are ordered for accounts. */
  keyOf(carrierAccountId: string): string
  order(fault: FaultOrder): void
  answerOnce(answer: ScriptedAnswer): void
  /** Reports news of a shipment, or of every shipment of an order. */
  report(jobId: string, news: News): void
  shipment(id: string): ShipmentObject
  /** Shipments with a label. */
  purchases(): ShipmentObject[]
  /** The ids of the shipments of an order. */
  parcelsOf(orderId: string): string[]
  /** What the carrier answers to refunds: `submitted` unless set. */
  setRefundOutcome(status: string): void
  webhooksOf(carrierAccountId: string): Webhook[]
  /** Bodies and headers that arrived at `callbackUrl`, which a test gives to `verify`. */
  callbackUrl: string
  received: { headers: IncomingMessage['headers']; rawBody: Buffer }[]
  stop(): Promise<void>
}

const KEY = /^EZ[TA]K/
const MAILBOX = '/mailbox'

export async function startEasyPostServer({ port = 0 } = {}): Promise<EasyPostServer> {
  const books = new Map<string, AccountBook>()
  const faults: FaultOrder[] = []
  const scripted: ScriptedAnswer[] = []
  const requests: ReceivedRequest[] = []
  const received: EasyPostServer['received'] = []
  const callbacks = createCallbacks()
  let refundOutcome = 'submitted'

  const bookOf = (key: string): AccountBook => {
    const book = books.get(key) ?? createAccountBook(key)
    books.set(key, book)
    return book
  }

  const takeFault = (operation: FaultOrder['operation'] | null, key: string): FaultOrder | undefined => {
    const fault = faults.find(
      (order) => order.times > 0 && order.operation === operation && key.slice(4) === order.carrierAccountId,
    )
    if (fault) fault.times--
    return fault
  }

  const holderOf = (jobId: string): { book: AccountBook; shipments: ShipmentObject[] } => {
    for (const book of books.values()) {
      const [shipment, order] = [book.shipments.get(jobId), book.orders.get(jobId)]
      if (shipment || order) return { book, shipments: shipment ? [shipment] : (order as OrderObject).shipments }
    }
    throw new Error(`there is no ${jobId}`)
  }

  function report(jobId: string, news: News): void {
    const { book, shipments } = holderOf(jobId)
    for (const shipment of shipments) {
      track(shipment, news)
      const fault = takeFault('callback', book.key)
      if (shipment.tracker) {
        callbacks.send({ description: 'tracker.updated', tracker: shipment.tracker, webhooks: book.webhooks }, fault)
      }
    }
  }

  const created = (jobId: string) =>
    report(jobId, { status: 'pre_transit', detail: 'label_created', message: 'Shipping Label Created' })

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = incoming
    const url = new URL(incoming.url ?? '/', 'http://easypost')
    const rawBody = await buffer(incoming)
    if (url.pathname === MAILBOX) {
      received.push({ headers, rawBody })
      return void response.end()
    }
    const path = url.pathname + url.search
    requests.push({ method, path, headers, body: rawBody.length === 0 ? null : parsed(rawBody) })
    const script = scripted.findIndex((each) => each.path.test(path) && (each.method ?? method) === method)
    const [own] = script === -1 ? [] : scripted.splice(script, 1)
    if (own) return void response.writeHead(own.status, own.headers).end(own.body)
    const file = /^\/files\/(shp_\w+)\.(\w+)$/.exec(url.pathname)
    if (file) return sendFile(response, file[1] ?? '', file[2] ?? '', headers.authorization)
    const send = (status: number, body: object, extra = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...extra })
        .end(JSON.stringify(body))
    try {
      const key = keyOfHeader(headers.authorization)
      const fileUrl = (id: string, format: string) => `${serverUrl}/files/${id}.${format}`
      const route: Route = routeOf(
        { method, url, rawBody, headers },
        { book: bookOf(key), fileUrl, refundOutcome, created },
      )
      const fault = takeFault(route.operation, key)
      if (fault?.mode === 'timeout') return
      if (fault?.mode === 'maintenance' || fault?.mode === 'oversized') {
        const { headers: itsHeaders, body } = fault.mode === 'oversized' ? OVERSIZED_DOCUMENT : MAINTENANCE_PAGE
        return void response.writeHead(200, itsHeaders).end(body)
      }
      if (fault?.mode === 'slow') {
        // Done at once: the real server does not notice that the client has hung up.
        const slow = route.work()
        await delay(fault.delayMs)
        return void send(route.status, slow)
      }
      if (fault?.mode === '500')
        return void send(500, {
          error: { code: 'INTERNAL_SERVER_ERROR', message: 'We could not process your request.', errors: [] },
        })
      if (fault?.mode === '429') {
        const { retryAfterMs } = fault
        const wait = retryAfterMs === undefined ? {} : { 'retry-after': String(retryAfterMs / 1_000) }
        return void send(429, { error: { code: 'RATE_LIMITED', message: 'Too many requests.', errors: [] } }, wait)
      }
      if (fault?.mode === '401') throw inactiveKey()
      if (fault?.mode === '403') throw new Refusal(403, 'FORBIDDEN', 'You are not authorized to perform this action.')
      if (fault?.mode === 'refuse')
        throw new Refusal(422, 'SHIPMENT.POSTAGE.FAILURE', 'The carrier refuses this shipment.')
      // Of the document, which is asked for next.
      if (fault?.mode === 'other_form') faults.push({ ...fault, times: 1 })
      const result = route.work()
      if (fault?.mode === 'timeout_after_success') return
      if (fault?.mode === 'malformed') return void response.writeHead(200).end('{"id": "shp_')
      send(route.status, result)
    } catch (error) {
      if (error instanceof Refusal) send(error.status, error.body)
      else send(500, { error: { code: 'INTERNAL_SERVER_ERROR', message: String(error), errors: [] } })
    }
  }

  /** Documents are public, as at the real one's storage: a request with the key would give it away. */
  function sendFile(response: ServerResponse, id: string, format: string, authorization: string | undefined): void {
    const found = labelDocuments[format]
    const { book } = holderOf(id)
    const fault = takeFault('label', book.key)
    if (authorization !== undefined || !found) return void response.writeHead(400).end()
    if (fault?.mode === 'other_form') return void response.end(documentInOtherForm(found.body))
    if (fault?.mode === 'malformed') return void response.end('<?xml version="1.0"?><Error/>')
    if (fault?.mode === 'oversized') return void response.end(OVERSIZED_DOCUMENT.body)
    if (fault) return void response.writeHead(403).end('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>')
    response.writeHead(200, { 'content-type': found.contentType }).end(found.body)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(port, receiverListenHost)
  await once(server, 'listening')
  const serverUrl = `http://${receiverHost}:${(server.address() as AddressInfo).port}`

  return {
    url: serverUrl,
    requests,
    received,
    callbackUrl: `${serverUrl}${MAILBOX}`,
    keyOf: (carrierAccountId) => `EZTK${carrierAccountId}`,
    order: (fault) => void faults.push({ ...fault }),
    answerOnce: (each) => void scripted.push(each),
    report,
    shipment: (id) => getShipment(holderOf(id).book, id),
    purchases: () =>
      [...books.values()].flatMap(({ shipments }) =>
        [...shipments.values()].filter(({ postage_label }) => postage_label !== null),
      ),
    parcelsOf: (orderId) => holderOf(orderId).shipments.map(({ id }) => id),
    setRefundOutcome(status) {
      refundOutcome = status
    },
    webhooksOf: (carrierAccountId) => bookOf(`EZTK${carrierAccountId}`).webhooks,
    async stop() {
      await callbacks.settled()
      const closed = once(server, 'close')
      server.closeAllConnections()
      server.close()
      await closed
    },
  }
}

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return body.toString()
  }
}

/** Basic, with the key as the user and an empty password. */
function keyOfHeader(authorization: string | undefined): string {
  const [scheme, encoded = ''] = (authorization ?? '').split(' ')
  const [key = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':')
  if (scheme !== 'Basic' || password.join(':') !== '' || !KEY.test(key)) {
    throw inactiveKey()
  }
  return key
}

const inactiveKey = () =>
  new Refusal(
    401,
    'APIKEY.INACTIVE',
    'This api key is no longer active. Please use a different api key or reactivate this key.',
  )
