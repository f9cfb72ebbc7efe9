import * as grpc from '@grpc/grpc-js'
import type { Callee } from '@waybill/contracts/call-table'
import type { FilePart } from '@waybill/contracts/gen/waybill/common/v1/FilePart'
import { LONGEST_CALL_MS } from '../config/stop-limits.ts'
import type { Stoppable } from '../loops/loops.ts'
import type { Logger } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { type Admit, createAdmission } from './admission.ts'
import { BATCH_SERVICE, type BatchableMethod, serveBatches } from './batched/server.ts'
import { type CallBounds, type CallContext, DEFAULT_DEADLINE_MS } from './call-context.ts'
import { MAX_MESSAGE_BYTES, type RpcTls, serverCredentials } from './credentials.ts'
import { LONGEST_FILE_MS, type RpcFile, sendFile } from './file-stream.ts'
import { type ContextualRequest, type Handler, type ServedMethod, serveMethod } from './handler.ts'
import { receivedAsSent, type SentMessage, serviceDefinition } from './proto.ts'

export type { CallContext } from './call-context.ts'

/** Connections are closed after this time, so that clients spread over new replicas. */
const CONNECTION_AGE_MS = 300_000

/** The explicit keys of a type, without the index signature of generated service types. */
type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] }

/** Generated `XServiceHandlers` as async functions of request and context. A streaming method returns a file. */
export type UnaryMethods<Handlers> = {
  [K in keyof Named<Handlers>]: Named<Handlers>[K] extends grpc.handleUnaryCall<infer Request, infer Reply>
    ? (request: Request, context: CallContext) => Promise<Reply>
    : Named<Handlers>[K] extends grpc.handleServerStreamingCall<infer Request, FilePart>
      ? (request: Request, context: CallContext) => Promise<RpcFile>
      : never
}

/** The properties of a unary or streaming call that its bounds are read from. */
interface BoundedCall {
  readonly cancelled: boolean
  getDeadline(): grpc.Deadline
  once(event: 'cancelled', listener: () => void): unknown
}

/** A service's name with its handlers, ready for `startRpcServer`. */
export interface RpcServiceImplementation {
  readonly serviceName: string
  readonly handlers: Readonly<Record<string, Handler>>
}

/**
 * Binds handlers to a service of the protos: `implement<ShipmentServiceHandlers>('waybill.shipment.v1.ShipmentService',
 * { Claim: (request, context) => … })`. A handler throws AppErrors; anything else reaches the caller as internal_error.
 */
export function implement<Handlers>(serviceName: string, handlers: UnaryMethods<Handlers>): RpcServiceImplementation {
  return { serviceName, handlers: handlers as unknown as Record<string, Handler> }
}

/**
 * Serves gRPC on `host:port` (0: a free one). Every call must be signed with a key of `internalKey` and be in the table of
 * calls. Throws if `internalKey` has no key for a caller of the service.
 * `stop` waits for calls in progress until the longest deadline has passed; only files that are still being sent are cut.
 */
export async function startRpcServer(options: {
  /** The service's name, as callers sign it. */
  service: Callee
  host: string
  port: number
  internalKey: string
  /** Default: plaintext. */
  tls?: RpcTls
  log: Logger
  metrics: Metrics
  services: readonly RpcServiceImplementation[]
}): Promise<Stoppable & { readonly port: number }> {
  const server = new grpc.Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_connection_age_ms': CONNECTION_AGE_MS,
    // Time for files in progress on a connection that accepts no new calls.
    'grpc.max_connection_age_grace_ms': LONGEST_FILE_MS,
  })
  const { service: callee, internalKey, tls, log, metrics } = options
  const admit = createAdmission({ callee, internalKey, clientAuth: tls?.clientAuth ?? false, log, metrics })
  const gatherable = new Map<string, BatchableMethod>()
  for (const { serviceName, handlers } of options.services) {
    const service = serviceDefinition(serviceName)
    const implementation = Object.entries(service).map(([method, definition]) => {
      const { path } = definition
      const handler = handlers[method]
      if (!handler) throw new Error(`${serviceName} has no handler for ${method}`)
      const serve = serveMethod({ ...options, path, handler })
      if (definition.responseStream) return [method, fileHandler({ path, serve, admit })] as const
      gatherable.set(path, { definition, serve })
      return [method, unaryHandler({ path, serve, admit })] as const
    })
    server.addService(receivedAsSent(service), Object.fromEntries(implementation))
  }
  const batches = serveBatches({ methods: gatherable, admit })
  server.addService(receivedAsSent(serviceDefinition(BATCH_SERVICE)), { Call: batches })
  const address = options.host.includes(':') ? `[${options.host}]` : options.host
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${address}:${options.port}`, serverCredentials(tls, { log, metrics }), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return { port, stop: () => drain(server) }
}

function drain(server: grpc.Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown()
      resolve()
    }, LONGEST_CALL_MS)
    server.tryShutdown(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Deadline and cancellation of one call. The signal is created on first use: most handlers never read it. */
class ServerCallBounds implements CallBounds {
  readonly deadlineAt: Date
  readonly #call: BoundedCall
  #controller: AbortController | undefined
  #finished = false

  /** `extraMs`: what gRPC's deadline leaves beyond the call's own. */
  constructor(call: BoundedCall, extraMs = 0) {
    this.#call = call
    const deadline = call.getDeadline()
    const deadlineMs = typeof deadline === 'number' ? deadline : deadline.getTime()
    this.deadlineAt = new Date(Number.isFinite(deadlineMs) ? deadlineMs - extraMs : Date.now() + DEFAULT_DEADLINE_MS)
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      const controller = new AbortController()
      this.#controller = controller
      const abort = () => {
        // The library also reports "cancelled" after a call that was answered.
        if (!this.#finished) controller.abort(new Error('the caller cancelled or the deadline passed'))
      }
      if (this.#call.cancelled) abort()
      else this.#call.once('cancelled', abort)
    }
    return this.#controller.signal
  }

  finish(): void {
    this.#finished = true
  }
}

interface ServedPath {
  path: string
  serve: ServedMethod
  admit: Admit
}

type Received = SentMessage<ContextualRequest>

function unaryHandler({ path, serve, admit }: ServedPath): grpc.handleUnaryCall<Received, unknown> {
  return (call, callback) => {
    const { message, request } = call.request
    const refusal = admit(call, { message, method: path })
    if (refusal) return callback(refusal)
    const bounds = new ServerCallBounds(call)
    // The instrumentation has restored the trace when it is on; the field carries it when it is off.
    void serve(request, bounds, { inItsSpan: true }).then((outcome) => {
      bounds.finish()
      if ('reply' in outcome) callback(null, outcome.reply)
      else callback(outcome.failure)
    })
  }
}

function fileHandler({ path, serve, admit }: ServedPath): grpc.handleServerStreamingCall<Received, FilePart> {
  return (call) => {
    const { message, request } = call.request
    const refusal = admit(call, { message, method: path })
    if (refusal) return void call.emit('error', refusal)
    const bounds = new ServerCallBounds(call, LONGEST_FILE_MS)
    const send = (file: unknown) => sendFile(call, file as RpcFile, bounds.signal)
    void serve(request, bounds, { inItsSpan: true, send }).then((outcome) => {
      bounds.finish()
      if ('reply' in outcome) call.end()
      else if (!call.cancelled) call.emit('error', outcome.failure)
    })
  }
}
