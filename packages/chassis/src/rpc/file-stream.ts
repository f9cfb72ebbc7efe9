/** Files in messages: what a file is, then its bytes in pieces. It is what every method that streams answers with. */
import { once } from 'node:events'
import { addAbortSignal, Readable } from 'node:stream'
import type * as grpc from '@grpc/grpc-js'
import { AppError } from '@waybill/contracts/app-error'
import type { FilePart, FilePart__Output } from '@waybill/contracts/gen/waybill/common/v1/FilePart'
import { fromGrpcError } from './errors.ts'

const MAX_PIECE_BYTES = 64 * 1024

/** How much longer than a call's deadline, which is for the first piece, its file may take: 8 MiB at 14 KB/s. */
export const LONGEST_FILE_MS = 600_000

export interface RpcFile {
  contentType: string
  /** Of all of `bytes`; undefined: not known beforehand. */
  length: number | undefined
  /** The receiver must read it to the end or destroy it. */
  bytes: Readable
}

/**
 * Sends a file no faster than it is taken: at most 1 MiB waits in this process, the 16 messages that the stream holds.
 * Throws what the file throws, and once `signal` aborts; the file is closed then.
 */
export async function sendFile(
  call: grpc.ServerWritableStream<unknown, FilePart>,
  file: RpcFile,
  signal: AbortSignal,
): Promise<void> {
  const bytes = addAbortSignal(signal, file.bytes)
  const send = async (part: FilePart) => {
    if (!call.write(part)) await once(call, 'drain', { signal })
  }
  await send({ content_type: file.contentType, length: file.length })
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; at += MAX_PIECE_BYTES) {
      await send({ piece: chunk.subarray(at, at + MAX_PIECE_BYTES) })
    }
  }
}

/**
 * A file whose first piece has come. What fails later destroys its bytes with an AppError, and so does a file that is
 * not as long as it said; destroying them ends the call. Throws a `ServiceError` until then.
 */
export async function receiveFile(stream: grpc.ClientReadableStream<FilePart__Output>): Promise<RpcFile> {
  // The iterator throws the error. One after its end has no reader.
  stream.on('error', () => {})
  const parts = stream[Symbol.asyncIterator]() as AsyncIterator<FilePart__Output>
  const head = await parts.next()
  if (head.done) throw new Error('the file has no beginning')
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
        else throw new AppError('internal_error', `A file of ${length} bytes has ended after ${taken}.`)
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
