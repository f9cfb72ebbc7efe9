/** The SDK has a call for every operation of the API, with its types. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDocument } from '@waybill/api-docs/openapi/document'
import { routeTable } from '@waybill/gateway/routes/table'
import { VERSION, Waybill } from '@waybill/sdk'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Operations of others: drivers' apps have their own tokens, carriers send call-backs, and OAuth libraries get access tokens. */
const NOT_FOR_MERCHANTS = /^\S+ (\/api\/v1\/(driver(\/|$)|callbacks\/)|\/oauth\/token$)/
/** Operations that other calls cover: `quotes.list` filters by shipment. */
const COVERED_OTHERWISE = ['GET /api/v1/shipments/{}/quotes']

const document = buildDocument(routeTable, { publicUrl: 'https://api.example.com', day: new Date() }) as unknown as {
  paths: Record<string, Record<string, { operationId: string; parameters?: { $ref?: string }[] }>>
}

/** `POST /api/v1/shipments/{}/book` of every operation that a merchant can call. */
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [] }]) => ({
    name: `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    takesKey: parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')),
  })),
)

/** Calls every method of the client, and returns what each requested. */
async function requestsOfAllCalls(): Promise<Map<string, Headers>> {
  const seen = new Map<string, Headers>()
  const fetch = async (url: unknown, init?: RequestInit) => {
    const path = new URL(String(url)).pathname.replaceAll('%7B%7D', '{}')
    seen.set(`${init?.method} ${path}`, new Headers(init?.headers))
    const accept = new Headers(init?.headers).get('accept')
    if (init?.method === 'POST' && accept === 'text/event-stream') return liveQuote()
    return path.endsWith('/stream') ? new Response(null, { status: 204 }) : Response.json({ success: true, data: [] })
  }
  const client = new Waybill({ apiKey: 'wb_test_1', baseUrl: 'https://api.example.com', fetch, maxRetries: 0 })
  for (const resource of [...Object.values(client), ...Object.values(client.webhooks)]) {
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(resource))) {
      if (name === 'constructor') continue
      const method: (...args: unknown[]) => PromiseLike<unknown> | AsyncGenerator = resource[name]
      const ids = (method.length === 0 ? [] : Array(3).fill('{}')) as unknown[]
      const result = method.apply(resource, withBodies(method, ids))
      await ('next' in result ? result.next() : result)
    }
  }
  return seen
}

const liveQuote = () => new Response('event: quote\ndata: {}\n\n', { headers: { 'content-type': 'text/event-stream' } })

/** Arguments named …Id are ids; the others are objects. */
function withBodies(method: unknown, ids: unknown[]): unknown[] {
  const [, names = ''] = /^[^(]*\(([^)]*)\)/.exec(String(method)) ?? []
  return names.split(',').map((name, index) => (/(Id|mediaName)$/.test(name.trim()) ? ids[index] : {}))
}

test('every operation for merchants has a call, and a change sends an idempotency key if the API takes one', async () => {
  const requests = await requestsOfAllCalls()
  const expected = operations.filter(({ name }) => !NOT_FOR_MERCHANTS.test(name) && !COVERED_OTHERWISE.includes(name))
  expect([...requests.keys()].sort()).toEqual(expected.map(({ name }) => name).sort())
  for (const { name, takesKey } of expected) expect(requests.get(name)?.has('idempotency-key'), name).toBe(takesKey)
})

test('the version is that of the manifest', () => {
  expect(VERSION).toBe(JSON.parse(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8')).version)
})
