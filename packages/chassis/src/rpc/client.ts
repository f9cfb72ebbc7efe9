import { setTimeout as delay } from 'node:timers/promises'
import * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import { trace } from '@opentelemetry/api'
import type { FilePart__Output } from '@waybill/contracts/gen/waybill/common/v1/FilePart'
import type { Logger } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { findUninstrumentedTraceparent } from '../telemetry/trace-context.ts'
import { createBatchSender, type OutgoingCall } from './batched/client.ts'
import { DEFAULT_DEADLINE_MS, findInheritedBounds } from './call-context.ts'
import { INTERNAL_AUTH_KEY, signCall } from './call-signature.ts'
import { clientCredentials, MAX_MESSAGE_BYTES, type RpcTls } from './credentials.ts'
import { fromGrpcError, isLostCall } from './errors.ts'
import { LONGEST_FILE_MS, type RpcFile, receiveFile } from './file-stream.ts'
import type { ContextualRequest } from './handler.ts'
import { serviceDefinition } from './proto.ts'

export { contextMessage, systemContext } from './call-context.ts'

/** Tries of a lost call: with pauses up to 50, 100, 200, 400, 800, 1,000, 1,000 ms, 1.8 s on average between first and last. */
const MAX_TRIES = 8
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000

const CHANNEL_OPTIONS: grpc.ChannelOptions = {
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  // Lost calls are sent again here, within the deadline; the library's own buffer would only cost.
  'grpc.enable_retries': 0,
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  'grpc.dns_min_time_between_resolutions_ms': 2_000,
}

export interface RpcCallOptions {
  /** Longest that the call may take, retries included; the context's deadline ends it earlier. */
  timeoutMs?: number
  signal?: AbortSignal
}

type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] }

/** From a generated `XServiceDefinition` to promise methods named as in the proto; those that stream give a file. */
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

/**
 * A client of one service, over as many connections as its target resolves to. A request whose `context` was made by
 * `contextMessage` inherits that context's deadline and signal.
 * Methods throw the AppError that the service threw; `upstream_timeout` when there was no answer within the deadline
 * (the outcome is unknown); `service_unavailable` when the service stayed unreachable through every try.
 * For a file, deadline, signal and tries count until its first piece is there; then it ends when its bytes are destroyed.
 */
