import { z } from 'zod'

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

/** ISO 8601 UTC with milliseconds and Z. */
export const timestampText = (at: Date): string => at.toISOString()

const TIMESTAMP_ERROR = 'must be a UTC timestamp such as 2026-12-01T09:00:00Z'

// PostgreSQL's calendar has no year 0.
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')

/** A timestamp in a request: RFC 3339 with a time zone, year 1 or later. */
export const timestamp = z.iso
  .datetime({ offset: true, error: TIMESTAMP_ERROR })
  .refine((text) => !(Date.parse(text) < FIRST_MS), { error: TIMESTAMP_ERROR, params: { code: 'invalid_format' } })
  .transform((text) => new Date(text))
