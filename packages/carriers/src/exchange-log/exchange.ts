/** Exchanges with carriers, kept for support without names, addresses and secrets. */
import { sanitizeStrings } from '@waybill/chassis/postgres/sanitized-text'
import { isPrivateName, redactBodies } from './redaction.ts'

/** Subject of an exchange. */
export interface ExchangeSubject {
  environmentId: string
  carrierCode: string
  carrierAccountId: string
  /** `quote`, `book`, `callback` … */
  operation: string
  requestId: string
  /** Ties the exchange to a booking: idempotency key, reference, or the carrier's job id. */
  reference: string | null
}

/** A request and its answer, unredacted. `received`: the carrier called us. */
export interface RawExchange extends ExchangeSubject {
  direction: 'sent' | 'received'
  method: string
  url: string
  requestBody: string | Buffer | null
  /** Null: no answer. */
  httpStatus: number | null
  responseBody: Buffer | null
  /** Why there was no answer, or why a callback was not accepted. */
  fault: string | null
  startedAt: Date
  durationMs: number
}

/** Takes an exchange and writes it later: returns at once, never throws. */
export type RecordExchange = (exchange: RawExchange) => void

/** A redacted exchange, as stored. */
export interface ExchangeRecord extends ExchangeSubject {
  direction: 'sent' | 'received'
  method: string
  path: string
  requestText: string | null
  httpStatus: number | null
  responseText: string | null
  fault: string | null
  startedAt: Date
  durationMs: number
}

/** Approximate memory of an exchange until it is written. */
export const exchangeBytes = ({ requestBody, responseBody }: RawExchange): number =>
  (requestBody?.length ?? 0) + (responseBody?.length ?? 0) + 500

/** The exchange without personal data and secrets, its texts truncated at 8 KiB. */
export function redactExchange(exchange: RawExchange): ExchangeRecord {
  const { requestBody, responseBody, url, ...rest } = exchange
  const [requestText, responseText] = redactBodies(requestBody, responseBody)
  return sanitizeStrings({ ...rest, path: redactUrl(url), requestText, responseText })
}

/**
 * Path and query without host, user and fragment, which may hold an account's key. Query values are masked unless they are codes
 * under a name that is not private.
 */
export function redactUrl(url: string): string {
  const parsed = URL.parse(url, 'http://carrier.invalid')
  if (parsed === null) return '/'
  const query = [...parsed.searchParams].map(
    ([name, value]) => `${name}=${/^[\w.:-]{1,80}$/.test(value) && !isPrivateName(name) ? value : '…'}`,
  )
  return `${parsed.pathname}${query.length > 0 ? `?${query.join('&')}` : ''}`.slice(0, 500)
}
