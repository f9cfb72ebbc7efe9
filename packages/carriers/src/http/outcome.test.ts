import { expect, test } from 'vitest'
import type { HttpOutcome } from './client.ts'
import { carrierFailure, writeOutcome } from './outcome.ts'

const answered = (status: number, overrides: Partial<HttpOutcome & { kind: 'answered' }> = {}): HttpOutcome => ({
  kind: 'answered',
  status,
  body: Buffer.alloc(0),
  contentType: null,
  retryAfterMs: null,
  ambiguous: false,
  ...overrides,
})

test.for([
  [400, 'refused'],
  [401, 'refused'],
  [404, 'refused'],
  [422, 'refused'],
  [429, 'not_sent'],
  [408, 'unknown'],
  [409, 'unknown'],
  [302, 'unknown'],
  [500, 'unknown'],
  [503, 'unknown'],
] as const)('a write answered with %i is %s', ([status, kind]) => {
  expect(writeOutcome('acme', answered(status), null).kind).toBe(kind)
})

test('a 429 after a try that may have had its effect proves nothing', () => {
  expect(writeOutcome('acme', answered(429, { ambiguous: true }), null).kind).toBe('unknown')
})

test.for([
  [401, null],
  [403, { code: 'forbidden', message: 'no' }],
  [404, null],
])(
  'a %i without a decision of the carrier, after a try that may have had its effect, proves nothing',
  ([status, problem]) => {
    expect(writeOutcome('acme', answered(status as number, { ambiguous: true }), problem as never).kind).toBe('unknown')
  },
)

test.for([
  [400, null],
  [404, { code: 'draft_not_found', message: 'no such draft' }],
  [422, null],
])("the carrier's decision with %i proves that there is no effect, whatever was tried before", ([status, problem]) => {
  expect(writeOutcome('acme', answered(status as number, { ambiguous: true }), problem as never).kind).toBe('refused')
})

test('Retry-After is limited to two minutes', () => {
  expect(carrierFailure('acme', answered(503, { retryAfterMs: 86_400_000 }), null).retryAfterMs).toBe(120_000)
})

test('a refused connection after a try that may have had its effect proves nothing', () => {
  const outcome: HttpOutcome = { kind: 'not_sent', code: 'unreachable', message: 'gone', ambiguous: true }
  expect(writeOutcome('acme', outcome, null).kind).toBe('unknown')
})

test("the carrier's code and message are shown, truncated at 300 characters", () => {
  const failure = carrierFailure('acme', answered(422), { code: 'too_far', message: 'x'.repeat(1_000) })
  expect(failure).toMatchObject({ carrierCode: 'acme', code: 'too_far', httpStatus: 422, retryable: false })
  expect(failure.message).toHaveLength(300)
})

test('an answer without a code is named by its status', () => {
  expect(carrierFailure('acme', answered(503, { retryAfterMs: 2_000 }), null)).toMatchObject({
    code: 'http_503',
    retryable: true,
    retryAfterMs: 2_000,
  })
})
