import { expect, test } from 'vitest'
import { assertNoBody, readJson } from './body.ts'

test('a JSON body is returned as value and text, without a byte order mark', () => {
  expect(readJson(Buffer.from('\ufeff{ "a": 1 }'))).toEqual({ value: { a: 1 }, text: '{ "a": 1 }' })
})

test.each([
  ['no body', undefined, 'no body'],
  ['an empty body', Buffer.alloc(0), 'no body'],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'not valid UTF-8'],
  ['text', Buffer.from('hello'), 'not valid JSON'],
  ['two documents', Buffer.from('{}{}'), 'not valid JSON'],
])('%s is invalid_json', (_what, body, message) => {
  expect(() => readJson(body)).toThrow(expect.objectContaining({ code: 'invalid_json' }))
  expect(() => readJson(body)).toThrow(message)
})

test('the error says where the text stops being JSON, and shows nothing of it', () => {
  expect(() => readJson(Buffer.from('{\n  "name": "Grace",\n  "parcels": [secret]\n}'))).toThrow(
    expect.objectContaining({
      message: 'The body is not valid JSON: see line 3, column 15.',
      meta: { line: 3, column: 15 },
    }),
  )
})

test.each([undefined, '', ' \n', '{}', ' { } '])('%j counts as no body', (text) => {
  expect(() => assertNoBody(text === undefined ? undefined : Buffer.from(text))).not.toThrow()
})

test('any other body is rejected where none is expected', () => {
  expect(() => assertNoBody(Buffer.from('{"a":1}'))).toThrow(expect.objectContaining({ code: 'validation_error' }))
  expect(() => assertNoBody(Buffer.from('[]'))).toThrow(expect.objectContaining({ code: 'validation_error' }))
  expect(() => assertNoBody(Buffer.from('x'))).toThrow(expect.objectContaining({ code: 'invalid_json' }))
})
