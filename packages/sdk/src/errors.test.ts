import { expect, test } from 'vitest'
import { errorFromAnswer } from './errors.ts'

const readMessage = (message: string, fields: string[]) => {
  const details = fields.map((field) => ({ field, message: 'must not be empty', code: 'too_short' }))
  const error = { code: 'validation_error', type: 'invalid_request', message, details, request_id: 'req_1' }
  const answer = { status: 422, headers: new Headers(), text: JSON.stringify({ error }), idempotencyKey: null }
  return errorFromAnswer(answer).message
}

test('a message lists the wrong fields, but not one that it tells itself', () => {
  expect(readMessage('2 fields are invalid.', ['url', 'events'])).toBe(
    '2 fields are invalid. (422 validation_error, request req_1)\n  url: must not be empty\n  events: must not be empty',
  )
  expect(readMessage('url must not be empty.', ['url'])).toBe(
    'url must not be empty. (422 validation_error, request req_1)',
  )
})
