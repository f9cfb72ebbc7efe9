/**
 * The closed list of error codes: the one place where a code meets its HTTP status, its type and its meaning.
 * The gateway's answers, the OpenAPI document and the page /docs/errors are made from it.
 */
export type ErrorType =
  | 'invalid_request'
  | 'authentication'
  | 'permission'
  | 'not_found'
  | 'conflict'
  | 'rate_limit'
  | 'carrier'
  | 'internal'

export interface ErrorKind {
  readonly status: number
  readonly type: ErrorType
  /** The same call may succeed later without being changed. */
  readonly retryable: boolean
  readonly meaning: string
}

const kind = (status: number, type: ErrorType, retryable: boolean, meaning: string): ErrorKind => ({
  status,
  type,
  retryable,
  meaning,
})
const invalid = (status: number, meaning: string) => kind(status, 'invalid_request', false, meaning)
const notFound = (what: string) =>
  kind(404, 'not_found', false, `There is no such ${what} in the environment of this token.`)
const conflict = (meaning: string) => kind(409, 'conflict', false, meaning)

export const errorCatalogue = {
  invalid_json: invalid(400, 'The body is missing or is not JSON text in UTF-8.'),
  invalid_parameter: invalid(400, 'A query parameter has a value that the endpoint does not take.'),
  invalid_cursor: invalid(400, 'The cursor was not made by this list, or with other filters.'),
  invalid_header: invalid(400, 'A request header has a value that cannot be used.'),

  unauthenticated: kind(401, 'authentication', false, 'There is no Authorization header of the form "Bearer <token>".'),
  invalid_token: kind(401, 'authentication', false, 'The token is not one of ours.'),
  token_expired: kind(401, 'authentication', false, 'The token was valid once and has expired: get a new one.'),
  token_revoked: kind(401, 'authentication', false, 'The token, or the key that it came from, has been revoked.'),

  insufficient_scope: kind(403, 'permission', false, 'The token lacks the scope that the endpoint needs.'),
  merchant_mismatch: kind(403, 'permission', false, 'merchant_id in the body is not the merchant of the token.'),

  shipment_not_found: notFound('shipment'),
  quote_not_found: notFound('quote'),
  quote_option_not_found: notFound('quote option'),
  booking_not_found: notFound('booking'),
  subscription_not_found: notFound('webhook subscription'),
  delivery_not_found: notFound('webhook delivery'),
  replay_not_found: notFound('webhook replay'),
  event_not_found: notFound('event'),
  proof_not_found: kind(
    404,
    'not_found',
    false,
    'There is no such photo or signature of a proof of delivery, or its address has expired.',
  ),
  label_not_found: kind(404, 'not_found', false, 'There is no label, or the signed address has expired.'),
  route_not_found: kind(404, 'not_found', false, 'No endpoint has this path.'),
  method_not_allowed: invalid(405, 'The path exists, but not with this method: see the Allow header.'),
  not_acceptable: invalid(406, 'The endpoint cannot answer in a media type of the Accept header.'),
  unsupported_media_type: invalid(415, 'Send the body as application/json.'),
  payload_too_large: invalid(413, 'The body is larger than 1 MiB.'),

  shipment_not_cancellable: conflict('The shipment is in a final state, or is cancelled already.'),
  shipment_not_updatable: conflict('The shipment is in a final state, or is being cancelled.'),
  shipment_not_bookable: conflict('Only a ready shipment that is not being cancelled can be quoted or booked.'),
  shipment_busy: kind(409, 'conflict', true, 'Another change of the shipment is under way: try again shortly.'),
  shipment_already_booked: conflict('Another booking of the shipment lives: cancel it first.'),
  quote_expired: conflict('The quote option is past its validity: request a new quote.'),
  quote_superseded: conflict('The route or the parcels changed after the quote, or another option was booked.'),
  shipment_not_erasable: conflict('The shipment has not ended: its personal data is needed to deliver it.'),
  booking_not_doubtful: conflict('The outcome of the booking is known, or somebody is finding it out at this moment.'),
  cancellation_refused: conflict('The carrier refused to cancel; the booking lives on.'),
  update_refused: conflict('The carrier refused the change; nothing was changed.'),
  idempotency_in_progress: kind(409, 'conflict', true, 'The first call with this Idempotency-Key is still running.'),
  subscription_limit_reached: conflict('The environment has as many webhook subscriptions as it may have.'),
  replay_limit_reached: kind(
    409,
    'conflict',
    true,
    'The webhook subscription has as many running replays as it may have: wait until one has ended, or cancel one.',
  ),
  subscription_not_active: conflict('The webhook subscription is paused, disabled or deleted: nothing is sent to it.'),

  data_erased: kind(410, 'not_found', false, 'It was erased with the personal data of its shipment, for good.'),

  version_conflict: kind(412, 'conflict', false, 'If-Match names a version that is no longer the present one.'),

  validation_error: invalid(422, 'One or more fields are invalid: details names each.'),
  idempotency_key_reused: invalid(422, 'The Idempotency-Key was used with another body.'),
  quote_mismatch: invalid(422, 'The quote and the shipment do not belong together.'),
  collection_date_in_past: invalid(422, 'collection_date lies before yesterday.'),
  no_rates_available: invalid(422, 'No carrier serves this route with these parcels: see messages in meta.'),
  invalid_webhook_url: invalid(422, 'The URL cannot be used as a webhook receiver.'),
  unknown_event_type: invalid(422, 'An event type is not in the catalogue.'),
  metadata_limit_exceeded: invalid(422, 'metadata has too many keys, or one that is too long.'),
  parcel_too_heavy: invalid(422, 'A parcel is heavier than any service takes.'),

  rate_limited: kind(429, 'rate_limit', true, 'Too many requests: wait as long as Retry-After says.'),

  internal_error: kind(500, 'internal', true, 'Something failed on our side; the request id finds it in the logs.'),
  carrier_error: kind(502, 'carrier', false, 'The carrier refused, and would refuse the same again: see carrier.'),
  carrier_unavailable: kind(503, 'carrier', true, 'The carrier cannot be reached at present.'),
  service_unavailable: kind(503, 'internal', true, 'A part of the platform cannot be reached at present.'),
  carrier_timeout: kind(
    504,
    'carrier',
    true,
    'The carrier did not answer in time; what came of a booking, change or cancellation is being found out.',
  ),
  upstream_timeout: kind(504, 'internal', true, 'No answer in time; the same call with the same key is safe.'),
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errorCatalogue

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)
