import { expect, test } from 'vitest'
import { bearerTokenOf, idempotencyKeyOf, ifMatchOf, isJsonMediaType, requestIdOf, traceparentOf } from './headers.ts'

test('a usable X-Request-Id is kept, any other is replaced', () => {
  expect(requestIdOf('my-id_1.2')).toBe('my-id_1.2')
  for (const bad of [undefined, '', 'has space', 'x'.repeat(201), 'ünï', ['a', 'b']]) {
    expect(requestIdOf(bad)).toMatch(/^req_[0-9a-z]{26}$/)
  }
})

test('an Idempotency-Key may be quoted or bare', () => {
  expect(idempotencyKeyOf(undefined)).toBeNull()
  expect(idempotencyKeyOf('abc-123')).toBe('abc-123')
  expect(idempotencyKeyOf('"abc-123"')).toBe('abc-123')
  expect(idempotencyKeyOf('"a\\"b"')).toBe('a"b')
  expect(idempotencyKeyOf('x'.repeat(255))).toHaveLength(255)
})

test('an Idempotency-Key that is empty, too long or not visible ASCII is refused', () => {
  for (const bad of ['', '""', 'x'.repeat(256), 'a b', '"a b"', 'ключ', 'a\u0000b', 'first, second', '"', '"a']) {
    expect(() => idempotencyKeyOf(bad), JSON.stringify(bad)).toThrow(
      expect.objectContaining({ code: 'invalid_header' }),
    )
  }
})

test('If-Match takes one entity tag, strong or weakened, or *', () => {
  expect(ifMatchOf(undefined)).toBeNull()
  expect(ifMatchOf('*')).toBeNull()
  expect(ifMatchOf('"5"')).toBe('5')
  expect(ifMatchOf('W/"5"')).toBe('5')
  for (const bad of ['', '5', '""', '"5", "6"', '"5']) {
    expect(() => ifMatchOf(bad), bad).toThrow(expect.objectContaining({ code: 'invalid_header' }))
  }
})

test('a bearer token is found whatever the case of its scheme', () => {
  expect(bearerTokenOf('Bearer abc')).toBe('abc')
  expect(bearerTokenOf('bearer  abc ')).toBe('abc')
  for (const other of [undefined, '', 'abc', 'Basic abc', 'Bearer', 'Bearer a b']) {
    expect(bearerTokenOf(other), String(other)).toBeUndefined()
  }
})

test('JSON is JSON with any parameters and in any case', () => {
  for (const json of ['application/json', 'Application/JSON; charset=UTF-8', ' application/json ;x=y']) {
    expect(isJsonMediaType(json), json).toBe(true)
  }
  for (const other of [undefined, '', 'text/plain', 'application/jsonp', 'application/json5', 'text/json']) {
    expect(isJsonMediaType(other), String(other)).toBe(false)
  }
})

test('only a W3C traceparent continues a trace', () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  expect(traceparentOf(traceparent)).toBe(traceparent)
  expect(traceparentOf(`01-${traceparent.slice(3)}-\u00e9\t`)).toBe(traceparent)
  expect(traceparentOf(`ff-${traceparent.slice(3)}`)).toBeNull()
  expect(traceparentOf(`${traceparent}x`)).toBeNull()
  expect(traceparentOf('nonsense')).toBeNull()
  expect(traceparentOf(undefined)).toBeNull()
})
