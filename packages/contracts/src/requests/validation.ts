import type { z } from 'zod'
import { AppError, type ErrorDetail } from '../app-error.ts'
import { type ErrorCode, isErrorCode } from '../error-catalogue.ts'
import { type Accepted, acceptedPart } from './across-fields.ts'
import { type BoundedInput, boundInput, fieldsAt, MOST_LISTED } from './bounded-input.ts'
import type { DetailCode } from './detail-codes.ts'
import { describeIssue, describeUnknownPart, type PartName, shortened } from './issue-texts.ts'

type Location = ErrorDetail['location']
type Path = readonly PropertyKey[]

/** Size limit of the details in an error. */
const MOST_BYTES = 40 * 1024

/**
 * Parses a document. Throws an AppError that lists every invalid field, up to 100: `validation_error`, or the specific
 * code if only one field is invalid and its code is in the error catalogue.
 */
export const parseDocument = <S extends z.ZodType>(
  schema: S,
  given: unknown,
  location: Location = 'body',
): z.output<S> => parseBounded(schema, boundInput(schema, given), location)

/** `parseDocument` for an input that was already bounded with the same schema. */
export function parseBounded<S extends z.ZodType>(
  schema: S,
  { value, leftOut }: BoundedInput,
  location: Location = 'body',
): z.output<S> {
  const textDetails = isStorable(value) ? [] : malformedText(value, location)
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success && textDetails.length === 0) return parsed.data
  const issues = parsed.error?.issues ?? []
  const details = new DetailList(textDetails, leftOut)
  for (const issue of withoutFollowing(issues)) addDetails(details, issue, schema, location)
  throw validationError(details.listed, details.leftOut)
}

/** Without what follows from a wrong type: zod counts the characters of a text where a list is expected. */
function withoutFollowing(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  if (issues.length < 2) return issues
  const toKey = (path: Path) => path.map(String).join('\0')
  const wrongTypes = new Set(issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => toKey(path)))
  if (wrongTypes.size === 0) return issues
  return issues.filter(({ code, path }) => code === 'invalid_type' || !wrongTypes.has(toKey(path)))
}

/** A document that its schema accepts, or what is wrong with it and what its schema accepts of it. */
type Read<S extends z.ZodType> =
  | { ok: true; document: z.output<S> }
  | { ok: false; error: AppError; accepted: Accepted<z.output<S>> }

/** `parseDocument` for a caller that looks for other wrong fields in what the schema accepts; see `withOthers`. */
export function readDocument<S extends z.ZodType>(schema: S, given: unknown): Read<S> {
  const bounded = boundInput(schema, given)
  try {
    return { ok: true, document: parseBounded(schema, bounded) }
  } catch (error) {
    if (!(error instanceof AppError) || error.details.length === 0) throw error
    // The schema is read once more, by zod's interface for libraries: `safeParse` keeps nothing of a wrong document.
    const { value, issues } = schema._zod.run({ value: bounded.value, issues: [] }, {}) as z.core.ParsePayload
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return { ok: false, error, accepted: acceptedPart((isObject ? value : {}) as z.output<S>, issues) }
  }
}

/**
 * `parseDocument` for a document of which more can be wrong than its schema says. If the schema refuses it, the error lists
 * what `findOthers` finds in the fields that the schema accepts, too. An error of too many details stays as it is.
 */
export function parseDocumentWith<S extends z.ZodType>(
  schema: S,
  given: unknown,
  findOthers: (accepted: Accepted<z.output<S>>) => readonly ErrorDetail[],
): z.output<S> {
  const read = readDocument(schema, given)
  if (read.ok) return read.document
  throw isFull(read.error) ? read.error : withOthers(read.error, findOthers(read.accepted))
}

/** Whether the error of a document lists as many details as an error may, so that nobody need look for more. */
export const isFull = (error: AppError): boolean =>
  'details_left_out' in error.meta || error.details.length >= MOST_LISTED

/** The error of a document with further details, but none of a field that it names already. */
export function withOthers(error: AppError, details: readonly ErrorDetail[]): AppError {
  const known = new Set(error.details.map(({ pointer }) => pointer))
  const others = details.filter(({ pointer }) => !known.has(pointer))
  if (others.length === 0) return error
  const all = new DetailList([...error.details, ...others], Number(error.meta.details_left_out ?? 0))
  return validationError(all.listed, all.leftOut)
}

/**
 * The error for a list of details, of which `leftOut` more are not listed. The code of all details becomes the error's code
 * if they have the same and the error catalogue has it.
 */
export function validationError(details: ErrorDetail[], leftOut = 0): AppError {
  const [first] = details
  const isSame = details.every((detail) => detail.code === first?.code)
  const code: ErrorCode = first !== undefined && isSame && isErrorCode(first.code) ? first.code : 'validation_error'
  if (details.length === 1 && first !== undefined && leftOut === 0) {
    const where = first.field === '' ? `The ${first.location}` : first.field
    return new AppError(code, sentence(`${where} ${first.message}`), { details })
  }
  const fields = new Set(details.map(({ field }) => field)).size
  if (fields === 1 && first !== undefined && leftOut === 0) {
    const where = first.field === '' ? `The ${first.location}` : first.field
    const message = sentence(`${where} ${details.map((detail) => detail.message).join('; it ')}`)
    return new AppError(code, message, { details })
  }
  const message = `${fields + leftOut} ${partName(first?.location)}s are invalid.`
  if (leftOut === 0) return new AppError(code, message, { details })
  return new AppError(code, `${message} The first ${details.length} are listed.`, {
    details,
    meta: { details_left_out: leftOut },
  })
}

