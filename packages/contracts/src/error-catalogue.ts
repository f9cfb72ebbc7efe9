/**
 * The closed list of error codes: the only place where a code is tied to its HTTP status, type and meaning. Error
 * responses, the OpenAPI document and /docs/errors derive from it.
 */
type ErrorType =
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
  /** Cause, then the remedy. */
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
    'A query parameter is unknown, is repeated or has an invalid value. See details, which list every such parameter.',
  ),
  invalid_cursor: invalid(
    400,
    'The cursor is invalid, or belongs to another list, other filters or another order. Start again without a cursor.',
  ),
  invalid_header: invalid(400, 'A request header has an invalid value. See details.'),
  environment_required: invalid(
    400,
    'A request with a session needs the header Waybill-Environment, because the merchant has more than one environment. Send one of the environments of GET /api/v1/session.',
  ),

  unauthenticated: kind(
    401,
    'authentication',
    false,
    'The request has neither an Authorization header of the form "Bearer <token>" nor the cookie of a session. Send an access token, or sign in.',
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
    'The API key of the access token has expired. Use another API key.',
  ),
  token_revoked: kind(
    401,
    'authentication',
    false,
    'The access token, or the API key that issued it, has been revoked. Use another API key.',
  ),
  session_ended: kind(
    401,
    'authentication',
    false,
    'The session has expired, was revoked, or its member was deactivated. Sign in again.',
  ),
  sign_in_failed: kind(
    401,
    'authentication',
    false,
    'The e-mail address or the password is wrong, or the member is not active. Try again, or ask an owner of your team for a link to reset the password.',
  ),
  oidc_sign_in_failed: kind(
    401,
    'authentication',
    false,
    'The identity provider of the team refused the sign-in, could not be reached, or its account belongs to no member. See the message, and ask an owner of your team.',
  ),
  link_not_valid: kind(
    410,
    'not_found',
    false,
    'The one-time link is unknown, has expired, was replaced or was used. Ask for a new one.',
  ),
  challenge_not_valid: kind(
    410,
    'not_found',
    false,
    'The challenge of a sign-in or passkey is unknown, has expired, or was used. Start again.',
  ),

  csrf_failed: kind(
    403,
    'permission',
    false,
    'A request with a session that changes something must come from a page of this installation, with the value of the cookie waybill_csrf in the header X-Waybill-Csrf. Programs use an access token instead.',
  ),
  oidc_sign_in_required: kind(
    403,
    'permission',
    false,
    'The team signs in with its identity provider. Ask an owner for the sign-in link. Only owners may sign in another way.',
  ),
  confirmation_required: kind(
    403,
    'permission',
    false,
    'With a session, a call that widens access needs a sign-in or a confirmation within the last 10 minutes. Confirm with POST /api/v1/session/confirmation, then repeat the call.',
  ),
  access_suspended: kind(
    403,
    'permission',
    false,
    'The operator has suspended the API key, its environment or its merchant. See meta.suspended for which one, and ask the operator to resume it.',
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

  environment_not_found: kind(
    404,
    'not_found',
    false,
    'The merchant of the session has no environment with the id in the header Waybill-Environment. See GET /api/v1/session for its environments.',
  ),
  shipment_not_found: notFound('shipment'),
  pickup_location_not_found: notFound('pickup location'),
  quote_not_found: notFound('quote'),
  quote_option_not_found: notFound('quote option'),
  booking_not_found: notFound('booking'),
  batch_not_found: notFound('batch'),
  label_batch_not_found: notFound('label batch'),
  pickup_not_found: notFound('pickup'),
  manifest_not_found: notFound('manifest'),
  subscription_not_found: notFound('webhook subscription'),
  delivery_not_found: notFound('webhook delivery'),
  replay_not_found: notFound('webhook replay'),
  event_not_found: notFound('event'),
  carrier_account_not_found: notFound('carrier account'),
  rate_card_not_found: notFound('rate card'),
  driver_not_found: notFound('driver'),
  driver_job_not_found: notFound('job of the driver'),
  api_key_not_found: notFound('API key'),
  note_not_found: notFound('note of the shipment'),
  saved_view_not_found: notFound('saved view, shared or of your own,'),
  api_call_not_found: kind(
    404,
    'not_found',
    false,
    'No call with this id is in the API log of the environment of this token. Calls are kept for 7 days.',
  ),
  parcel_preset_not_found: notFound('parcel preset'),
  proof_not_found: kind(
    404,
    'not_found',
    false,
    'No such photo or signature exists, or its signed URL has expired or was revoked. Fetch the booking again for a new URL.',
  ),
  label_not_found: kind(
    404,
    'not_found',
    false,
    'The booking has no label, or the signed URL has expired or was revoked. Fetch the booking again for a new URL.',
  ),
  label_not_ready: kind(
    409,
    'conflict',
    true,
    'The carrier has not made the label yet, or has not answered the booking yet. Retry after Retry-After.',
  ),
  label_not_available: conflict(
    'The booking is cancelled, so its label is no longer valid, or no carrier took it. Print the label of the booking that replaces it.',
  ),
  invalid_image: invalid(
    422,
    'The body is not an image that the endpoint accepts, or the image has too many pixels. See the message for what it accepts.',
  ),
  member_not_found: kind(404, 'not_found', false, 'Your team has no member with this id. List its members.'),
  invitation_not_found: kind(
    404,
    'not_found',
    false,
    'Your team has no open invitation with this id: it was accepted, revoked, replaced or has expired.',
  ),
  session_not_found: kind(404, 'not_found', false, 'You have no session with this id. List your sessions.'),
  simulator_fault_not_found: kind(
    404,
    'not_found',
    false,
    'The environment has no planned fault with this id: it was removed, is used up, or has expired.',
  ),
  oidc_provider_not_found: kind(
    404,
    'not_found',
    false,
    'There is no identity provider with this id. List that of your team, or ask an owner for the link to sign in.',
  ),
  passkey_not_found: kind(404, 'not_found', false, 'You have no passkey with this id. List your passkeys.'),
  route_not_found: kind(404, 'not_found', false, 'No endpoint has this path. See /docs for the endpoints.'),
  method_not_allowed: invalid(405, 'The endpoint does not support this method. See the Allow header.'),
  not_acceptable: invalid(
    406,
    'The endpoint cannot respond in any media type of the Accept header. Accept application/json.',
  ),
  unsupported_media_type: invalid(415, 'The Content-Type of the body is not supported. Send application/json.'),
  payload_too_large: invalid(
    413,
    'The body is larger than the endpoint accepts: 384 KiB, and 4 MiB for a batch of shipments. Send less data.',
  ),

  shipment_not_cancellable: conflict(
    'The shipment is already cancelled or in another final status, so it cannot be cancelled.',
  ),
  shipment_not_updatable: conflict('The shipment is in a final status or is being cancelled, so it cannot be changed.'),
  shipment_not_bookable: conflict(
    'The shipment is not ready, or is being cancelled. Only ready shipments can be quoted or booked; Waybill chooses the carrier of an on-demand shipment.',
  ),
  shipment_on_hold: conflict(
    'Your team has put the shipment on hold, so it is not booked: `meta.hold` has the reason, the time and the member or key. Release it with POST /api/v1/shipments/{shipment_id}/release, then book it.',
  ),
  shipment_not_holdable: conflict(
    'Only a shipment that waits to be booked can be put on hold: not one that has a booking, has ended, is being cancelled or is on demand. Cancel the booking or the shipment instead.',
  ),
  shipment_not_returnable: conflict(
    'Goods come back only from a shipment that was handed to a carrier and has not ended without a delivery, and each of them once. The message says what is missing.',
  ),
  return_not_decidable: conflict(
    'No recipient asks for this return, or it is booked, is being cancelled or has ended. To refuse a booked one, cancel its booking first.',
  ),
  note_limit_reached: conflict('The shipment has 500 notes. Delete one before you add another.'),
  note_not_yours: kind(
    403,
    'permission',
    false,
    'Another member or API key wrote the note. Only its author can delete it.',
  ),
  shipment_busy: kind(
    409,
    'conflict',
    true,
    'Another operation on the shipment, or the search for a courier, is in progress. Retry after Retry-After.',
  ),
  shipment_already_booked: conflict(
    'The shipment already has an active booking. To quote it again or to book another option, cancel that booking: the shipment is then ready and unbooked.',
  ),
  quote_expired: conflict('Every option of the quote has expired. Request a new quote.'),
  quote_option_expired: conflict(
    'The quote option has expired, other options of its quote have not. Book another option, or request a new quote.',
  ),
  quote_superseded: conflict(
    'The route, the parcels or the collection time changed after the quote, the quote was replaced, or its carrier account was disabled or deleted. Request a new quote.',
  ),
  quote_already_used: conflict(
    'One option of the quote was booked, and that booking has ended, such as by its cancellation. Request a new quote.',
  ),
  shipment_not_erasable: conflict(
    'The shipment is not in a final status: delivering it requires its personal data. Erase it after it ends.',
  ),
  booking_not_doubtful: conflict(
    'The outcome of the booking is already known, or is being determined right now. Fetch the booking again.',
  ),
  booking_not_cancellable: conflict('The booking has ended, so it cannot be cancelled. Fetch it again for its status.'),
  pickup_not_cancellable: conflict(
    'The pickup has failed, or the API of its carrier cannot cancel: call the carrier with the number in message.',
  ),
  pickup_too_expensive: conflict(
    'The carrier asks for more than max_price, or for another currency. Nothing was scheduled. Request it again with a higher max_price.',
  ),
  manifest_empty: conflict(
    'No label of the account, day and place is open: message names why. Send the ship_date of their shipments, or booking_ids.',
  ),
  manifest_not_ready: kind(
    409,
    'conflict',
    true,
    'The carrier has not made the manifest, or its document, yet. Retry after Retry-After.',
  ),
  manifest_not_available: conflict(
    'The manifest has failed, or its document is deleted 90 days after its creation, or with a shipment in it.',
  ),
  cancellation_refused: conflict(
    'The goods are picked up, or the carrier refused to cancel: carrier has its reason, or is null if it was not asked. The delivery goes on. To stop it, contact the carrier about the job in message.',
  ),
  update_refused: conflict(
    'The carrier refused the change: see carrier for its reason. Nothing was changed. Before the pickup, cancel the booking, change the shipment and book again; after it, contact the carrier about the job in message.',
  ),
  idempotency_in_progress: kind(
    409,
    'conflict',
    true,
    'The first request with this Idempotency-Key is still in progress. Retry with the same key after Retry-After.',
  ),
  subscription_limit_reached: conflict(
    'The environment has reached its limit of webhook subscriptions. Delete one first.',
  ),
  pickup_location_exists: conflict(
    'Another pickup location has an address of the same place. Change that one instead.',
  ),
  pickup_location_limit_reached: conflict(
    'The environment has reached its limit of 500 pickup locations. Delete one first.',
  ),
  geocoder_not_configured: conflict(
    'This installation has no geocoder. Send latitude and longitude yourself, or ask the operator to set GEOCODER_URL.',
  ),
  carrier_account_limit_reached: conflict(
    'The environment has reached its limit of 50 carrier accounts. Delete one first.',
  ),
  rate_card_limit_reached: conflict('The environment has reached its limit of 100 rate cards. Delete one first.'),
  driver_limit_reached: conflict('The environment has reached its limit of 500 drivers. Delete one first.'),
  driver_has_jobs: conflict(
    'The driver has open jobs or an open offer. Assign the jobs to another driver or wait until they end, then delete the driver.',
  ),
  driver_not_free: conflict(
    'The driver is not active, or has as many jobs as their capacity allows. Choose another driver, or raise the capacity.',
  ),
  saved_view_limit_reached: conflict(
    'The environment has reached its limit of 200 shared views, or you have reached that of 50 views of your own. Delete one first.',
  ),
  parcel_preset_limit_reached: conflict(
    'The environment has reached its limit of 100 parcel presets. Delete one first.',
  ),
  last_owner: conflict('The member is the last active owner of the team. Make another member an owner first.'),
  simulator_fault_limit_reached: conflict(
    'The environment has reached its limit of 20 planned faults. Remove one first.',
  ),
  oidc_provider_exists: conflict('Your team has an identity provider already. Change it, or remove it first.'),
  totp_in_use: conflict('You have an authenticator app already. Turn it off before you set up another.'),
  totp_not_enabled: conflict('You have no authenticator app. Set one up first.'),
  own_second_factor: conflict(
    'You cannot reset your own second factor. Turn it off in your account, or ask another owner or the operator.',
  ),
  own_password_reset: conflict(
    'You cannot make a link that resets your own password. Change it in your account, or ask another owner or the operator.',
  ),
  passkey_in_use: conflict('The passkey is stored already. Use it to sign in, or add another one.'),
  passkey_limit_reached: conflict('You have reached the limit of 20 passkeys. Remove one first.'),
  passkeys_not_available: conflict(
    'Passkeys need a host name, and the public URL of this installation has an IP address. Ask the operator to change WAYBILL_PUBLIC_URL.',
  ),
  email_in_use: conflict('Another member of the team has the e-mail address. Use another address.'),
  merchant_choice_required: conflict(
    'Members of several merchants have this e-mail address and password. Send `merchant_id` as well: one of meta.merchants.',
  ),
  api_key_limit_reached: conflict(
    'The environment has reached its limit of 100 API keys that are neither revoked nor expired. Revoke one first.',
  ),
  api_key_not_active: conflict(
    'The API key is revoked, expired or suspended (see meta.status), so it cannot be rotated. Create a new key.',
  ),
  offer_over: conflict(
    'The job is no longer offered to this driver: the offer has expired, was answered, or the job was cancelled. List the jobs again.',
  ),
  report_out_of_order: conflict(
    'The report cannot follow the present status of the job, or the driver has not accepted the job yet. See meta.current_status, and list the jobs again.',
  ),
  booking_not_movable: conflict(
    'The simulator moves only couriers of simulated carriers, and takes no step with a booking that has ended. See meta.current_status.',
  ),
  booking_not_assignable: conflict('A driver can be assigned only to a booking of the own fleet that has not ended.'),
  replay_limit_reached: kind(
    409,
    'conflict',
    true,
    'The webhook subscription has reached its limit of running replays. Wait until one ends, or cancel one.',
  ),
  subscription_not_active: conflict(
    'The webhook subscription is paused, disabled or deleted (see meta.current_status), so the delivery cannot be sent again, or the replay cannot be created. Set its status to active.',
  ),

  data_erased: kind(
    410,
    'not_found',
    false,
    'The data was permanently erased together with the personal data of its shipment.',
  ),

  events_expired: kind(
    410,
    'not_found',
    false,
    'The position to continue from is older than the retention period (30 days by default), so events may be missing. Read the remaining events with GET /api/v1/events?order=asc, and continue the stream after the last one.',
  ),

  version_conflict: kind(
    412,
    'conflict',
    false,
    'If-Match does not match the current version. Fetch the resource again and retry with its new ETag. meta.current_etag is the current version in the short form that If-Match accepts too.',
  ),

  validation_error: invalid(422, 'One or more fields of the body are invalid. details lists every one of them.'),
  idempotency_key_reused: invalid(
    422,
    'The Idempotency-Key was already used with a different request, or by another caller for an answer with a secret. Use a new key for a new request.',
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
    'No carrier offers a rate for this route and these parcels. See meta.messages for the reason of each carrier; if it is empty, add a carrier account. If retryable is true, a carrier did not answer: repeat the request.',
  ),
  dispatch_not_served: invalid(
    422,
    'The on-demand shipment is beyond the limits of every service that may be booked. See meta.messages for each limit; change the shipment, or name other services in dispatch.',
  ),
  item_not_processed: invalid(
    422,
    'The batch has too many invalid fields, so this item was not validated. Correct the items before it, and send the batch again.',
  ),
  invalid_webhook_url: invalid(422, 'The URL cannot be used for webhooks. See message for the reason.'),
  unknown_event_type: invalid(422, 'The event type or wildcard does not exist. See GET /api/v1/webhooks/event-types.'),
  metadata_limit_exceeded: invalid(
    422,
    'metadata has too many keys, or a key or value that is too long. See details for the limits.',
  ),
  credentials_refused: kind(
    422,
    'carrier',
    false,
    'The carrier does not accept the credentials of the account. See carrier for its words. Correct the credentials and verify them again.',
  ),
  parcel_too_heavy: invalid(
    422,
    'A parcel is heavier than any carrier service accepts. Split it into lighter parcels.',
  ),

  carrier_refused: kind(
    422,
    'carrier',
    false,
    'The carrier refused the request. See carrier for its reason. Change what it names, or book another option.',
  ),

  rate_limited: kind(429, 'rate_limit', true, 'Too many requests. Wait for the number of seconds in Retry-After.'),

  internal_error: kind(500, 'internal', true, 'Unexpected error. Retry later; if it persists, report the request_id.'),
  carrier_error: kind(
    502,
    'carrier',
    true,
    "The carrier's answer cannot be read. The outcome of a change or cancellation is not known yet; retry with the same Idempotency-Key.",
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
    'A service did not respond in time. Retry, with the same Idempotency-Key if the request has one.',
  ),
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errorCatalogue

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)
