/** Live quotes, from a server that answers as the test says. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Waybill } from '../client.ts'
import { CarrierError, ConnectionError, InvalidRequestError } from '../errors.ts'
import type { QuoteStreamItem } from './quote.ts'

let server: Server
let waybill: Waybill
/** The idempotency keys of the requests. */
let keys: (string | undefined)[]
/** How each request is answered, in order. */
let script: ((response: ServerResponse, request: IncomingMessage) => void)[]

beforeEach(async () => {
  keys = []
  script = []
  server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined)
    const handle = script.shift()
    if (handle) handle(response, request)
    else response.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  waybill = new Waybill({ apiKey: 'wb_test_1', baseUrl: `http://127.0.0.1:${port}` })
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const OPTION = event('option', { quote_option_id: 'qop_1' })
const QUOTE = event('quote', { quote_id: 'qte_1' })
const open = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const error = (code: string, type: string, status: number) => ({
  success: false,
  error: { type, code, status, message: 'No.', details: [], retryable: false, request_id: 'req_1' },
})

async function collect(options?: { idempotencyKey?: string; maxRetries?: number }) {
  const items: QuoteStreamItem[] = []
  const done = (async () => {
    for await (const item of waybill.quotes.stream({ shipment_id: 'shp_1' }, options)) items.push(item)
  })()
  return { items, failure: await done.catch((thrown: unknown) => thrown) }
}

test('yields options and messages, and ends with the quote', async () => {
  script = [
    (response, { headers, method }) => {
      expect([method, headers.accept]).toEqual(['POST', 'text/event-stream'])
      open(response)
      response.end(
        `retry: 1\n\n${OPTION}: still here\n\n${event('novelty', {})}${event('message', { code: 'no' })}${QUOTE}`,
      )
    },
  ]
  const { items, failure } = await collect()
  expect(failure).toBeUndefined()
  expect(items).toEqual([
    { type: 'option', option: { quote_option_id: 'qop_1' } },
    { type: 'message', message: { code: 'no' } },
    { type: 'quote', quote: { quote_id: 'qte_1' } },
  ])
})

test('an error of the stream and one before it are thrown as by other calls', async () => {
  script = [
    (response) => {
      open(response)
      response.end(event('error', error('carrier_refused', 'carrier', 422)))
    },
    (response) => response.writeHead(422).end(JSON.stringify(error('validation_failed', 'invalid_request', 422))),
  ]
  const late = (await collect()).failure
  expect(late).toBeInstanceOf(CarrierError)
  expect(late).toMatchObject({ code: 'carrier_refused', status: 422, idempotencyKey: keys[0] })
  expect((await collect()).failure).toBeInstanceOf(InvalidRequestError)
})

test('retries until the first item with one key; later, a lost connection is thrown with the key', async () => {
  script = [
    (response) => response.destroy(),
    (response) => response.writeHead(503, { 'retry-after': '0' }).end(),
    (response) => {
      open(response)
      response.write(OPTION, () => response.destroy())
    },
  ]
  const { items, failure } = await collect()
  expect(items).toHaveLength(1)
  expect(failure).toBeInstanceOf(ConnectionError)
  expect(failure).toMatchObject({ retryable: true, idempotencyKey: keys[0] })
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(3)

  script = [
    (response) => {
      open(response)
      response.end(QUOTE)
    },
  ]
  expect((await collect({ idempotencyKey: keys[0] })).items).toMatchObject([{ type: 'quote' }])
  expect(keys[3]).toBe(keys[0])
})

test('a stream that ends without a quote is a lost connection', async () => {
  script = [(response) => open(response).end(OPTION)]
  expect((await collect()).failure).toBeInstanceOf(ConnectionError)
})
