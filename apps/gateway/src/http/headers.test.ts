import { expect, test } from 'vitest'
import {
  isJsonMediaType,
  parseBearerToken,
  parseIdempotencyKey,
  parseIfMatch,
  parseRequestId,
  parseTraceparent,
} from './headers.ts'

test('a valid X-Request-Id is kept, an invalid one replaced', () => {
  expect(parseRequestId('my-id_1.2')).toBe('my-id_1.2')
  for (const bad of [undefined, '', 'has space', 'x'.repeat(201), 'ünï', ['a', 'b']]) {
    expect(parseRequestId(bad)).toMatch(/^req_[0-9a-z]{26}$/)
  }
})

test('an Idempotency-Key may be quoted or bare', () => {
  expect(parseIdempotencyKey(undefined)).toBeNull()
  expect(parseIdempotencyKey('abc-123')).toBe('abc-123')
  expect(parseIdempotencyKey('"abc-123"')).toBe('abc-123')
  expect(parseIdempotencyKey('"a\\"b"')).toBe('a"b')
  expect(parseIdempotencyKey('x'.repeat(255))).toHaveLength(255)
})

test('an Idempotency-Key that is empty, too long or not visible ASCII is rejected', () => {
  for (const bad of ['', '""', 'x'.repeat(256), 'a b', '"a b"', 'ключ', 'a\u0000b', 'first, second', '"', '"a']) {
    expect(() => parseIdempotencyKey(bad), JSON.stringify(bad)).toThrow(
      expect.objectContaining({ code: 'invalid_header' }),
    )
  }
})

test('If-Match accepts one entity tag, strong or weak, or *', () => {
  expect(parseIfMatch(undefined)).toBeNull()
  expect(parseIfMatch('*')).toBeNull()
  expect(parseIfMatch('"5"')).toBe('5')
  expect(parseIfMatch('W/"5"')).toBe('5')
  for (const bad of ['', '5', '""', '"5", "6"', '"5']) {
    expect(() => parseIfMatch(bad), bad).toThrow(expect.objectContaining({ code: 'invalid_header' }))
  }
})

test('the Bearer scheme is case-insensitive', () => {
  expect(parseBearerToken('Bearer abc')).toBe('abc')
  expect(parseBearerToken('bearer  abc ')).toBe('abc')
  for (const other of [undefined, '', 'abc', 'Basic abc', 'Bearer', 'Bearer a b']) {
    expect(parseBearerToken(other), String(other)).toBeUndefined()
  }
})

test('application/json is recognised with any parameters and in any case', () => {
  for (const json of ['application/json', 'Application/JSON; charset=UTF-8', ' application/json ;x=y']) {
    expect(isJsonMediaType(json), json).toBe(true)
  }
  for (const other of [undefined, '', 'text/plain', 'application/jsonp', 'application/json5', 'text/json']) {
    expect(isJsonMediaType(other), String(other)).toBe(false)
  }
})

test('only a W3C traceparent continues a trace', () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  expect(parseTraceparent(traceparent)).toBe(traceparent)
  expect(parseTraceparent(`01-${traceparent.slice(3)}-\u00e9\t`)).toBe(traceparent)
  expect(parseTraceparent(`ff-${traceparent.slice(3)}`)).toBeNull()
  expect(parseTraceparent(`${traceparent}x`)).toBeNull()
  expect(parseTraceparent('nonsense')).toBeNull()
  expect(parseTraceparent(undefined)).toBeNull()
})
