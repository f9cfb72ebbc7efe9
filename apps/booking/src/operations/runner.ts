/**
 * Takes operations from step to step until they end or have to wait. Handlers and the reconciler use the same code, so
 * that what one of them leaves, whenever its process dies, the other takes up.
 */

import type { Answer } from '@waybill/chassis/idempotency/operations'
import { backoffMs } from '@waybill/chassis/process/backoff'
import { AppError } from '@waybill/contracts/app-error'
import type { Dependencies } from '../dependencies.ts'
import { type OperationKind, resumedStep, STEP_BACKOFF, type steps } from './operation.ts'
import { type HeldOperation, LeaseLost } from './repository.ts'
import { announceStep } from './step-channel.ts'
import { bookSteps } from './steps/book.ts'
import { cancelSteps } from './steps/cancel.ts'
import { dispatchSteps } from './steps/dispatch.ts'
import { recallSteps } from './steps/recall.ts'
import { updateSteps } from './steps/update.ts'
import { Interrupted, type Next, type OnStep, Work } from './steps/work.ts'

/** What a run came to. `unfinished`: the reconciler goes on; `error` says why it stopped. */
export type RunResult =
  | { kind: 'done'; answer: Answer | null }
  | { kind: 'failed'; error: AppError }
  | { kind: 'unfinished'; error: AppError }

export interface Runner {
  /** Works on the operation; never rejects. */
  start(held: HeldOperation): Promise<RunResult>
  /** The same for one that was left, which nobody waits for. */
  takeUp(held: HeldOperation): Promise<RunResult>
  /** How many more may be taken up side by side, however many callers wait for theirs. */
  readonly free: number
  /** Lets every run finish the step it is at; what is left is free for other processes at once. */
  stop(): Promise<void>
}

type Step = (work: Work<OperationKind>) => Promise<Next>

const stepTable = {
  book: bookSteps,
  cancel: cancelSteps,
  update: updateSteps,
  dispatch: dispatchSteps,
  recall: recallSteps,
} satisfies { [K in OperationKind]: Record<(typeof steps)[K][number], unknown> }

const MAX_TAKEN_UP = 32

export function createRunner(dependencies: Dependencies, options: { onStep?: OnStep } = {}): Runner {
  const { log } = dependencies
  const { onStep = announceStep } = options
  const runs = new Set<Promise<RunResult>>()
  let takenUp = 0
  let stopping = false

  async function takeStep(work: Work<OperationKind>): Promise<Next> {
    const { kind, step } = work.operation
    const take = (stepTable[kind] as Record<string, Step>)[step]
    if (take === undefined) throw new Error(`operation ${work.operation.opId}: ${kind} has no step ${step}`)
    await work.mark()
    return await take(work)
  }

  async function run({ operation, lease }: HeldOperation): Promise<RunResult> {
    const resumed = { ...operation, step: resumedStep(operation) } as typeof operation
    const work = new Work<OperationKind>(dependencies, { operation: resumed, lease }, onStep)
    try {
      for (;;) {
        const next = await takeStep(work)
        if ('end' in next) return ended(work, next)
        if ('later' in next) return await postponed(work, next.because, next.later)
        // A prepared call is made: left behind, it would look like one whose answer was lost.
        if (stopping && next.to !== 'call') return await postponed(work, stopped(), 0)
      }
    } catch (error) {
      return await broken(work, error)
    }
  }

  function ended(work: Work<OperationKind>, next: Extract<Next, { end: string }>): RunResult {
    const { environmentId, opId, kind, shipmentId, bookingId } = work.operation
    const code = next.end === 'failed' ? next.error.code : null
    log.info({ environmentId, opId, kind, shipmentId, bookingId, code, result: next.end }, 'operation.ended')
    return next.end === 'done' ? { kind: 'done', answer: next.answer } : { kind: 'failed', error: next.error }
  }

  async function postponed(work: Work<OperationKind>, because: AppError, later: number | null): Promise<RunResult> {
    const { environmentId, opId, kind, step, shipmentId, bookingId, attempts } = work.operation
    const retryInMs = later ?? backoffMs(attempts + 1, { ...STEP_BACKOFF, jitter: 0.5 })
    await work.postpone(retryInMs)
    log.info(
      { environmentId, opId, kind, step, shipmentId, bookingId, attempts, retryInMs, code: because.code },
      'operation.postponed',
    )
    return { kind: 'unfinished', error: because }
  }

  /** A step that threw: its effect is in doubt, and is found out by taking it again. */
  async function broken(work: Work<OperationKind>, error: unknown): Promise<RunResult> {
    const { environmentId, opId, kind, step } = work.operation
    const shown = error instanceof AppError ? error : brokenOff(error)
    if (error instanceof LeaseLost || error instanceof Interrupted) {
      log.warn({ err: error, environmentId, opId, kind, step }, 'operation.abandoned')
      return { kind: 'unfinished', error: shown }
    }
    if (!(error instanceof AppError))
      log.error({ err: error, environmentId, opId, kind, step }, 'operation.step_failed')
    try {
      return await postponed(work, shown, null)
    } catch (cause) {
      // The database is away, or the lease is: the operation is found due when the lease has run out.
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
    takeUp(held) {
      takenUp += 1
      return start(held).finally(() => {
        takenUp -= 1
      })
    },
    get free() {
      return stopping ? 0 : MAX_TAKEN_UP - takenUp
    },
    async stop() {
      stopping = true
      await Promise.all(runs)
    },
  }
}

const brokenOff = (cause: unknown): AppError =>
  new AppError('upstream_timeout', 'The outcome is being found out. The same request with the same key is safe.', {
    cause,
  })

const stopped = (): AppError =>
  new AppError('upstream_timeout', 'The service is being restarted. The same request with the same key is safe.')