export function connectRpc<Definition>(options: {
  serviceName: string
  target: string
  internalKey: string
  /** Plain unless given. */
  tls?: RpcTls
  log: Logger
  metrics: Metrics
  defaultTimeoutMs?: number
  /** Methods called so often that what waits together goes in one message. Calls whose trace is recorded go alone. */
  gathered?: readonly (keyof Named<Definition> & string)[]
}): UnaryClient<Definition> & { close(): void } {
  const { serviceName, internalKey, log, metrics, defaultTimeoutMs = DEFAULT_DEADLINE_MS } = options
  const channel = new grpc.Client(options.target, clientCredentials(options.tls, options.log), CHANNEL_OPTIONS)
  const duration = metrics.histogram({
    name: 'rpc_client_duration_seconds',
    help: 'Time of one try of a gRPC call, by method and status.',
    labels: ['rpc_service', 'rpc_method', 'code'],
  })

  function proofOf(path: string, { context }: ContextualRequest): grpc.Metadata {
    const metadata = new grpc.Metadata()
    metadata.set(INTERNAL_AUTH_KEY, signCall(internalKey, path, context))
    const unrecorded = findUninstrumentedTraceparent()
    if (unrecorded !== null) metadata.set('traceparent', unrecorded)
    return metadata
  }

  function sendAlone({ method, request, deadlineAt, signals }: NamedCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const cancel = () => sent.cancel()
      const sent = channel.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        request,
        proofOf(method.path, request),
        { deadline: deadlineAt },
        (error, reply) => {
          for (const signal of signals) signal.removeEventListener('abort', cancel)
          if (error) reject(error)
          else resolve(reply)
        },
      )
      for (const signal of signals) signal.addEventListener('abort', cancel, { once: true })
      if (signals.some((signal) => signal.aborted)) cancel()
    })
  }

  async function openFile(call: NamedCall, observe: (code: grpc.status) => void): Promise<RpcFile> {
    const { method, request, deadlineAt, signals } = call
    const stream: grpc.ClientReadableStream<FilePart__Output> = channel.makeServerStreamRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize as (bytes: Buffer) => FilePart__Output,
      request,
      proofOf(method.path, request),
      { deadline: deadlineAt.getTime() + LONGEST_FILE_MS },
    )
    let isLate = false
    stream.once('status', ({ code }) => observe(isLate ? grpc.status.DEADLINE_EXCEEDED : code))
    const cancel = () => stream.cancel()
    const timer = setTimeout(() => {
      isLate = true
      cancel()
    }, deadlineAt.getTime() - Date.now())
    for (const signal of signals) signal.addEventListener('abort', cancel, { once: true })
    if (signals.some((signal) => signal.aborted)) cancel()
    try {
      return await receiveFile(stream)
    } finally {
      clearTimeout(timer)
      for (const signal of signals) signal.removeEventListener('abort', cancel)
    }
  }

  const definition = serviceDefinition(serviceName)
  const senders = new Map(
    (options.gathered ?? []).map((name) => {
      const method = definition[name]
      if (!method) throw new Error(`${serviceName} has no method ${name}`)
      return [name as string, createBatchSender(channel, method, internalKey)]
    }),
  )

  async function send(call: NamedCall): Promise<unknown> {
    const sendTogether = trace.getActiveSpan()?.isRecording() ? undefined : senders.get(call.name)
    try {
      return await (sendTogether ?? sendAlone)(call)
    } catch (error) {
      // A server of a version before batches: it will be renewed soon.
      if (sendTogether && (error as grpc.ServiceError).code === grpc.status.UNIMPLEMENTED) return await sendAlone(call)
      throw error
    }
  }

  async function tryOnce(call: NamedCall): Promise<unknown> {
    const startedAt = performance.now()
    const observe = (code: grpc.status) => {
      const seconds = (performance.now() - startedAt) / 1_000
      duration.observe({ rpc_service: serviceName, rpc_method: call.name, code: grpc.status[code] }, seconds)
    }
    if (call.method.responseStream) return await openFile(call, observe)
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

  async function callMethod(
    name: string,
    method: grpc.MethodDefinition<unknown, unknown>,
    request: ContextualRequest,
    { timeoutMs = defaultTimeoutMs, signal }: RpcCallOptions = {},
  ): Promise<unknown> {
    const inherited = findInheritedBounds(request.context)
    const deadlineMs = Math.min(Date.now() + timeoutMs, inherited?.deadlineAt.getTime() ?? Number.POSITIVE_INFINITY)
    const call: NamedCall = {
      name,
      method,
      request,
      deadlineAt: new Date(deadlineMs),
      signals: [signal, inherited?.signal].filter((given) => given !== undefined),
    }
    for (let tries = 1; ; tries++) {
      try {
        return await tryOnce(call)
      } catch (thrown) {
        const error = thrown as grpc.ServiceError
        const pauseMs = Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1))
        const givenUp = tries >= MAX_TRIES || Date.now() + pauseMs >= deadlineMs || call.signals.some((s) => s.aborted)
        if (!isLostCall(error) || givenUp) throw fromGrpcError(error)
        log.debug({ method: method.path, tries, pauseMs: Math.round(pauseMs) }, 'rpc.retried')
        await delay(pauseMs)
      }
    }
  }

  const methods = Object.entries(definition).map(([name, method]) => [
    name,
    (request: ContextualRequest, callOptions?: RpcCallOptions) => callMethod(name, method, request, callOptions),
  ])
  return { ...Object.fromEntries(methods), close: () => channel.close() }
}

interface NamedCall extends OutgoingCall {
  name: string
  method: grpc.MethodDefinition<unknown, unknown>
}
