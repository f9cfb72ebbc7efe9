import type { Context } from '@waybill/contracts/gen/waybill/common/v1/Context'
import { newId } from '@waybill/contracts/ids'
import { traceparentNow } from '../telemetry/trace-context.ts'

/** Deadline of a call without one. */
export const DEFAULT_DEADLINE_MS = 10_000

/** Tenant, scopes, request and deadline of a call. Every command and query receives one. */
export interface CallContext {
  environmentId: string
  merchantId: string
  livemode: boolean
  scopes: string[]
  requestId: string
  /** A command is idempotent by (environmentId, opId). */
  opId: string
  idempotencyKey: string | null
  /** Method and path with the ids filled in. */
  route: string
  bodyHash: string
  traceparent: string | null
  deadlineAt: Date
  /** Aborts when the caller cancels or the deadline passes. */
  signal: AbortSignal
  /** The version that the caller's If-Match asks for. */
  ifMatch: string | null
}

/** How long an onward call may take and what ends it early. */
export interface CallBounds {
  deadlineAt: Date
  signal: AbortSignal
}

// The deadline travels as gRPC's own, not as a field; this keeps it beside the message until the call is made.
const boundsByMessage = new WeakMap<object, CallBounds>()

/**
 * The proto form of a context, for an onward call. A call made with it inherits the context's deadline and signal,
 * and the trace of the span that is active now.
 */
export function contextMessage(context: CallContext): Context {
  const message: Context = {
    environment_id: context.environmentId,
    merchant_id: context.merchantId,
    livemode: context.livemode,
    scopes: context.scopes,
    request_id: context.requestId,
    op_id: context.opId,
    idempotency_key: context.idempotencyKey ?? '',
    route: context.route,
    body_hash: context.bodyHash,
    traceparent: traceparentNow() ?? context.traceparent ?? '',
    if_match: context.ifMatch ?? '',
  }
  boundsByMessage.set(message, context)
  return message
}

/** The bounds of the context that a message was made from, if `contextMessage` made it. */
export function findInheritedBounds(message: object | null | undefined): CallBounds | undefined {
  return message ? boundsByMessage.get(message) : undefined
}

/** A context from its proto form and the bounds of the call that brought it. */
export function contextFromMessage(message: Context, bounds: CallBounds): CallContext {
  return {
    environmentId: message.environment_id ?? '',
    merchantId: message.merchant_id ?? '',
    livemode: message.livemode ?? false,
    scopes: message.scopes ?? [],
    requestId: message.request_id ?? '',
    opId: message.op_id ?? '',
    idempotencyKey: message.idempotency_key || null,
    route: message.route ?? '',
    bodyHash: message.body_hash ?? '',
    traceparent: message.traceparent || null,
    deadlineAt: bounds.deadlineAt,
    get signal() {
      return bounds.signal
    },
    ifMatch: message.if_match || null,
  }
}

/**
 * A context for work that no request waits for: a saga's step, a reconciler, a consumer.
 * The deadline begins to run at once; an `opId` makes the command it is used for repeatable.
 */
export function systemContext(options: {
  environmentId: string
  merchantId: string
  livemode: boolean
  requestId?: string
  opId?: string
  timeoutMs: number
}): CallContext {
  const signal = AbortSignal.timeout(options.timeoutMs)
  return {
    environmentId: options.environmentId,
    merchantId: options.merchantId,
    livemode: options.livemode,
    scopes: [],
    requestId: options.requestId ?? newId('req'),
    opId: options.opId ?? newId('op'),
    idempotencyKey: null,
    route: '',
    bodyHash: '',
    traceparent: traceparentNow(),
    deadlineAt: new Date(Date.now() + options.timeoutMs),
    signal,
    ifMatch: null,
  }
}
