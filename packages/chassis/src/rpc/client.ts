import { setTimeout as delay } from 'node:timers/promises'
import * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import { trace } from '@opentelemetry/api'
import {
  type CalledBy,
  type Callee,
  type Caller,
  findCallee,
  type MethodsFor,
  type RpcDefinitions,
} from '@waybill/contracts/call-table'
import type { FilePart__Output } from '@waybill/contracts/gen/waybill/common/v1/FilePart'
import type { Logger } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { createBatchSender } from './batched/client.ts'
import { DEFAULT_DEADLINE_MS, findInheritedBounds } from './call-context.ts'
import { createSigner } from './call-signature.ts'
import { clientCredentials, MAX_MESSAGE_BYTES, type RpcTls } from './credentials.ts'
import { fromGrpcError, isLostCall, outcomeUnknown } from './errors.ts'
import type { RpcFile } from './file-stream.ts'
import type { ContextualRequest } from './handler.ts'
import { type Connection, type OutgoingCall, openFile, sendUnary } from './outgoing-calls.ts'
import { serviceDefinition } from './proto.ts'

export { contextMessage, systemContext } from './call-context.ts'

/** Tries of a lost call. Pauses up to 50, 100, 200, 400, 800, 1,000, 1,000 ms: 1.8 s on average from first to last. */
const MAX_TRIES = 8
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000

const CHANNEL_OPTIONS: grpc.ChannelOptions = {
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  // Retries happen here, within the deadline. The library's retry buffer would only add cost.
  'grpc.enable_retries': 0,
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  'grpc.dns_min_time_between_resolutions_ms': 2_000,
}

interface RpcCallOptions {
  /** Longest duration of the call, retries included. The context's deadline may end it earlier. */
  timeoutMs?: number
  signal?: AbortSignal
}

type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] }

/** The methods of a generated `XServiceDefinition` as async functions. A streaming method returns a file. */
export type UnaryClient<Definition> = {
  [K in keyof Named<Definition>]: Named<Definition>[K] extends MethodDefinition<
    infer Request,
    infer _Reply,
    infer _RequestRead,
    infer Reply
  >
    ? (request: Request, options?: RpcCallOptions) => Promise<Reply extends FilePart__Output ? RpcFile : Reply>
    : never
}

/** The methods of a gRPC service that the caller may call, by the table of calls. */
export type RpcClient<C extends Caller, S extends CalledBy<C>> = Pick<
  UnaryClient<RpcDefinitions[S]>,
  MethodsFor<C, S> & keyof UnaryClient<RpcDefinitions[S]>
>

interface ClientOptions<C extends Caller, S extends CalledBy<C>> {
  /** The service that calls. */
  caller: C
  serviceName: S
  /** The service that is called. Required for the operator's interface, which all services serve. */
  callee?: Callee
  /** `host:port`. Calls are balanced over all addresses of the host. */
  target: string
  internalKey: string
  /** Default: plaintext. */
  tls?: RpcTls
  log: Logger
  metrics: Metrics
  defaultTimeoutMs?: number
  /** Frequent methods: calls made in the same turn of the event loop share one message, except traced ones. */
  gathered?: readonly MethodsFor<C, S>[]
}

/**
 * A client of one service. A request whose `context` comes from `contextMessage` inherits that context's deadline and
 * signal. Lost calls are retried.
 * Methods throw the AppError that the service threw, `upstream_timeout` if the deadline passed (the outcome is unknown),
 * or `service_unavailable` if the service was unreachable on every try.
 * For a file, deadline, signal and retries count until its first piece arrives.
 */
