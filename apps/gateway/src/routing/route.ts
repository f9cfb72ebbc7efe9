/** What a route is: one entry drives registration, checks, rate limit and the OpenAPI document. */

import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'
import type { IdPrefix } from '@waybill/contracts/ids'
import type { z } from 'zod'
import type { Scope } from '../auth/scopes.ts'
import type { Caller } from '../streams/streams.ts'

/** Who may call. */
export type Access =
  | { kind: 'token'; scope: Scope }
  /** A token, or a signature in the query that the owning service checks. */
  | { kind: 'token_or_signature'; scope: Scope }
  | { kind: 'anyone'; limited: boolean }
  /** The operator, by the admin token. */
  | { kind: 'operator' }

/** What a route reads from the body. `variants` are the schemas that the document shows, where there are several. */
export type Body =
  | {
      kind: 'json'
      schemaFor: (value: unknown) => z.ZodType
      variants: readonly z.ZodType[]
      /** No body counts as `{}`. */
      optional?: boolean
      /** The fields are the owning service's to judge, by the same schema: reading them twice would be the dearest part. */
      judgedByOwner?: boolean
    }
  /** No body; none, an empty one and `{}` are taken. */
  | { kind: 'none' }
  /** Any bytes. */
  | { kind: 'raw' }

/** What a handler is given, all of it checked. */
export interface Call<Query = unknown, Document = unknown> {
  context: CallContext
  params: Record<string, string>
  query: Query
  /** The body as its schema reads it. */
  document: Document
  /** The body as it came: JSON text, or the raw bytes. */
  bytes: Buffer
  headers: IncomingHttpHeaders
  /** Whose call it is, for what lasts longer than an answer. */
  caller: Caller
}

export interface Reply {
  status: number
  body: Buffer | string | Readable
  /** Without quotes; empty or left out: none. */
  etag?: string
  replayed?: boolean
  contentType?: string
  headers?: Record<string, string>
}

export interface Success {
  status: number
  description: string
  /** Schema of `data`; left out: no JSON. */
  schema?: z.ZodType
  list?: boolean
  contentType?: string
  /** What the answer may be instead, as the query asks for it. */
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
  /** Takes If-Match. */
  conditional?: boolean
  /** Takes Last-Event-ID. */
  resumable?: boolean
  /** The likeliest first; a route may have a second one (202). */
  success: readonly Success[]
  /** Codes that the owning service may answer, beside those that the checks before it give. */
  errors: readonly ErrorCode[]
  /** Longest that the answer may take, in ms. */
  timeoutMs: number
  /** Left out of the OpenAPI document. */
  hidden?: boolean
  handle(call: Call, services: Services): Promise<Reply>
}

type Typed<Services, Query extends z.ZodObject, Document> = Omit<Route<Services>, 'query' | 'handle'> & {
  query?: Query
  handle(call: Call<z.output<Query>, Document>, services: Services): Promise<Reply>
}

/** A route whose handler sees the types of its query and document. */
export const defineRoute = <Services, Query extends z.ZodObject = z.ZodObject, Document = unknown>(
  route: Typed<Services, Query, Document>,
): Route<Services> => route as Route<Services>

export const jsonBody = (schema: z.ZodType, options: { optional?: boolean; judgedByOwner?: boolean } = {}): Body => ({
  kind: 'json',
  schemaFor: () => schema,
  variants: [schema],
  ...options,
})

export const noBody: Body = { kind: 'none' }

/** What merchants' identifiers in paths look like, and what a wrong one is answered with. */
export const pathParameters: Record<string, { prefix: IdPrefix; notFound: ErrorCode }> = {
  shipment_id: { prefix: 'shp', notFound: 'shipment_not_found' },
  quote_id: { prefix: 'qte', notFound: 'quote_not_found' },
  booking_id: { prefix: 'bkg', notFound: 'booking_not_found' },
  subscription_id: { prefix: 'whs', notFound: 'subscription_not_found' },
  delivery_id: { prefix: 'whd', notFound: 'delivery_not_found' },
  replay_id: { prefix: 'whr', notFound: 'replay_not_found' },
  event_id: { prefix: 'evt', notFound: 'event_not_found' },
}

/** Deadlines by kind of work; those that ask a carrier leave it time for one slow answer. */
export const TIMEOUT_MS = { read: 5_000, create: 10_000, carrier: 20_000 } as const
