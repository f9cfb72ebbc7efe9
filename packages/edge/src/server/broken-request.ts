import type { Socket } from 'node:net'
import { AppError, errorEnvelope } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'

/** Answers input that cannot be parsed as HTTP with invalid_header, and closes the connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, publicUrl: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const requestId = newId('req')
  const refusal = new AppError('invalid_header', describeFailure(error.code))
  const body = JSON.stringify(errorEnvelope(refusal, requestId, publicUrl))
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      `X-Request-Id: ${requestId}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

function describeFailure(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The request headers are larger than the limit of 16 KiB.'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request was not received completely within 30 s.'
  return 'The request is not valid HTTP.'
}
