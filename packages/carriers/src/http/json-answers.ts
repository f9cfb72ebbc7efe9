/** Parses JSON answers of a carrier into outcomes. Never throws for what a carrier sends. */
import type { z } from 'zod'
import type { Failed, NotSent, Refused, Unknown } from '../carrier-adapter.ts'
import type { HttpOutcome } from './client.ts'
import {
  type CarrierProblem,
  isSuccess,
  malformedAnswer,
  readFailure,
  truncateProblem,
  writeOutcome,
} from './outcome.ts'

/** The body of an answer; undefined: not JSON. */
function parseJson(outcome: HttpOutcome): unknown {
  if (outcome.kind !== 'answered') return undefined
  try {
    return JSON.parse(outcome.body.toString('utf8'))
  } catch {
    return undefined
  }
}

export interface JsonAnswers {
  /** Code and message of a refusal; null: it has none that can be read. */
  problemOf(outcome: HttpOutcome): CarrierProblem | null
  /** A read: the mapped answer, or `failed`. */
  read<Wire, Result>(outcome: HttpOutcome, schema: z.ZodType<Wire>, map: (wire: Wire) => Result): Result | Failed
  /** A write with a result. An unreadable 2xx is `unknown`: the write may have been done. */
  written<Wire, Result>(
    outcome: HttpOutcome,
    schema: z.ZodType<Wire>,
    map: (wire: Wire) => Result,
  ): Result | Refused | Unknown | NotSent
  /** A write without a result: only the status matters. */
  done<Result>(outcome: HttpOutcome, result: Result): Result | Refused | Unknown | NotSent
}

/** `problem`: schema of the carrier's errors, transformed into a code and a message for the merchant. */
export function jsonAnswers(carrierCode: string, problem: z.ZodType<CarrierProblem>): JsonAnswers {
  const problemOf = (outcome: HttpOutcome) => {
    const found = problem.safeParse(parseJson(outcome)).data
    return found ? truncateProblem(found) : null
  }
  return {
    problemOf,
    read(outcome, schema, map) {
      if (!isSuccess(outcome)) return readFailure(carrierCode, outcome, problemOf(outcome))
      const parsed = schema.safeParse(parseJson(outcome))
      if (parsed.success) return map(parsed.data)
      return { kind: 'failed', failure: malformedAnswer(carrierCode, outcome.status) }
    },
    written(outcome, schema, map) {
      if (!isSuccess(outcome)) return writeOutcome(carrierCode, outcome, problemOf(outcome))
      const parsed = schema.safeParse(parseJson(outcome))
      if (parsed.success) return map(parsed.data)
      return { kind: 'unknown', failure: malformedAnswer(carrierCode, outcome.status) }
    },
    done: (outcome, result) => (isSuccess(outcome) ? result : writeOutcome(carrierCode, outcome, problemOf(outcome))),
  }
}
