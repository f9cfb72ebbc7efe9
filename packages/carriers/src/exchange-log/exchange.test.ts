import { expect, test } from 'vitest'
import { exchangeBytes, type RawExchange, redactExchange } from './exchange.ts'

const anExchange = (overrides: Partial<RawExchange> = {}): RawExchange => ({
  environmentId: 'env_1',
  carrierCode: 'acme',
  carrierAccountId: 'cac_1',
  operation: 'book',
  requestId: 'req_1',
  reference: 'att_1',
  direction: 'sent',
  method: 'POST',
  url: 'https://api.acme.example/v2/jobs',
  requestBody: null,
  httpStatus: 200,
  responseBody: null,
  fault: null,
  startedAt: new Date('2026-11-21T08:00:00Z'),
  durationMs: 12,
  ...overrides,
})
const getPath = (url: string) => redactExchange(anExchange({ url })).path

test('host, user, password and fragment of an address are not kept', () => {
  expect(getPath('https://user:key-123@api.acme.example/v2/jobs#secret')).toBe('/v2/jobs')
})

test.for([
  ['/jobs?reference=att_1&limit=10', '/jobs?reference=att_1&limit=10'],
  ['/jobs?to=grace%40example.com', '/jobs?to=…'],
  ['/jobs?street=7+River+Road', '/jobs?street=…'],
  [
    '/jobs?postal_code=N19GU&api_key=k-1&X-Amz-Signature=ab12&sig=x',
    '/jobs?postal_code=…&api_key=…&X-Amz-Signature=…&sig=…',
  ],
  [`/jobs?token=${'x'.repeat(81)}`, '/jobs?token=…'],
  ['http://[broken', '/'],
] as const)('the address %s is kept as %s', ([url, path]) => {
  expect(getPath(url)).toBe(path)
})

test('a very long path is truncated', () => {
  expect(getPath(`/${'x'.repeat(2_000)}`)).toHaveLength(500)
})

test('bodies are redacted, and everything else is kept', () => {
  const exchange = anExchange({
    requestBody: '{"name":"Grace Miller","weight":1250}',
    responseBody: Buffer.from('{"id":"job_1","message":"hello Grace Miller"}'),
  })
  const { url: _, requestBody: __, responseBody: ___, ...kept } = exchange
  expect(redactExchange(exchange)).toEqual({
    ...kept,
    path: '/v2/jobs',
    requestText: '{"name":"[redacted]","weight":1250}',
    responseText: '{"id":"job_1","message":"hello [redacted]"}',
  })
})

test('texts that Postgres rejects are made storable', () => {
  const { requestText, fault } = redactExchange(anExchange({ requestBody: '{"id":"a\\u0000b"}', fault: 'cut\0' }))
  expect(requestText).not.toContain('\0')
  expect(fault).toBe('cut\uFFFD')
})

test('the memory of an exchange grows with its bodies', () => {
  const empty = exchangeBytes(anExchange())
  const body = Buffer.alloc(1_000)
  expect(exchangeBytes(anExchange({ requestBody: body, responseBody: body }))).toBe(empty + 2_000)
})
