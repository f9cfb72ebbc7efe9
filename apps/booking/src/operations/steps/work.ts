/** What a step of an operation has at hand. */
import type { CarrierAdapter, CarrierCall } from '@waybill/carriers/carrier-adapter'
import { type Answer, finishOperation, finishWithError } from '@waybill/chassis/idempotency/operations'
import { transact } from '@waybill/chassis/postgres/database'
import { contextMessage, systemContext } from '@waybill/chassis/rpc/client'
import { AppError } from '@waybill/contracts/app-error'
import type { Context } from '@waybill/contracts/gen/waybill/common/v1/Context'
import type { BookingRecorder } from '../../bookings/recorder.ts'
import type { Trx } from '../../db.ts'
import type { Dependencies } from '../../dependencies.ts'
import { carrierAccount } from '../codec.ts'
import {
  type DesiredChange,
  type Operation,
  type OperationKind,
  type OperationOf,
  type StepName,
  storedError,
} from '../operation.ts'
import {
  endOperation,
  extendLease,
  type HeldOperation,
  type Lease,
  lockHeldOperation,
  moveOperation,
  postponeOperation,
} from '../repository.ts'

/** Longer than any call of a carrier, and what it takes to write the result. */
export const LEASE_MS = 15_000
/** What the lease must have left when a carrier's call is over. */
const LEASE_MARGIN_MS = 2_000
const RPC_TIMEOUT_MS = 5_000

/** Whose time-out holds for a call. */
const timeoutOf = { draft: 'book', book: 'book', cancel: 'cancel', update: 'update', find: 'track' } as const

/** What a step has come to. `later`: null leaves the pause to the runner. */
export type Next =
  | { to: StepName; desired?: DesiredChange; bookingId?: string }
  | { later: number | null; because: AppError; to?: StepName; desired?: DesiredChange }
  | { end: 'done'; answer: Answer | null }
  | { end: 'failed'; error: AppError }

/**
 * Called at the start of each step (`book.call`), after each remote call in it (`book.call:called`) and after each commit
 * of it (`book.call:committed`). For tests: what it throws ends the run as a crash would.
 */
export type OnStep = (name: string, operation: Operation) => void | Promise<void>

/** A crash that `OnStep` has staged. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** This installation has no adapter for the carrier, or none any more. */
export const notConnected = (carrierCode: string): AppError =>
  new AppError('carrier_unavailable', `Carrier ${carrierCode} is not connected at present.`)

export class Work<K extends OperationKind> {
  readonly dependencies: Dependencies
  readonly #onStep: OnStep
  /** Where this run took the operation up. */
  readonly #takenUpAt: StepName
  #operation: Operation
  #lease: Lease

  constructor(dependencies: Dependencies, { operation, lease }: HeldOperation, onStep: OnStep) {
    this.dependencies = dependencies
    this.#operation = operation
    this.#takenUpAt = operation.step
    this.#lease = lease
    this.#onStep = onStep
  }

  get operation(): OperationOf<K> {
    return this.#operation as OperationOf<K>
  }

  get lease(): Lease {
    return this.#lease
  }

  /** Whether the present step was surely never taken before: not in this run, nor in one that was left at it. */
  get isFirstTry(): boolean {
    const { step, attempts } = this.#operation
    return attempts === 0 && step !== this.#takenUpAt
  }

  /** Records changes of bookings made now, for the request that began the operation. */
  recorder(): BookingRecorder {
    const { requestId, idempotencyKey } = this.operation.context
    return this.dependencies.recorder({ at: new Date(), requestId, idempotencyKey })
  }

