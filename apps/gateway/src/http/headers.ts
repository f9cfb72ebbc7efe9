/** Request headers that the API reads, each by its own rule. */
import { AppError, type ErrorDetail } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'

type Header = string | string[] | undefined

const REQUEST_ID = /^[A-Za-z0-9_.-]{1,200}$/
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/
// A string of RFC 8941: printable ASCII in double quotes, with \" and \\ escaped.
const QUOTED = /^"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"$/
const ENTITY_TAG = /^(?:W\/)?"([\x21\x23-\x7e]*)"$/
// Of any version: a later one begins as this one does.
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

/** The caller's X-Request-Id where it can be used, else a new one. */
export const requestIdOf = (header: Header): string =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : newId('req')

/** A W3C traceparent as version 00 has it, or null. */
export function traceparentOf(header: Header): string | null {
  const [, traceId, spanId, flags] = typeof header === 'string' ? (TRACEPARENT.exec(header) ?? []) : []
  return traceId ? `00-${traceId}-${spanId}-${flags}` : null
}

/** The key of an Idempotency-Key header, quoted or bare; null without one. Throws invalid_header. */
export function idempotencyKeyOf(header: Header): string | null {
  if (header === undefined) return null
  const text = String(header).trim()
  const isQuoted = QUOTED.test(text)
  const key = isQuoted ? text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : text
  if (VISIBLE_ASCII.test(key) && (isQuoted || !text.startsWith('"'))) return key
  throw invalidHeader('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
}

/**
 * The one version that an If-Match header asks for, without its quotes; null without one or with `*`.
 * A weak tag counts as its strong one: proxies that compress weaken tags, and ours change with every change.
 * Throws invalid_header.
 */
export function ifMatchOf(header: Header): string | null {
  if (header === undefined) return null
  const text = String(header).trim()
  if (text === '*') return null
  const tag = ENTITY_TAG.exec(text)?.[1]
  if (tag) return tag
  throw invalidHeader('If-Match', 'must be one entity tag in quotes, as an ETag header gave it, or *')
}

/** The token of `Authorization: Bearer <token>`; undefined when the header is missing or of another form. */
export const bearerTokenOf = (header: Header): string | undefined =>
  typeof header === 'string' ? /^Bearer +(\S+) *$/i.exec(header)?.[1] : undefined

/** Whether a Content-Type says JSON, whatever its parameters. */
export const isJsonMediaType = (header: Header): boolean =>
  typeof header === 'string' && /^\s*application\/json\s*(?:;|$)/i.test(header)

function invalidHeader(name: string, message: string): AppError {
  const detail: ErrorDetail = { field: name, pointer: '', code: 'invalid', message, location: 'header' }
  return new AppError('invalid_header', `${name} ${message}.`, { details: [detail] })
}
