import { z } from 'zod'
import type { DetailCode } from '../requests/detail-codes.ts'
import { phoneRefusal } from './phones/phone.ts'

/** A string of 1 to `maximum` characters after trimming, in Unicode NFC. */
export const requiredText = (maximum: number) => z.string().trim().normalize('NFC').min(1).max(maximum)

/** A string of up to `maximum` characters after trimming, in NFC. Empty, null and absent parse to null. */
export const optionalText = (maximum: number) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .max(maximum)
    .nullish()
    .transform((text) => (text === undefined || text === null || text === '' ? null : text))

/** A string in a merge patch: absent keeps the stored value, null or empty clears it. */
export const patchedText = (maximum: number) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .max(maximum)
    .nullable()
    .transform((text) => (text === '' ? null : text))
    .optional()

const EMAIL = /^[^\s@<>,;:"()]+@[^\s@<>,;:"().]+(\.[^\s@<>,;:"().]+)+$/u
const isEmail = (text: string | null | undefined): boolean => !text || EMAIL.test(text)
const notAnEmail = {
  error: 'must be an e-mail address such as ada@example.com',
  params: { code: 'invalid_format' },
}

/** An e-mail address. Empty, null and absent parse to null. */
export const optionalEmail = optionalText(254).refine(isEmail, notAnEmail)

/** An e-mail address. */
export const requiredEmail = requiredText(254).refine((text) => EMAIL.test(text), notAnEmail)

/** An e-mail address in a merge patch: absent keeps the stored one, null or empty clears it. */
export const patchedEmail = patchedText(254).refine(isEmail, notAnEmail)

/** The text as sent; `phoneRefusal` checks it with the country of the address. */
export const storedPhone = optionalText(40)

const withoutCountry = (text: string | null | undefined, context: z.RefinementCtx): void => {
  const message = text ? phoneRefusal(text, null) : null
  if (message !== null) context.addIssue({ code: 'custom', message, params: { code: 'invalid_format' } })
}

/** A phone number that has no address. Empty, null and absent parse to null. */
export const optionalPhone = storedPhone.superRefine(withoutCountry)

/** `optionalPhone` in a merge patch: absent keeps the stored one, null or empty clears it. */
export const patchedPhone = patchedText(40).superRefine(withoutCountry)

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ]|$)/
// The message repeats the text: at most nanoseconds.
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/
const WITHOUT_SECONDS = /T\d{2}:\d{2}$/
const ZONE_WITHOUT_SECONDS = /^(\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d)(Z|[+-]\d{2}:\d{2})$/
const TIME = /^\d{4}-\d{2}-\d{2}T(\d{2}):(\d{2})(?::(\d{2}))?/
const OFFSET = /^\d{4}-\d{2}-\d{2}T[\d:.]+([+-][\d:]+)$/
const SPACE_FOR_PLUS = /^\d{4}-\d{2}-\d{2}T[\d:.]+ \d{2}:\d{2}$/

const isDate = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** Reason why a text is not a timestamp; `expected` if there is no particular one. */
function timestampProblem(text: unknown, expected: string): string {
  if (typeof text !== 'string') return expected
  const [, date] = DATE.exec(text) ?? []
  if (date !== undefined && !isDate(date)) return `must be a date that exists, not ${date}`
  if (SPACE_FOR_PLUS.test(text)) return 'must have + instead of the space: in a query, send + as %2B'
  const time = timeProblem(text)
  if (time !== null) return time
  const [, minute, zone] = ZONE_WITHOUT_SECONDS.exec(text) ?? []
  if (minute !== undefined) return `must have seconds, such as ${minute}:00${zone}`
  if (WITHOUT_ZONE.test(text)) {
    const whole = WITHOUT_SECONDS.test(text) ? `${text}:00` : text
    return `must have a time zone, such as ${whole}Z or ${whole}+01:00`
  }
  return expected
}

/** Error in the numbers of the time, or in its offset. */
function timeProblem(text: string): string | null {
  const [, hour = '00', minute = '00', second = '00'] = TIME.exec(text) ?? []
  if (hour > '23') return `must have an hour from 00 to 23, not ${hour}`
  if (minute > '59') return `must have a minute from 00 to 59, not ${minute}`
  if (second > '59') return `must have a second from 00 to 59, not ${second}`
  const [, offset] = OFFSET.exec(text) ?? []
  if (offset === undefined || /^[+-](?:[01]\d|2[0-3]):[0-5]\d$/.test(offset)) return null
  return `must have an offset such as +01:00 or -05:30, not ${offset.slice(0, 10)}`
}

const TOO_LATE = 'must not be later than the year 9998'
/** The message and code for a text that `timestamp` refuses; `expected` if nothing in particular is wrong with it. */
export function timestampRefusal(text: string, expected: string): [code: DetailCode, message: string] {
  return Date.parse(text) >= END_MS ? ['invalid_value', TOO_LATE] : ['invalid_format', timestampProblem(text, expected)]
}

const TIMESTAMP_ERROR = 'must be a timestamp such as 2026-12-01T09:00:00Z'

// PostgreSQL's calendar has no year 0.
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
// Times are moved to other zones and days are added to them: after the year 9999 they have another form.
const END_MS = Date.parse('9999-01-01T00:00:00Z')

/** A timestamp in a request: RFC 3339 with a time zone, of the years 1 to 9998. */
export const timestamp = z.iso
  .datetime({ offset: true, error: ({ input }) => timestampProblem(input, TIMESTAMP_ERROR) })
  .refine((text) => !(Date.parse(text) < FIRST_MS), { error: TIMESTAMP_ERROR, params: { code: 'invalid_format' } })
  .refine((text) => !(Date.parse(text) >= END_MS), {
    error: TOO_LATE,
    params: { code: 'invalid_value' },
  })
  .transform((text) => new Date(text))

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The beginning of a text, at most `maximum` UTF-16 code units, that ends with a whole character as readers see it. */
export const cutText = (text: string, maximum: number): string =>
  text.length <= maximum ? text : text.slice(0, graphemes.segment(text).containing(maximum)?.index ?? 0)
