/** Pure: what vendors answer to quotes and purchases that they refuse, with the field that the merchant can correct. */
import type { CarrierFailure, QuoteOutcome } from '../carrier-adapter.ts'
import type { HttpOutcome } from '../http/client.ts'
import type { JsonAnswers } from '../http/json-answers.ts'
import { truncateProblem } from '../http/outcome.ts'

/** The field that a message speaks of. */
type FindPointer = (message: string) => { pointer?: string }

/** The refusal of a quote; null: the answer has none of the statuses with which the vendor refuses a shipment, or no words. */
export function refuseQuote(
  { readProblem }: Pick<JsonAnswers, 'readProblem'>,
  outcome: HttpOutcome,
  { statuses, findPointer }: { statuses: readonly number[]; findPointer: FindPointer },
): QuoteOutcome | null {
  if (outcome.kind !== 'answered' || !statuses.includes(outcome.status)) return null
  const problem = readProblem(outcome)
  return problem === null ? null : { kind: 'not_served', ...problem, ...findPointer(problem.message) }
}

/** The failure with the pointer of the field that it speaks of. */
export function withPointer(failure: CarrierFailure, findPointer: FindPointer): CarrierFailure {
  const { pointer } = findPointer(failure.message)
  const message = pointer === undefined ? failure.message : `${failure.message} See ${pointer}.`
  return { ...failure, ...truncateProblem({ code: failure.code, message }) }
}
