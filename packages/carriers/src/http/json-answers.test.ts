import { expect, test } from 'vitest'
import { z } from 'zod'
import type { HttpOutcome } from './client.ts'
import { jsonAnswers } from './json-answers.ts'

const problem = z.object({ code: z.string(), message: z.string() })
const { readProblem, read, written, done } = jsonAnswers('acme', problem)
const wire = z.object({ id: z.string() })
const map = ({ id }: { id: string }) => ({ kind: 'ok' as const, id })

const answered = (status: number, body: string): HttpOutcome => ({
  kind: 'answered',
  status,
  body: Buffer.from(body),
  contentType: null,
  retryAfterMs: null,
  ambiguous: false,
})
const timeout: HttpOutcome = { kind: 'unknown', code: 'timeout', message: 'late' }
const unreachable: HttpOutcome = { kind: 'not_sent', code: 'unreachable', message: 'gone', ambiguous: false }

test('a 2xx that fits the schema is mapped', () => {
  expect(read(answered(200, '{"id":"1"}'), wire, map)).toEqual({ kind: 'ok', id: '1' })
  expect(written(answered(201, '{"id":"1","more":2}'), wire, map)).toEqual({ kind: 'ok', id: '1' })
  expect(done(answered(204, ''), { kind: 'ok' })).toEqual({ kind: 'ok' })
})

test.for(['', '{"id"', '[]', 'null', '{"id":1}'])(
  'a 2xx with body %j is a failed read and an unknown write',
  (body) => {
    const malformed = { failure: { carrierCode: 'acme', code: 'malformed_answer', httpStatus: 200, retryable: true } }
    expect(read(answered(200, body), wire, map)).toMatchObject({ kind: 'failed', ...malformed })
    expect(written(answered(200, body), wire, map)).toMatchObject({ kind: 'unknown', ...malformed })
  },
)

test('without an answer a read has failed, and a write is what the connection proves', () => {
  for (const outcome of [timeout, unreachable]) expect(read(outcome, wire, map).kind).toBe('failed')
  expect(written(timeout, wire, map).kind).toBe('unknown')
  expect(done(timeout, { kind: 'ok' }).kind).toBe('unknown')
  expect(written(unreachable, wire, map).kind).toBe('not_sent')
})

test('a refusal has the code and the message of the carrier, truncated', () => {
  const body = JSON.stringify({ code: 'c'.repeat(200), message: 'm'.repeat(2_000) })
  expect(readProblem(answered(422, body))).toEqual({ code: 'c'.repeat(100), message: 'm'.repeat(300) })
  expect(readProblem(answered(422, 'no'))).toBeNull()
  expect(readProblem(timeout)).toBeNull()
})
