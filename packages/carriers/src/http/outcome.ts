/** Pure: maps HTTP answers to outcomes: what an answer proves about the effect of a call. */
import { cutText } from '@waybill/contracts/values/text'
import type { CarrierFailure, Failed, NotSent, Refused, Unknown } from '../carrier-adapter.ts'
import { quoteAnswer } from './answer-text.ts'
import type { HttpOutcome } from './client.ts'

export interface CarrierProblem {
  code: string
  message: string
}

/** Code of an answer that cannot be read. */
export const MALFORMED_ANSWER = 'malformed_answer'
/** Code of a call to an address that Waybill does not connect to. */
export const ADDRESS_NOT_ALLOWED = 'address_not_allowed'

const MAX_CODE_LENGTH = 100
const MAX_MESSAGE_LENGTH = 300
/** Longer waits are cut, so that an unknown outcome is not left open for a day. */
const MAX_RETRY_AFTER_MS = 120_000

const isAnswer = (outcome: HttpOutcome) => outcome.kind === 'answered'
export const isSuccess = (outcome: HttpOutcome): outcome is HttpOutcome & { kind: 'answered' } =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300

/** 4xx that are no decision: the same request may be answered differently a moment later. */
const TRANSIENT_STATUSES = new Set([408, 409, 425, 429])

/**
 * Whether the request may have been rejected before the carrier checked for duplicates: an expired key, a firewall, a proxy
 * without the path. Such an answer says nothing about earlier tries of the request.
 */
export const isRejectedBeforeProcessing = ({
  httpStatus,
  code,
}: Pick<CarrierFailure, 'httpStatus' | 'code'>): boolean =>
  isUnauthorized({ httpStatus }) || (httpStatus === 404 && code === statusCodeName(404))

/** Whether the carrier rejects the credentials of the account, or what they are used for. */
export const isUnauthorized = ({ httpStatus }: Pick<CarrierFailure, 'httpStatus'>): boolean =>
  httpStatus === 401 || httpStatus === 403

/** Whether the carrier did not answer before the deadline. */
export const isTimeout = ({ httpStatus, code }: Pick<CarrierFailure, 'httpStatus' | 'code'>): boolean =>
  httpStatus === null && code === 'timeout'

const statusCodeName = (status: number): string => `http_${status}`

/** The carrier's code and message at the length that is shown. */
export const truncateProblem = ({ code, message }: CarrierProblem): CarrierProblem => ({
  code: cutText(code, MAX_CODE_LENGTH),
  message: cutText(message, MAX_MESSAGE_LENGTH),
})

/** The failure as the merchant sees it. `problem`: the carrier's code and message; null: it gave none. */
export function carrierFailure(
  carrierCode: string,
  outcome: HttpOutcome,
  problem: CarrierProblem | null,
): CarrierFailure {
  if (!isAnswer(outcome)) {
    const { code, message } = outcome
    return { carrierCode, code, message, httpStatus: null, retryable: code !== ADDRESS_NOT_ALLOWED, retryAfterMs: null }
  }
  const { status } = outcome
  return {
    carrierCode,
    ...truncateProblem(problem ?? { code: statusCodeName(status), message: describeStatus(outcome) }),
    httpStatus: status,
    retryable: status >= 500 || TRANSIENT_STATUSES.has(status),
    retryAfterMs: outcome.retryAfterMs === null ? null : Math.min(outcome.retryAfterMs, MAX_RETRY_AFTER_MS),
  }
}

function describeStatus(answer: HttpOutcome & { kind: 'answered' }): string {
  const { status } = answer
  const isRedirect = status >= 300 && status < 400
  const quoted = quoteAnswer(answer)
  const said = `The carrier answered with HTTP status ${status}${isRedirect ? ', a redirect, which is not followed' : ''}`
  return quoted === null ? `${said}.` : `${said}: ${quoted}.`
}

/** The outcome of a write that did not succeed. A 5xx, a redirect and an unreadable 2xx prove nothing. */
export function writeOutcome(
  carrierCode: string,
  outcome: HttpOutcome,
  problem: CarrierProblem | null,
): Refused | Unknown | NotSent {
  const failure = carrierFailure(carrierCode, outcome, problem)
  if (outcome.kind === 'unknown') return { kind: 'unknown', failure }
  if (outcome.kind === 'not_sent') return { kind: outcome.ambiguous ? 'unknown' : 'not_sent', failure }
  if (outcome.status === 429) return { kind: outcome.ambiguous ? 'unknown' : 'not_sent', failure }
  if (outcome.ambiguous && isRejectedBeforeProcessing(failure)) return { kind: 'unknown', failure }
  const decided = outcome.status >= 400 && outcome.status < 500 && !TRANSIENT_STATUSES.has(outcome.status)
  return { kind: decided ? 'refused' : 'unknown', failure }
}

/** The outcome of a read that did not succeed. */
export function readFailure(carrierCode: string, outcome: HttpOutcome, problem: CarrierProblem | null): Failed {
  return { kind: 'failed', failure: carrierFailure(carrierCode, outcome, problem) }
}

/** Whether the carrier answered something that cannot be read. */
export const isUnreadable = ({ code }: Pick<CarrierFailure, 'code'>): boolean => code === MALFORMED_ANSWER

/** A 2xx whose body is not what the carrier documents. `said`: what it did instead. Null `httpStatus`: some 2xx. */
export function malformedAnswer(carrierCode: string, httpStatus: number | null, said: string): CarrierFailure {
  const { message } = truncateProblem({ code: MALFORMED_ANSWER, message: `The carrier ${said}.` })
  return { carrierCode, code: MALFORMED_ANSWER, message, httpStatus, retryable: true, retryAfterMs: null }
}
