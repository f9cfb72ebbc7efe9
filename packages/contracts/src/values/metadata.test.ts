import { describe, expect, test } from 'vitest'
import { refusal, rejectedFields } from '../testing/refusals.ts'
import {
  mergeMetadata,
  metadataFilterSchema,
  metadataPatchSchema,
  metadataSchema,
  onDemandMetadataSchema,
} from './metadata.ts'

const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'v']))

describe.each([
  ['metadata', metadataSchema],
  ['a patch of metadata', metadataPatchSchema],
])('%s', (_, schema) => {
  test.each([
    ['50 keys', pairs(50)],
    ['a key of 40 characters', { ['k'.repeat(40)]: 'v' }],
    ['a value of 500 characters', { k: 'v'.repeat(500) }],
    ['40 characters outside the BMP in a key', { ['\u{1f4e6}'.repeat(40)]: '\u{1f4e6}'.repeat(500) }],
    ['an empty value', { k: '' }],
    ['50 keys and those of an on-demand shipment', { ...pairs(50), mode: 'on_demand', priority: 'high' }],
  ])('takes %s', (_name, document) => {
    expect(rejectedFields(schema, document)).toEqual([])
  })

  test.each([
    ['50 keys and another mode', { ...pairs(50), mode: 'slow' }, ': metadata_limit_exceeded'],
    ['51 keys', pairs(51), ': metadata_limit_exceeded'],
    ['a key of 41 characters', { ['k'.repeat(41)]: 'v' }, `${'k'.repeat(41)}: metadata_limit_exceeded`],
    ['an empty key', { '': 'v' }, ': metadata_limit_exceeded'],
    ['a value of 501 characters', { k: 'v'.repeat(501) }, 'k: metadata_limit_exceeded'],
    ['a number', { k: 1 }, 'k: invalid_type'],
    ['a list', [], ': invalid_type'],
    ['the key __proto__', JSON.parse('{"__proto__": "v"}'), '__proto__: invalid_key'],
  ])('rejects %s', (_name, document, field) => {
    expect(rejectedFields(schema, document)).toEqual([field])
  })
})

test('every invalid key is listed, also beside __proto__', () => {
  const document = JSON.parse('{"": "z", "__proto__": "x", "k": 1}')
  const both = [': metadata_limit_exceeded', '__proto__: invalid_key']
  expect(rejectedFields(metadataSchema, document)).toEqual([...both, 'k: invalid_type'])
  delete document.k
  expect(rejectedFields(metadataSchema, document)).toEqual(both)
  expect(rejectedFields(metadataPatchSchema, document)).toEqual(both)
})

test('on-demand metadata refuses other values of the keys that Waybill sets', () => {
  const sentBack = { ...pairs(50), mode: 'on_demand', priority: 'high' }
  expect(onDemandMetadataSchema.parse(sentBack)).toEqual(sentBack)
  expect(onDemandMetadataSchema.parse(undefined)).toEqual({})
  expect(rejectedFields(onDemandMetadataSchema, { mode: 'slow', priority: 'low' })).toEqual([
    'mode: read_only',
    'priority: read_only',
  ])
})

test('metadata that was not sent is empty; null deletes a key in a patch only', () => {
  expect(metadataSchema.parse(undefined)).toEqual({})
  expect(metadataSchema.parse(null)).toEqual({})
  expect(metadataPatchSchema.parse({ k: null })).toEqual({ k: null })
  expect(rejectedFields(metadataSchema, { k: null })).toEqual(['k: invalid_type'])
})

test('a filter must name a key', () => {
  expect(rejectedFields(metadataFilterSchema, { channel: '' })).toEqual([])
  expect(refusal(metadataFilterSchema, { '': 'web' }).details[0]).toMatchObject({
    code: 'invalid_key',
    message: 'must name a key: metadata[key]=value',
  })
})

test.each([
  [{ a: '1' }, { b: '2' }, { a: '1', b: '2' }],
  [{ a: '1' }, { a: '2' }, { a: '2' }],
  [{ a: '1', b: '2' }, { a: null }, { b: '2' }],
  [{ a: '1' }, { b: null }, { a: '1' }],
  [{ a: '1' }, {}, { a: '1' }],
])('%j patched with %j is %j', (stored, patch, expected) => {
  const before = structuredClone(stored)
  expect(mergeMetadata(stored as Record<string, string>, patch as Record<string, string | null>)).toEqual(expected)
  expect(stored).toEqual(before)
})
