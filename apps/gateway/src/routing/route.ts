/** A route: one entry drives registration, checks, rate limit and the OpenAPI document. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'
import type { IdPrefix } from '@waybill/contracts/ids'
import type { z } from 'zod'
import type { Scope } from '../auth/scopes.ts'
import type { Caller } from '../streams/streams.ts'

/** Who may call a route. */
export type Access =
  | { kind: 'token'; scope: Scope }
  /** A token, or a signature in the query string, which the owning service verifies. */
  | { kind: 'token_or_signature'; scope: Scope }
  | { kind: 'anyone'; limited: boolean }
  /** The operator, with the admin token. */
  | { kind: 'operator' }

/** The request body of a route. `variants` are the schemas that the OpenAPI document shows. */
type Body =
  | {
      kind: 'json'
      schemaFor: (value: unknown) => z.ZodType
      variants: readonly z.ZodType[]
      /** A missing body counts as `{}`. */
      optional?: boolean
      /** The owning service validates the document with the same schema; validating twice dominated the cost. */
      validatedByOwner?: boolean
    }
  /** No body: a missing one, an empty one and `{}` are accepted. */
  | { kind: 'none' }
  /** Any bytes. */
  | { kind: 'raw' }

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
  /** The owner of a stream that the call opens. */
  caller: Caller
}

export interface Reply {
  status: number
  body: Buffer | string | Readable
  /** Without quotes. Empty or omitted: no ETag header. */
  etag?: string
  replayed?: boolean
  contentType?: string
  headers?: Record<string, string>
}

interface Success {
  status: number
  description: string
  /** Schema of `data`. Omitted: the body is not JSON. */
  schema?: z.ZodType
  list?: boolean
  contentType?: string
  /** Other media types that the query can select. */
  otherContentTypes?: readonly string[]
}

export interface Route<Services> {
  operationId: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** `/api/v1/shipments/{shipment_id}/book` */
  path: string
  tag: string
  summary: string
  description?: string
  access: Access
  query?: z.ZodObject
  body?: Body
  /** Accepts If-Match. */
  conditional?: boolean
  /** Accepts Last-Event-ID. */
  resumable?: boolean
  /** The most common first. */
  success: readonly Success[]
  /** Codes that the owning service may return, in addition to those of the gateway's checks. */
  errors: readonly ErrorCode[]
  /** Deadline of the call, in ms. */
  timeoutMs: number
  /** Not in the OpenAPI document. */
  hidden?: boolean
  handle(call: Call, services: Services): Promise<Reply>
}

type Typed<Services, Query extends z.ZodObject, Document> = Omit<Route<Services>, 'query' | 'handle'> & {
  query?: Query
  handle(call: Call<z.output<Query>, Document>, services: Services): Promise<Reply>
}

/** A route whose handler is typed by its query and document schemas. */
export const defineRoute = <Services, Query extends z.ZodObject = z.ZodObject, Document = unknown>(
  route: Typed<Services, Query, Document>,
): Route<Services> => route as Route<Services>

export const jsonBody = (
  schema: z.ZodType,
  options: { optional?: boolean; validatedByOwner?: boolean } = {},
): Body => ({
  kind: 'json',
  schemaFor: () => schema,
  variants: [schema],
  ...options,
})

export const noBody: Body = { kind: 'none' }

/** The prefix of each identifier in a path, and the error code for an unknown or malformed one. */
export const pathParameters: Record<string, { prefix: IdPrefix; notFound: ErrorCode }> = {
  shipment_id: { prefix: 'shp', notFound: 'shipment_not_found' },
  quote_id: { prefix: 'qte', notFound: 'quote_not_found' },
  booking_id: { prefix: 'bkg', notFound: 'booking_not_found' },
  subscription_id: { prefix: 'whs', notFound: 'subscription_not_found' },
  delivery_id: { prefix: 'whd', notFound: 'delivery_not_found' },
  replay_id: { prefix: 'whr', notFound: 'replay_not_found' },
  event_id: { prefix: 'evt', notFound: 'event_not_found' },
}

/** Deadlines by kind of work. `carrier` leaves a carrier time for one slow response. */
export const TIMEOUT_MS = { read: 5_000, create: 10_000, carrier: 20_000 } as const
