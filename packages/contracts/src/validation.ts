import { closest, distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { AppError, type ErrorDetail } from './app-error.ts'
import { type ErrorCode, isErrorCode } from './error-catalogue.ts'

type Location = ErrorDetail['location']
type Path = readonly PropertyKey[]

/**
 * Parses a document. Throws an AppError that lists every invalid field: `validation_error`, or the specific code if
 * only one field is invalid and its code is in the error catalogue.
 */
export function parseDocument<S extends z.ZodType>(
  schema: S,
  value: unknown,
  location: Location = 'body',
): z.output<S> {
  const textDetails = malformedText(value, location)
  const parsed = schema.safeParse(value, { reportInput: true })
  const details = parsed.success
    ? textDetails
    : [...textDetails, ...parsed.error.issues.flatMap((issue) => toDetails(issue, schema, location))]
  if (parsed.success && details.length === 0) return parsed.data
  throw validationError(details)
}

/** The error for a list of details. A single detail's code becomes the error's code if the error catalogue has it. */
export function validationError(details: ErrorDetail[]): AppError {
  const [first] = details
  if (details.length === 1 && first !== undefined) {
    const code: ErrorCode = isErrorCode(first.code) ? first.code : 'validation_error'
    const where = first.field === '' ? `The ${first.location}` : first.field
    return new AppError(code, sentence(`${where} ${first.message}`), { details })
  }
  return new AppError('validation_error', `${details.length} fields are invalid.`, { details })
}

/** Whether the request is invalid only because of the current time: the same body may have been accepted earlier. */
export const dependsOnTime = (error: unknown): boolean =>
  error instanceof AppError &&
  error.details.length > 0 &&
  error.details.every(({ code }) => code === 'collection_date_in_past')

/** One invalid field, by its path. */
export function errorDetail(path: Path, code: string, message: string, location: Location = 'body'): ErrorDetail {
  return { field: fieldText(path), pointer: pointerText(path), code, message, location }
}

/** For `superRefine`: adds an issue that becomes a detail with this code. */
export function refuse(
  context: {
    addIssue(issue: { code: 'custom'; message: string; path?: PropertyKey[]; params: { code: string } }): void
  },
  path: PropertyKey[],
  code: string,
  message: string,
): void {
  context.addIssue({ code: 'custom', message, path, params: { code } })
}

function toDetails(issue: z.core.$ZodIssue, schema: z.ZodType, location: Location): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, issue.path)
    return issue.keys.map((key) =>
      errorDetail([...issue.path, key], 'unknown_field', unknownFieldMessage(key, known), location),
    )
  }
  if (issue.code === 'invalid_key') {
    return issue.issues.map((inner) =>
      errorDetail(issue.path, 'invalid_key', `has a key that ${inner.message}`, location),
    )
  }
  const [code, message] = describeIssue(issue)
  return [errorDetail(issue.path, code, message, location)]
}

function describeIssue(issue: z.core.$ZodIssue): [code: string, message: string] {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return ['required', 'is required']
      if (typeof issue.input === 'number' && /^(number|int)$/.test(issue.expected)) {
        return ['invalid_type', `must be ${article(issue.expected)}`] // NaN, or 1.5 where a whole number is expected
      }
      return ['invalid_type', `must be ${article(issue.expected)}, not ${article(typeName(issue.input))}`]
    case 'too_small':
      if (issue.origin === 'string') {
        return [
          'too_short',
          issue.minimum === 1
            ? 'must not be empty'
            : `must have at least ${count(issue.minimum, 'character', 'characters')}`,
        ]
      }
      if (issue.origin === 'array') return ['too_few', `must have at least ${count(issue.minimum, 'entry', 'entries')}`]
      return ['too_small', `must be ${issue.inclusive ? 'at least' : 'greater than'} ${issue.minimum}`]
    case 'too_big':
      if (issue.origin === 'string')
        return ['too_long', `must have at most ${count(issue.maximum, 'character', 'characters')}`]
      if (issue.origin === 'array') return ['too_many', `must have at most ${count(issue.maximum, 'entry', 'entries')}`]
      return ['too_large', `must be at most ${issue.maximum}`]
    case 'custom': {
      const code: unknown = issue.params?.code
      return [typeof code === 'string' ? code : 'invalid', issue.message]
    }
    case 'invalid_value':
      return ['invalid_value', `must be one of ${issue.values.map(String).join(', ')}`]
    case 'invalid_format':
      return ['invalid_format', issue.message]
    default:
      return ['invalid', issue.message]
  }
}

const count = (number: number | bigint, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const article = (expected: string): string => {
  if (expected === 'null') return 'null'
  if (expected === 'record') return 'an object'
  if (expected === 'int') return 'a whole number'
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`
}

function unknownFieldMessage(key: string, known: string[]): string {
  const shown = key.length > 60 ? `${key.slice(0, 60)}…` : key
  const nearest = known.length > 0 ? closest(shown, known) : undefined
  const near = nearest !== undefined && distance(shown, nearest) <= Math.max(2, Math.floor(nearest.length / 2))
  return near ? `is not a known field. Did you mean ${nearest}?` : 'is not a known field'
}

/** Field names of the schema at a path; empty if the path does not lead to an object. */
function knownKeys(schema: z.ZodType, path: Path): string[] {
  let at: unknown = schema
  for (const step of path) {
    const inner = unwrapped(at)
    if (inner instanceof z.ZodObject) at = inner.shape[String(step)]
    else if (inner instanceof z.ZodArray) at = inner.element
    else return []
  }
  const inner = unwrapped(at)
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
}

function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrapped(schema.unwrap())
  }
  return schema instanceof z.ZodPipe ? unwrapped(schema.in) : schema
}

/** Strings and keys that PostgreSQL cannot store: those with NUL characters or unpaired surrogates. */
function malformedText(value: unknown, location: Location): ErrorDetail[] {
  const details: ErrorDetail[] = []
  // An explicit stack: a body nested 100,000 levels deep would overflow the call stack.
  const open: { value: unknown; path: Path }[] = [{ value, path: [] }]
  const check = (text: string, path: Path): void => {
    if (text.includes('\0'))
      details.push(errorDetail(path, 'invalid_characters', 'must not contain the NUL character', location))
    else if (!text.isWellFormed()) {
      details.push(errorDetail(path, 'invalid_characters', 'must not contain an unpaired surrogate', location))
    }
  }
  for (let next = open.pop(); next !== undefined && details.length < 100; next = open.pop()) {
    const { value: item, path } = next
    if (typeof item === 'string') check(item, path)
    else if (typeof item === 'object' && item !== null && path.length < 20) {
      for (const [key, inner] of Object.entries(item)) {
        if (!Array.isArray(item)) check(key, path)
        open.push({ value: inner, path: [...path, Array.isArray(item) ? Number(key) : key] })
      }
    }
  }
  return details
}

const fieldText = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')

const pointerText = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
