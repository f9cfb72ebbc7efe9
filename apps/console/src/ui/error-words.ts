/** Errors in the words of people who use the console, with what to do. Programs read the message of the API. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '@waybill/sdk'

/** The codes that this version of the API names; more may be added. */
type Known<Code extends string> = Code extends Code ? (string & {} extends Code ? never : Code) : never
type KnownErrorCode = Known<ErrorCode>

const outdated = msg`Waybill did not understand this page. Load the page again. If that does not help, report the request to the operator of your Waybill.`
const wrongLink = msg`Part of this page's address is not valid. Open the page from the menu, without filters.`
const signIn = msg`Your session has ended. Sign in again. What you typed is kept.`
const gone = msg`It does not exist here. It may have been deleted, or it belongs to another environment.`
const noMember = msg`Your team has no such member, invitation or session any more. Load the page again.`
const tooMuch = msg`This is too much at once. Send it in smaller parts.`
const notCancellable = msg`It has ended already, so it cannot be cancelled.`
const busy = msg`Something else is being done with this shipment. Try again in a moment.`
const offersOver = msg`The offers have expired. Get new offers.`
const limit = msg`You have as many of these as are allowed. Delete one that you no longer need.`
const ownReset = msg`You cannot do this for yourself. Use your account page, or ask another owner.`
const fields = msg`Some fields are wrong or missing. Correct them and try again.`
const internal = msg`Something went wrong in Waybill. Try again. If it happens again, report the request to the operator.`
const down = msg`A part of Waybill is not available. Try again in a moment.`

