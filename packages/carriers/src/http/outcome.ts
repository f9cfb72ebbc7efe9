/** From what HTTP said to what it proves: the one place where a status becomes an outcome. */
import type { CarrierFailure, Failed, NotSent, Refused, Unknown } from '../carrier-adapter.ts'
import type { HttpOutcome } from './client.ts'

export interface CarrierProblem {
  code: string
  message: string
}

const MAX_CODE_LENGTH = 100
const MAX_MESSAGE_LENGTH = 300
/** A carrier that asks for more is asked again all the same: what is in doubt there must not stay so for a day. */
const LONGEST_RETRY_AFTER_MS = 120_000

const isAnswer = (outcome: HttpOutcome) => outcome.kind === 'answered'
export const isSuccess = (outcome: HttpOutcome): outcome is HttpOutcome & { kind: 'answered' } =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300

/** 4xx that decide nothing: the same request may be answered otherwise a moment later. */
const PASSING_STATUSES = new Set([408, 409, 425, 429])

/**
 * Whether who answered may have turned the request away at the door, before anybody looked whether it came a second time:
 * a key that has expired, a firewall, a proxy that knows no such path. It says nothing of what an earlier try has done.
 */
export const isTurnedAway = ({ httpStatus, code }: Pick<CarrierFailure, 'httpStatus' | 'code'>): boolean =>
  httpStatus === 401 || httpStatus === 403 || (httpStatus === 404 && code === namedByStatus(404))

/** Whether the carrier has taken too long, by our clock. */
export const isTimeout = ({ httpStatus, code }: Pick<CarrierFailure, 'httpStatus' | 'code'>): boolean =>
  httpStatus === null && code === 'timeout'

const namedByStatus = (status: number): string => `http_${status}`

/** As much of a carrier's own words as anyone needs. */
export const shownProblem = ({ code, message }: CarrierProblem): CarrierProblem => ({
  code: code.slice(0, MAX_CODE_LENGTH),
  message: message.slice(0, MAX_MESSAGE_LENGTH),
})

/** The failure as the merchant may see it. `problem` is the carrier's own code and words, where it gave any. */
export function carrierFailure(
  carrierCode: string,
  outcome: HttpOutcome,
  problem: CarrierProblem | null,
): CarrierFailure {
  if (!isAnswer(outcome)) {
    const { code, message } = outcome
    return { carrierCode, code, message, httpStatus: null, retryable: true, retryAfterMs: null }
  }
  const { status } = outcome
  return {
    carrierCode,
    ...shownProblem(
      problem ?? { code: namedByStatus(status), message: `the carrier answered with HTTP status ${status}` },
    ),
    httpStatus: status,
    retryable: status >= 500 || PASSING_STATUSES.has(status),
    retryAfterMs: outcome.retryAfterMs === null ? null : Math.min(outcome.retryAfterMs, LONGEST_RETRY_AFTER_MS),
  }
}

/** A write that was not answered with success. A 5xx, a redirect or a 2xx that cannot be read proves nothing. */
export function writeOutcome(
  carrierCode: string,
  outcome: HttpOutcome,
  problem: CarrierProblem | null,
): Refused | Unknown | NotSent {
  const failure = carrierFailure(carrierCode, outcome, problem)
  if (outcome.kind === 'unknown') return { kind: 'unknown', failure }
  if (outcome.kind === 'not_sent') return { kind: outcome.ambiguous ? 'unknown' : 'not_sent', failure }
  if (outcome.status === 429) return { kind: outcome.ambiguous ? 'unknown' : 'not_sent', failure }
  if (outcome.ambiguous && isTurnedAway(failure)) return { kind: 'unknown', failure }
  const decided = outcome.status >= 400 && outcome.status < 500 && !PASSING_STATUSES.has(outcome.status)
  return { kind: decided ? 'refused' : 'unknown', failure }
}

/** A read that was not answered with success. */
export function readFailure(carrierCode: string, outcome: HttpOutcome, problem: CarrierProblem | null): Failed {
  return { kind: 'failed', failure: carrierFailure(carrierCode, outcome, problem) }
}

/** A 2xx whose body is not what the carrier documents. `httpStatus`: null where it is not known which 2xx. */
export function malformedAnswer(carrierCode: string, httpStatus: number | null): CarrierFailure {
  const message = 'the carrier answered in a form that cannot be read'
  return { carrierCode, code: 'malformed_answer', message, httpStatus, retryable: true, retryAfterMs: null }
}
