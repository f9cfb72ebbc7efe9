/** Files over gRPC: a head message, then the bytes in pieces. Every streaming method answers with a file. */
import { once } from 'node:events'
import { addAbortSignal, Readable } from 'node:stream'
import type * as grpc from '@grpc/grpc-js'
import { AppError } from '@waybill/contracts/app-error'
import type { FilePart, FilePart__Output } from '@waybill/contracts/gen/waybill/common/v1/FilePart'
import { fromGrpcError } from './errors.ts'

/** The receiver's stream holds up to 16 pieces that its reader has not taken. */
const MAX_PIECE_BYTES = 16 * 1024

/** Time that a file may take after the call's deadline, which limits only the first piece: 8 MiB at 14 KB/s. */
export const LONGEST_FILE_MS = 600_000

export interface RpcFile {
  contentType: string
  /** Length of `bytes`; undefined if not known in advance. */
  length: number | undefined
  /** The receiver must read it to the end or destroy it. */
  bytes: Readable
}

/**
 * Sends a file with back-pressure: the next piece is taken when the connection has taken the last.
 * Rethrows errors of the file, and throws when `signal` aborts. Both close the file.
 */
export async function sendFile(
  call: grpc.ServerWritableStream<unknown, FilePart>,
  file: RpcFile,
  signal: AbortSignal,
): Promise<void> {
  const bytes = addAbortSignal(signal, file.bytes)
  // The iterator throws errors. One before its start would be unhandled.
  bytes.on('error', () => {})
  signal.throwIfAborted()
  const aborted = once(signal, 'abort')
  const send = async (part: FilePart) => {
    // After a cancellation the callback is never called.
    await Promise.race([new Promise((resolve) => call.write(part, resolve)), aborted])
    signal.throwIfAborted()
  }
  await send({ content_type: file.contentType, length: file.length })
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; at += MAX_PIECE_BYTES) {
      await send({ piece: chunk.subarray(at, at + MAX_PIECE_BYTES) })
    }
  }
}

/**
 * Resolves to a file when its first piece has arrived; throws a `ServiceError` before that. A later failure, or a length
 * other than declared, destroys `bytes` with an AppError. Destroying `bytes` ends the call.
 */
export async function receiveFile(stream: grpc.ClientReadableStream<FilePart__Output>): Promise<RpcFile> {
  // The iterator throws errors. An error after its end would be unhandled.
  stream.on('error', () => {})
  const parts = stream[Symbol.asyncIterator]() as AsyncIterator<FilePart__Output>
  const head = await parts.next()
  if (head.done) throw new Error('the stream ended before the file header')
  const { content_type: contentType, length } = head.value
  let first: IteratorResult<FilePart__Output> | undefined = await parts.next()
  let taken = 0

  const bytes = new Readable({
    async read() {
      try {
        const { done, value } = first ?? (await parts.next())
        first = undefined
        if (!done) {
          taken += value.piece.length
          bytes.push(value.piece)
        } else if (length === undefined || length === taken) bytes.push(null)
        else throw new AppError('internal_error', `File truncated: received ${taken} of ${length} bytes.`)
      } catch (error) {
        bytes.destroy(error instanceof AppError ? error : fromGrpcError(error as grpc.ServiceError))
      }
    },
    destroy(error, done) {
      stream.cancel()
      done(error)
    },
  })
  return { contentType, length, bytes }
}
