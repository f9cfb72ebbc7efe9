/** The errors of calls without a response that can be used. */
import { ConnectionError, TimeoutError, WaybillError } from '../errors.ts'

interface Failed {
  call: { method: string }
  url: string
  idempotencyKey: string | null
}

export function connectionFailed(failed: Failed, cause: unknown): ConnectionError {
  const message = `${name(failed)} failed: ${explainReason(cause)}.${advice(failed)}`
  return new ConnectionError({ ...facts(failed), code: 'connection_failed', message, cause })
}

export function timedOut(failed: Failed, timeoutMs: number, cause: unknown): TimeoutError {
  const message = `${name(failed)} was not answered within ${timeoutMs} ms.${advice(failed)}`
  return new TimeoutError({ ...facts(failed), code: 'timed_out', message, cause })
}

export function notOurs({ status, headers }: Response, expected = 'JSON'): WaybillError {
  const type = headers.get('content-type') ?? '(none)'
  const message = `The response has status ${status} and the type ${type}, not ${expected}. Check baseUrl.`
  return new WaybillError({ code: 'invalid_response', status, message })
}

export function redirected(url: string, response: Response): WaybillError {
  const target = response.headers.get('location')
  const message = `${url} redirects${target ? ` to ${target}` : ''}. Set baseUrl to the address that answers, with https.`
  return new WaybillError({ code: 'invalid_response', status: response.status, message })
}

const facts = ({ idempotencyKey }: Failed) => ({ retryable: true, idempotencyKey })
const name = ({ call, url }: Failed): string => `${call.method} ${url.split('?')[0]}`

const advice = ({ call, idempotencyKey }: Failed): string => {
  if (call.method === 'GET') return ''
  const repeat = idempotencyKey === null ? '' : ` Repeat it with idempotencyKey '${idempotencyKey}'.`
  return ` The change may have been made.${repeat}`
}

/** fetch of Node.js hides the reason in the cause of its error. */
function explainReason(error: unknown): string {
  const { message, cause } = (error ?? {}) as { message?: string; cause?: { message?: string; code?: string } }
  const deeper = cause?.message || cause?.code
  return (deeper ? `${message} (${deeper})` : (message ?? String(error))).replace(/\.$/, '')
}
