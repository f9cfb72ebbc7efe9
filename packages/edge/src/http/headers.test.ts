import { expect, test } from 'vitest'
import {
  entityTag,
  isJsonMediaType,
  matchesEntityTag,
  parseBearerToken,
  parseCharset,
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

test('the charset of a Content-Type is its parameter, in lower case', () => {
  expect(parseCharset('application/json; charset=ISO-8859-1')).toBe('iso-8859-1')
  expect(parseCharset('application/json;x=y ; Charset="UTF-8"')).toBe('utf-8')
  for (const none of [undefined, 'application/json', 'application/json; x=charset']) {
    expect(parseCharset(none), String(none)).toBeNull()
  }
})

test('the ETag changes with the version and with the body, and If-Match reads its version', () => {
  const tag = entityTag('7', 'body')
  expect(tag).toMatch(/^"7-[0-9a-f]{12}"$/)
  expect(entityTag('7', Buffer.from('body'))).toBe(tag)
  expect(entityTag('8', 'body')).not.toBe(tag)
  expect(entityTag('7', 'other body')).not.toBe(tag)
  expect(entityTag('', 'body')).toMatch(/^"[0-9a-f]{12}"$/)
  expect(parseIfMatch(tag)).toBe('7')
})

test('If-None-Match names one of several tags, weak or strong, or any', () => {
  for (const header of ['"7-a"', 'W/"7-a"', '"x", "7-a"', '*']) expect(matchesEntityTag(header, '"7-a"')).toBe(true)
  for (const header of [undefined, '', '7-a', '"7"', '"7-a-b"']) expect(matchesEntityTag(header, '"7-a"')).toBe(false)
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
