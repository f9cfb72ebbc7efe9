/** Streams that break, from a server that cuts them where the test says. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Waybill } from '../client.ts'

type Connection = (response: ServerResponse, request: IncomingMessage) => void

let server: Server
let waybill: Waybill
/** Last-Event-ID of each connection. */
let resumed: (string | undefined)[]
/** How each connection is handled, in order. */
let script: Connection[]

beforeEach(async () => {
  resumed = []
  script = []
  server = createServer((request, response) => {
    resumed.push(request.headers['last-event-id'] as string | undefined)
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

const entry = (id: number) =>
  `id: evt_${id}\nevent: timeline\ndata: ${JSON.stringify({ event_id: `evt_${id}`, note: 'café' })}\n\n`
const END = 'event: end\ndata: {"status":"delivered"}\n\n'
const open = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('retry: 1\n\n')
}

async function collect(entries: AsyncIterable<{ event_id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { event_id } of entries) ids.push(event_id)
  return ids
}

test('a stream that breaks within an event goes on after the last whole one', async () => {
  script = [
    (response) => {
      open(response)
      response.write(entry(1) + entry(2) + entry(3).slice(0, -20), () => response.destroy())
    },
    (response) => {
      open(response)
      response.end(entry(3)) // ended without a final status, as by a restart
    },
    (response) => response.writeHead(503, { 'retry-after': '0' }).end(),
    (response) => {
      open(response)
      response.end(`: still here\n\n${entry(4)}event: novelty\ndata: {}\n\n${END}`)
    },
  ]
  expect(await collect(waybill.shipments.track('shp_1'))).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4'])
  expect(resumed).toEqual([undefined, 'evt_2', 'evt_3', 'evt_3'])
})

test('a place that the stream reports without an item is known to the caller', async () => {
  script = [
    (response) => {
      open(response)
      response.end(`id: place_7\nevent: checkpoint\ndata: {}\n\n${entry(8)}${END}`)
    },
  ]
  const places: string[] = []
  const entries = waybill.shipments.track('shp_1', { onPosition: (place) => places.push(place) })
  expect(await collect(entries)).toEqual(['evt_8'])
  expect(places).toEqual(['place_7'])
})

test('characters that are split between packets are whole', async () => {
  const bytes = Buffer.from(entry(1) + END)
  const middle = bytes.indexOf('é') + 1
  script = [
    (response) => {
      open(response)
      response.write(bytes.subarray(0, middle), () => setImmediate(() => response.end(bytes.subarray(middle))))
    },
  ]
  const entries: unknown[] = []
  for await (const one of waybill.shipments.track('shp_1', { lastEventId: 'evt_0' })) entries.push(one)
  expect(entries).toEqual([{ event_id: 'evt_1', note: 'café' }])
  expect(resumed).toEqual(['evt_0'])
})

test('204 means that nothing is left', async () => {
  script = [(response) => response.writeHead(204).end()]
  expect(await collect(waybill.shipments.track('shp_1', { lastEventId: 'evt_9' }))).toEqual([])
})

test('an error that stays is thrown, after the entries before it', async () => {
  const error = { code: 'token_revoked', type: 'authentication', message: 'Revoked.', details: [], retryable: false }
  script = [
    (response) => {
      open(response)
      response.end(entry(1))
    },
    (response) => response.writeHead(401).end(JSON.stringify({ success: false, error })),
  ]
  const entries = waybill.shipments.track('shp_1')
  expect((await entries.next()).value).toMatchObject({ event_id: 'evt_1' })
  await expect(entries.next()).rejects.toMatchObject({ name: 'AuthenticationError', code: 'token_revoked' })
})

test('a stream whose place is gone from the log ends with the error that it sends', async () => {
  const error = {
    type: 'not_found',
    code: 'events_expired',
    message: 'Gone.',
    status: 410,
    details: [],
    retryable: false,
  }
  script = [
    (response) => {
      open(response)
      const event = 'id: evt_1\nevent: message\ndata: {"id":"evt_1"}\n\n'
      response.end(`${event}event: expired\ndata: ${JSON.stringify(error)}\n\n`)
    },
  ]
  const events: string[] = []
  const reading = (async () => {
    for await (const { id } of waybill.events.stream({ after: 'evt_0' })) events.push(id)
  })()
  await expect(reading).rejects.toMatchObject({ name: 'NotFoundError', code: 'events_expired', status: 410 })
  expect(events).toEqual(['evt_1'])
  expect(resumed).toEqual(['evt_0'])
})

test('a response that is no stream is an error', async () => {
  script = [(response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>A router</h1>')]
  await expect(waybill.shipments.track('shp_1').next()).rejects.toThrow('text/html, not text/event-stream')
})

test('after the allowed failures in a row the error is thrown', async () => {
  script = [
    (response) => {
      open(response)
      response.end(entry(1))
    },
  ]
  const entries = waybill.shipments.track('shp_1', { maxRetries: 1 })
  await entries.next()
  await expect(entries.next()).rejects.toMatchObject({ name: 'ConnectionError', code: 'connection_failed' })
  expect(resumed).toHaveLength(3)
})

test('leaving the loop and aborting the signal close the connection', async () => {
  const closed: Promise<unknown>[] = []
  const endless: Connection = (response) => {
    closed.push(once(response, 'close'))
    open(response)
    response.write(entry(1))
  }
  script = [endless, endless]
  for await (const _ of waybill.shipments.track('shp_1')) break
  await closed[0]
  const controller = new AbortController()
  const following = (async () => {
    for await (const _ of waybill.shipments.track('shp_1', { signal: controller.signal }))
      controller.abort(new Error('left'))
  })()
  await expect(following).rejects.toThrow('left')
  await closed[1]
  expect(resumed).toHaveLength(2)
})