/** The details of the error that it throws; none if it throws none. Throws other errors. */
export function getDetails(check: () => void): ErrorDetail[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof AppError && error.details.length > 0) return error.details
    throw error
  }
}

const partName = (location: Location = 'body'): PartName => (location === 'query' ? 'parameter' : 'field')

/** The details that an error lists: at most 100, and at most 40 KiB. Counts the others. */
class DetailList {
  readonly listed: ErrorDetail[] = []
  leftOut: number
  #bytes = 0

  constructor(details: readonly ErrorDetail[], leftOut: number) {
    this.leftOut = leftOut
    for (const detail of details) this.add(() => detail)
  }

  /** How many more unknown fields may get a suggestion, which is costly to find. */
  suggestionsLeft = 20

  add(make: () => ErrorDetail): void {
    if (this.listed.length < MOST_LISTED && this.#bytes < MOST_BYTES) {
      const detail = make()
      this.#bytes += Buffer.byteLength(JSON.stringify(detail))
      this.listed.push(detail)
    } else this.leftOut += 1
  }
}

/** Details that a body may get although it was accepted earlier. */
const TEMPORARY: readonly string[] = [
  'collection_date_in_past',
  'time_required',
  'deliver_by_in_past',
  'unknown_carrier',
  'unknown_service',
]

/**
 * Whether the request is invalid only because of the current time or of the carriers that are connected now: the same body
 * may have been accepted earlier.
 */
export const dependsOnTime = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === 'dispatch_not_served' ||
    (error.details.length > 0 && error.details.every(({ code }) => TEMPORARY.includes(code))))

/** One invalid field, by its path. */
export function errorDetail(path: Path, code: DetailCode, message: string, location: Location = 'body'): ErrorDetail {
  return { field: fieldText(path), pointer: pointerText(path), code, message, location }
}

/** The error for an invalid query parameter. */
export const invalidParameter = (name: string, message: string): AppError =>
  new AppError('invalid_parameter', `${name} ${message}.`, {
    details: [errorDetail([name], 'invalid_value', message, 'query')],
  })

/** For `superRefine`: adds an issue that becomes a detail with this code. */
export function refuse(
  context: {
    addIssue(issue: { code: 'custom'; message: string; path?: PropertyKey[]; params: { code: string } }): void
  },
  path: PropertyKey[],
  code: DetailCode,
  message: string,
): void {
  context.addIssue({ code: 'custom', message, path, params: { code } })
}

function addDetails(details: DetailList, issue: z.core.$ZodIssue, schema: z.ZodType, location: Location): void {
  if (issue.code === 'unrecognized_keys') {
    const known = fieldsAt(schema, issue.path)
    const part = partName(location)
    for (const key of issue.keys) {
      details.add(() => {
        const maySuggest = details.suggestionsLeft-- > 0
        return errorDetail([...issue.path, key], ...describeUnknownPart(key, known, { part, maySuggest }), location)
      })
    }
  } else if (issue.code === 'invalid_key') {
    for (const inner of issue.issues) {
      details.add(() => errorDetail(issue.path, 'invalid_key', `has a key that ${inner.message}`, location))
    }
  } else {
    details.add(() => errorDetail(issue.path, ...describeIssue(issue), location))
  }
}

const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)

/** A place in a document, with the place that contains it. */
interface Place {
  value: unknown
  step: PropertyKey
  parent: Place | null
}

function getPath(place: Place): PropertyKey[] {
  const path: PropertyKey[] = []
  for (let at = place; at.parent !== null; at = at.parent) path.unshift(at.step)
  return path
}

const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Whether PostgreSQL can store every string and key. Not recursive: a field of any kind may be nested deeply. */
function isStorable(value: unknown): boolean {
  const open = [value]
  while (open.length > 0) {
    const item = open.pop()
    if (typeof item === 'string') {
      if (!isStorableText(item)) return false
    } else if (Array.isArray(item)) {
      for (const inner of item) open.push(inner)
    } else if (typeof item === 'object' && item !== null) {
      for (const key of Object.keys(item)) {
        if (!isStorableText(key)) return false
        open.push((item as Record<string, unknown>)[key])
      }
    }
  }
  return true
}

/** Strings and keys that PostgreSQL cannot store: those with NUL characters or unpaired surrogates. */
function malformedText(value: unknown, location: Location): ErrorDetail[] {
  const details: ErrorDetail[] = []
  const open: Place[] = [{ value, step: '', parent: null }]
  const check = (text: string, place: Place): void => {
    const problem = text.includes('\0') ? 'the NUL character' : text.isWellFormed() ? null : 'an unpaired surrogate'
    if (problem === null) return
    details.push(errorDetail(getPath(place), 'invalid_characters', `must not contain ${problem}`, location))
  }
  for (let place = open.pop(); place !== undefined && details.length < MOST_LISTED; place = open.pop()) {
    const { value: item } = place
    if (typeof item === 'string') check(item, place)
    else if (Array.isArray(item)) {
      for (const [index, inner] of item.entries()) open.push({ value: inner, step: index, parent: place })
    } else if (typeof item === 'object' && item !== null) {
      for (const key of Object.keys(item)) {
        check(key, place)
        open.push({ value: (item as Record<string, unknown>)[key], step: key, parent: place })
      }
    }
  }
  return details
}

const fieldText = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? shortened(String(step)) : `${text}.${shortened(String(step))}`
  }, '')

const pointerText = (path: Path): string =>
  path.map((step) => `/${shortened(String(step)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
