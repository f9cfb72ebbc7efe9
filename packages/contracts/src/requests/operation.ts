/**
 * An operation of the public API: what its caller may send, and what it answers. The gateway checks it, and the documentation
 * shows it.
 */
import type { z } from 'zod'
import type { ErrorCode } from '../error-catalogue.ts'
import type { IdPrefix } from '../ids.ts'
import type { MemberScope, PartScope, Scope, TeamScope } from './scopes.ts'

/** Who may call an operation. */
export type Access =
  /** `part`: what a session needs in place of the scope. */
  | { kind: 'token'; scope: Scope; part?: PartScope }
  /** A token, or a signature in the query string, which the owning service verifies. */
  | { kind: 'token_or_signature'; scope: Scope }
  /** A member of a team who is signed in. Not about an environment; null: for every role. */
  | { kind: 'session'; scope: TeamScope | null }
  /** `tokens`: what the work costs the caller's address beside the body, at 5 ms of CPU each. */
  | { kind: 'anyone'; limited: boolean; tokens?: number }
  /** A driver of an own fleet, with the driver's token. */
  | { kind: 'driver' }
  /** A carrier, which signs its call-backs. Vendors share addresses, so only forged and unknown ones count. */
  | { kind: 'carrier' }
  /** The operator, with the admin token. */
  | { kind: 'operator' }

/** The scope that a member needs; null: none, or sessions do not open the operation. */
export function scopeForMembers(access: Access): MemberScope | null {
  if (access.kind === 'token') return access.part ?? access.scope
  return 'scope' in access ? access.scope : null
}

/** The request body of an operation. `variants` are the schemas that the OpenAPI document shows. */
export type Body =
  | {
      kind: 'json'
      schemaFor: (value: unknown) => z.ZodType
      variants: readonly z.ZodType[]
      /** A missing body counts as `{}`. */
      optional?: boolean
      /** The owning service validates the document with the same schema, and with what it stores. */
      validatedByOwner?: boolean
      /** Omitted: 384 KiB; for a caller without a credential 16 KiB. */
      limitBytes?: number
      /** The items of a batch: the handler reads the body, of up to so many bytes. */
      batchLimitBytes?: number
    }
  /** No body: a missing one, an empty one and `{}` are accepted. */
  | { kind: 'none' }
  /** Any bytes, up to a limit. */
  | { kind: 'raw'; limitBytes: number }

interface Success {
  status: number
  description: string
  /** Schema of `data`. Omitted: the body is not JSON. */
  schema?: z.ZodType
  list?: boolean
  contentType?: string
  /** Other media types that the query or Accept can select. Beside a schema they are not in the OpenAPI document. */
  otherContentTypes?: readonly string[]
  /** The header Location: the path of what was made, `/api/v1/quotes/{quote_id}`, with ids of `data`, else of the request's path. */
  location?: string
  /** The header Retry-After: how soon it is worth to look at what was made again. */
  retryAfterSeconds?: number
}

export interface Operation {
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
  /**
   * A session needs a sign-in or a confirmation of the last 10 minutes: for every call, or for one with any of these fields,
   * or with a field that has the value given here. Keys and tokens need none.
   */
  confirmation?: 'always' | readonly (string | Readonly<Record<string, string | boolean>>)[]
  /** The answer holds a secret, such as a token or a one-time link: a repeat gets it again only from the same caller. */
  secretInAnswer?: boolean
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
}

/** The names in braces, in order. */
export const parameterNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))

/** The prefix of each identifier in a path that a merchant calls, and the error code for an unknown or malformed one. */
export const pathParameters: Record<string, { prefix: IdPrefix; notFound: ErrorCode }> = {
  shipment_id: { prefix: 'shp', notFound: 'shipment_not_found' },
  pickup_location_id: { prefix: 'pul', notFound: 'pickup_location_not_found' },
  quote_id: { prefix: 'qte', notFound: 'quote_not_found' },
  booking_id: { prefix: 'bkg', notFound: 'booking_not_found' },
  batch_id: { prefix: 'bch', notFound: 'batch_not_found' },
  label_batch_id: { prefix: 'lbb', notFound: 'label_batch_not_found' },
  pickup_id: { prefix: 'pku', notFound: 'pickup_not_found' },
  manifest_id: { prefix: 'mnf', notFound: 'manifest_not_found' },
  subscription_id: { prefix: 'whs', notFound: 'subscription_not_found' },
  delivery_id: { prefix: 'whd', notFound: 'delivery_not_found' },
  replay_id: { prefix: 'whr', notFound: 'replay_not_found' },
  event_id: { prefix: 'evt', notFound: 'event_not_found' },
  carrier_account_id: { prefix: 'cac', notFound: 'carrier_account_not_found' },
  rate_card_id: { prefix: 'rtc', notFound: 'rate_card_not_found' },
  driver_id: { prefix: 'drv', notFound: 'driver_not_found' },
  job_id: { prefix: 'flj', notFound: 'driver_job_not_found' },
  key_id: { prefix: 'key', notFound: 'api_key_not_found' },
  user_id: { prefix: 'usr', notFound: 'member_not_found' },
  invitation_id: { prefix: 'inv', notFound: 'invitation_not_found' },
  session_id: { prefix: 'ses', notFound: 'session_not_found' },
  passkey_id: { prefix: 'pky', notFound: 'passkey_not_found' },
  fault_id: { prefix: 'flt', notFound: 'simulator_fault_not_found' },
  provider_id: { prefix: 'oip', notFound: 'oidc_provider_not_found' },
  view_id: { prefix: 'svw', notFound: 'saved_view_not_found' },
  call_id: { prefix: 'cal', notFound: 'api_call_not_found' },
  note_id: { prefix: 'nte', notFound: 'note_not_found' },
  preset_id: { prefix: 'prs', notFound: 'parcel_preset_not_found' },
}

/** Whether successes of the route with this status have an ETag: those that answer a merchant with one JSON resource. */
export const hasEntityTag = ({ access, success }: Operation, status: number): boolean =>
  access.kind === 'token' && success.some((one) => one.status === status && one.schema !== undefined && !one.list)
