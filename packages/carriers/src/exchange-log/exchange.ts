/** What was said to a carrier and what it said, kept for support without a name, an address or a secret in it. */
import { storable } from '@waybill/chassis/postgres/storable'
import { redactBodies } from './redaction.ts'

/** What an exchange was about. */
export interface ExchangeSubject {
  environmentId: string
  carrierCode: string
  carrierAccountId: string
  /** `quote`, `book`, `callback` … */
  operation: string
  requestId: string
  /** What ties it to a booking: our idempotency key, our reference, or the carrier's job id. */
  reference: string | null
}

/** One request and its answer, as they went over the wire; `received`: the carrier asked and we answered. */
export interface RawExchange extends ExchangeSubject {
  direction: 'sent' | 'received'
  method: string
  url: string
  requestBody: string | Buffer | null
  /** Null: there was no answer. */
  httpStatus: number | null
  responseBody: Buffer | null
  /** Why there was no answer, or why what came was not taken. */
  fault: string | null
  startedAt: Date
  durationMs: number
}

/** Takes an exchange to be written down later: returns at once, never throws. */
export type RecordExchange = (exchange: RawExchange) => void

/** An exchange as it is kept. */
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

/** Bytes that an exchange holds in memory until it is written. */
export const exchangeBytes = ({ requestBody, responseBody }: RawExchange): number =>
  (requestBody?.length ?? 0) + (responseBody?.length ?? 0) + 500

/** The exchange with all that is personal or secret taken out, its texts cut at 8 KiB. */
export function redactedExchange(exchange: RawExchange): ExchangeRecord {
  const { requestBody, responseBody, url, ...rest } = exchange
  const [requestText, responseText] = redactBodies(requestBody, responseBody)
  return storable({ ...rest, path: pathOf(url), requestText, responseText })
}

/** Without host, user and fragment: an endpoint may bear a key of the account. Query values that are not codes go too. */
function pathOf(url: string): string {
  const parsed = URL.parse(url, 'http://carrier.invalid')
  if (parsed === null) return '/'
  const query = [...parsed.searchParams].map(
    ([name, value]) => `${name}=${/^[\w.:-]{1,80}$/.test(value) ? value : '…'}`,
  )
  return `${parsed.pathname}${query.length > 0 ? `?${query.join('&')}` : ''}`.slice(0, 500)
}
