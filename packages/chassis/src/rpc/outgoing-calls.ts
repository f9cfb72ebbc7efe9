/** One try of a call, over a channel to a service. */
import * as grpc from '@grpc/grpc-js'
import type { FilePart__Output } from '@waybill/contracts/gen/waybill/common/v1/FilePart'
import { findUninstrumentedTraceparent } from '../telemetry/trace-context.ts'
import type { SignCall } from './call-signature.ts'
import { LONGEST_FILE_MS, type RpcFile, receiveFile } from './file-stream.ts'
import type { ContextualRequest } from './handler.ts'

/** A channel to a service, and the signature of the calls on it. */
export interface Connection {
  channel: grpc.Client
  sign: SignCall
}

/** For messages that were serialised before the call, since their bytes are signed. */
export const asSent = (message: Buffer): Buffer => message

export interface OutgoingCall {
  method: grpc.MethodDefinition<unknown, unknown>
  request: ContextualRequest
  deadlineAt: Date
  /** The call is cancelled when any of these aborts. */
  signals: readonly AbortSignal[]
}

/** Rejects with a `ServiceError`. */
export function sendUnary(connection: Connection, call: OutgoingCall): Promise<unknown> {
  const { method, deadlineAt, signals } = call
  const message = method.requestSerialize(call.request)
  return new Promise((resolve, reject) => {
    const sent = connection.channel.makeUnaryRequest(
      method.path,
      asSent,
      method.responseDeserialize,
      message,
      callMetadata(connection, call, message),
      { deadline: deadlineAt },
      (error, reply) => {
        stopListening()
        if (error) reject(error)
        else resolve(reply)
      },
    )
    const stopListening = onAbort(signals, () => sent.cancel())
  })
}

/**
 * Resolves to a file when its first piece has arrived. Deadline and signals count until then; after that the call ends
 * when the file's bytes end or are destroyed. Rejects with a `ServiceError`. `observe` is called once, with the status.
 */
export async function openFile(
  connection: Connection,
  call: OutgoingCall,
  observe: (code: grpc.status) => void,
): Promise<RpcFile> {
  const { method, deadlineAt, signals } = call
  const message = method.requestSerialize(call.request)
  const stream: grpc.ClientReadableStream<FilePart__Output> = connection.channel.makeServerStreamRequest(
    method.path,
    asSent,
    method.responseDeserialize as (bytes: Buffer) => FilePart__Output,
    message,
    callMetadata(connection, call, message),
    { deadline: deadlineAt.getTime() + LONGEST_FILE_MS },
  )
  let isLate = false
  stream.once('status', ({ code }) => observe(isLate ? grpc.status.DEADLINE_EXCEEDED : code))
  const timer = setTimeout(() => {
    isLate = true
    stream.cancel()
  }, deadlineAt.getTime() - Date.now())
  const stopListening = onAbort(signals, () => stream.cancel())
  try {
    return await receiveFile(stream)
  } finally {
    clearTimeout(timer)
    stopListening()
  }
}

function callMetadata({ sign }: Connection, { method }: OutgoingCall, message: Buffer): grpc.Metadata {
  const metadata = sign({ path: method.path, message })
  const traceparent = findUninstrumentedTraceparent()
  if (traceparent !== null) metadata.set('traceparent', traceparent)
  return metadata
}

/** Calls `cancel` when a signal aborts, or at once if one has. Returns a function that removes the listeners. */
function onAbort(signals: readonly AbortSignal[], cancel: () => void): () => void {
  for (const signal of signals) signal.addEventListener('abort', cancel, { once: true })
  if (signals.some((signal) => signal.aborted)) cancel()
  return () => {
    for (const signal of signals) signal.removeEventListener('abort', cancel)
  }
}
