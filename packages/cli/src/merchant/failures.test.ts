import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  ServerError,
  TimeoutError,
  WaybillError,
} from '@waybill/sdk'
import { expect, test } from 'vitest'
import { explainFailure } from './failures.ts'

const access = { baseUrl: 'https://waybill.example', apiKey: 'wb_test_secret', profile: 'shop' }
const facts = { code: 'x', message: 'It is booked.', idempotencyKey: 'k1' }
const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

test.each([
  [new ConflictError({ ...facts, status: 409 }), 1, /^It is booked\.$/],
  [new ServerError({ ...facts, status: 503, retryable: true }), 1, /may have been made.*--idempotency-key k1$/s],
  [new AuthenticationError({ ...facts, status: 401 }), 3, /waybill login --profile shop$/],
  [
    new ConnectionError({ ...facts, cause: new TypeError('fetch failed', { cause: refused }) }),
    4,
    /^https:\/\/waybill\.example cannot be reached \(ECONNREFUSED\).*waybill book shp_1 --profile shop --idempotency-key k1$/s,
  ],
  [new TimeoutError(facts), 4, /did not answer in time.*--idempotency-key k1$/s],
  [new WaybillError({ code: 'invalid_response', message: 'x', status: 200 }), 4, /status 200, but not as Waybill/],
  [Object.assign(new Error('x'), { name: 'ExitPromptError' }), 130, /^Cancelled\.$/],
])('%s is explained with exit code %i', (error, exitCode, message) => {
  const failure = explainFailure(error, { access, repeat: { words: ['book', 'shp_1'] } })
  expect(failure).toMatchObject({ exitCode, message: expect.stringMatching(message) })
  expect(failure?.message).not.toContain('secret')
})

test('the command that repeats a change has its options, and the profile only if one was used', () => {
  const repeat = { words: ['shipments', 'create', '-'], options: { 'on-demand': true } } as const
  const failure = explainFailure(new TimeoutError(facts), { access: { ...access, profile: null }, repeat })
  expect(failure?.message).toMatch(
    /run with the same standard input:\n {2}waybill shipments create - --on-demand --idempotency-key k1$/,
  )
})

test('a failure without a change names no repetition, and a defect is not explained', () => {
  const error = new TimeoutError({ ...facts, idempotencyKey: null })
  expect(explainFailure(error, { access, repeat: { words: ['book', 'shp_1'] } })?.message).not.toContain('repeat')
  expect(explainFailure(new TypeError('x'), { access })).toBeNull()
})
