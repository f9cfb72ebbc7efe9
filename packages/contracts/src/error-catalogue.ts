/**
 * The closed list of error codes: the only place where a code is tied to its HTTP status, type and meaning. Error
 * responses, the OpenAPI document and /docs/errors derive from it.
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
  /** The same request may succeed later, unchanged. */
  readonly retryable: boolean
  /** What happened, then what to do about it. */
  readonly meaning: string
}

const kind = (status: number, type: ErrorType, retryable: boolean, meaning: string): ErrorKind => ({
  status,
  type,
  retryable,
  meaning,
})
const invalid = (status: number, meaning: string) => kind(status, 'invalid_request', false, meaning)
const notFound = (resource: string) =>
  kind(
    404,
    'not_found',
    false,
    `No ${resource} with this id exists in the environment of this token. Check the id, and that the token belongs to the same environment.`,
  )
const conflict = (meaning: string) => kind(409, 'conflict', false, meaning)

export const errorCatalogue = {
  invalid_json: invalid(
    400,
    'The request body is missing, is not valid JSON, or is not UTF-8. Send one JSON document.',
  ),
  invalid_parameter: invalid(
    400,
    'A query parameter is unknown or has an invalid value. See details for the accepted values.',
  ),
  invalid_cursor: invalid(
    400,
    'The cursor is invalid, or was issued for another list or other filters. Start again without a cursor.',
  ),
  invalid_header: invalid(400, 'A request header has an invalid value. See details.'),

  unauthenticated: kind(
    401,
    'authentication',
    false,
    'The request has no Authorization header of the form "Bearer <token>". Send an access token.',
  ),
  invalid_token: kind(
    401,
    'authentication',
    false,
    'The access token is unknown. Check that it is complete and was issued by this installation.',
  ),
  token_expired: kind(
    401,
    'authentication',
    false,
    'Reserved: access tokens do not expire at present. Request a new token.',
  ),
  token_revoked: kind(
    401,
    'authentication',
    false,
    'The access token, or the API key that issued it, has been revoked. Use another API key.',
  ),

  insufficient_scope: kind(
    403,
    'permission',
    false,
    'The access token lacks the scope that the endpoint requires. Use an API key with that scope.',
  ),
  merchant_mismatch: kind(
    403,
    'permission',
    false,
    'merchant_id in the body differs from the merchant of the token. Omit merchant_id, or use the token of that merchant.',
  ),

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
    'No such photo or signature exists, or its signed URL has expired. Fetch the booking again for a new URL.',
  ),
  label_not_found: kind(
    404,
    'not_found',
    false,
    'The booking has no label, or the signed URL has expired. Fetch the booking again for a new URL.',
  ),
  route_not_found: kind(404, 'not_found', false, 'No endpoint has this path. See /docs for the endpoints.'),
  method_not_allowed: invalid(405, 'The endpoint does not support this method. See the Allow header.'),
  not_acceptable: invalid(
    406,
    'The endpoint cannot respond in any media type of the Accept header. Accept application/json.',
  ),
  unsupported_media_type: invalid(415, 'The Content-Type of the body is not supported. Send application/json.'),
  payload_too_large: invalid(413, 'The body is larger than 1 MiB. Send less data.'),

  shipment_not_cancellable: conflict(
    'The shipment is already cancelled or in another final status, so it cannot be cancelled.',
  ),
  shipment_not_updatable: conflict('The shipment is in a final status or is being cancelled, so it cannot be changed.'),
  shipment_not_bookable: conflict(
    'Only a shipment with status ready that is not being cancelled can be quoted or booked.',
  ),
  shipment_busy: kind(409, 'conflict', true, 'Another operation on the shipment is in progress. Retry shortly.'),
  shipment_already_booked: conflict('The shipment already has an active booking. Cancel that booking first.'),
  quote_expired: conflict('The quote option has expired. Request a new quote.'),
  quote_superseded: conflict(
    'The route or the parcels changed after the quote, or another option was booked. Request a new quote.',
  ),
  shipment_not_erasable: conflict(
    'The shipment is not in a final status: delivering it requires its personal data. Erase it after it ends.',
  ),
  booking_not_doubtful: conflict(
    'The outcome of the booking is already known, or is being determined right now. Fetch the booking again.',
  ),
  cancellation_refused: conflict('The carrier refused to cancel. The booking remains active.'),
  update_refused: conflict('The carrier refused the change. Nothing was changed.'),
  idempotency_in_progress: kind(
    409,
    'conflict',
    true,
    'The first request with this Idempotency-Key is still in progress. Retry with the same key after Retry-After.',
  ),
  subscription_limit_reached: conflict(
    'The environment has reached its limit of webhook subscriptions. Delete one first.',
  ),
  replay_limit_reached: kind(
    409,
    'conflict',
    true,
    'The webhook subscription has reached its limit of running replays. Wait until one ends, or cancel one.',
  ),
  subscription_not_active: conflict(
    'The webhook subscription is paused, disabled or deleted, so nothing can be sent to it. Set its status to active.',
  ),

  data_erased: kind(
    410,
    'not_found',
    false,
    'The data was permanently erased together with the personal data of its shipment.',
  ),

  version_conflict: kind(
    412,
    'conflict',
    false,
    'If-Match does not match the current version. Fetch the resource again and retry with its new ETag.',
  ),

  validation_error: invalid(422, 'One or more fields are invalid. details lists every one of them.'),
  idempotency_key_reused: invalid(
    422,
    'The Idempotency-Key was already used with a different request. Use a new key for a new request.',
  ),
  quote_mismatch: invalid(
    422,
    'The quote option belongs to another shipment, or the fields sent differ from the shipment.',
  ),
  collection_date_in_past: invalid(
    422,
    'collection_date is earlier than yesterday (UTC). Send yesterday or a later date.',
  ),
  no_rates_available: invalid(
    422,
    'No carrier offers a rate for this route and these parcels. See meta.messages for the reason of each carrier.',
  ),
  invalid_webhook_url: invalid(422, 'The URL cannot be used for webhooks. See message for the reason.'),
  unknown_event_type: invalid(422, 'The event type or wildcard does not exist. See GET /api/v1/webhooks/event-types.'),
  metadata_limit_exceeded: invalid(
    422,
    'metadata has too many keys, or a key or value that is too long. See details for the limits.',
  ),
  parcel_too_heavy: invalid(
    422,
    'A parcel is heavier than any carrier service accepts. Split it into lighter parcels.',
  ),

  rate_limited: kind(429, 'rate_limit', true, 'Too many requests. Wait for the number of seconds in Retry-After.'),

  internal_error: kind(500, 'internal', true, 'Unexpected error. Retry later; if it persists, report the request_id.'),
  carrier_error: kind(
    502,
    'carrier',
    false,
    'The carrier refused the request and would refuse it again. See carrier for its reason.',
  ),
  carrier_unavailable: kind(503, 'carrier', true, 'The carrier cannot be reached. Retry later.'),
  service_unavailable: kind(503, 'internal', true, 'Part of the platform is unavailable. Retry shortly.'),
  carrier_timeout: kind(
    504,
    'carrier',
    true,
    'The carrier did not respond in time. The outcome of a booking, change or cancellation is not known yet; retry with the same Idempotency-Key.',
  ),
  upstream_timeout: kind(
    504,
    'internal',
    true,
    'A service did not respond in time. Retry with the same Idempotency-Key.',
  ),
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errorCatalogue

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)
