/** Sends calls of one method that wait together in one message. */
import * as grpc from '@grpc/grpc-js'
import type { ReplyBatch__Output } from '@waybill/contracts/gen/waybill/common/v1/ReplyBatch'
import { gather } from '../../loops/gather.ts'
import { ERROR_KEY } from '../errors.ts'
import { asSent, type Connection, type OutgoingCall } from '../outgoing-calls.ts'
import { serviceDefinition } from '../proto.ts'
import { BATCH_SERVICE } from './server.ts'

const MAX_CALLS = 64
const MAX_BYTES = 1024 * 1024

interface EncodedCall extends OutgoingCall {
  bytes: Buffer
}

/**
 * Returns a function that sends one call of the method, together with those sent in the same turn of the event loop.
 * It rejects with a `ServiceError`, as a unary call does; with `UNIMPLEMENTED` if the server takes no batches.
 */
export function createBatchSender(
  connection: Connection,
  method: grpc.MethodDefinition<unknown, unknown>,
): (call: OutgoingCall) => Promise<unknown> {
  const send = gather({
    work: (calls: EncodedCall[]) => sendBatch(connection, method, calls),
    maxItems: MAX_CALLS,
    maxSize: MAX_BYTES,
    measureSize: ({ bytes }) => bytes.length,
  })
  return (call) => send({ ...call, bytes: method.requestSerialize(call.request) })
}

/** Returns a promise for each call, in their order. */
function sendBatch(
  { channel, sign }: Connection,
  method: grpc.MethodDefinition<unknown, unknown>,
  calls: EncodedCall[],
): Promise<unknown>[] {
  const batchMethod = serviceDefinition(BATCH_SERVICE).Call as grpc.MethodDefinition<unknown, ReplyBatch__Output>
  const pending = calls.map((call) => new PendingCall(call))
  endAtDeadlines(pending)
  const now = Date.now()
  const message = batchMethod.requestSerialize({
    path: method.path,
    calls: calls.map(({ bytes, deadlineAt }) => ({
      request: bytes,
      timeout_ms: Math.max(0, deadlineAt.getTime() - now),
    })),
  })
  const metadata = sign({ path: batchMethod.path, message })
  const deadline = Math.max(...calls.map(({ deadlineAt }) => deadlineAt.getTime()))
  const stream = channel.makeServerStreamRequest(
    batchMethod.path,
    asSent,
    batchMethod.responseDeserialize,
    message,
    metadata,
    { deadline },
  )
  stream.on('data', ({ replies }: ReplyBatch__Output) => {
    for (const { index, reply, status, status_text, error } of replies) {
      if (status === grpc.status.OK) pending[index]?.resolve(() => method.responseDeserialize(reply))
      else pending[index]?.reject(serviceError(status, status_text, error))
    }
  })
  stream.on('error', (error) => {
    for (const call of pending) call.reject(error)
  })
  stream.on('end', () => {
    const unanswered = pending.filter(({ isSettled }) => !isSettled)
    for (const call of unanswered) call.reject(serviceError(grpc.status.UNAVAILABLE, 'the batch ended early'))
  })
  return pending.map(({ promise }) => promise)
}

/** Rejects each call at its deadline. One timer for all: their deadlines differ by a little, and nearly all are answered before. */
function endAtDeadlines(pending: readonly PendingCall[]): void {
  let timer: NodeJS.Timeout | undefined
  let open = pending.filter(({ isSettled }) => !isSettled).length
  const arm = () => {
    const deadlines = pending.filter(({ isSettled }) => !isSettled).map(({ deadlineMs }) => deadlineMs)
    if (deadlines.length === 0) return
    timer = setTimeout(end, Math.max(0, Math.min(...deadlines) - Date.now()))
  }
  const end = () => {
    const now = Date.now()
    const due = pending.filter(({ isSettled, deadlineMs }) => !isSettled && deadlineMs <= now)
    for (const call of due) call.reject(serviceError(grpc.status.DEADLINE_EXCEEDED, 'no reply before the deadline'))
    arm()
  }
  for (const call of pending) {
    call.onSettled = () => {
      open -= 1
      if (open === 0) clearTimeout(timer)
    }
  }
  arm()
}

/** One call of a batch, until its reply, its deadline or its cancellation: the first of these counts. */
class PendingCall {
  isSettled = false
  onSettled: () => void = () => {}
  readonly deadlineMs: number
  readonly promise: Promise<unknown>
  readonly #settled = Promise.withResolvers<unknown>()
  readonly #end: () => void

  constructor({ deadlineAt, signals }: OutgoingCall) {
    this.promise = this.#settled.promise
    this.deadlineMs = deadlineAt.getTime()
    const cancel = () => this.reject(serviceError(grpc.status.CANCELLED, 'cancelled by the caller'))
    for (const signal of signals) signal.addEventListener('abort', cancel, { once: true })
    this.#end = () => {
      if (this.isSettled) return
      this.isSettled = true
      for (const signal of signals) signal.removeEventListener('abort', cancel)
      this.onSettled()
    }
    if (signals.some((signal) => signal.aborted)) cancel()
  }

  resolve(decode: () => unknown): void {
    this.#end()
    try {
      this.#settled.resolve(decode())
    } catch (error) {
      this.#settled.reject(error)
    }
  }

  reject(error: unknown): void {
    this.#end()
    this.#settled.reject(error)
  }
}

function serviceError(code: grpc.status, details: string, appError?: Buffer): grpc.ServiceError {
  const metadata = new grpc.Metadata()
  if (appError?.length) metadata.set(ERROR_KEY, appError)
  return Object.assign(new Error(`${grpc.status[code]}: ${details}`), { code, details, metadata })
}
