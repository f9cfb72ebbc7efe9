/** Result of a step of an operation. */
import type { Answer } from '@waybill/chassis/idempotency/operations'
import { backoffMs } from '@waybill/chassis/loops/backoff'
import type { AppError, CarrierFault } from '@waybill/contracts/app-error'
import { type DesiredAt, type Move, type OpenOperation, STEP_BACKOFF } from '../../operations/operation.ts'

/** The same step, or the one that finds out its outcome, is taken later with what the operation keeps now. */
export interface Retry {
  /** Milliseconds; null: the runner's backoff applies. */
  later: number | null
  because: AppError
  to?: 'recover' | 'pursue'
  /** The carrier's answer that left the outcome unknown. */
  doubt?: CarrierFault
}

/** A dispatch asks every carrier again, later. */
interface NextRound {
  to: 'quote'
  desired: DesiredAt<'dispatch', 'quote'>
  later: number
  because: AppError
}

/** The result of a step. */
export type Next =
  | Move
  | Retry
  | NextRound
  | { end: 'done'; answer: Answer | null }
  | { end: 'failed'; error: AppError }

/** The pause before the step is taken again. */
export const stepPauseMs = ({ attempts }: Pick<OpenOperation, 'attempts'>): number =>
  backoffMs(attempts, { ...STEP_BACKOFF, jitter: 0.5 })

/** The operation at its next step. The cast is safe: `Move` pairs a step with what is kept there, `Retry` keeps it. */
export function operationAfter(operation: OpenOperation, next: Exclude<Next, { end: string }>): OpenOperation {
  if ('desired' in next) return { ...operation, step: next.to, desired: next.desired } as OpenOperation
  const desired = next.doubt === undefined ? operation.desired : { ...operation.desired, doubt: next.doubt }
  return { ...operation, step: next.to ?? operation.step, desired } as OpenOperation
}
