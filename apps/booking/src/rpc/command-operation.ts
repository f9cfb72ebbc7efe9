/** From a merchant's command to its operation, and back to an answer in time. */
import {
  type Answer,
  type Begun,
  beginOperation as beginRecord,
  finishOperation,
  finishWithError,
  releaseOperation,
} from '@waybill/chassis/idempotency/operations'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import type { Dependencies } from '../dependencies.ts'
import { errorFromStored, mayBeginAgain, type Operation } from '../operations/operation.ts'
import { beginOperation, findOperation, type NewOperation } from '../operations/repository.ts'
import type { Runner, RunResult } from '../operations/runner.ts'
import { LEASE_MS } from '../operations/steps/work.ts'

/** Kept back of the caller's deadline, to answer before it. */
const ANSWER_RESERVE_MS = 500
/** How often another's operation is looked at. */
const LOOK_AGAIN_MS = 100

export interface Command {
  /** What is to be done, after all that can be checked without holding the shipment; or the answer, if it is done already. */
  prepare(): Promise<Pick<NewOperation, 'kind' | 'step' | 'desired'> | Answer>
  /** What is answered while the outcome is not known; may throw. */
  pending(operation: Operation, because: AppError): Promise<Answer>
  shipmentId: string
}

export interface CommandDependencies extends Dependencies {
  runner: Runner
}

/**
 * Begins the command's operation, or finds it begun, and answers its outcome; while that is not known in time, its
 * present state. The work goes on whether or not the caller waits.
 */
export async function perform(
  dependencies: CommandDependencies,
  context: CallContext,
  command: Command,
): Promise<Answer> {
  for (;;) {
    const begun = await beginRecord(dependencies.db, context, { leaseMs: LEASE_MS, minted: {} })
    if (begun.outcome === 'finished') return begun.answer
    const answer = await performBegun(dependencies, context, command, begun.opId).finally(() =>
      release(dependencies, context, begun),
    )
    if (answer) return answer
    // It has ended just now: its answer stands in the record.
  }
}

async function performBegun(
  dependencies: CommandDependencies,
  context: CallContext,
  command: Command,
  opId: string,
): Promise<Answer | undefined> {
  const { db, runner } = dependencies
  const { environmentId } = context
  const key = { environmentId, opId }
  const known = await findOperation(db, environmentId, opId)
  if (known && !mayBeginAgain(known)) return await follow(dependencies, context, command, known)
  try {
    const prepared = await command.prepare()
    if ('status' in prepared) {
      await finishOperation(db, key, prepared)
      return prepared
    }
    const held = await beginOperation(
      db,
      {
        ...key,
        ...prepared,
        shipmentId: command.shipmentId,
        // A claim that was settled stays settled: a new try needs a new one.
        claimId: known ? newId('op') : opId,
        context: {
          merchantId: context.merchantId,
          livemode: context.livemode,
          requestId: context.requestId,
          idempotencyKey: context.idempotencyKey,
          ifMatch: context.ifMatch,
          traceparent: context.traceparent,
        },
      },
      LEASE_MS,
    )
    if (held === undefined) {
      const other = await findOperation(db, environmentId, opId)
      return other && (await follow(dependencies, context, command, other))
    }
    const result = await inTime(runner.start(held), context)
    if (result?.kind === 'done' && result.answer) return result.answer
    if (result?.kind === 'failed') throw result.error
    return await answerPresentState(
      dependencies,
      context,
      command,
      opId,
      result?.kind === 'unfinished' ? result.error : late(),
    )
  } catch (error) {
    if (error instanceof AppError && error.isDeterministic) {
      await finishWithError(db, key, error, context.requestId)
    }
    throw error
  }
}

/** An operation that was begun before: its outcome, once it is known. */
async function follow(
  dependencies: CommandDependencies,
  context: CallContext,
  command: Command,
  operation: Operation,
): Promise<Answer | undefined> {
  if (operation.outcome?.kind === 'failed') throw errorFromStored(operation.outcome.error)
  if (operation.outcome?.kind === 'done') return undefined
  return await answerPresentState(dependencies, context, command, operation.opId, late())
}

/** Waits for an operation that only waits for another one; answers any other as it is. */
async function answerPresentState(
  dependencies: CommandDependencies,
  context: CallContext,
  command: Command,
  opId: string,
  because: AppError,
): Promise<Answer | undefined> {
  for (;;) {
    const operation = await findOperation(dependencies.db, context.environmentId, opId)
    if (operation === undefined) throw because
    if (operation.state === 'ended') return await follow(dependencies, context, command, operation)
    if (operation.step !== 'await_holder' || timeLeftMs(context) < LOOK_AGAIN_MS) {
      return await command.pending(operation, because)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

const timeLeftMs = ({ deadlineAt }: CallContext): number => deadlineAt.getTime() - ANSWER_RESERVE_MS - Date.now()

/** The result, unless the caller must be answered before there is one. */
async function inTime(running: Promise<RunResult>, context: CallContext): Promise<RunResult | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, timeLeftMs(context)))
  })
  try {
    return await Promise.race([running, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

async function release(dependencies: CommandDependencies, context: CallContext, begun: Begun): Promise<void> {
  if (begun.outcome !== 'begun' && begun.outcome !== 'resumed') return
  await releaseOperation(dependencies.db, context, begun)
}

const late = (): AppError =>
  new AppError('upstream_timeout', 'There was no result in time. The same request with the same key is safe to repeat.')
