/** Runs operations step by step until they end or must wait. Handlers and the reconciler share it: either resumes the other's. */
import { setTimeout as delay } from 'node:timers/promises'
import { STOP_LIMIT_MS } from '@waybill/chassis/config/stop-limits'
import type { Answer } from '@waybill/chassis/idempotency/operations'
import { AppError } from '@waybill/contracts/app-error'
import type { Dependencies } from '../dependencies.ts'
import { type HeldOperation, LeaseLost, releaseLeases } from '../operations/lease-repository.ts'
import { type OpenOperation, type OperationKind, resumedStep } from '../operations/operation.ts'
import { getBookingId } from '../operations/rows.ts'
import { announceStep } from './step-channel.ts'
import { bookSteps } from './steps/book.ts'
import { cancelSteps } from './steps/cancel.ts'
import { cancelBookingSteps } from './steps/cancel-booking.ts'
import { dispatchSteps } from './steps/dispatch.ts'
import { Interrupted, Stopping } from './steps/interruptions.ts'
import { type Next, stepPauseMs } from './steps/next.ts'
import { recallSteps } from './steps/recall.ts'
import { updateSteps } from './steps/update.ts'
import { type MayCall, type OnStep, type StepTable, type Work, WorkOn } from './steps/work.ts'

/** The result of a run. `unfinished`: the reconciler continues; `error` says why the run stopped. */
export type RunResult =
  | { kind: 'done'; answer: Answer | null }
  | { kind: 'failed'; error: AppError }
  | { kind: 'unfinished'; error: AppError }

export interface Runner {
  /** Runs the operation for a caller that waits. Never rejects. */
  start(held: HeldOperation): Promise<RunResult>
  /** Runs an operation for the reconciler; counts against `free`. Never rejects. */
  resume(held: HeldOperation): Promise<RunResult>
  /** How many more operations may be resumed at once. Operations with a waiting caller are not counted. */
  readonly free: number
  /**
   * The process stops: operations without a waiting caller end after their present step, and a carrier is called only if
   * the call ends in time. Leases end with the runs, so that other processes continue at once. Idempotent.
   */
  drain(): void
  /** Ends all runs after their present step. Runs that take too long lose their leases. */
  stop(): Promise<void>
}

const stepTables: { [K in OperationKind]: StepTable<K> } = {
  book: bookSteps,
  cancel: cancelSteps,
  cancel_booking: cancelBookingSteps,
  update: updateSteps,
  dispatch: dispatchSteps,
  recall: recallSteps,
}

type AnyWork = Work<OperationKind>
type AnyStep = (work: AnyWork) => Promise<Next>

const MAX_RESUMED = 32
/** From the signal until the last run ends. The rest is for the relay and the connections. */
export const RUNS_END_WITHIN_MS = STOP_LIMIT_MS - 3_000

export function createRunner(
  dependencies: Dependencies,
  options: { onStep?: OnStep; runsEndWithinMs?: number } = {},
): Runner {
  const { log, db } = dependencies
  const { onStep = announceStep, runsEndWithinMs = RUNS_END_WITHIN_MS } = options
  const runs = new Map<AnyWork, Promise<RunResult>>()
  let resumed = 0
  let phase: 'running' | 'draining' | 'stopping' = 'running'
  let endAtMs = Number.POSITIVE_INFINITY

  async function run(work: AnyWork, mustEnd: () => boolean): Promise<RunResult> {
    try {
      if (mustEnd()) return await handedOver(work)
      for (;;) {
        const next = await takeStep(work)
        if ('end' in next) return ended(work, next)
        if ('later' in next) return postponed(work, next.because, next.later)
        // A carrier that may not be called ends the run in step `call`: only there is it known that nothing was sent.
        if (mustEnd() && next.to !== 'call') return await handedOver(work)
      }
    } catch (error) {
      return await stepFailed(work, error)
    }
  }

  function begin({ operation, lease }: HeldOperation, mustEnd: () => boolean): Promise<RunResult> {
    const step = resumedStep(operation)
    const held = { operation: { ...operation, step } as OpenOperation, lease }
    const mayCall: MayCall = (longestMs) => !mustEnd() && performance.now() + longestMs <= endAtMs
    const work: AnyWork = new WorkOn(dependencies, held, { onStep, mayCall })
    const running = run(work, mustEnd).finally(() => runs.delete(work))
    runs.set(work, running)
    return running
  }

  function drain(): void {
    if (phase !== 'running') return
    phase = 'draining'
    endAtMs = performance.now() + runsEndWithinMs
  }

  return {
    start: (held) => begin(held, () => phase === 'stopping'),
    resume(held) {
      resumed += 1
      return begin(held, () => phase !== 'running').finally(() => {
        resumed -= 1
      })
    },
    get free() {
      return phase === 'running' ? MAX_RESUMED - resumed : 0
    },
    drain,
    async stop() {
      drain()
      phase = 'stopping'
      const isOver = delay(Math.max(0, endAtMs - performance.now()), undefined, { ref: false })
      await Promise.race([Promise.all(runs.values()), isOver])
      if (runs.size === 0) return
      const late = [...runs.keys()]
      log.error({ operations: late.map(logFields) }, 'operation.leases_released')
      const held = late.map((work) => work.held)
      await releaseLeases(db, held).catch((error: unknown) => {
        // They end by themselves, somewhat later.
        log.warn({ err: error }, 'operation.leases_not_released')
      })
    },
  }
}