export function connectRpc<const C extends Caller, const S extends CalledBy<C>>(
  options: ClientOptions<C, S>,
): RpcClient<C, S> & { close(): void } {
  const { caller, serviceName, internalKey, log, defaultTimeoutMs = DEFAULT_DEADLINE_MS } = options
  const callee = options.callee ?? findCallee(serviceName)
  if (!callee) throw new Error(`${serviceName} is served by all services: name the callee`)
  const sign = createSigner({ internalKey, caller, callee })
  const channel = new grpc.Client(options.target, clientCredentials(options.tls, options), CHANNEL_OPTIONS)
  const tryOnce = observed(options, createSender({ channel, sign }, serviceName, options.gathered ?? []))
  const methods = Object.entries(serviceDefinition(serviceName)).map(([name, method]) => [
    name,
    (request: ContextualRequest, { timeoutMs = defaultTimeoutMs, signal }: RpcCallOptions = {}) => {
      const inherited = findInheritedBounds(request.context)
      const deadlineMs = Math.min(Date.now() + timeoutMs, inherited?.deadlineAt.getTime() ?? Number.POSITIVE_INFINITY)
      const signals = [signal, inherited?.signal].filter((given) => given !== undefined)
      return withRetries({ name, method, request, deadlineAt: new Date(deadlineMs), signals }, tryOnce, log)
    },
  ])
  return { ...Object.fromEntries(methods), close: () => channel.close() } as RpcClient<C, S> & { close(): void }
}

interface NamedCall extends OutgoingCall {
  name: string
}

type Observe = (code: grpc.status) => void

/** Sends a call in a batch if its method is gathered and its trace is not recorded, else alone. */
function createSender(
  connection: Connection,
  serviceName: string,
  gathered: readonly string[],
): (call: NamedCall, observe: Observe) => Promise<unknown> {
  const definition = serviceDefinition(serviceName)
  const batchSenders = new Map(
    gathered.map((name) => {
      const method = definition[name]
      if (!method) throw new Error(`${serviceName} has no method ${name}`)
      return [name, createBatchSender(connection, method)]
    }),
  )

  async function send(call: NamedCall): Promise<unknown> {
    const sendBatched = trace.getActiveSpan()?.isRecording() ? undefined : batchSenders.get(call.name)
    if (!sendBatched) return await sendUnary(connection, call)
    try {
      return await sendBatched(call)
    } catch (error) {
      // During a rolling update a server may be older than batches.
      if ((error as grpc.ServiceError).code !== grpc.status.UNIMPLEMENTED) throw error
      return await sendUnary(connection, call)
    }
  }

  return async (call, observe) => {
    if (call.method.responseStream) return await openFile(connection, call, observe)
    let code = grpc.status.OK
    try {
      return await send(call)
    } catch (error) {
      code = (error as grpc.ServiceError).code
      throw error
    } finally {
      observe(code)
    }
  }
}

/** Adds one observation of the histogram to each try. */
function observed(
  { serviceName, metrics }: { serviceName: string; metrics: Metrics },
  send: (call: NamedCall, observe: Observe) => Promise<unknown>,
): (call: NamedCall) => Promise<unknown> {
  const duration = metrics.histogram({
    name: 'rpc_client_duration_seconds',
    help: 'Time of one try of a gRPC call, by method and status.',
    labels: ['rpc_service', 'rpc_method', 'code'],
  })
  return (call) => {
    const startedAt = performance.now()
    return send(call, (code) => {
      const seconds = (performance.now() - startedAt) / 1_000
      duration.observe({ rpc_service: serviceName, rpc_method: call.name, code: grpc.status[code] }, seconds)
    })
  }
}

/**
 * Repeats a lost call until its deadline. Safe, since every command is idempotent. If its first try is still at work, or
 * has left its lease behind, the repeat waits for it until the deadline. Throws an AppError.
 */
async function withRetries(
  call: NamedCall,
  tryOnce: (call: NamedCall) => Promise<unknown>,
  log: Logger,
): Promise<unknown> {
  const deadlineMs = call.deadlineAt.getTime()
  for (let tries = 1; ; tries++) {
    try {
      return await tryOnce(call)
    } catch (thrown) {
      const error = thrown as grpc.ServiceError
      const failure = fromGrpcError(error)
      const waitsForItself = tries > 1 && failure.code === 'idempotency_in_progress'
      const pauseMs = Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1))
      const isOver = Date.now() + pauseMs >= deadlineMs || call.signals.some((s) => s.aborted)
      if (waitsForItself && isOver) throw outcomeUnknown(error)
      if (!waitsForItself && (!isLostCall(error) || isOver || tries >= MAX_TRIES)) throw failure
      log.debug({ method: call.method.path, tries, pauseMs: Math.round(pauseMs) }, 'rpc.retried')
      await delay(pauseMs)
    }
  }
}
