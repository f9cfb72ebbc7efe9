/** What a step of an operation works with. */
import type { CarrierAdapter, CarrierCall } from '@waybill/carriers/carrier-adapter'
import { type Answer, finishOperation, finishWithError } from '@waybill/chassis/idempotency/operations'
import { transact } from '@waybill/chassis/postgres/database'
import { contextMessage, systemContext } from '@waybill/chassis/rpc/call-context'
import type { AppError, CarrierFault } from '@waybill/contracts/app-error'
import type { Context } from '@waybill/contracts/gen/waybill/common/v1/Context'
import type { BookingRecorder } from '../../bookings/recorder.ts'
import type { Trx } from '../../db.ts'
import type { Dependencies } from '../../dependencies.ts'
import { carrierAccount } from '../carrier-requests.ts'
import { notConnected, storedError } from '../errors.ts'
import type { DesiredAt, Move, OpenOperation, OperationKind, StepName, StepOf } from '../operation.ts'
import {
  endOperation,
  extendLease,
  type HeldOperation,
  type Lease,
  lockHeldOperation,
  moveOperation,
  postponeOperation,
} from '../repository.ts'

/** Longer than any carrier call and the transaction that stores its result. */
export const LEASE_MS = 15_000
/** What must be left of the lease when a carrier call ends. */
const LEASE_MARGIN_MS = 2_000
const RPC_TIMEOUT_MS = 5_000

/** Which of the carrier's timeouts applies to a call. */
const timeoutByCall = { draft: 'book', book: 'book', cancel: 'cancel', update: 'update', find: 'track' } as const

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

/** The steps of a kind, each a function that gets what the operation keeps at that step. */
export type StepTable<K extends OperationKind> = { [S in StepOf<K>]: (work: Work<K, S>) => Promise<Next> }

/**
 * Called at the start of each step (`book.call`), after each remote call in it (`book.call:called`) and after each
 * commit (`book.call:committed`). For tests: an error it throws ends the run like a crash.
 */
export type OnStep = (name: string, operation: OpenOperation) => void | Promise<void>

/** A crash staged by `OnStep`. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** Work on an operation of the given kinds at one of the given steps. */
export type Work<K extends OperationKind, S extends StepName = StepOf<K>> = WorkOn<OpenOperation<K, S>>

export class WorkOn<O> {
  readonly dependencies: Dependencies
  readonly #onStep: OnStep
  /** The step at which this run took the operation up. */
  readonly #takenUpAt: StepName
  #operation: OpenOperation
  #lease: Lease

  constructor(dependencies: Dependencies, { operation, lease }: HeldOperation, onStep: OnStep) {
    this.dependencies = dependencies
    this.#operation = operation
    this.#takenUpAt = operation.step
    this.#lease = lease
    this.#onStep = onStep
  }

  /** As it was when the step began, until the step commits. */
  get operation(): O {
    return this.#operation as unknown as O
  }

  get lease(): Lease {
    return this.#lease
  }

  /** Whether the present step was certainly never taken before, in this run or in one that was interrupted at it. */
  get isFirstTry(): boolean {
    const { step, attempts } = this.#operation
    return attempts === 0 && step !== this.#takenUpAt
  }

  /** Records changes of bookings made now, for the request that began the operation. */
  recorder(): BookingRecorder {
    const { requestId, idempotencyKey } = this.#operation.context
    return this.dependencies.recorder({ at: new Date(), requestId, idempotencyKey })
  }

  /** The context of a call to another service on behalf of this operation. */
  rpcContext(options: { timeoutMs?: number; ifMatch?: string | null } = {}): Context {
    const { environmentId, opId, context } = this.#operation
    const base = systemContext({
      environmentId,
      merchantId: context.merchantId,
      livemode: context.livemode,
      ...(context.requestId !== null && { requestId: context.requestId }),
      opId,
      timeoutMs: options.timeoutMs ?? RPC_TIMEOUT_MS,
    })
    return contextMessage({ ...base, ifMatch: options.ifMatch ?? null, idempotencyKey: context.idempotencyKey })
  }

  /** Calls another service. */
  async remote<T>(call: () => Promise<T>): Promise<T> {
    const result = await call()
    await this.mark('called')
    return result
  }

  /** The carrier's adapter. Throws `carrier_unavailable` if this installation has none. */
  adapter(carrierCode: string): CarrierAdapter {
    const adapter = this.dependencies.carriers.get(carrierCode)
    if (adapter) return adapter
    throw notConnected(carrierCode)
  }

