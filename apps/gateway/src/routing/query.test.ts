import { expect, test } from 'vitest'
import { z } from 'zod'
import { moment, pageMessage, pageQuery, readQuery } from './query.ts'

const schema = pageQuery.extend({
  from: moment.optional(),
  metadata: z.record(z.string(), z.string()).optional(),
})

test('limit and cursor are parsed, unknown parameters ignored', () => {
  expect(readQuery(schema, { limit: '10', cursor: 'abc', utm_source: 'x' })).toEqual({ limit: 10, cursor: 'abc' })
  expect(pageMessage({ limit: 10, cursor: 'abc' })).toEqual({ limit: 10, cursor: 'abc' })
  expect(pageMessage({})).toEqual({ limit: 0, cursor: '' })
})

test('metadata[key] becomes an entry of metadata', () => {
  expect(readQuery(schema, { 'metadata[mode]': 'express', 'metadata[a.b]': 'c' })).toEqual({
    metadata: { mode: 'express', 'a.b': 'c' },
  })
})

test('a timestamp is converted to UTC', () => {
  expect(readQuery(schema, { from: '2026-12-01T10:00:00+01:00' })).toEqual({ from: '2026-12-01T09:00:00.000Z' })
})

test.each([
  [{ limit: '0' }],
  [{ limit: '101' }],
  [{ limit: 'abc' }],
  [{ limit: '1.5' }],
  [{ limit: '' }],
  [{ limit: ['1', '2'] }],
  [{ cursor: 'a\u0000b' }],
  [{ from: 'yesterday' }],
  [{ 'metadata[a]': ['b', 'c'] }],
])('%j is rejected as invalid_parameter', (query) => {
  expect(() => readQuery(schema, query)).toThrow(
    expect.objectContaining({ code: 'invalid_parameter', details: [expect.objectContaining({ location: 'query' })] }),
  )
})

test('every invalid parameter is reported at once', () => {
  expect(() => readQuery(schema, { limit: '0', from: 'x' })).toThrow(
    expect.objectContaining({
      details: [expect.objectContaining({ field: 'limit' }), expect.objectContaining({ field: 'from' })],
    }),
  )
})
