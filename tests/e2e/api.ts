/** Calls the product over HTTP, at the URL in the sandbox file. */
import { receiverHost } from '@waybill/testing/http-receiver'
import { fetch } from 'undici'
import { readSandbox } from '../support/running-system.ts'
import { readWholeDocument } from '../support/whole-document.ts'
import { createChecks, type DocumentChecks } from './document/answers.ts'

export interface Reply {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a response of any shape, which the test checks
  body: any
}

export interface CallOptions {
  body?: unknown
  /** Sent unchanged, instead of `body`. */
  raw?: string | Buffer
  headers?: Record<string, string>
  /** null: no Authorization header. */
  token?: string | null
  signal?: AbortSignal
  /** Does not read the body of a 200, which has no end. */
  isEndless?: boolean
}

// Set by the global setup of the vitest project.
export const sandbox = readSandbox(process.env.WAYBILL_E2E_SANDBOX ?? '')

/** A receiver URL for subscriptions whose deliveries no test reads. Nothing listens there. */
export const silentReceiverUrl = `http://${receiverHost}:9/`

let reading: Promise<DocumentChecks> | undefined

/** The OpenAPI documents of the product, read once. */
export function documentChecks(): Promise<DocumentChecks> {
  reading ??= readWholeDocument(sandbox.base_url).then((document) =>
    createChecks(document, sandbox.base_url.replace(/\/+$/, '')),
  )
  return reading
}

/**
 * `path` is relative to the base URL, or a URL of the product. Throws an error if the answer is not as the OpenAPI document
 * says: its status, a field, a value or an error code.
 */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
  const { body, raw, token = sandbox.access_token } = options
  const hasBody = raw !== undefined || body !== undefined
  const url = new URL(path, sandbox.base_url)
  const response = await fetch(url, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    redirect: 'manual',
    signal: options.signal,
  })
  const isUnread = options.isEndless && response.status === 200
  const text = isUnread ? '' : await response.text()
  if (isUnread) await response.body?.cancel()
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json')
  const reply = {
    status: response.status,
    headers: response.headers as unknown as Headers,
    text,
    body: isJson ? JSON.parse(text) : null,
  }
  const { assertDocumented } = await documentChecks()
  assertDocumented(method, url, reply)
  return reply
}

export const post = (path: string, body?: unknown, options: CallOptions = {}) =>
  call('POST', path, { body, ...options })
export const patch = (path: string, body: unknown, options: CallOptions = {}) =>
  call('PATCH', path, { body, ...options })
export const get = (path: string, options: CallOptions = {}) => call('GET', path, options)

/** A call to the admin API. */
export async function admin(method: string, path: string, body?: unknown): Promise<Reply> {
  const response = await fetch(new URL(path, sandbox.admin_url), {
    method,
    headers: {
      authorization: `Bearer ${sandbox.admin_token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers as unknown as Headers,
    text,
    body: text ? JSON.parse(text) : null,
  }
}

/** The data of a response. Throws an error with the response if its status is not the expected one. */
export function getData(reply: Reply, status: number) {
  if (reply.status !== status) throw new Error(`expected ${status}, got ${reply.status}: ${reply.text.slice(0, 2000)}`)
  return reply.body.data
}
