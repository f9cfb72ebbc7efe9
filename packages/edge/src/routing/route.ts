/** A route: one entry drives registration, checks, rate limit and the OpenAPI document. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { LONGEST_CALL_MS } from '@waybill/chassis/config/stop-limits'
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import type { AppError, ErrorEnvelope } from '@waybill/contracts/app-error'
import type { Body, Operation } from '@waybill/contracts/requests/operation'
import type { z } from 'zod'
import { BODY_LIMIT_BYTES, SMALL_BODY_LIMIT_BYTES } from '../http/body.ts'
import type { Holder } from '../limits/shares.ts'

/** The owner of the admin token, and the address of the request. */
interface Operator {
  name: string
  address: string
}

/** The owner of a stream. */
export interface Caller extends Holder {
  /** Checked again while the stream is open; both null for a public stream. */
  token: string | null
  sessionToken: string | null
}

/** The input of a handler. Everything in it has been checked. */
export interface Call<Query = unknown, Document = unknown> {
  context: CallContext
  params: Record<string, string>
  query: Query
  /** The body as parsed by its schema; undefined for `validatedByOwner`. */
  document: Document
  /** The body as sent: JSON text without a byte order mark, or raw bytes. */
  bytes: Buffer
  headers: IncomingHttpHeaders
  /** The key of the token, the session or the driver; empty without a token or session. */
  keyId: string
  /** The driver of the token; empty for other callers. */
  driverId: string
  /** Who is signed in; null for programs. */
  session: { sessionId: string; userId: string; token: string } | null
  /** IP address of the caller. */
  address: string
  /** The owner of a stream that the call opens. */
  caller: Caller
  /** null on the public API. */
  operator: Operator | null
  /** Takes a token of the caller's rate limit for each item of a batch. Throws rate_limited, and then takes none. */
  payForItems(items: number): Promise<void>
  /** An error as the caller sees it, for the items of a batch. */
  showError(error: AppError): ErrorEnvelope['error']
}

export interface Reply {
  status: number
  body: Buffer | string | Readable
  /** Without quotes. Empty or omitted: no ETag header. */
  etag?: string
  replayed?: boolean
  contentType?: string
  headers?: Record<string, string | string[]>
}

export interface Route<Services> extends Operation {
  handle(call: Call, services: Services): Promise<Reply>
}

/** Runs `work`, the handler of an operation. A call that is not recorded runs as it is. */
export type RecordWrite = (
  operation: Pick<Operation, 'operationId' | 'method' | 'access'>,
  call: Call,
  work: () => Promise<Reply>,
) => Promise<Reply>

/** Throws `confirmation_required` if the operation needs a confirmation that the session of the call does not have. */
export type AssertConfirmed = (operation: Pick<Operation, 'confirmation'>, call: Call) => Promise<void>

type Typed<Services, Query extends z.ZodObject, Document> = Omit<
  Route<Services>,
  'query' | 'handle' | 'errors' | 'timeoutMs'
> &
  Partial<Pick<Operation, 'errors' | 'timeoutMs'>> & {
    query?: Query
    handle(call: Call<z.output<Query>, Document>, services: Services): Promise<Reply>
  }

/** Deadlines by kind of work. `carrier` leaves a carrier time for one slow response; no process ends before it. */
export const TIMEOUT_MS = { read: 5_000, create: 10_000, carrier: LONGEST_CALL_MS } as const

/**
 * A route whose handler is typed by its query and document schemas. By default, a GET has the deadline of a read, another
 * call that of a create, and the owning service adds no error codes.
 */
export const defineRoute = <Services, Query extends z.ZodObject = z.ZodObject, Document = unknown>(
  route: Typed<Services, Query, Document>,
): Route<Services> => {
  const timeoutMs = route.method === 'GET' ? TIMEOUT_MS.read : TIMEOUT_MS.create
  return { errors: [], timeoutMs, ...route } as Route<Services>
}

export const jsonBody = (
  schema: z.ZodType,
  options: { optional?: boolean; validatedByOwner?: boolean; limitBytes?: number } = {},
): Body => ({
  kind: 'json',
  schemaFor: () => schema,
  variants: [schema],
  ...options,
})

export const noBody: Body = { kind: 'none' }

/** The body of a batch, up to `limitBytes`, which the handler reads. `schema` is documented. */
export const batchBody = (schema: z.ZodType, limitBytes: number): Body => ({
  kind: 'json',
  schemaFor: () => schema,
  variants: [schema],
  batchLimitBytes: limitBytes,
})

/** Bytes of the largest body that a route reads. */
export const getBodyLimit = ({ access, body }: Pick<Operation, 'access' | 'body'>): number => {
  if (body?.kind === 'raw') return body.limitBytes
  if (body?.kind !== 'json') return SMALL_BODY_LIMIT_BYTES
  const usual = access.kind === 'anyone' ? SMALL_BODY_LIMIT_BYTES : BODY_LIMIT_BYTES
  return body.batchLimitBytes ?? body.limitBytes ?? usual
}
