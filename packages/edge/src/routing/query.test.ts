import { metadataFilterSchema } from '@waybill/contracts/values/metadata'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageMessage, pageQuery, readQuery } from './query.ts'
import { timeFrom } from './time-filters.ts'

const schema = pageQuery.extend({
  from: timeFrom.optional(),
  metadata: z.record(z.string(), z.string()).optional(),
})

test('limit and cursor are parsed', () => {
  expect(readQuery(schema, { limit: '10', cursor: 'abc' })).toEqual({ limit: 10, cursor: 'abc' })
  expect(pageMessage({ limit: 10, cursor: 'abc' })).toEqual({ limit: 10, cursor: 'abc' })
  expect(pageMessage({})).toEqual({ limit: 0, cursor: '' })
})

test('several values of a parameter that takes one are refused with the reason', () => {
  const one = z.object({ status: z.enum(['pending', 'used']).optional() })
  expect(() => readQuery(one, { status: 'pending,used' })).toThrow(
    expect.objectContaining({
      details: [expect.objectContaining({ field: 'status', message: expect.stringMatching(/; one value only$/) })],
    }),
  )
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

test('every invalid or unknown parameter is reported at once', () => {
  expect(() => readQuery(schema, { limit: '0', from: 'x', colour: 'red' })).toThrow(
    expect.objectContaining({
      code: 'invalid_parameter',
      message: '3 parameters are invalid.',
      details: ['limit', 'from', 'colour'].map((field) => expect.objectContaining({ field })),
    }),
  )
})

test.each([
  [{ form: 'x' }, 'form is not a known parameter. Did you mean from?'],
  [{ page: '2' }, 'page is not a known parameter. Did you mean cursor?'],
  [{ per_page: '2' }, 'per_page is not a known parameter. Did you mean limit?'],
  [{ 'metadata.batch': '7' }, 'metadata.batch is not a known parameter. Did you mean metadata[batch]?'],
  [{ colour: 'red' }, 'colour is not a known parameter.'],
  [{ colour: ['red', 'blue'] }, 'colour is not a known parameter.'],
  [{ colour: 'red', limit: '0' }, '2 parameters are invalid.'],
])('%j is rejected as unknown', (query, message) => {
  expect(() => readQuery(schema, query)).toThrow(
    expect.objectContaining({
      code: 'invalid_parameter',
      message,
      details: expect.arrayContaining([expect.objectContaining({ code: 'unknown_field', location: 'query' })]),
    }),
  )
})

test('a parameter with two problems is reported once', () => {
  const q = z.string().min(1, 'must not be empty').min(3, 'must have at least 3 characters').optional()
  expect(() => readQuery(pageQuery.extend({ q }), { q: '' })).toThrow('q must not be empty.')
})

test('a route without a query takes no parameters, except in links that others may extend', () => {
  expect(readQuery(undefined, {})).toEqual({})
  expect(() => readQuery(undefined, { limit: '1' })).toThrow('limit is not a known parameter.')
  expect(readQuery(undefined, { utm_source: 'mail' }, { ignoresUnknown: true })).toEqual({})
  expect(readQuery(schema, { limit: '1', utm_source: 'mail' }, { ignoresUnknown: true })).toEqual({ limit: 1 })
})

test.each([
  [{ limit: ['1', '2', '3'] }, 'limit must be sent once, not 3 times.'],
  [{ 'metadata[a]': ['b', 'c'] }, 'metadata[a] must be sent once, not 2 times.'],
  [{ metadata: 'a' }, 'metadata must name a key: metadata[key]=value.'],
])('%j is rejected: %s', (query, message) => {
  const strictest = schema.extend({ metadata: metadataFilterSchema.optional() })
  expect(() => readQuery(strictest, query)).toThrow(expect.objectContaining({ code: 'invalid_parameter', message }))
})
