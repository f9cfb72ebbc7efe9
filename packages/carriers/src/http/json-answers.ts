/** Parses JSON answers of a carrier into outcomes. Never throws for what a carrier sends. */
import { z } from 'zod'
import type { Failed, NotSent, Refused, Unknown } from '../carrier-adapter.ts'
import { decodeText, describeNonJson } from './answer-text.ts'
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
    return JSON.parse(decodeText(outcome))
  } catch {
    return undefined
  }
}

export interface JsonAnswers {
  /** Code and message of a refusal; null: it has none that can be read. */
  readProblem(outcome: HttpOutcome): CarrierProblem | null
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
  const readProblem = (outcome: HttpOutcome) => {
    const found = problem.safeParse(parseJson(outcome)).data
    return found ? truncateProblem(found) : null
  }
  const parse = <Wire>(outcome: HttpOutcome & { kind: 'answered' }, schema: z.ZodType<Wire>) => {
    const json = parseJson(outcome)
    const parsed = schema.safeParse(json)
    if (parsed.success) return parsed
    const said = json === undefined ? describeNonJson(outcome) : describeMismatch(parsed.error)
    return { success: false, failure: malformedAnswer(carrierCode, outcome.status, said) } as const
  }
  return {
    readProblem,
    read(outcome, schema, map) {
      if (!isSuccess(outcome)) return readFailure(carrierCode, outcome, readProblem(outcome))
      const parsed = parse(outcome, schema)
      return parsed.success ? map(parsed.data) : { kind: 'failed', failure: parsed.failure }
    },
    written(outcome, schema, map) {
      if (!isSuccess(outcome)) return writeOutcome(carrierCode, outcome, readProblem(outcome))
      const parsed = parse(outcome, schema)
      return parsed.success ? map(parsed.data) : { kind: 'unknown', failure: parsed.failure }
    },
    done: (outcome, result) => (isSuccess(outcome) ? result : writeOutcome(carrierCode, outcome, readProblem(outcome))),
  }
}

/** Names the first field that is missing or invalid, without its value. */
function describeMismatch({ issues: [issue] }: z.ZodError): string {
  const field = issue && z.core.toDotPath(issue.path)
  return `answered with JSON that is not as documented${field ? `: ${field} is missing or invalid` : ''}`
}