export const errorWords = {
  invalid_json: outdated,
  invalid_header: outdated,
  route_not_found: outdated,
  method_not_allowed: outdated,
  not_acceptable: outdated,
  unsupported_media_type: outdated,
  csrf_failed: outdated,
  merchant_mismatch: outdated,
  quote_mismatch: outdated,
  idempotency_key_reused: outdated,
  report_out_of_order: outdated,
  offer_over: outdated,
  invalid_parameter: wrongLink,
  environment_required: wrongLink,
  invalid_cursor: msg`The list has changed in between. Load the page again.`,
  unauthenticated: signIn,
  invalid_token: signIn,
  token_expired: signIn,
  token_revoked: signIn,
  session_ended: signIn,
  sign_in_failed: msg`The e-mail address, the password or the passkey is wrong, or you are no longer a member. Try again, or ask an owner of your team for a link to reset the password.`,
  oidc_sign_in_failed: msg`The identity provider of your team did not sign you in. Try again, or ask an owner of your team.`,
  link_not_valid: msg`This link was used, was replaced or has expired. Ask for a new one.`,
  challenge_not_valid: msg`This took too long, or was used already. Start again.`,
  oidc_sign_in_required: msg`Your team signs in with its identity provider. Ask an owner for the link.`,
  confirmation_required: msg`Confirm that it is you, then try again.`,
  access_suspended: msg`The operator of your Waybill has suspended this access. Ask the operator to resume it.`,
  insufficient_scope: msg`Your role does not allow this. Ask an owner of your team for the permission.`,
  environment_not_found: gone,
  shipment_not_found: gone,
  pickup_location_not_found: gone,
  quote_not_found: gone,
  quote_option_not_found: gone,
  booking_not_found: gone,
  batch_not_found: gone,
  label_batch_not_found: gone,
  subscription_not_found: gone,
  delivery_not_found: gone,
  replay_not_found: gone,
  event_not_found: gone,
  carrier_account_not_found: gone,
  rate_card_not_found: gone,
  driver_not_found: gone,
  driver_job_not_found: gone,
  api_key_not_found: gone,
  saved_view_not_found: gone,
  parcel_preset_not_found: gone,
  simulator_fault_not_found: gone,
  passkey_not_found: gone,
  member_not_found: noMember,
  invitation_not_found: noMember,
  session_not_found: noMember,
  oidc_provider_not_found: noMember,
  api_call_not_found: msg`This call is no longer in the log. Calls are kept for 7 days.`,
  proof_not_found: msg`The photo or signature is not there, or its link has expired. Load the page again.`,
  label_not_found: msg`There is no label for this booking, or its link has expired. Load the page again.`,
  label_not_ready: msg`The carrier has not made the label yet. Try again in a moment.`,
  label_not_available: msg`This booking is cancelled or was refused, so its label is void. Print the label of the booking that replaced it.`,
  invalid_image: msg`This file cannot be used as an image. Choose a PNG, JPEG or WebP file that is smaller.`,
  payload_too_large: tooMuch,
  item_not_processed: tooMuch,
  shipment_not_cancellable: notCancellable,
  booking_not_cancellable: notCancellable,
  shipment_not_updatable: msg`The shipment has ended or is being cancelled, so it cannot be changed. Register a new one.`,
  shipment_not_bookable: msg`The shipment cannot be booked: it has ended, is being cancelled, or a courier is looked for. Open it to see its state.`,
  shipment_busy: busy,
  idempotency_in_progress: busy,
  shipment_already_booked: msg`The shipment is booked already. Cancel that booking first to book another offer.`,
  quote_expired: offersOver,
  quote_already_used: offersOver,
  quote_option_expired: msg`This offer has expired. Book another one, or get new offers.`,
  quote_superseded: msg`The shipment was changed after the offers. Get new offers.`,
  shipment_not_erasable: msg`The shipment is still under way. Its personal data can be erased once it has ended.`,
  booking_not_doubtful: msg`The outcome is known by now. Load the page again.`,
  cancellation_refused: msg`The carrier does not cancel any more, and the delivery goes on. Contact the carrier to stop it.`,
  update_refused: msg`The carrier refused the change, and nothing was changed. Before the pickup, cancel the booking, change the shipment and book again; after it, contact the carrier.`,
  subscription_limit_reached: limit,
  pickup_location_limit_reached: limit,
  carrier_account_limit_reached: limit,
  rate_card_limit_reached: limit,
  driver_limit_reached: limit,
  saved_view_limit_reached: limit,
  parcel_preset_limit_reached: limit,
  simulator_fault_limit_reached: limit,
  passkey_limit_reached: limit,
  api_key_limit_reached: limit,
  replay_limit_reached: msg`Too many replays are running. Wait until one ends, or cancel one.`,
  pickup_location_exists: msg`There is a pickup location at this place already. Change that one instead.`,
  driver_has_jobs: msg`The driver has open jobs. Assign them to another driver, or wait until they end.`,
  driver_not_free: msg`The driver is off duty or has no room for another job. Choose another driver.`,
  last_owner: msg`This is the last owner of your team. Make another member an owner first.`,
  oidc_provider_exists: msg`Your team has an identity provider already. Change that one, or remove it first.`,
  totp_in_use: msg`You have an authenticator app already. Turn it off before you set up another.`,
  totp_not_enabled: msg`You have no authenticator app yet. Set one up first.`,
  own_second_factor: ownReset,
  own_password_reset: ownReset,
  passkey_in_use: msg`This passkey is stored already. Use it to sign in.`,
  passkeys_not_available: msg`Passkeys do not work at this address. Ask the operator of your Waybill for a host name.`,
  email_in_use: msg`Another member of the team has this e-mail address. Use another one.`,
  merchant_choice_required: msg`You are a member of several merchants. Choose one.`,
  api_key_not_active: msg`This key is revoked, expired or suspended. Create a new one.`,
  booking_not_movable: msg`The simulator moves simulated couriers only, and none whose booking has ended.`,
  booking_not_assignable: msg`Drivers can be assigned only to open bookings of your own drivers.`,
  subscription_not_active: msg`This webhook endpoint is switched off. Switch it on first.`,
  data_erased: msg`The personal data of this shipment was erased for good.`,
  events_expired: msg`Events this old are no longer kept. Load the page again.`,
  version_conflict: msg`Somebody else has changed it. Load it again and repeat your change.`,
  validation_error: fields,
  metadata_limit_exceeded: fields,
  collection_date_in_past: msg`The collection date is in the past. Choose today or later.`,
  no_rates_available: msg`No carrier makes an offer for this shipment. See the reason of each carrier, change the shipment, or connect another carrier.`,
  dispatch_not_served: msg`No courier serves this shipment. Change its addresses, its parcels or its limits.`,
  invalid_webhook_url: msg`This address cannot receive webhooks. Use one that begins with https:// and can be reached from the internet.`,
  unknown_event_type: msg`There is no such type of event. Choose one of the list.`,
  credentials_refused: msg`The carrier does not accept these credentials. Check them in your account with the carrier, and enter them again.`,
  parcel_too_heavy: msg`A parcel is heavier than any carrier takes. Split it into lighter parcels.`,
  carrier_refused: msg`The carrier refused this. Change what it names, or book another offer.`,
  rate_limited: msg`That was too much in a short time. Wait a moment, then try again.`,
  internal_error: internal,
  carrier_error: msg`The carrier's answer could not be read. Try again: nothing is done twice.`,
  carrier_unavailable: msg`The carrier cannot be reached. Try again later.`,
  service_unavailable: down,
  upstream_timeout: down,
  carrier_timeout: msg`The carrier did not answer in time. Try again: nothing is done twice.`,
} as const satisfies Record<KnownErrorCode, MessageDescriptor>

/** The sentence for a code; undefined: the code is of a later Waybill. */
export const findErrorWords = (code: string): MessageDescriptor | undefined =>
  Object.hasOwn(errorWords, code) ? errorWords[code as KnownErrorCode] : undefined
