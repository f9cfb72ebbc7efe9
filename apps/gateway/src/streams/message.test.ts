import { expect, test } from 'vitest'
import { HEARTBEAT_TEXT, messageText, retryText } from './message.ts'

test('a message has id, event and data, and ends with an empty line', () => {
  expect(messageText({ id: 'evt_1', event: 'timeline', data: '{"a":1}' })).toBe(
    'id: evt_1\nevent: timeline\ndata: {"a":1}\n\n',
  )
})

test('a message without an id keeps the last one of the client', () => {
  expect(messageText({ event: 'end', data: '{}' })).toBe('event: end\ndata: {}\n\n')
})

test('a heartbeat is a comment, which clients ignore', () => {
  expect(HEARTBEAT_TEXT).toMatch(/^: [^\n]+\n\n$/)
})

test('the reconnection time is in ms', () => {
  expect(retryText(2_000)).toBe('retry: 2000\n\n')
})
