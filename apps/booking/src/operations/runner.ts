/** Runs operations step by step until they end or must wait. Handlers and the reconciler share it: either resumes the other's. */
import type { Answer } from '@waybill/chassis/idempotency/operations'
import { backoffMs } from '@waybill/chassis/process/backoff'
import { AppError } from '@waybill/contracts/app-error'
import type { Dependencies } from '../dependencies.ts'
import { type OpenOperation, type OperationKind, resumedStep, STEP_BACKOFF } from './operation.ts'
import { bookingIdOf, type HeldOperation, LeaseLost } from './repository.ts'
import { announceStep } from './step-channel.ts'
import { bookSteps } from './steps/book.ts'
import { cancelSteps } from './steps/cancel.ts'
import { dispatchSteps } from './steps/dispatch.ts'
import { recallSteps } from './steps/recall.ts'
import { updateSteps } from './steps/update.ts'
import { Interrupted, type Next, type OnStep, type StepTable, type Work, WorkOn } from './steps/work.ts'

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
  /** Stops each run after its present step; the leases end at once, so that other processes can continue. */
  stop(): Promise<void>
}

const stepTables: { [K in OperationKind]: StepTable<K> } = {
  book: bookSteps,
  cancel: cancelSteps,
  update: updateSteps,
  dispatch: dispatchSteps,
  recall: recallSteps,
}

type AnyWork = Work<OperationKind>
type AnyStep = (work: AnyWork) => Promise<Next>

const MAX_RESUMED = 32

export function createRunner(dependencies: Dependencies, options: { onStep?: OnStep } = {}): Runner {
  const { log } = dependencies
  const { onStep = announceStep } = options
  const runs = new Set<Promise<RunResult>>()
  let resumed = 0
  let stopping = false

  async function run({ operation, lease }: HeldOperation): Promise<RunResult> {
    const resumed = { ...operation, step: resumedStep(operation) } as OpenOperation
    const work: AnyWork = new WorkOn(dependencies, { operation: resumed, lease }, onStep)
    try {
      for (;;) {
        const next = await takeStep(work)
        if ('end' in next) return ended(work, next)
        if ('later' in next) return await postponed(work, next.because, next.later)
        // After `draft` the call must follow in the same run: a later run would take it for one whose answer was lost.
        if (stopping && next.to !== 'call') return await postponed(work, restarting(), 0)
      }
    } catch (error) {
      return await stepFailed(work, error)
    }
  }

  function ended(work: AnyWork, next: Extract<Next, { end: string }>): RunResult {
    const code = next.end === 'failed' ? next.error.code : null
    const { step: _, ...fields } = logFields(work)
    log.info({ ...fields, code, result: next.end }, 'operation.ended')
    return next.end === 'done' ? { kind: 'done', answer: next.answer } : { kind: 'failed', error: next.error }
  }

  async function postponed(work: AnyWork, because: AppError, later: number | null): Promise<RunResult> {
    const { attempts } = work.operation
    const retryInMs = later ?? backoffMs(attempts + 1, { ...STEP_BACKOFF, jitter: 0.5 })
    await work.postpone(retryInMs)
    log.info({ ...logFields(work), attempts, retryInMs, code: because.code }, 'operation.postponed')
    return { kind: 'unfinished', error: because }
  }

  /** The step threw. Its effect is unknown; taking the step again finds it out. */
  async function stepFailed(work: AnyWork, error: unknown): Promise<RunResult> {
    const { environmentId, opId, kind, step } = work.operation
    const shown = error instanceof AppError ? error : outcomeUnknown(error)
    if (error instanceof LeaseLost || error instanceof Interrupted) {
      log.warn({ err: error, environmentId, opId, kind, step }, 'operation.abandoned')
      return { kind: 'unfinished', error: shown }
    }
    if (!(error instanceof AppError))
      log.error({ err: error, environmentId, opId, kind, step }, 'operation.step_failed')
    try {
      return await postponed(work, shown, null)
    } catch (cause) {
      // The database or the lease is gone: the operation is due again when the lease ends.
      log.warn({ err: cause, environmentId, opId, kind, step }, 'operation.abandoned')
      return { kind: 'unfinished', error: shown }
    }
  }

  function start(held: HeldOperation): Promise<RunResult> {
    const running = run(held).finally(() => runs.delete(running))
    runs.add(running)
    return running
  }

  return {
    start,
    resume(held) {
      resumed += 1
      return start(held).finally(() => {
        resumed -= 1
      })
    },
    get free() {
      return stopping ? 0 : MAX_RESUMED - resumed
    },
    async stop() {
      stopping = true
      await Promise.all(runs)
    },
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
  return { environmentId, opId, kind, step, shipmentId, bookingId: bookingIdOf(operation) }
}

const outcomeUnknown = (cause: unknown): AppError =>
  new AppError('upstream_timeout', 'Outcome not known yet. Retry with the same Idempotency-Key.', { cause })

const restarting = (): AppError =>
  new AppError('upstream_timeout', 'The service is restarting. Retry with the same Idempotency-Key.')
