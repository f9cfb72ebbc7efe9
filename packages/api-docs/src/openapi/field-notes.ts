import { asList, driverJobMeanings } from './status-meanings.ts'
import type { JsonSchema } from './types.ts'

const moment = (description: string): JsonSchema => ({ description, format: 'date-time' })
const decimal = (description: string): JsonSchema => ({ description, pattern: '^-?\\d+(\\.\\d+)?$' })

/** Descriptions of fields of answers, in place of those of `fieldNotes` of the same name, which are about requests. */
export const answerNotes: Record<string, JsonSchema> = {
  latitude: { description: 'Degrees.' },
  longitude: { description: 'Degrees.' },
  weight_kg: decimal('Kilograms.'),
  parcels: { description: 'The parcels.' },
  phone: { description: 'Phone number.' },
}

/** Descriptions of fields whose schema has none, by name. `Schema.field` takes precedence over `field`. */
export const fieldNotes: Record<string, JsonSchema> = {
  shipment_id: { description: 'Identifier, shp_…' },
  quote_id: { description: 'Identifier, qte_…' },
  quote_option_id: { description: 'Identifier of an option of a quote, qop_…' },
  booking_id: { description: 'Identifier, bkg_…' },
  'Shipment.booking_id': {
    description:
      'The current booking, bkg_…, or the one that a carrier is asked for now; null: none. It is null again if that booking failed or was cancelled before pickup. A shipment that is `cancelled` or `expired`, or has failed with `booking_cancelled`, has none: `GET /shipments/{shipment_id}/booking` returns its last one.',
  },
  parcel_id: { description: 'Identifier, pcl_…' },
  subscription_id: { description: 'Identifier, whs_…' },
  delivery_id: { description: 'Identifier, whd_…' },
  event_id: { description: 'Identifier, evt_…' },
  driver_id: { description: 'Identifier, drv_…' },
  merchant_id: { description: 'The merchant of the token.' },
  environment_id: { description: 'The environment of the token.' },
  location_id: { description: 'Identical addresses within an environment have the same id.' },
  merchant_order_ref: { description: 'Your order reference. It does not need to be unique.' },
  pickup_location_id: { description: 'Identifier, pul_…' },
  'CreatePickupLocation.address': {
    description:
      'The hours apply to shipments whose `pickup_address` has the same country, post code (without one, province), city and street lines. Case, accents, blanks and punctuation do not matter, nor do names, contacts and coordinates.',
  },
  'CreatePickupLocation.hours': {
    description:
      'Opening hours by weekday, in local time. A day that is left out is closed. Hours of a day may touch, but not overlap. Default: Monday to Friday, 09:00 to 18:00.',
  },
  'CreatePickupLocation.closed_dates': { description: 'Dates on which the place is closed.' },
  'CreatePickupLocation.time_zone': {
    description: 'IANA time zone. Default: found by the coordinates of the address, else by its country and province.',
  },
  'CreatePickupLocation.holidays': {
    description: '`observe` (default): closed on public holidays of country and province. `ignore`: open on them.',
  },
  'PickupLocation.holidays': { description: '`observe` or `ignore`: whether the place is closed on public holidays.' },
  'PickupLocation.time_zone': { description: 'IANA time zone of the hours.' },
  'PickupLocation.hours': { description: 'Opening hours by weekday, in local time.' },
  'UpdatePickupLocation.time_zone': {
    description:
      'IANA time zone; null: found by the address. One that was found by the address stays so if it is sent back unchanged.',
  },
  'CreateShipment.collection_date': {
    description:
      'A date or a timestamp; yesterday at the earliest. A date is that day at the pickup: the courier is asked for from the opening of the pickup. Weekends, public holidays and closed hours move the time asked of the carrier to the next opening, never this date. A timestamp with an offset keeps the date it is written with.',
  },
  'CreateOnDemandShipment.collection_date': {
    description:
      'A timestamp. Default: now; the shipment shows the date at the pickup. A date without a time is accepted up to today at the pickup and means now; a later one is refused. Opening hours do not matter.',
  },
  'CreateQuote.collection_date': { description: 'A timestamp or a date, as when a shipment is created.' },
  'CreateQuoteForShipment.collection_date': { description: 'A timestamp or a date.' },
  'CreateQuote.shipment_id': {
    description: 'Null or omitted: the matching shipment is reused, or a new one is created.',
  },
  'CreateQuoteForShipment.shipment_id': { description: 'The shipment to quote. All other fields must match it.' },
  'UpdateShipment.collection_date': {
    description:
      'A timestamp or a date, as when a shipment is created. Sending the displayed date back is a no-op, even if the shipment has a time on that date. To replace that time with any time of the day, send the start of the day, such as 2026-12-01T00:00:00+01:00. An on-demand shipment needs a time with a later date.',
  },
  pickup_address: { description: 'Where the courier collects.' },
  dropoff_address: { description: 'Where the courier delivers.' },
  pickup_instructions: { description: 'Instructions for the courier at the pickup.' },
  dropoff_instructions: { description: 'Instructions for the courier at the delivery.' },
  parcels: { description: '1 to 99 parcels.' },
  metadata: {
    description: 'Your own keys and values: up to 50 entries, keys up to 40 characters, values up to 500 characters.',
  },
  ready_at: moment('When the parcels can be collected. Default: created_at.'),
  address_line_1: { description: 'Street and number.' },
  country: { description: 'ISO 3166-1 alpha-2 code, such as GB.' },
  code: { description: 'Your own code.' },
  'Quote.messages': {
    description: 'Why a carrier or one of its services made no offer.',
  },
  'Quote.shipment_created': {
    description:
      'Whether the shipment was registered for this quote. False if the request names it, or an unbooked one matched.',
  },
  'CarrierMessage.service_code': { description: 'The service; null: every service of the carrier.' },
  'CarrierMessage.code': {
    description: 'Why there is no offer. If a field of the shipment is the reason, `pointer` names it.',
  },
  'CarrierMessage.retryable': {
    description:
      '`true`: the carrier may make an offer for the same route and parcels later; request a quote again. `false`: it will not; change route, parcels or time, or use other carriers.',
  },
  phone: {
    description:
      'Phone number, in international form such as +44 20 7946 0018 or as it is dialled in the country of the address, with an extension such as `x12` if there is one. It is kept as sent; each carrier gets the form that it takes. A text that cannot be a phone number of the country is refused.',
  },
  email: { description: 'E-mail address.' },
  latitude: { description: 'Degrees. Requires longitude. Both 0 are refused.' },
  longitude: { description: 'Degrees. Requires latitude.' },
  residential: {
    description:
      'Whether the address is a home (`true`) or a business (`false`). Carriers price by it. `null`: not known.',
  },
  title: { description: 'Short description of the contents.' },
  'ParcelRequest.weight': {
    description: 'The weight in another unit, stored exactly as sent. Instead of `weight_kg`.',
  },
  'ParcelRequest.dimensions': {
    description: 'The sides in another unit, stored exactly as sent. Instead of `length_cm` and the others.',
  },
  'ParcelSentBack.weight': { description: 'Instead of `weight_kg`, or with it as returned.' },
  'ParcelSentBack.dimensions': { description: 'Instead of `length_cm` and the others, or with them as returned.' },
  'WeightRequest.value': { description: 'A number, or the same as text, with at most 9 decimals.' },
  'WeightRequest.unit': { description: 'Kilograms, grams, avoirdupois pounds or ounces.' },
  'DimensionsRequest.length': { description: 'A number, or the same as text, with at most 9 decimals.' },
  'DimensionsRequest.width': { description: 'A number, or the same as text, with at most 9 decimals.' },
  'DimensionsRequest.height': { description: 'A number, or the same as text, with at most 9 decimals.' },
  'DimensionsRequest.unit': { description: 'Centimetres, millimetres or inches.' },
  'Parcel.weight': { description: 'The weight in the unit in which it was sent, with the number that was sent.' },
  'Parcel.dimensions': {
    description: 'The sides in the unit in which they were sent, with the numbers that were sent.',
  },
  'Weight.value': decimal('In `unit`.'),
  'Weight.unit': { description: 'Kilograms, grams, avoirdupois pounds or ounces.' },
  'Dimensions.length': decimal('In `unit`.'),
  'Dimensions.width': decimal('In `unit`.'),
  'Dimensions.height': decimal('In `unit`.'),
  'Dimensions.unit': { description: 'Centimetres, millimetres or inches.' },
  weight_kg: { description: 'Kilograms, rounded to the nearest gram; less than a gram counts as a gram.' },
  length_cm: { description: 'Centimetres, rounded to the nearest 0.1 mm; less than 0.1 mm counts as 0.1 mm.' },
  width_cm: { description: 'Centimetres, rounded to the nearest 0.1 mm; less than 0.1 mm counts as 0.1 mm.' },
  height_cm: { description: 'Centimetres, rounded to the nearest 0.1 mm; less than 0.1 mm counts as 0.1 mm.' },
  contents_description: { description: 'Contents for customs and carriers. Default: the title.' },
  'Parcel.weight_kg': decimal('Kilograms, 3 decimals.'),
  'Parcel.length_cm': decimal('Centimetres, 2 decimals.'),
  'Parcel.width_cm': decimal('Centimetres, 2 decimals.'),
  'Parcel.height_cm': decimal('Centimetres, 2 decimals.'),
  'Parcel.declared_value': decimal('Value of the contents, with the digits of its currency.'),
  'Parcel.declared_value_currency': { description: 'ISO 4217 code of the currency of `declared_value`.' },
  carrier_name: { description: 'Name of the carrier when it made the offer.' },
  service_name: {
    description: 'Name of the service when the offer was made; null if the carrier gives it none.',
  },
  price_lines: {
    description:
      'The parts of the price, whose sum is total_amount: `base`, `fuel`, `customs`, `tax` or another type of the carrier. More types may be added. A discount is negative.',
  },
  transit_days: {
    description:
      'Calendar days, with weekends and holidays, from the day when the parcels are ready, in the time zone of the pickup, to the day of eta_to in that of the drop-off: 0 is the same day.',
  },
  features: {
    description:
      'What the service includes: `tracking`, `live_position`, `photo` and `signature` at the door, `insurance`, or another feature of the carrier. More may be added.',
  },
  'QuoteOption.amount': decimal('Price before tax.'),
  tax_amount: decimal('Tax amount.'),
  charges: {
    description:
      'Charges and credits of the carrier since the booking, oldest first, without the price of the option. A booking that is cancelled before the pickup costs the sum of its charges alone. See [What a cancellation costs](/docs/changing-and-cancelling#what-a-cancellation-costs).',
  },
  'Charge.amount': decimal('Amount before tax; negative if the carrier credits it.'),
  'Charge.reason': { description: 'Why, in words, else null.' },
  'Charge.at': moment('When it was charged.'),
  total_amount: decimal('Price including tax.'),
  currency: { description: 'ISO 4217 code, such as GBP.' },
  carrier_code: { description: 'Code of the carrier.' },
  carried_by: {
    description: 'Who carries the parcels, if the carrier is an aggregator: `USPS`. Null: the carrier itself.',
  },
  'DispatchRequest.carried_by': {
    description:
      'Only services of aggregators whose parcels one of these carries, such as `USPS`, in any case. Default: every one that may be booked.',
  },
  'Dispatch.carried_by': { description: 'Null: no limit.' },
  carrier_account_id: { description: 'Identifier of the account with the carrier, cac_…' },
  'CreateCarrierAccount.name': { description: 'Your name for the account, shown in messages.' },
  'CreateCarrierAccount.credentials': {
    description:
      'The credentials of the account by name, as `account.fields` of `GET /api/v1/carriers` lists them. Write-only.',
  },
  'UpdateCarrierAccount.credentials': {
    description: 'Credentials to replace, by name; null removes an optional one. The others stay. Write-only.',
  },
  'CarrierAccount.name': { description: 'Your name for the account.' },
  'UpdateCarrierAccount.name': { description: 'Your name for the account.' },
  endpoint: {
    description:
      "Base URL in place of the carrier's own for all its calls, its tokens and keys included. Null: the carrier's own. Only where the operator allows it.",
  },
  'CarrierAccount.enabled': { description: 'Whether quotes ask the account.' },
  'CreateCarrierAccount.enabled': { description: 'Whether quotes ask the account. Default: `true`.' },
  'UpdateCarrierAccount.enabled': { description: 'Whether quotes ask the account.' },
  'CarrierAccount.services': { description: 'Codes of the services to quote. Null: all.' },
  'CreateCarrierAccount.services': {
    description:
      'Codes of the services to quote. `usps.*` stands for all that begin with `usps.`. Null, the default: all services.',
  },
  'UpdateCarrierAccount.services': { description: 'Codes of the services to quote. Null: all.' },
  'CarrierAccount.origin': {
    description: 'Pickups for which quotes ask the account. Null: all.',
  },
  'CreateCarrierAccount.origin': {
    description: 'Pickups for which quotes ask the account. Null, the default: all.',
  },
  'UpdateCarrierAccount.origin': {
    description: 'Pickups for which quotes ask the account. Null: all.',
  },
  'CarrierAccount.status': {
    description:
      '`unverified`: the credentials were not proven since they changed; quotes ask the account. `verified`: the carrier has accepted them. `failing`: it refuses them; quotes do not ask the account.',
  },
  'CarrierAccount.failure': { description: "The carrier's reason while the status is `failing`." },
  'CarrierAccount.verified_at': { description: 'When the carrier last accepted the credentials in a verification.' },
  'CarrierAccount.credentials_set': { description: 'Names of the credentials that are set.' },
  'CarrierAccount.callback_url': {
    description:
      'Where the carrier sends its call-backs. Null: it sends none, or this installation has no public address.',
  },
  eta_precision: {
    description:
      '`time`: the carrier names times. `day`: it names a day; the window is 08:00 to 20:00 at the drop-off. `table`: it makes no estimate; the window ends with the longest transit that it publishes.',
  },
  'CarrierMessage.pointer': {
    description:
      'JSON pointer to the missing or wrong field of the shipment, such as `/dropoff_address/phone`. Null: none.',
  },
  service_code: { description: "Code of the carrier's service." },
  carrier_job_id: { description: "The carrier's job reference; null until the carrier accepts the booking." },
  tracking_number: {
    description:
      "The carrier's tracking number of the parcel, or of the first of several; null if the carrier has none or it is not known.",
  },
  carrier_tracking_url: {
    description:
      "URL of the carrier's own tracking page; null if the carrier gives none. `tracking_url` is Waybill's page, which shows no address.",
  },
  label_url: {
    description:
      "Signed URL of the label in the carrier's default format. Valid for 7 days without a token, unless revoked.",
  },
  tracking_url: { description: 'URL of the public tracking page for the recipient. Needs no token.' },
  options: { description: 'Offers, sorted by total amount, lowest first.' },
  selected_option: { description: 'The option that was booked.' },
  current_driver_id: { description: 'The current driver.' },
  reason_code: { description: 'Your reason code: 1 to 64 letters, digits, _ . or -.' },
  reason_note: { description: 'A note in your own words.' },
  cancellation_reason_code: { description: 'The reason code of the cancellation, else null.' },
  cancellation_reason_note: { description: 'The note of the cancellation, else null.' },
  rules: { description: 'Limits of the service.' },
  shipment: { description: 'The current shipment.' },
  quote_option: { description: 'The option that was booked.' },
  driver: { description: 'The driver; null while none is assigned.' },
  status: { description: 'The current status.' },
  'Shipment.failure_reason': { description: 'Why the shipment is `failed`, else null.' },
  'Booking.printed_at': moment(
    'When the label was first marked as printed; null: it was not, or the carrier has made a new label since.',
  ),
  'Booking.print_count': { description: 'How often the label was marked as printed, reprints included.' },
  'Booking.failure_reason': { description: 'Why the booking is `failed`, else null.' },
  incident: { description: 'The current incident, else null.' },
  pod: { description: 'Proof of delivery; null until it exists.' },
  url: { description: 'URL of the receiver; https in live environments.' },
  event: { description: 'One event type.' },
  events: { description: 'Event types or wildcards: `*`, `shipment.*`.' },
  secret: { description: 'Signing secret, whsec_…. Shown in this response only.' },
  ended_at: moment('When it ended, else null.'),
  sequence: { description: 'Increases by one with each event of the same subject.' },
  attempt_count: { description: 'Number of attempts so far.' },
  created_at: moment('Time of creation.'),
  createdAt: moment('Time of creation. The only field with a name of this form; `created_at` elsewhere.'),
  updated_at: moment('Time of the last change.'),
  requested_at: moment('When the carriers were asked for offers.'),
  expires_at: moment('When it expires.'),
  'Quote.expires_at': moment('When the last option expires.'),
  'QuoteOption.expires_at': moment('Until when the option can be booked.'),
  eta_from: moment('Earliest delivery.'),
  eta_to: moment('Latest delivery.'),
  booked_at: moment('When it was booked.'),
  cancelled_at: moment('When it was cancelled, else null.'),
  cancellation_requested_at: moment('When the pending cancellation was requested; null if none is pending.'),
  'Booking.cancellation_requested_at': moment(
    'When the cancellation of the booking was requested, also while the booking is `pending`; null if there is none, or if the carrier refused. If the shipment is cancelled while the booking is pending, the booking has it once the carrier has answered.',
  ),
  next_attempt_at: moment(
    'Time of the next attempt; rate limiting or a pause of the endpoint can delay it. Null if the delivery has ended, is being sent, or waits for an earlier event of the same subject.',
  ),
  occurred_at: moment('When it happened.'),
  recorded_at: moment('When it became known.'),
  captured_at: moment('When it was recorded.'),
  'DriverJob.status': {
    description: `Where the job is. More may be added.\n\n${asList(driverJobMeanings)}`,
  },
  'DriverReport.status': {
    description:
      '`delivery_attempted`: nobody took the goods. `failed` ends the job. The guide [Own drivers](/docs/own-fleet#the-driver-s-app) lists the order of reports.',
  },
  'DriverReport.incident': { description: 'Why, if something is wrong; a `failed` report should have one.' },
  'DriverLocation.location': { description: 'Position in degrees; null until the carrier reports one.' },
  'DriverLocation.occurred_at': {
    description: 'When the courier was at this position, else null.',
    format: 'date-time',
  },
  scanned_at: moment('When it was scanned.'),
  received_at: moment('When the carrier reported it.'),
  'Event.timestamp': moment('When it happened.'),
}
