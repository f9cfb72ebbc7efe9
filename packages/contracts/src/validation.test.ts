import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from './app-error.ts'
import { refusal } from './testing/refusals.ts'
import { dependsOnTime, errorDetail, parseDocument, refuse, validationError } from './validation.ts'

const message = (schema: z.ZodType, value: unknown): string => refusal(schema, value).details[0]?.message ?? ''

test.each<[string, z.ZodType, unknown, string]>([
  ['absent', z.strictObject({ a: z.string() }), {}, 'is required'],
  ['null', z.string(), null, 'must be a string, not null'],
  ['of another type', z.string(), 7, 'must be a string, not a number'],
  ['a list in place of an object', z.strictObject({}), [], 'must be an object, not an array'],
  ['an object in place of a list', z.array(z.string()), {}, 'must be an array, not an object'],
  ['a text in place of a record', z.record(z.string(), z.string()), 'x', 'must be an object, not a string'],
  ['not whole', z.number().int(), 1.5, 'must be a whole number'],
  ['not a number at all', z.number(), Number.NaN, 'must be a number'],
  ['empty', z.string().min(1), '', 'must not be empty'],
  ['too short', z.string().min(3), 'ab', 'must have at least 3 characters'],
  ['too long', z.string().max(3), 'abcd', 'must have at most 3 characters'],
  ['a list with too few entries', z.array(z.string()).min(1), [], 'must have at least 1 entry'],
  ['a list with too many entries', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
  ['below the minimum', z.number().min(2), 1, 'must be at least 2'],
  ['at an excluded minimum', z.number().gt(0), 0, 'must be greater than 0'],
  ['above the maximum', z.number().max(2), 3, 'must be at most 2'],
  ['none of the choices', z.enum(['pdf', 'zpl']), 'png', 'must be one of pdf, zpl'],
  ['in the wrong form', z.string().regex(/^a$/, { error: 'must be the letter a' }), 'b', 'must be the letter a'],
])('a value that is %s', (_, schema, value, expected) => {
  expect(message(schema, value)).toBe(expected)
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
    expect(detail).toMatchObject({ field: name, code: 'unknown_field', message: 'is not a known field' })
  })

  test('of a schema behind transformations gets a suggestion, too', () => {
    const piped = schema.superRefine(() => {}).transform((document) => document)
    expect(refusal(piped, { weight: 1 }).message).toContain('Did you mean weight_kg?')
  })
})

describe('the error', () => {
  test('of one field has the code of that field if the catalogue has it', () => {
    const schema = z.string().superRefine((_, context) => refuse(context, [], 'parcel_too_heavy', 'is too heavy'))
    expect(refusal(schema, 'x')).toMatchObject({ code: 'parcel_too_heavy', message: 'The body is too heavy.' })
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
      ...{ field, pointer, code: 'required', message: 'is required', location: 'query' },
    })
  })

  test.each([
    [['collection_date_in_past'], true],
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