  /** The context of a call to another service, on behalf of this operation. */
  rpcContext(options: { timeoutMs?: number; ifMatch?: string | null } = {}): Context {
    const { environmentId, opId, context } = this.operation
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

  /** A call of another service. */
  async remote<T>(call: () => Promise<T>): Promise<T> {
    const result = await call()
    await this.mark('called')
    return result
  }

  /** The adapter of a carrier. Throws `carrier_unavailable` where this installation has none. */
  adapter(carrierCode: string): CarrierAdapter {
    const adapter = this.dependencies.carriers.get(carrierCode)
    if (adapter) return adapter
    throw notConnected(carrierCode)
  }

  /** Base of the address at which the carrier is to report; null: it cannot, and is asked instead. */
  callbackBaseUrl(carrierCode: string): string | null {
    const { carriers, callbackBaseUrl } = this.dependencies
    return carriers.get(carrierCode)?.descriptor.capabilities.callbacks ? callbackBaseUrl : null
  }

  /** A call of a carrier, made only while the lease outlasts it. */
  async callCarrier<T extends { kind: string }>(
    adapter: CarrierAdapter,
    operation: keyof typeof timeoutOf,
    send: (call: CarrierCall) => Promise<T>,
    { carrierAccountId, idempotencyKey }: { carrierAccountId: string; idempotencyKey?: string },
  ): Promise<T> {
    const { timeoutsMs } = adapter.descriptor
    const timeoutMs = timeoutsMs[timeoutOf[operation]]
    const neededMs = timeoutMs + LEASE_MARGIN_MS
    if (this.#lease.untilMs - performance.now() < neededMs) {
      this.#lease = await extendLease(this.dependencies.db, this.#operation, this.#lease, Math.max(neededMs, LEASE_MS))
    }
    const { environmentId, opId, context } = this.operation
    const outcome = await send({
      account: carrierAccount(environmentId, carrierAccountId, context.livemode),
      deadlineAt: new Date(Date.now() + timeoutMs),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      requestId: context.requestId ?? opId,
    })
    await this.mark('called')
    return outcome
  }

  /** Writes what the step has come to, if the operation is still ours, in one transaction with the next step's name. */
  async commit(write: (trx: Trx) => Promise<Next>): Promise<Next> {
    const taken = this.#operation
    const done = await transact(this.dependencies.db, async (trx) => {
      await lockHeldOperation(trx, this.#operation, this.#lease)
      const next = await write(trx)
      return { next, ...(await this.#apply(trx, next)) }
    })
    this.#operation = done.operation
    this.#lease = done.lease
    await this.mark('committed', taken)
    return done.next
  }

  /** The hook for tests. */
  async mark(what?: 'called' | 'committed', operation: Operation = this.#operation): Promise<void> {
    const { kind, step } = operation
    try {
      await this.#onStep(what === undefined ? `${kind}.${step}` : `${kind}.${step}:${what}`, operation)
    } catch (cause) {
      throw new Interrupted('interrupted', { cause })
    }
  }

  async #apply(trx: Trx, next: Next): Promise<{ operation: Operation; lease: Lease }> {
    const { environmentId, opId, context } = this.#operation
    if ('end' in next) {
      const operation = { ...this.#operation, state: 'ended' } as Operation
      if (next.end === 'done') {
        await endOperation(trx, operation, this.#lease, { kind: 'done' })
        if (next.answer !== null) await finishOperation(trx, { environmentId, opId }, next.answer)
      } else {
        const { error } = next
        await endOperation(trx, operation, this.#lease, { kind: 'failed', error: storedError(error) })
        if (error.isDeterministic) {
          await finishWithError(trx, { environmentId, opId }, error, context.requestId ?? '')
        }
      }
      return { operation, lease: this.#lease }
    }
    const operation = {
      ...this.#operation,
      ...(next.to !== undefined && { step: next.to }),
      ...('bookingId' in next && next.bookingId !== undefined && { bookingId: next.bookingId }),
      desired: { ...this.#operation.desired, ...next.desired },
    } as Operation
    // A later try of the same step keeps count of its tries.
    if ('later' in next && operation.step === this.#operation.step) return { operation, lease: this.#lease }
    const moved = { ...operation, attempts: 0 }
    return { operation: moved, lease: await moveOperation(trx, moved, this.#lease, LEASE_MS) }
  }

  /** Leaves the step to a later run. */
  async postpone(inMs: number): Promise<void> {
    await postponeOperation(this.dependencies.db, this.#operation, this.#lease, inMs)
  }
}
