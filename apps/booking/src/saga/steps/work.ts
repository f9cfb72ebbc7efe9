/** Context of a step of an operation. */
import type { CarrierAdapter, CarrierCall, CarrierFailure, Failed, NotSent } from '@waybill/carriers/carrier-adapter'
import { errorAnswer } from '@waybill/chassis/idempotency/operations'
import { backoffMs } from '@waybill/chassis/loops/backoff'
import { isDatabaseUnavailable, LOCK_NOT_AVAILABLE, postgresCode, transact } from '@waybill/chassis/postgres/database'
import { sendWithCommit, type Write } from '@waybill/chassis/postgres/pipelining'
import { contextMessage, systemContext } from '@waybill/chassis/rpc/call-context'
import type { Context } from '@waybill/contracts/gen/waybill/common/v1/Context'
import type { Expression } from 'kysely'
import { accessAccount, isCalledBack } from '../../accounts/account-access.ts'
import { reportUnauthorized, type UnauthorizedAccount, unauthorizedAccount } from '../../accounts/unauthorized.ts'
import type { BookingRecorder } from '../../bookings/recorder.ts'
import type { Db, Trx } from '../../db.ts'
import type { Dependencies } from '../../dependencies.ts'
import { notConnected, storedError } from '../../operations/errors.ts'
import {
  endOperation,
  extendLease,
  type HeldOperation,
  type Lease,
  LeaseLost,
  lockOperation,
  moveOperation,
  moveWith,
  newLease,
  postponeOperation,
  releaseLeases,
  releaseOperation,
} from '../../operations/lease-repository.ts'
import type { Move, OpenOperation, OperationKind, StepName, StepOf } from '../../operations/operation.ts'
import { Interrupted, Stopping } from './interruptions.ts'
import type { Known } from './known.ts'
import { type Next, operationAfter, stepPauseMs } from './next.ts'

/** Longer than any carrier call and the transaction that stores its result. */
export const LEASE_MS = 15_000
/** Minimum that must be left of the lease, and of the time to stop, when a carrier call ends. */
export const LEASE_MARGIN_MS = 2_000
const RPC_TIMEOUT_MS = 5_000
/** How long the database may be away before an answer in memory is given up. Longer than a failover usually takes. */
const PATIENCE_MS = 30_000
const PATIENT_BACKOFF = { firstMs: 20, maxMs: 1_000, jitter: 0.5 }

/** Which of the carrier's timeouts applies to a call. */
const timeoutByCall = { draft: 'book', book: 'book', cancel: 'cancel', update: 'update', find: 'track' } as const

/** A call that was not made. */
type NotCalled<O extends keyof typeof timeoutByCall> = O extends 'find' ? Failed : NotSent

const notCalled = <O extends keyof typeof timeoutByCall>(operation: O, failure: CarrierFailure): NotCalled<O> =>
  ({ kind: operation === 'find' ? 'failed' : 'not_sent', failure }) as NotCalled<O>

/** A step as committed. `next` tells the pause before a later try. */
interface Committed {
  next: Next
  operation: OpenOperation
  lease: Lease
}

/** The steps of a kind, each a function that gets what the operation keeps at that step. */
export type StepTable<K extends OperationKind> = { [S in StepOf<K>]: (work: Work<K, S>) => Promise<Next> }

/**
 * Called at the start of each step (`book.call`), after each remote call in it (`book.call:called`) and after each
 * commit (`book.call:committed`). For tests: an error it throws ends the run like a crash.
 */
export type OnStep = (name: string, operation: OpenOperation) => void | Promise<void>

/** Whether a carrier call that may take this long, its result's transaction included, may begin. */
export type MayCall = (longestMs: number) => boolean

/** Work on an operation of the given kinds at one of the given steps. */
export type Work<K extends OperationKind, S extends StepName = StepOf<K>> = WorkOn<OpenOperation<K, S>>

export class WorkOn<O> {
  readonly dependencies: Dependencies
  readonly #onStep: OnStep
  readonly #mayCall: MayCall
  /** The step at which this run took the operation up. */
  readonly #takenUpAt: StepName
  #operation: OpenOperation
  #lease: Lease
  readonly known: Known = {}
  /** The next step, if its write was given to one of the step's own statements. */
  #moving: Committed | null = null
  /** The account of the step's last carrier call, if that was answered with 401 or 403. */
  #unauthorized: UnauthorizedAccount | null = null

