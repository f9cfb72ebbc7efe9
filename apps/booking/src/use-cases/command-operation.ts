/** Runs a merchant's command as an operation and answers within the caller's deadline. */
import { bindCall, bindToAnswer, findBinding, lockBinding } from '@waybill/chassis/idempotency/bindings'
import { type Answer, errorAnswer, finishOperation } from '@waybill/chassis/idempotency/operations'
import { transact, untilAnswered } from '@waybill/chassis/postgres/database'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import type { Trx } from '../db.ts'
import type { Dependencies } from '../dependencies.ts'
import { errorFromStored } from '../operations/errors.ts'
import { beginOperation } from '../operations/lease-repository.ts'
import { mayBeginAgain, type OpenOperation, type Operation, type Position } from '../operations/operation.ts'
import { findOperation, findProgress } from '../operations/repository.ts'
import type { Runner, RunResult } from '../saga/runner.ts'
import { LEASE_MS } from '../saga/steps/work.ts'

/** Reserved before the caller's deadline to send the answer. */
const ANSWER_RESERVE_MS = 500
/** Interval at which an operation that another process runs is read again. */
const POLL_MS = 100

interface Command {
  shipmentId: string
  /** Checks what can be checked without holding the shipment. Resolves to the first position, or to a known answer. */
  prepare(): Promise<Position | Answer>
  /** Locks and checks what must still be true when the operation begins. Throws if it is not. */
  assert?: ((trx: Trx) => Promise<void>) | undefined
  /** The answer while the outcome is unknown; may throw. */
  pending(operation: OpenOperation, because: AppError): Promise<Answer>
  /** The answer in place of the stored one, if a caller was answered before the outcome was known; otherwise null. */
  later?(opId: string, stored: Answer): Promise<Answer | null>
}

export interface CommandDependencies extends Dependencies {
  runner: Runner
}

interface Call {
  dependencies: CommandDependencies
  context: CallContext
  command: Command
  opId: string
  /** A record binds the call's key, or the call itself, to the operation. */
  isBound: boolean
  /** A record was looked for, and there was none. */
  isKnownToBeNew: boolean
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
  const find = () => findBinding(dependencies.db, context)
  // Nearly always the call is new. Then its record is not looked for first: if there is one, nothing is stored beside it.
  let known = command.assert ? { binding: await find() } : null
  for (;;) {
    const binding = known?.binding ?? null
    if (binding?.outcome === 'finished') return await finished(command, binding)
    const opId = binding?.opId ?? context.opId
    const isKnownToBeNew = known?.binding === null
    const answer = await performOpen({
      dependencies,
      context,
      command,
      opId,
      isBound: binding !== null,
      isKnownToBeNew,
    })
    if (answer) return answer
    // Another call of the operation or the key has begun or ended it, or is about to.
    known = { binding: await find() }
  }
}

/** The stored answer. A caller that was answered before the outcome was known has not had it: it gets the present state. */
async function finished(command: Command, { opId, answer }: { opId: string; answer: Answer }): Promise<Answer> {
  if (answer.status >= 300) return answer
  return (await command.later?.(opId, answer)) ?? answer
}

async function performOpen(call: Call): Promise<Answer | undefined> {
  const { dependencies, context, command, opId, isBound } = call
  const known = isBound ? await findOperation(dependencies.db, context.environmentId, opId) : undefined
  if (known && !mayBeginAgain(known)) return await answerOutcome(call, known)
  let prepared: Position | Answer
  try {
    prepared = await command.prepare()
  } catch (error) {
    if (!(error instanceof AppError && error.isDeterministic)) {
      // A repeat has its answer, though what it would need is not there now.
      if (isBound || call.isKnownToBeNew || (await findBinding(dependencies.db, context)) === null) throw error
      return undefined
    }
    if (await isKept(call, errorAnswer(error, context.requestId))) throw error
    return undefined
  }
  if ('status' in prepared) return (await isKept(call, prepared)) ? prepared : undefined
  // A settled claim stays settled: a new try needs a new one.
  return await run(call, prepared, known ? newId('op') : opId)
}

/** Stores an answer that needs no operation; false if another call has begun the operation. */
async function isKept({ dependencies: { db }, context, opId, isBound }: Call, answer: Answer): Promise<boolean> {
  if (!isBound) return await bindToAnswer(db, context, answer)
  const key = { environmentId: context.environmentId, opId }
  const finish = async (trx: Trx) => {
    await lockBinding(key).execute(trx)
    const present = await findOperation(trx, key.environmentId, opId)
    if (present?.state === 'open') return false
    await finishOperation(trx, key, answer)
    return true
  }
  return await untilAnswered(() => transact(db, finish))
}

async function run(call: Call, position: Position, claimId: string): Promise<Answer | undefined> {
  const { context, command, opId, isBound } = call
  const { db, runner } = call.dependencies
  const { environmentId, merchantId, livemode, requestId, idempotencyKey, ifMatch, traceparent } = context
  const operation = {
    ...position,
    environmentId,
    opId,
    claimId,
    shipmentId: command.shipmentId,
    context: { merchantId, livemode, requestId, idempotencyKey, ifMatch, traceparent },
  }
  const record = isBound ? lockBinding(operation) : bindCall(context)
  const held = await beginOperation(db, operation, record, { leaseMs: LEASE_MS, assert: command.assert })
  if (held === undefined) return undefined
  const result = await beforeDeadline(runner.start(held), context)
  if (result?.kind === 'done' && result.answer) return result.answer
  if (result?.kind === 'failed') throw result.error
  return await answerPresentState(call, result?.kind === 'unfinished' ? result.error : deadlinePassed())
}

/** The outcome of an operation that was begun before; undefined if its answer is in the record. */
async function answerOutcome(call: Call, operation: Operation): Promise<Answer | undefined> {
  if (operation.state === 'open') return await answerPresentState(call, deadlinePassed(), { waits: true })
  if (operation.outcome.kind === 'failed') throw errorFromStored(operation.outcome.error)
  return undefined
}

/**
 * The present state of an open operation. Waits for one that waits for another one and for what it does then, and with
 * `waits` for one that is in work, until it has ended or the deadline comes.
 */
async function answerPresentState(call: Call, because: AppError, { waits = false } = {}): Promise<Answer | undefined> {
  const { dependencies, context, command, opId } = call
  let hasWaited = false
  for (;;) {
    const progress = await findProgress(dependencies.db, context.environmentId, opId)
    if (progress === undefined) throw because
    const { operation, isInWork } = progress
    if (operation.state === 'ended') return await answerOutcome(call, operation)
    const isWaiting = waitsForAnother(operation)
    hasWaited ||= isWaiting
    const mayEndSoon = isWaiting || ((waits || hasWaited) && isInWork)
    if (!mayEndSoon || timeLeftMs(context) < POLL_MS) return await command.pending(operation, because)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

const waitsForAnother = ({ step }: OpenOperation): boolean => step === 'await_holder' || step === 'await_booking'

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

const deadlinePassed = (): AppError =>
  new AppError('upstream_timeout', 'No result within the deadline. Retry with the same Idempotency-Key.')
