/** Runs a merchant's command as an operation and answers within the caller's deadline. */
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
import { errorFromStored } from '../operations/errors.ts'
import { mayBeginAgain, type OpenOperation, type Operation, type Position } from '../operations/operation.ts'
import { beginOperation, findOperation } from '../operations/repository.ts'
import type { Runner, RunResult } from '../operations/runner.ts'
import { LEASE_MS } from '../operations/steps/work.ts'

/** Reserved before the caller's deadline to send the answer. */
const ANSWER_RESERVE_MS = 500
/** Interval at which an operation that another process runs is read again. */
const POLL_MS = 100

export interface Command {
  shipmentId: string
  /** Checks what can be checked without holding the shipment. Resolves to the first position, or to a known answer. */
  prepare(): Promise<Position | Answer>
  /** The answer while the outcome is unknown; may throw. */
  pending(operation: OpenOperation, because: AppError): Promise<Answer>
}

export interface CommandDependencies extends Dependencies {
  runner: Runner
}

interface Call {
  dependencies: CommandDependencies
  context: CallContext
  command: Command
  opId: string
}

/**
 * Begins the command's operation, or finds the one begun before, and answers its outcome; if that is not known by the
 * deadline, its present state. The operation continues whether or not the caller waits.
 */
export async function perform(
  dependencies: CommandDependencies,
  context: CallContext,
  command: Command,
): Promise<Answer> {
  for (;;) {
    const begun = await beginRecord(dependencies.db, context, { leaseMs: LEASE_MS, minted: {} })
    if (begun.outcome === 'finished') return begun.answer
    const call = { dependencies, context, command, opId: begun.opId }
    const answer = await performBegun(call).finally(() => releaseRecord(call, begun))
    if (answer) return answer
    // The operation ended between the two reads: its answer is in the record now.
  }
}

async function performBegun(call: Call): Promise<Answer | undefined> {
  const { context, opId } = call
  const { db } = call.dependencies
  const key = { environmentId: context.environmentId, opId }
  const known = await findOperation(db, context.environmentId, opId)
  if (known && !mayBeginAgain(known)) return await answerOutcome(call, known)
  try {
    const prepared = await call.command.prepare()
    if ('status' in prepared) {
      await finishOperation(db, key, prepared)
      return prepared
    }
    // A settled claim stays settled: a new try needs a new one.
    return await run(call, prepared, known ? newId('op') : opId)
  } catch (error) {
    if (error instanceof AppError && error.isDeterministic) {
      await finishWithError(db, key, error, context.requestId)
    }
    throw error
  }
}

async function run(call: Call, position: Position, claimId: string): Promise<Answer | undefined> {
  const { context, command, opId } = call
  const { db, runner } = call.dependencies
  const { environmentId, merchantId, livemode, requestId, idempotencyKey, ifMatch, traceparent } = context
  const operation = {
    ...position,
    ...{ environmentId, opId, claimId, shipmentId: command.shipmentId },
    context: { merchantId, livemode, requestId, idempotencyKey, ifMatch, traceparent },
  }
  const held = await beginOperation(db, operation, LEASE_MS)
  if (held === undefined) {
    const other = await findOperation(db, environmentId, opId)
    return other && (await answerOutcome(call, other))
  }
  const result = await beforeDeadline(runner.start(held), context)
  if (result?.kind === 'done' && result.answer) return result.answer
  if (result?.kind === 'failed') throw result.error
  return await answerPresentState(call, result?.kind === 'unfinished' ? result.error : deadlinePassed())
}

/** The outcome of an operation that was begun before; undefined if its answer is in the idempotency record. */
async function answerOutcome(call: Call, operation: Operation): Promise<Answer | undefined> {
  if (operation.state === 'open') return await answerPresentState(call, deadlinePassed())
  if (operation.outcome.kind === 'failed') throw errorFromStored(operation.outcome.error)
  return undefined
}

/** Waits for an operation that itself waits for another one; answers any other as it is. */
async function answerPresentState(call: Call, because: AppError): Promise<Answer | undefined> {
  const { dependencies, context, command, opId } = call
  for (;;) {
    const operation = await findOperation(dependencies.db, context.environmentId, opId)
    if (operation === undefined) throw because
    if (operation.state === 'ended') return await answerOutcome(call, operation)
    if (operation.step !== 'await_holder' || timeLeftMs(context) < POLL_MS) {
      return await command.pending(operation, because)
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

const timeLeftMs = ({ deadlineAt }: CallContext): number => deadlineAt.getTime() - ANSWER_RESERVE_MS - Date.now()

/** The result; undefined if the caller must be answered before there is one. */
async function beforeDeadline(running: Promise<RunResult>, context: CallContext): Promise<RunResult | undefined> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, timeLeftMs(context)))
  })
  try {
    return await Promise.race([running, deadline])
  } finally {
    clearTimeout(timer)
  }
}

async function releaseRecord({ dependencies, context }: Call, begun: Begun): Promise<void> {
  if (begun.outcome !== 'begun' && begun.outcome !== 'resumed') return
  await releaseOperation(dependencies.db, context, begun)
}

const deadlinePassed = (): AppError =>
  new AppError('upstream_timeout', 'No result within the deadline. Retry with the same Idempotency-Key.')
