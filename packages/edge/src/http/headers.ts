/** Parsers of the request headers that the API reads. Pure, but for new request ids. */
import { hash } from 'node:crypto'
import { AppError, type ErrorDetail } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'

type Header = string | string[] | undefined

const REQUEST_ID = /^[A-Za-z0-9_.-]{1,200}$/
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/
// A string of RFC 8941: printable ASCII in double quotes, with \" and \\ escaped.
const QUOTED = /^"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"$/
const ENTITY_TAG = /^(?:W\/)?"([\x21\x23-\x7e]*)"$/
/** Suffix that `entityTag` adds to the version. */
const DIGEST = /-[0-9a-f]{12}$/
// Any version: later ones begin like version 00.
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

/** The caller's X-Request-Id if it is well formed, else a new one. */
export const parseRequestId = (header: Header): string =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : newId('req')

/** A W3C traceparent in the form of version 00; null if missing or malformed. */
export function parseTraceparent(header: Header): string | null {
  const [, traceId, spanId, flags] = typeof header === 'string' ? (TRACEPARENT.exec(header) ?? []) : []
  return traceId ? `00-${traceId}-${spanId}-${flags}` : null
}

/**
 * The ETag of a body with this version, or without one. Contains a digest of the body, since parts of it change without the version, such
 * as signed URLs.
 */
export const entityTag = (version: string, body: Buffer | string): string =>
  `"${[version, hash('sha256', body).slice(0, 12)].filter(Boolean).join('-')}"`

/** The key of an Idempotency-Key header, quoted or bare; null without one. Throws invalid_header. */
export function parseIdempotencyKey(header: Header): string | null {
  if (header === undefined) return null
  const text = String(header).trim()
  const isQuoted = QUOTED.test(text)
  const key = isQuoted ? text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : text
  if (VISIBLE_ASCII.test(key) && (isQuoted || !text.startsWith('"'))) return key
  throw invalidHeader('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
}

/**
 * The version in an If-Match header, without quotes; null without a header or with `*`. Throws invalid_header.
 * A weak tag counts as strong: proxies that compress make tags weak, and ours change with every change.
 */
export function parseIfMatch(header: Header): string | null {
  if (header === undefined) return null
  const text = String(header).trim()
  if (text === '*') return null
  const tag = ENTITY_TAG.exec(text)?.[1]
  if (tag) return tag.replace(DIGEST, '')
  throw invalidHeader('If-Match', 'must be * or one entity tag in quotes, as in an ETag header')
}

/** The token of `Authorization: Bearer <token>`; undefined if the header is missing or has another form. */
export const parseBearerToken = (header: Header): string | undefined =>
  typeof header === 'string' ? /^Bearer +(\S+) *$/i.exec(header)?.[1] : undefined

/** Whether a Content-Type is application/json, with any parameters. */
export const isJsonMediaType = (header: Header): boolean =>
  typeof header === 'string' && /^\s*application\/json\s*(?:;|$)/i.test(header)

/** The charset parameter of a Content-Type in lower case; null if there is none. */
export const parseCharset = (header: Header): string | null =>
  typeof header === 'string' ? (/;\s*charset\s*=\s*"?([^";\s]*)/i.exec(header)?.[1]?.toLowerCase() ?? null) : null

/**
 * Whether an If-None-Match header names the entity tag, which is in quotes. Weak tags count as strong: proxies that
 * compress make tags weak.
 */
export const matchesEntityTag = (header: Header, entityTag: string): boolean =>
  typeof header === 'string' &&
  header.split(',').some((one) => ['*', entityTag].includes(one.trim().replace(/^W\//, '')))

/** The error for a header with an invalid value. */
export function invalidHeader(name: string, message: string): AppError {
  const detail: ErrorDetail = { field: name, pointer: '', code: 'invalid', message, location: 'header' }
  return new AppError('invalid_header', `${name} ${message}.`, { details: [detail] })
}
