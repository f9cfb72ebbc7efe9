import type { Readable } from 'node:stream'
import type { AddressPolicy } from '@waybill/chassis/outbound/address-policy'
import { BlockedAddress, createVettedConnector } from '@waybill/chassis/outbound/connector'
import type { ResolveName } from '@waybill/chassis/outbound/name-resolver'
import { sanitizeText } from '@waybill/chassis/postgres/sanitized-text'
import { Agent, type Dispatcher, request } from 'undici'
import { type AttemptResult, isSuccessStatus } from '../deliveries/delivery.ts'
import { isProtocolAllowed } from '../subscriptions/receiver-url.ts'
import { attemptErrorCode, DeadlinePassed, ProtocolViolation } from './attempt-error.ts'

/** One deadline for DNS, connect, TLS and headers together. */
export const DEADLINE_MS = 15_000
/** How long and how much of a response body is read for the log once the status is known. */
const BODY_MS = 1_000
const BODY_BYTES = 16 * 1024
const LOGGED_BODY_BYTES = 1024
const HEADER_BYTES = 32 * 1024
const LOGGED_HEADER_CHARACTERS = 256
const MAX_INFORMATIONAL_RESPONSES = 10

/** Response headers that help a merchant debug and contain nothing sensitive. */
const LOGGED_HEADERS = [
  ...['cf-ray', 'content-encoding', 'content-length', 'content-type', 'date', 'location', 'request-id', 'retry-after'],
  ...['server', 'via', 'x-request-id'],
]

export interface OutgoingMessage {
  url: string
  headers: Record<string, string>
  /** Sent unchanged. */
  body: Buffer
}

export interface Sender {
  /** Longest time of a send, including reading the body. */
  readonly longestMs: number
  /** Posts a message once. Failures are results; rejects only if aborted before the status is known. */
  send(message: OutgoingMessage, signal?: AbortSignal): Promise<AttemptResult>
  /** Closes every connection. */
  close(): Promise<void>
}

/**
 * Sends webhooks: to allowed addresses only, without following redirects or decompressing, with one deadline from name
 * resolution to the last header. The status decides the result; the start of the body is read for the log.
 */
export function createSender(options: {
  policy: AddressPolicy
  resolve: ResolveName
  allowHttp: boolean
  deadlineMs?: number
}): Sender {
  const { policy, resolve, deadlineMs = DEADLINE_MS } = options
  const agent = new Agent({
    connect: createVettedConnector({ policy, resolve, timeoutMs: deadlineMs }),
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: HEADER_BYTES,
    // We enforce one deadline; these timeouts would restart with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  async function post(message: OutgoingMessage, stop: AbortController): Promise<Dispatcher.ResponseData> {
    if (!isProtocolAllowed(new URL(message.url).protocol, options))
      throw new BlockedAddress('http is not allowed; use https')
    let informational = 0
    return await request(message.url, {
      dispatcher: agent,
      method: 'POST',
      headers: { ...message.headers, 'accept-encoding': 'identity' },
      body: message.body,
      signal: stop.signal,
      onInfo() {
        informational += 1
        if (informational > MAX_INFORMATIONAL_RESPONSES) stop.abort(new ProtocolViolation('too many 1xx responses'))
      },
    })
  }

  return {
    longestMs: deadlineMs + BODY_MS,
    async send(message, signal) {
      const startedAt = new Date()
      const startedMs = performance.now()
      const stop = new AbortController()
      // undici notices an abort only once it has a connection, so the wait for one must end here.
      const aborted = new Promise<never>((_, reject) => {
        stop.signal.addEventListener('abort', () => reject(stop.signal.reason))
      })
      const onAbort = () => stop.abort(signal?.reason)
      signal?.addEventListener('abort', onAbort)
      const deadline = setTimeout(
        () => stop.abort(new DeadlinePassed(`no response within ${deadlineMs} ms`)),
        deadlineMs,
      )
      const timing = () => ({ startedAt, durationMs: Math.round(performance.now() - startedMs) })
      try {
        const response = await Promise.race([post(message, stop), aborted])
        clearTimeout(deadline) // the status has decided; an abort now only ends reading the body
        return { ...(await readResult(response)), ...timing() }
      } catch (error) {
        signal?.throwIfAborted()
        const errorCode = attemptErrorCode(error)
        return { ...timing(), responseStatus: null, responseHeaders: {}, responseBody: null, errorCode }
      } finally {
        clearTimeout(deadline)
        signal?.removeEventListener('abort', onAbort)
      }
    },
    close: () => agent.destroy(),
  }
}

async function readResult({ statusCode, headers, body }: Dispatcher.ResponseData) {
  const beginning = await readBeginning(body)
  return {
    responseStatus: statusCode,
    responseHeaders: loggedHeaders(headers),
    responseBody: loggedBody(beginning, headers['content-encoding']),
    errorCode: isSuccessStatus(statusCode) ? null : ('http_error' as const),
  }
}

/** The first bytes of a body. The connection is reused only if the body ended. */
function readBeginning(body: Readable): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const finish = () => {
      clearTimeout(timer)
      body.destroy()
      resolve(Buffer.concat(chunks).subarray(0, BODY_BYTES))
    }
    const timer = setTimeout(finish, BODY_MS)
    body.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= BODY_BYTES) finish()
    })
    body.on('end', finish)
    body.on('error', finish) // the status has decided; a truncated body changes nothing
  })
}

function loggedHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const logged = LOGGED_HEADERS.flatMap((name) => {
    const value = headers[name]
    if (value === undefined) return []
    return [[name, sanitizeText(String(value)).slice(0, LOGGED_HEADER_CHARACTERS)] as const]
  })
  return Object.fromEntries(logged)
}

/** Null for compressed bodies, which are never decompressed. */
function loggedBody(beginning: Buffer, encoding: string | string[] | undefined): string | null {
  if (encoding !== undefined && encoding !== 'identity') return null
  return sanitizeText(beginning.subarray(0, LOGGED_BODY_BYTES).toString('utf8'))
}
