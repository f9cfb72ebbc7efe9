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

/** Descriptions of fields that mean the same in every schema, by name. A description in the schema takes precedence. */
export const fieldNotes: Record<string, JsonSchema> = {
  shipment_id: { description: 'Identifier, shp_…' },
  quote_id: { description: 'Identifier, qte_…' },
  quote_option_id: { description: 'Identifier of an option of a quote, qop_…' },
  booking_id: { description: 'Identifier, bkg_…' },
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
  phone: {
    description:
      'International, such as +44 20 7946 0018, or as dialled in the country of the address; with an extension such as `x12`. Kept as sent; each carrier gets the form that it takes.',
  },
  email: { description: 'E-mail address.' },
  latitude: { description: 'Degrees. Requires longitude. Both 0 are refused.' },
  longitude: { description: 'Degrees. Requires latitude.' },
  residential: {
    description:
      'Whether the address is a home (`true`) or a business (`false`). Carriers price by it. `null`: not known.',
  },
  title: { description: 'Short description of the contents.' },
  weight_kg: { description: 'Kilograms, rounded to the nearest gram; less than a gram counts as a gram.' },
  length_cm: { description: 'Centimetres, rounded to the nearest 0.1 mm; less than 0.1 mm counts as 0.1 mm.' },
  width_cm: { description: 'Centimetres, rounded to the nearest 0.1 mm; less than 0.1 mm counts as 0.1 mm.' },
  height_cm: { description: 'Centimetres, rounded to the nearest 0.1 mm; less than 0.1 mm counts as 0.1 mm.' },
  contents_description: { description: 'Contents for customs and carriers. Default: the title.' },
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
  tax_amount: decimal('Tax amount.'),
  charges: {
    description:
      'Charges and credits of the carrier since the booking, oldest first, without the price of the option. A booking that is cancelled before the pickup costs the sum of its charges alone. See [What a cancellation costs](/docs/changing-and-cancelling#what-a-cancellation-costs).',
  },
  total_amount: decimal('Price including tax.'),
  currency: { description: 'ISO 4217 code, such as GBP.' },
  carrier_code: { description: 'Code of the carrier.' },
  carried_by: {
    description: 'Who carries the parcels, if the carrier is an aggregator: `USPS`. Null: the carrier itself.',
  },
  carrier_account_id: { description: 'Identifier of the account with the carrier, cac_…' },
  endpoint: {
    description:
      "Base URL in place of the carrier's own for all its calls, its tokens and keys included. Null: the carrier's own. Only where the operator allows it.",
  },
  eta_precision: {
    description:
      '`time`: the carrier names times. `day`: it names a day; the window is 08:00 to 20:00 at the drop-off. `table`: it makes no estimate; the window ends with the longest transit that it publishes.',
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
  eta_from: moment('Earliest delivery.'),
  eta_to: moment('Latest delivery.'),
  booked_at: moment('When it was booked.'),
  cancelled_at: moment('When it was cancelled, else null.'),
  cancellation_requested_at: moment('When the pending cancellation was requested; null if none is pending.'),
  next_attempt_at: moment(
    'Time of the next attempt; rate limiting or a pause of the endpoint can delay it. Null if the delivery has ended, is being sent, or waits for an earlier event of the same subject.',
  ),
  held_at: moment('When it was put on hold.'),
  occurred_at: moment('When it happened.'),
  recorded_at: moment('When it became known.'),
  captured_at: moment('When it was recorded.'),
  scanned_at: moment('When it was scanned.'),
  received_at: moment('When the carrier reported it.'),
}
