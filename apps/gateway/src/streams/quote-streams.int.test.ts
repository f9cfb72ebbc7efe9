/** Quotes as streams over HTTP. */
import { Readable } from 'node:stream'
import { AppError } from '@waybill/contracts/app-error'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

const PATH = '/api/v1/quotes'
const STREAM = { accept: 'text/event-stream' }
const body = { shipment_id: 'shp_01h00000000000000000000000' }

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ streamHeartbeatMs: 60 })
})
afterAll(() => gateway.stop())
afterEach(() => gateway.services.reset())

const answer = (bytes: () => Readable) =>
  gateway.services.answer('QuotingService.CreateLive', () => ({
    contentType: 'text/plain',
    length: undefined,
    bytes: bytes(),
  }))

const quoted = (headers: Record<string, string> = STREAM) => gateway.call('POST', PATH, { body, headers })

test('sends what the quoting service sends as events, whatever the pieces it comes in', async () => {
  answer(() =>
    Readable.from([
      Buffer.from('begin {}\noption {"a":"caf'),
      Buffer.from('é"}\nnovelty {}\nquo'),
      Buffer.from('te {"q":1}\n'),
    ]),
  )
  const { status, headers, text } = await quoted()
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/event-stream')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(text).toBe('retry: 2000\n\nevent: option\ndata: {"a":"café"}\n\nevent: quote\ndata: {"q":1}\n\n')
})

test.each(['application/json', '*/*', 'application/json, text/event-stream'])(
  'Accept: %s gets JSON',
  async (accept) => {
    expect((await quoted({ accept })).headers.get('content-type')).toContain('application/json')
    expect(gateway.services.calls.map(({ method }) => method)).toEqual(['QuotingService.Create'])
  },
)

test('a caller that accepts neither form gets 406', async () => {
  const { status, body } = await quoted({ accept: 'text/csv' })
  expect([status, body.error.code]).toEqual([406, 'not_acceptable'])
})

test('an error before the first line is the response; a stored one and a later one are events', async () => {
  gateway.services.answer('QuotingService.CreateLive', () => {
    throw new AppError('shipment_not_found', 'There is none.')
  })
  const early = await quoted()
  expect([early.status, early.body.error.code]).toEqual([404, 'shipment_not_found'])

  const stored = { success: false, error: { code: 'no_rates_available', doc_url: '/docs/errors#no_rates_available' } }
  answer(() => Readable.from([Buffer.from(`error ${JSON.stringify(stored)}\n`)]))
  expect((await quoted()).text).toContain('"doc_url":"https://api.example.com/docs/errors#no_rates_available"')

  answer(() =>
    Readable.from(
      (function* () {
        yield Buffer.from('begin {}\n')
        throw new AppError('service_unavailable', 'The database is away.')
      })(),
    ),
  )
  const { text } = await quoted()
  expect(text).toMatch(/event: error\ndata: \{"success":false,"error":\{.*"code":"service_unavailable"/)
})

test('a silent stream gets comments; a caller that hangs up does not end the quote', async () => {
  const source = new Readable({ read() {} })
  source.push('begin {}\n')
  answer(() => source)
  const gone = new AbortController()
  const response = await fetch(gateway.url + PATH, {
    method: 'POST',
    headers: { ...STREAM, authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: gone.signal,
  })
  let text = ''
  const reading = (async () => {
    for await (const piece of response.body ?? []) text += Buffer.from(piece).toString()
  })().catch(() => {})
  await eventually(() => expect(text).toContain(': still here'))
  gone.abort()
  await reading
  source.push('quote {}\n')
  source.push(null)
  await eventually(() => expect(source.readableEnded).toBe(true))
})

test('another scope than quotes:write is refused', async () => {
  const { token } = await gateway.createKey({ scopes: ['quotes:read'] })
  const { status } = await gateway.call('POST', PATH, { body, headers: STREAM, token })
  expect(status).toBe(403)
})