/** Ends the run between two steps. Another one continues at once. */
async function handedOver(work: AnyWork): Promise<RunResult> {
  await work.handOver()
  work.dependencies.log.info(logFields(work), 'operation.handed_over')
  return { kind: 'unfinished', error: new Stopping() }
}

function ended(work: AnyWork, next: Extract<Next, { end: string }>): RunResult {
  const code = next.end === 'failed' ? next.error.code : null
  const { step: _, ...fields } = logFields(work)
  work.dependencies.log.info({ ...fields, code, result: next.end }, 'operation.ended')
  return next.end === 'done' ? { kind: 'done', answer: next.answer } : { kind: 'failed', error: next.error }
}

function postponed(work: AnyWork, because: AppError, retryInMs: number | null): RunResult {
  const { attempts } = work.operation
  work.dependencies.log.info({ ...logFields(work), attempts, retryInMs, code: because.code }, 'operation.postponed')
  return { kind: 'unfinished', error: because }
}

/** Leaves the step that is stored to a later run. */
async function released(work: AnyWork, because: AppError, retryInMs: number): Promise<RunResult> {
  await work.release(retryInMs)
  return postponed(work, because, retryInMs)
}

/** The step threw. Its effect is unknown; taking the step again finds it out. */
async function stepFailed(work: AnyWork, error: unknown): Promise<RunResult> {
  const { log } = work.dependencies
  const { environmentId, opId, kind, step, attempts } = work.operation
  const shown = error instanceof AppError ? error : outcomeUnknown(error)
  if (error instanceof LeaseLost || error instanceof Interrupted) {
    log.warn({ err: error, environmentId, opId, kind, step }, 'operation.abandoned')
    return { kind: 'unfinished', error: shown }
  }
  if (!(error instanceof AppError)) log.error({ err: error, environmentId, opId, kind, step }, 'operation.step_failed')
  try {
    if (error instanceof Stopping) return await handedOver(work)
    return await released(work, shown, stepPauseMs({ attempts: attempts + 1 }))
  } catch (cause) {
    // The database or the lease is gone: the operation is due again when the lease ends.
    log.warn({ err: cause, environmentId, opId, kind, step }, 'operation.abandoned')
    return { kind: 'unfinished', error: shown }
  }
}

/** The tables pair each step with its function; the cast only forgets which. */
async function takeStep(work: AnyWork): Promise<Next> {
  const { kind, step, opId } = work.operation
  const take = (stepTables[kind] as Record<string, AnyStep>)[step]
  if (take === undefined) throw new Error(`operation ${opId}: ${kind} has no step ${step}`)
  await work.mark()
  return await take(work)
}

function logFields({ operation }: AnyWork) {
  const { environmentId, opId, kind, step, shipmentId } = operation
  return { environmentId, opId, kind, step, shipmentId, bookingId: getBookingId(operation) }
}

const outcomeUnknown = (cause: unknown): AppError =>
  new AppError('upstream_timeout', 'Outcome not known yet. Retry with the same Idempotency-Key.', { cause })