  constructor(
    dependencies: Dependencies,
    { operation, lease }: HeldOperation,
    { onStep, mayCall }: { onStep: OnStep; mayCall: MayCall },
  ) {
    this.dependencies = dependencies
    this.#operation = operation
    this.#takenUpAt = operation.step
    this.#lease = lease
    this.#onStep = onStep
    this.#mayCall = mayCall
  }

  /** As it was when the step began, until the step commits. */
  get operation(): O {
    return this.#operation as unknown as O
  }

  get lease(): Lease {
    return this.#lease
  }

  get held(): HeldOperation {
    return { operation: this.#operation, lease: this.#lease }
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

  /** Base URL for the carrier's call-backs; null: the account is polled instead. */
  async callbackBaseUrl(
    trx: Trx,
    { carrierCode, carrierAccountId }: { carrierCode: string; carrierAccountId: string },
  ): Promise<string | null> {
    const { carriers, callbackBaseUrl } = this.dependencies
    const adapter = carriers.get(carrierCode)
    if (adapter === undefined || callbackBaseUrl === null) return null
    const key = { environmentId: this.#operation.environmentId, carrierAccountId }
    return (await isCalledBack(trx, this.dependencies, adapter, key)) ? callbackBaseUrl : null
  }

  /**
   * Calls a carrier, with a lease that outlasts the call. An account whose credentials cannot be used is an outcome like
   * that of a carrier that cannot be reached. Throws `Stopping` if the service may end before the carrier's answer.
   */
  async callCarrier<O extends keyof typeof timeoutByCall, T extends { kind: string; failure?: CarrierFailure }>(
    adapter: CarrierAdapter,
    operation: O,
    send: (call: CarrierCall) => Promise<T>,
    { carrierAccountId, idempotencyKey }: { carrierAccountId: string; idempotencyKey?: string },
  ): Promise<T | NotCalled<O>> {
    const { environmentId, opId, context } = this.#operation
    const key = { environmentId, carrierAccountId, livemode: context.livemode }
    // A first booking call that fails before it is sent would be taken for one whose answer was lost.
    const access = await this.patiently(() => accessAccount(this.dependencies, adapter.descriptor, key))
    if ('failure' in access) return notCalled(operation, access.failure)
    const { timeoutsMs } = adapter.descriptor
    const timeoutMs = timeoutsMs[timeoutByCall[operation]]
    const neededMs = timeoutMs + LEASE_MARGIN_MS
    if (this.#lease.untilMs - performance.now() < neededMs) {
      const leaseMs = Math.max(neededMs, LEASE_MS)
      this.#lease = await this.patiently(() => extendLease(this.dependencies.db, this.#operation, this.#lease, leaseMs))
    }
    if (!this.#mayCall(neededMs)) throw new Stopping()
    const outcome = await send({
      account: access.account,
      deadlineAt: new Date(Date.now() + timeoutMs),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      requestId: context.requestId ?? opId,
    })
    this.#unauthorized = unauthorizedAccount(adapter.descriptor, access, outcome)
    await this.mark('called')
    return outcome
  }

  /**
   * Writes the result of the step and the next step in one transaction, also if the database is away for a while or the
   * answer to the commit is lost. `now` is the database's clock. Throws `LeaseLost`.
   */
  async commit(write: (trx: Trx, now: Date) => Promise<Next>): Promise<Next> {
    const before = this.#operation
    /** State that each try would store, by the lease that it writes. */
    const tried = new Map<string | null, Committed>()
    const done = await this.patiently(() =>
      transact(this.dependencies.db, async (trx) => {
        const { leaseId, now } = await lockOperation(trx, this.#operation)
        const committed = tried.get(leaseId)
        if (committed !== undefined) return committed
        if (leaseId !== this.#lease.leaseId)
          throw new LeaseLost(`operation ${this.#operation.opId} is held by another process`)
        const applied = await this.#apply(trx, await write(trx, now))
        if (this.#unauthorized) await reportUnauthorized(trx, this.#unauthorized)
        tried.set(applied.lease.leaseId, applied)
        return applied
      }),
    )
    this.#operation = done.operation
    this.#lease = done.lease
    this.#unauthorized = null
    await this.mark('committed', before)
    return done.next
  }

  /** The write of the next step, for a statement with others of `commit`, which then returns this `next`. */
  moveWrite(trx: Trx, next: Move): Write {
    const { write, ...moving } = this.#moved(trx, next)
    this.#moving = moving
    return write
  }

  /**
   * Stores the next step, at which the operation keeps the same, in one statement with a write of one row: for a step that
   * has nothing to read before. `commit` says the rest. Undefined: an earlier try has stored them.
   */
  async move<Row>(next: Move, write: (db: Db, isHeld: Expression<boolean>) => Write<Row>): Promise<Row | undefined> {
    const [before, lease, moved] = [this.#operation, this.#lease, newLease(LEASE_MS)]
    const { db } = this.dependencies
    const operation = { ...operationAfter(before, next), attempts: 0 }
    const stored = { moved, leaseMs: LEASE_MS, write: (isHeld: Expression<boolean>) => write(db, isHeld) }
    const row = await this.patiently(() => moveWith(db, operation, lease, stored))
    this.#operation = operation
    this.#lease = moved
    await this.mark('committed', before)
    return row
  }

  /**
   * Does work with the database, repeatedly while the database is away or a row stays locked. The work must be idempotent.
   * Safe beyond the end of the lease, since no write of an operation that another process holds succeeds.
   */
  async patiently<T>(work: () => Promise<T>): Promise<T> {
    const untilMs = performance.now() + PATIENCE_MS
    for (let tries = 1; ; tries++) {
      try {
        return await work()
      } catch (error) {
        const pauseMs = backoffMs(tries, PATIENT_BACKOFF)
        if (!mayPass(error) || performance.now() + pauseMs > untilMs) throw error
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
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

  async #apply(trx: Trx, next: Next): Promise<Committed> {
    if ('end' in next) return { next, operation: this.#operation, lease: await this.#end(trx, next) }
    const moved = operationAfter(this.#operation, next)
    if (!('later' in next)) {
      if (this.#moving?.next === next) return this.#moving
      const { write, ...committed } = this.#moved(trx, next)
      await sendWithCommit(trx, write)
      return committed
    }
    const before = moved.step === this.#operation.step ? moved.attempts : 0
    const operation = { ...moved, attempts: before + 1 }
    const later = next.later ?? stepPauseMs(operation)
    const lease = await postponeOperation(trx, { before: this.#operation, operation }, this.#lease, later)
    return { next: { ...next, later }, operation, lease }
  }

  #moved(trx: Trx, next: Move): Committed & { write: Write } {
    const operation = { ...operationAfter(this.#operation, next), attempts: 0 }
    return { next, operation, ...moveOperation(trx, { before: this.#operation, operation }, this.#lease, LEASE_MS) }
  }

  async #end(trx: Trx, next: Extract<Next, { end: string }>): Promise<Lease> {
    if (next.end === 'done') {
      const { answer } = next
      return await endOperation(trx, this.#operation, this.#lease, { outcome: { kind: 'done' }, answer })
    }
    const { error } = next
    const { requestId } = this.#operation.context
    const answer = error.isDeterministic ? errorAnswer(error, requestId ?? '') : null
    const outcome = { kind: 'failed', error: storedError(error) } as const
    return await endOperation(trx, this.#operation, this.#lease, { outcome, answer })
  }

  /** Takes the next step in this run without storing it: an interrupted run takes the stored step again. */
  pass(next: Move): Move {
    this.#operation = operationAfter(this.#operation, next)
    return next
  }

  /** Ends the lease between two steps. Another run takes the next step at once. */
  async handOver(): Promise<void> {
    await releaseLeases(this.dependencies.db, [this.held])
  }

  /** Leaves the step that is stored to a later run, after a pause of `inMs`. */
  async release(inMs: number): Promise<void> {
    await releaseOperation(this.dependencies.db, this.#operation, this.#lease, inMs)
  }
}

/** Whether the database may soon do what it did not do now. */
const mayPass = (error: unknown): boolean => isDatabaseUnavailable(error) || postgresCode(error) === LOCK_NOT_AVAILABLE
