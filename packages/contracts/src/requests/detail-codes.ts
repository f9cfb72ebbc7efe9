/** The codes of `details[].code`: what is wrong with one field. */
import type { ErrorCode } from '../error-catalogue.ts'

/** Read by developers in the errors guide: one sentence each, about the field. */
export const detailCodes = {
  required: 'The field is missing.',
  invalid_type: 'The value has another JSON type, or is not a whole number where one is expected.',
  invalid_value: 'The value is not one of those allowed, or does not go with another field.',
  invalid_format:
    'The text has another form than expected, such as that of a number, a timestamp, a URL or a phone number.',
  invalid_characters: 'The text has a NUL character or an unpaired surrogate.',
  invalid_key: 'A key of the object is not allowed.',
  invalid_country: 'The text is not an ISO 3166-1 alpha-2 country code.',
  invalid_currency: 'The text is not an ISO 4217 currency code.',
  invalid: 'The value is not allowed; the message says why.',
  too_short: 'The text has too few characters, or none.',
  too_long: 'The text has too many characters.',
  too_few: 'The list has too few entries.',
  too_many: 'The list or object has too many entries.',
  too_small: 'The number is too small.',
  too_large: 'The number is too large.',
  too_many_decimals: 'The amount has more decimal places than its currency.',
  unknown_field: 'There is no such field. The message suggests the name that was probably meant.',
  read_only: 'Waybill sets the field: leave it out, or send the value that was returned.',
  conflicting_fields: 'The field cannot be sent together with another one.',
  not_allowed: 'The field cannot be set here.',
  repeated: 'The list has the same entry before.',
  overlapping: 'The period overlaps another one of the list.',
  mismatch: 'The value differs from the shipment that is named, or from the merchant of the token.',
  time_required: 'The date needs a time.',
  deliver_by_in_past: 'The end of the delivery is in the past.',
  unknown_parcel: 'The shipment has no parcel with this id.',
  unknown_carrier:
    'No carrier of this Waybill has this code, or this environment cannot use it. The message lists those that it can.',
  unknown_service: 'The carrier has no such service.',
  endpoint_not_allowed: 'The operator does not allow this address for calls to the carrier.',
  wrong_mode: 'The credential is for tests and the environment is live, or the other way round.',
  not_reachable: 'The booking cannot get from its present status to this one.',
  not_offered: 'The carrier has no label in this form, or for this parcel.',
  not_listed: 'The event type exists, but not in this list.',
} as const satisfies Record<string, string>

/** Error codes that a field can have, too. If all fields of an error have the same one, it is the code of the error. */
export const fieldErrorCodes = [
  'invalid_cursor',
  'collection_date_in_past',
  'metadata_limit_exceeded',
  'invalid_webhook_url',
  'unknown_event_type',
] as const satisfies readonly ErrorCode[]

export type DetailCode = keyof typeof detailCodes | (typeof fieldErrorCodes)[number]

export const allDetailCodes = [...Object.keys(detailCodes), ...fieldErrorCodes] as DetailCode[]

export const isDetailCode = (code: unknown): code is DetailCode => allDetailCodes.includes(code as DetailCode)
