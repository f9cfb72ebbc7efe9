/** Agreements, attempts and the end of the server over HTTP, before an API whose answers the test chooses. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { serveHttp } from './http.ts'
import { Agreements } from './spending/agreements.ts'
import { createConsents } from './spending/consent.ts'
import { Ledger } from './spending/ledger.ts'

const booking = { shipment_id: `shp_${'a'.repeat(26)}`, quote_option_id: `qop_${'b'.repeat(26)}` }
const option = {
  quote_option_id: booking.quote_option_id,
  carrier_code: 'swift',
  carrier_name: 'Swift',
  carried_by: null,
  service_code: 'now',
  service_name: 'Now',
  total_amount: '12.00',
  currency: 'GBP',
  eta_from: '2030-01-01T10:00:00Z',
  eta_to: '2030-01-01T12:00:00Z',
  expires_at: '9999-01-01T00:00:00Z',
}
const quote = { environment_id: 'env_1', status: 'pending', options: [option] }
const TIMEOUT_MS = 120_000

const json = { 'content-type': 'application/json' }
const page = (data: object[]) => ({
  headers: json,
  body: JSON.stringify({ success: true, data, meta: { has_more: false, next_cursor: null } }),
})
const failure = (status: number, code: string) => ({
  status,
  headers: json,
  body: JSON.stringify({
    success: false,
    error: { type: 'internal', code, message: 'Failed.', details: [] },
    meta: {},
  }),
})

let api: HttpReceiver
let url: URL
let nowMs: number
let bookingAnswers: ReturnType<typeof failure>[]
let close: () => Promise<void>

beforeEach(async () => {
  nowMs = 0
  bookingAnswers = []
  api = await startHttpReceiver()
  api.answerAlways(({ method, path }) => {
    if (method === 'POST') return bookingAnswers.shift() ?? failure(503, 'service_unavailable')
    return page(path.startsWith('/api/v1/quotes') ? [quote] : [])
  })
  const config = readConfig(['--http', '0', '--allow-writes'], { WAYBILL_URL: api.url })
  if (!config?.http) throw new Error('no address')
  const agreements = new Agreements(() => nowMs)
  const shop = { config, ledger: new Ledger(config.spendCap), consents: createConsents(), agreements }
  const server = await serveHttp(shop, config.http)
  close = server.close
  url = new URL(`http://127.0.0.1:${server.port}/mcp`)
  return async () => {
    await close()
    await api.stop()
  }
})

/** A client whose user agrees. */
async function connect(apiKey: string) {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: { pin: '2026-07-28' }, probe: { timeoutMs: TIMEOUT_MS } },
    },
  )
  const questions: string[] = []
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    questions.push(params.message)
    return { action: 'accept', content: { book: true } }
  })
  const headers = { authorization: `Bearer ${apiKey}` }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  onTestFinished(() => client.close())
  const book = async () => {
    const result = await client.callTool({ name: 'book_shipment', arguments: booking }, { timeout: TIMEOUT_MS })
    return JSON.stringify(result.content)
  }
  return { client, questions, book }
}

const bookingKeys = () =>
  api.requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key'])

test('an agreement counts for ten minutes and for its key; then the user is asked again', async () => {
  const one = await connect('wb_test_1')
  expect(await one.book()).toContain('not known yet')
  expect(one.questions).toHaveLength(1)
  nowMs = 599_999
  expect(await one.book()).toContain('not known yet')
  expect(one.questions).toHaveLength(1)

  const other = await connect('wb_test_2')
  expect(await other.book()).toContain('not known yet')
  expect(other.questions).toEqual([expect.stringContaining('An earlier call may have booked it')])

  nowMs = 600_000
  expect(await one.book()).toContain('not known yet')
  expect(one.questions).toHaveLength(2)
  expect(new Set(bookingKeys()).size).toBe(1)
})

test('after a refusal the next call is a new one, after an unknown outcome the same', async () => {
  const { questions, book } = await connect('wb_test_1')
  bookingAnswers = [failure(503, 'service_unavailable'), failure(409, 'shipment_already_booked')]
  expect(await book()).toContain('not known yet')
  expect(await book()).toContain('shipment_already_booked')
  expect(await book()).toContain('not known yet')
  expect(questions).toHaveLength(2)
  const [first, second, third] = bookingKeys()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('closing ends subscriptions', async () => {
  const { client } = await connect('wb_test_1')
  const subscription = await client.listen({ toolsListChanged: true }, { timeout: TIMEOUT_MS })
  await close()
  await subscription.closed
  await expect(fetch(url)).rejects.toThrow()
})
