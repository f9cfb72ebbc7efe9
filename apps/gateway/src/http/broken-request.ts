import type { Socket } from 'node:net'
import { AppError, errorEnvelope } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'

/** Answers what is not HTTP enough to become a request: our envelope with invalid_header, then the connection ends. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const requestId = newId('req')
  const refusal = new AppError('invalid_header', brokenBecause(error.code))
  const body = JSON.stringify(errorEnvelope(refusal, requestId))
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

function brokenBecause(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The request headers are larger than 16 KiB.'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request was not sent in time.'
  return 'The request is not HTTP.'
}
