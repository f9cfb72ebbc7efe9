import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@waybill/contracts/app-error'
import Negotiator from 'negotiator'

export const JSON_TYPE = 'application/json; charset=utf-8'
export const PROBLEM_TYPE = 'application/problem+json'

interface WithHeaders {
  headers: IncomingHttpHeaders
}

/** Whether errors are wanted in the form of RFC 9457: Accept names application/problem+json. */
export const wantsProblem = ({ headers }: WithHeaders): boolean =>
  headers.accept?.includes('problem+json') === true && mediaTypes(headers).includes(PROBLEM_TYPE)

/**
 * Throws not_acceptable when the Accept header excludes the media type that the endpoint answers in, and `others` that
 * the caller may ask it for.
 */
export function assertAcceptable({ headers }: WithHeaders, produced: string, others: readonly string[] = []): void {
  const { accept } = headers
  if (accept === undefined || accept === '*/*' || accept === produced) return
  // Who asks for problem details asks about errors; the answers themselves are JSON.
  const available = [produced, ...others, ...(produced === 'application/json' ? [PROBLEM_TYPE] : [])]
  if (mediaTypes(headers, available).length === 0) {
    throw new AppError(
      'not_acceptable',
      `The endpoint answers in ${[produced, ...others].join(', ')}, which the Accept header excludes.`,
    )
  }
}

const mediaTypes = (headers: IncomingHttpHeaders, available?: string[]): string[] =>
  new Negotiator({ headers: { accept: headers.accept } }).mediaTypes(available)
