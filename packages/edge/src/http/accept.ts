import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@waybill/contracts/app-error'
import { PROBLEM_TYPE } from '@waybill/contracts/requests/media-types'
import Negotiator from 'negotiator'

interface WithHeaders {
  headers: IncomingHttpHeaders
}

/** Whether the caller asks for errors as in RFC 9457: Accept names application/problem+json. */
export const wantsProblem = ({ headers }: WithHeaders): boolean =>
  headers.accept?.includes('problem+json') === true && mediaTypes(headers).includes(PROBLEM_TYPE)

/** Throws not_acceptable if the Accept header excludes the endpoint's media type `produced` and all `others` it offers. */
export function assertAcceptable({ headers }: WithHeaders, produced: string, others: readonly string[] = []): void {
  const { accept } = headers
  if (accept === undefined || accept === '*/*' || accept === produced) return
  // application/problem+json concerns errors only: such a caller still accepts JSON.
  const available = [produced, ...others, ...(produced === 'application/json' ? [PROBLEM_TYPE] : [])]
  if (mediaTypes(headers, available).length === 0) {
    throw new AppError(
      'not_acceptable',
      `The Accept header excludes ${[produced, ...others].join(', ')}, which this endpoint returns.`,
    )
  }
}

/** Whether the caller prefers the media type `other` to `produced`, which is the default. */
export const prefers = ({ headers }: WithHeaders, other: string, produced = 'application/json'): boolean =>
  headers.accept?.includes(other) === true && mediaTypes(headers, [produced, other])[0] === other

/** Media types of `available` that the caller takes, the preferred one first; for a caller that takes anything, those that it names. */
export function preferredTypes({ headers }: WithHeaders, available: readonly string[]): string[] {
  const types = mediaTypes(headers, [...available])
  if (!acceptsAnything({ headers })) return types
  return types.filter((type) => headers.accept?.toLowerCase().includes(type))
}

/** Whether the caller takes any media type. */
export const acceptsAnything = ({ headers }: WithHeaders): boolean => mediaTypes(headers).includes('*/*')

const mediaTypes = (headers: IncomingHttpHeaders, available?: string[]): string[] =>
  new Negotiator({ headers: { accept: headers.accept } }).mediaTypes(available)
