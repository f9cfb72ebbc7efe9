import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AppError, errorEnvelope } from '../app-error.ts'
import { refusal } from '../testing/refusals.ts'
import { wrongBodies } from '../testing/wrong-bodies.ts'
import { boundInput } from './bounded-input.ts'
import type { DetailCode } from './detail-codes.ts'
import { createShipmentSchema } from './shipment-documents.ts'
import { dependsOnTime, errorDetail, parseDocument, parseDocumentWith, refuse, validationError } from './validation.ts'

const message = (schema: z.ZodType, value: unknown): string => refusal(schema, value).details[0]?.message ?? ''

test.each<[string, z.ZodType, unknown, string]>([
  ['absent', z.strictObject({ a: z.string() }), {}, 'is required'],
  ['null', z.string(), null, 'must be a string, not null'],
  ['of another type', z.string(), 7, 'must be a string, not a number'],
  ['a list in place of an object', z.strictObject({}), [], 'must be an object, not an array'],
  ['an object in place of a list', z.array(z.string()), {}, 'must be an array, not an object'],
  ['a text in place of a record', z.record(z.string(), z.string()), 'x', 'must be an object, not a string'],
  ['not whole', z.number().int(), 1.5, 'must be a whole number'],
  ['too large for a number', z.number().max(1000), Number.POSITIVE_INFINITY, 'is too large a number'],
  ['not a number at all', z.number(), Number.NaN, 'must be a number'],
  ['empty', z.string().min(1), '', 'must not be empty'],
  ['too short', z.string().min(3), 'ab', 'must have at least 3 characters'],
  ['too long', z.string().max(3), 'abcd', 'must have at most 3 characters'],
  ['a list with too few entries', z.array(z.string()).min(1), [], 'must have at least one entry'],
  ['a list with too many entries', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
  ['below the minimum', z.number().min(2), 1, 'must be at least 2'],
  ['at an excluded minimum', z.number().gt(0), 0, 'must be greater than 0'],
  ['above the maximum', z.number().max(2), 3, 'must be at most 2'],
  ['none of the choices', z.enum(['pdf', 'zpl']), 'png', 'must be one of pdf, zpl'],
  ['in the wrong form', z.string().regex(/^a$/, { error: 'must be the letter a' }), 'b', 'must be the letter a'],
])('a value that is %s', (_, schema, value, expected) => {
  expect(message(schema, value)).toBe(expected)
})

test('several details of one kind have its code, as one has', () => {
  const getCode = (...codes: DetailCode[]) =>
    validationError(codes.map((code, index) => errorDetail(['metadata', index], code, 'must be shorter'))).code
  expect(getCode('metadata_limit_exceeded', 'metadata_limit_exceeded')).toBe('metadata_limit_exceeded')
  expect(getCode('metadata_limit_exceeded', 'read_only')).toBe('validation_error')
  expect(getCode('read_only', 'read_only')).toBe('validation_error')
})

test('several problems of one field are not counted as fields', () => {
  const schema = z.strictObject({
    name: z.string().min(3).regex(/^a/, { error: 'must begin with a' }),
    size: z.number(),
  })
  expect(refusal(schema, { name: 'b', size: 1 }).message).toBe(
    'name must have at least 3 characters; it must begin with a.',
  )
  expect(refusal(schema, { name: 'b' }).message).toBe('2 fields are invalid.')
})

describe('an unknown field', () => {
  const schema = z.strictObject({
    weight_kg: z.number().optional(),
    parts: z.array(z.strictObject({ colour: z.string().optional() })).optional(),
  })

  test.each([
    [{ weight: 1 }, 'weight is not a known field. Did you mean weight_kg?'],
    [{ wieght_kg: 1 }, 'wieght_kg is not a known field. Did you mean weight_kg?'],
    [{ parts: [{ color: 'red' }] }, 'parts[0].color is not a known field. Did you mean colour?'],
    [{ insurance_policy: 1 }, 'insurance_policy is not a known field.'],
  ])('%j gets a suggestion if one is near', (document, expected) => {
    expect(refusal(schema, document)).toMatchObject({ code: 'validation_error', message: expected })
  })

  test('with a long name is cut before the nearest name is searched', () => {
    const name = 'x'.repeat(100_000)
    const [detail] = refusal(schema, { [name]: 1 }).details
    const shown = `${'x'.repeat(60)}…`
    expect(detail).toMatchObject({ field: shown, pointer: `/${shown}`, message: 'is not a known field' })
  })

  test('of a schema behind transformations gets a suggestion, too', () => {
    const piped = schema.superRefine(() => {}).transform((document) => document)
    expect(refusal(piped, { weight: 1 }).message).toContain('Did you mean weight_kg?')
  })
})

describe('the error', () => {
  test('of one field has the code of that field if the catalogue has it', () => {
    const schema = z.string().superRefine((_, context) => refuse(context, [], 'unknown_event_type', 'is unknown'))
    expect(refusal(schema, 'x')).toMatchObject({ code: 'unknown_event_type', message: 'The body is unknown.' })
  })

  test('of several fields lists each of them', () => {
    const details = [errorDetail(['a'], 'required', 'is required'), errorDetail(['b'], 'required', 'is required')]
    expect(validationError(details)).toMatchObject({
      code: 'validation_error',
      message: '2 fields are invalid.',
      details,
    })
  })

  test.each([
    [['parcels', 0, 'weight_kg'], 'parcels[0].weight_kg', '/parcels/0/weight_kg'],
    [[], '', ''],
    [['metadata', 'a/b~c'], 'metadata.a/b~c', '/metadata/a~1b~0c'],
    [[0], '[0]', '/0'],
  ])('names the path %j as %s and %s', (path, field, pointer) => {
    expect(errorDetail(path, 'required', 'is required', 'query')).toEqual({
      field,
      pointer,
      code: 'required',
      message: 'is required',
      location: 'query',
    })
  })

  test.each<[DetailCode[], boolean]>([
    [['collection_date_in_past'], true],
    [['time_required'], true],
    [['collection_date_in_past', 'required'], false],
    [['required'], false],
    [[], false],
  ])('for %j depends on the time: %s', (codes, expected) => {
    const details = codes.map((code) => errorDetail(['a'], code, 'is wrong'))
    expect(dependsOnTime(new AppError('validation_error', 'x', { details }))).toBe(expected)
    expect(dependsOnTime(new Error('x'))).toBe(false)
  })
})

describe('text that PostgreSQL cannot store', () => {
  test.each([
    [{ a: 'x\0' }, 'a', 'must not contain the NUL character'],
    [{ a: [['\ud800']] }, 'a[0][0]', 'must not contain an unpaired surrogate'],
    [{ 'k\0': 'x' }, '', 'must not contain the NUL character'],
  ])('%j is rejected at its place', (value, field, expected) => {
    expect(refusal(z.unknown(), value).details).toEqual([expect.objectContaining({ field, message: expected })])
  })

  test('is looked for in deep documents without recursion, up to 20 levels', () => {
    let deep: unknown = 'x'
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(parseDocument(z.unknown(), deep)).toBe(deep)
  })

  test('is reported at most 100 times', () => {
    expect(refusal(z.unknown(), Array(500).fill('\0')).details).toHaveLength(100)
  })
})

describe('a body that is wrong in many places', () => {
  const KIB = 1024

  test.each(Object.entries(wrongBodies(384 * KIB)))('(%s) gets a short error', (_, text) => {
    const error = refusal(createShipmentSchema, JSON.parse(text))
    expect(error.details.length).toBeLessThanOrEqual(100)
    const envelope = JSON.stringify(errorEnvelope(error, 'req_1'))
    expect(Buffer.byteLength(envelope)).toBeLessThan(64 * KIB)
  })

  test('says how many problems are not listed', () => {
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, 1]))
    const error = refusal(z.strictObject({ name: z.string() }), fields)
    expect(error.details).toHaveLength(100)
    expect(error.message).toBe('5001 fields are invalid. The first 100 are listed.')
    expect(error.meta).toEqual({ details_left_out: 4_901 })
  })

  test('keeps a hundred unknown fields of all its objects together', () => {
    const items = Array.from({ length: 99 }, () => ({ a: 1, b: 2, c: 3 }))
    const schema = z.strictObject({ items: z.array(z.strictObject({})) })
    const { value, leftOut } = boundInput(schema, { items })
    const kept = (value as { items: object[] }).items.flatMap((item) => Object.keys(item))
    expect([kept.length, leftOut]).toEqual([100, 197])
    expect(refusal(schema, { items }).meta).toEqual({ details_left_out: 197 })
  })

  test('is read no further than its schema allows', () => {
    let opened = 0
    const ownKeys = () => {
      opened += 1
      return []
    }
    const counted = () => new Proxy({}, { ownKeys })
    const items = Array.from({ length: 1_000 }, counted)
    refusal(z.strictObject({ items: z.array(z.strictObject({ name: z.string() })).max(3) }), { items })
    expect(opened).toBe(4)
    const record = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${index}`, index]))
    expect(boundInput(z.record(z.string(), z.number()).meta({ maxProperties: 2 }), record)).toEqual({
      value: { key0: 0, key1: 1, key2: 2 },
      leftOut: 0,
      unknownFields: 0,
    })
  })

  test('is not copied if nothing has to be cut', () => {
    const schema = z.strictObject({ items: z.array(z.strictObject({ name: z.string() })), any: z.unknown() })
    const value = { items: [{ name: 'a' }], any: { b: [1] } }
    expect(boundInput(schema, value).value).toBe(value)
  })
})

describe('a document of which more can be wrong than its schema says', () => {
  const schema = z.strictObject({ name: z.string().min(1), key: z.string().min(1) })
  const findOthers = () => [
    errorDetail(['key'], 'invalid_format', 'must be a key'),
    errorDetail(['mode'], 'invalid', 'is'),
  ]
  const readFields = (given: unknown) => {
    try {
      return parseDocumentWith(schema, given, findOthers)
    } catch (error) {
      return (error as AppError).details.map(({ pointer, code }) => `${pointer} ${code}`)
    }
  }

  test('is parsed if its schema accepts it: the rest is checked by the caller', () => {
    expect(readFields({ name: 'a', key: 'b' })).toEqual({ name: 'a', key: 'b' })
  })

  test('is refused with everything, and each field once', () => {
    expect(readFields({ name: '', key: 'b' })).toEqual(['/name too_short', '/key invalid_format', '/mode invalid'])
    expect(readFields({ name: 'a', key: '' })).toEqual(['/key too_short', '/mode invalid'])
  })
})
