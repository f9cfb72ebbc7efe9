/** Reads JSON answers of a carrier into outcomes. Never throws for what a carrier sends. */
import type { z } from 'zod'
import type { Failed, NotSent, Refused, Unknown } from '../carrier-adapter.ts'
import type { HttpOutcome } from './client.ts'
import { type CarrierProblem, isSuccess, malformedAnswer, readFailure, shownProblem, writeOutcome } from './outcome.ts'

/** JSON of an answer's body, or undefined where it is not JSON. */
export function jsonOf(outcome: HttpOutcome): unknown {
  if (outcome.kind !== 'answered') return undefined
  try {
    return JSON.parse(outcome.body.toString('utf8'))
  } catch {
    return undefined
  }
}

export interface JsonAnswers {
  /** What a refusal says of itself; null where it says nothing that can be read. */
  problemOf(outcome: HttpOutcome): CarrierProblem | null
  /** A read: the answer in our words, or `failed`. */
  read<Wire, Result>(outcome: HttpOutcome, schema: z.ZodType<Wire>, map: (wire: Wire) => Result): Result | Failed
  /** A write whose answer matters: a 2xx that cannot be read leaves it unknown, for it may have been done. */
  written<Wire, Result>(
    outcome: HttpOutcome,
    schema: z.ZodType<Wire>,
    map: (wire: Wire) => Result,
  ): Result | Refused | Unknown | NotSent
  /** A write of which only the status matters. */
  done<Result>(outcome: HttpOutcome, result: Result): Result | Refused | Unknown | NotSent
}

/** `problem`: the schema of the carrier's errors, brought to a code and a message fit for the merchant. */
export function jsonAnswers(carrierCode: string, problem: z.ZodType<CarrierProblem>): JsonAnswers {
  const problemOf = (outcome: HttpOutcome) => {
    const found = problem.safeParse(jsonOf(outcome)).data
    return found ? shownProblem(found) : null
  }
  return {
    problemOf,
    read(outcome, schema, map) {
      if (!isSuccess(outcome)) return readFailure(carrierCode, outcome, problemOf(outcome))
      const parsed = schema.safeParse(jsonOf(outcome))
      if (parsed.success) return map(parsed.data)
      return { kind: 'failed', failure: malformedAnswer(carrierCode, outcome.status) }
    },
    written(outcome, schema, map) {
      if (!isSuccess(outcome)) return writeOutcome(carrierCode, outcome, problemOf(outcome))
      const parsed = schema.safeParse(jsonOf(outcome))
      if (parsed.success) return map(parsed.data)
      return { kind: 'unknown', failure: malformedAnswer(carrierCode, outcome.status) }
    },
    done: (outcome, result) => (isSuccess(outcome) ? result : writeOutcome(carrierCode, outcome, problemOf(outcome))),
  }
}
