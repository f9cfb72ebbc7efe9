/** Faults of a field in the words of people who use the console. Programs read the message of the API. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorDetail } from '@waybill/sdk'

/** The codes that this version of the API names; more may be added. */
type Known<Code extends string> = Code extends Code ? (string & {} extends Code ? never : Code) : never
type DetailCode = Known<ErrorDetail['code']>

export const missing = msg`Fill this in.`
const other = msg`This is not allowed here. Check it.`
const form = msg`This does not have the expected form. Check it.`

export const fieldWords = {
  required: missing,
  invalid_type: msg`Enter a value of the expected kind, such as a whole number.`,
  invalid_value: msg`This value cannot be used here. Choose another one.`,
  invalid_format: form,
  invalid_characters: msg`This has characters that cannot be stored. Type it again.`,
  invalid_key: msg`This name cannot be used. Choose another one.`,
  invalid_country: msg`Choose a country of the list.`,
  invalid_currency: msg`Choose a currency, such as GBP.`,
  invalid: other,
  too_short: msg`This is too short.`,
  too_long: msg`This is too long.`,
  too_few: msg`Add at least one more.`,
  too_many: msg`These are too many. Remove some.`,
  too_small: msg`This is too small.`,
  too_large: msg`This is too large.`,
  too_many_decimals: msg`This has more decimal places than the currency has.`,
  unknown_field: other,
  read_only: msg`Waybill sets this. Leave it as it is.`,
  conflicting_fields: msg`This does not go together with another field. Empty one of them.`,
  not_allowed: other,
  repeated: msg`This is in the list already.`,
  overlapping: msg`This overlaps another period of the same day.`,
  mismatch: msg`This differs from the shipment. Load the page again.`,
  time_required: msg`Choose a time as well.`,
  deliver_by_in_past: msg`This time is in the past. Choose a later one.`,
  unknown_parcel: msg`The shipment has no such parcel. Load the page again.`,
  unknown_carrier: msg`You cannot use this carrier here. Choose a connected one.`,
  unknown_service: msg`The carrier has no such service. Choose another one.`,
  endpoint_not_allowed: msg`This address is not allowed. Ask the operator of your Waybill.`,
  wrong_mode: msg`This is for the other mode: use a test key in test mode, and a live key in live mode.`,
  not_reachable: msg`The booking cannot get to this status from the one it has.`,
  not_offered: msg`The carrier has no label of this kind.`,
  not_listed: msg`This type of event cannot be used here.`,
  invalid_cursor: msg`The list has changed in between. Load the page again.`,
  collection_date_in_past: msg`The collection date is in the past. Choose today or later.`,
  metadata_limit_exceeded: msg`This has too many or too long entries. Shorten it.`,
  invalid_webhook_url: msg`Enter an address that begins with https://.`,
  unknown_event_type: msg`There is no such type of event. Choose one of the list.`,
} as const satisfies Record<DetailCode, MessageDescriptor>

/** Messages of the API that a person can act on: the first that matches counts. Groups are values of the sentence. */
export const fieldPatterns: readonly [pattern: RegExp, words: (first: string, second: string) => MessageDescriptor][] =
  [
    [/^(is required\b|must not be empty$|must have at least one entry)/, () => missing],
    [/^must have at least (\d+) characters?$/, (least) => msg`Enter at least ${{ least }} characters.`],
    [/^must have at most (\d+) characters?$/, (most) => msg`Enter at most ${{ most }} characters.`],
    [/^must have at most (\d+) decimal places/, (most) => msg`Enter at most ${{ most }} decimal places.`],
    [/^must be a whole number/, () => msg`Enter a whole number.`],
    [/^must be at least ([\d.]+)$/, (least) => msg`Enter ${{ least }} or more.`],
    [/^must be greater than ([\d.]+)$/, (least) => msg`Enter more than ${{ least }}.`],
    [/^must be at most ([\d.]+(?: kg| cm)?)/, (most) => msg`Enter ${{ most }} or less.`],
    [/^must be a number\b/, () => msg`Enter a number, such as 1.25.`],
    [/^must be an amount\b/, () => msg`Enter an amount, such as 30.00.`],
    [/^must be an e-mail address\b/, () => msg`Enter an e-mail address, such as ada@example.com.`],
    [/^must be a phone number\b/, () => msg`Enter a phone number with its country, such as +44 20 7946 0000.`],
    [
      /^must begin with 5 digits in (\w\w), such as (\S+)$/,
      (country, example) => msg`Post codes of ${{ country }} begin with 5 digits, such as ${{ example }}.`,
    ],
    [/^must be (a date that exists|a timestamp)/, () => msg`Choose a date that exists.`],
    [/^must be in the future$/, () => msg`This time is in the past. Choose a later one.`],
    [/^must be later than (\S+);/, (from) => msg`Choose a time later than ${{ from }}.`],
    [/^must be an absolute http or https URL$/, () => msg`Enter an address that begins with https://.`],
    [/^must have opening hours\b/, () => msg`Add opening hours for at least one weekday.`],
    [/time zone such as/, () => msg`Choose a time zone of the list.`],
  ]

/** Words for programs: names of fields and formats. */
const TECHNICAL = /[{}[\]\\^_]|\b(null|array|object|string|field|parameter|JSON|ISO|IANA|PATCH|POST|GET|UTC|NUL)\b/

interface Detail {
  code: string
  message: string
}

/** Advice for the field. A message that matches no pattern is kept if the person reads English and it is for people. */
export function explainField({ code, message }: Detail, language: string): MessageDescriptor | string {
  for (const [pattern, words] of fieldPatterns) {
    const found = pattern.exec(message)
    if (found) return words(found[1] ?? '', found[2] ?? '')
  }
  const known = Object.hasOwn(fieldWords, code) ? fieldWords[code as DetailCode] : other
  const isSpecific = known === other || known === form || code === 'invalid_value'
  return language === 'en' && isSpecific && !TECHNICAL.test(message) ? message : known
}
