/** The Waybill API for TypeScript and JavaScript. */
export { type KeyOptions, type SessionOptions, Waybill, type WaybillOptions } from './client.ts'
export {
  AuthenticationError,
  CarrierError,
  type CarrierReason,
  ConflictError,
  ConnectionError,
  type ErrorCode,
  type ErrorDetail,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  WaybillError,
} from './errors.ts'
export * from './gen/values.ts'
export type { ApiPromise, ApiResponse } from './http/api-promise.ts'
export type { List, Page } from './http/page.ts'
export type { ReadOptions, RequestOptions } from './http/request-options.ts'
export * as money from './money.ts'
export type { ListApiKeys } from './resources/api-keys.ts'
export type { ListApiCalls } from './resources/api-log.ts'
export type { LabelForm, ListBookings, WaitOptions } from './resources/bookings.ts'
export type { GetCosts } from './resources/costs.ts'
export type { EventOf, EventPattern, ListEvents, StreamEvents } from './resources/events.ts'
export type { ListSavedViews } from './resources/saved-views.ts'
export type { ListShipments, TrackOptions } from './resources/shipments.ts'
export type { ListAuditLog } from './resources/team.ts'
export type { FollowOptions } from './streams/follow.ts'
export type { QuoteStreamItem } from './streams/quote.ts'
export type * from './types.ts'
export { VERSION } from './version.ts'
export type { WebhookHeaders } from './webhooks/headers.ts'
export { Webhook, type WebhookOptions } from './webhooks/webhook.ts'
export { type WebhookErrorCode, WebhookVerificationError } from './webhooks/webhook-error.ts'