  /** Base URL for the carrier's call-backs; null: the carrier is polled instead. */
  callbackBaseUrl(carrierCode: string): string | null {
    const { carriers, callbackBaseUrl } = this.dependencies
    return carriers.get(carrierCode)?.descriptor.capabilities.callbacks ? callbackBaseUrl : null
  }

  /** Calls a carrier, with a lease that outlasts the call. */
  async callCarrier<T extends { kind: string }>(
    adapter: CarrierAdapter,
    operation: keyof typeof timeoutByCall,
    send: (call: CarrierCall) => Promise<T>,
    { carrierAccountId, idempotencyKey }: { carrierAccountId: string; idempotencyKey?: string },
  ): Promise<T> {
    const { timeoutsMs } = adapter.descriptor
    const timeoutMs = timeoutsMs[timeoutByCall[operation]]
    const neededMs = timeoutMs + LEASE_MARGIN_MS
    if (this.#lease.untilMs - performance.now() < neededMs) {
      const leaseMs = Math.max(neededMs, LEASE_MS)
      this.#lease = await extendLease(this.dependencies.db, this.#operation, this.#lease, leaseMs)
    }
    const { environmentId, opId, context } = this.#operation
    const outcome = await send({
      account: carrierAccount(environmentId, carrierAccountId, context.livemode),
      deadlineAt: new Date(Date.now() + timeoutMs),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      requestId: context.requestId ?? opId,
    })
    await this.mark('called')
    return outcome
  }

  /** Writes the result of the step and the next step in one transaction. Throws `LeaseLost`. */
  async commit(write: (trx: Trx) => Promise<Next>): Promise<Next> {
    const before = this.#operation
    const done = await transact(this.dependencies.db, async (trx) => {
      await lockHeldOperation(trx, this.#operation, this.#lease)
      const next = await write(trx)
      return { next, ...(await this.#apply(trx, next)) }
    })
    this.#operation = done.operation
    this.#lease = done.lease
    await this.mark('committed', before)
    return done.next
  }

  /** Calls `OnStep`. */
  async mark(event?: 'called' | 'committed', operation: OpenOperation = this.#operation): Promise<void> {
    const { kind, step } = operation
    try {
      await this.#onStep(event === undefined ? `${kind}.${step}` : `${kind}.${step}:${event}`, operation)
    } catch (cause) {
      throw new Interrupted('interrupted', { cause })
    }
  }

  async #apply(trx: Trx, next: Next): Promise<{ operation: OpenOperation; lease: Lease }> {
    if ('end' in next) {
      await this.#end(trx, next)
      return { operation: this.#operation, lease: this.#lease }
    }
    const operation = after(this.#operation, next)
    // A retry of the same step keeps counting its tries; its `desired` is stored when it is postponed.
    if ('later' in next && operation.step === this.#operation.step) return { operation, lease: this.#lease }
    const moved = { ...operation, attempts: 0 }
    return { operation: moved, lease: await moveOperation(trx, moved, this.#lease, LEASE_MS) }
  }

  async #end(trx: Trx, next: Extract<Next, { end: string }>): Promise<void> {
    const { environmentId, opId, context } = this.#operation
    if (next.end === 'done') {
      await endOperation(trx, this.#operation, this.#lease, { kind: 'done' })
      if (next.answer !== null) await finishOperation(trx, { environmentId, opId }, next.answer)
      return
    }
    const { error } = next
    await endOperation(trx, this.#operation, this.#lease, { kind: 'failed', error: storedError(error) })
    if (error.isDeterministic) await finishWithError(trx, { environmentId, opId }, error, context.requestId ?? '')
  }

  /** Leaves the step to a later run. */
  async postpone(inMs: number): Promise<void> {
    await postponeOperation(this.dependencies.db, this.#operation, this.#lease, inMs)
  }
}

/** The operation at its next step. The cast is safe: `Move` pairs a step with what is kept there, `Retry` keeps it. */
function after(operation: OpenOperation, next: Exclude<Next, { end: string }>): OpenOperation {
  if ('desired' in next) return { ...operation, step: next.to, desired: next.desired } as OpenOperation
  const desired = next.doubt === undefined ? operation.desired : { ...operation.desired, doubt: next.doubt }
  return { ...operation, step: next.to ?? operation.step, desired } as OpenOperation
}
