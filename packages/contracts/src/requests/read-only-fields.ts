/** Pure: fields that Waybill sets, in responses that are sent back with a change. */
import { z } from 'zod'
import type { ErrorDetail } from '../app-error.ts'
import { timestamp } from '../values/text.ts'
import { errorDetail } from './validation.ts'

/** A field of responses in a request that changes or quotes a stored object. It may be sent back as it was returned. */
export const readOnly = z.unknown().describe('Read-only.')

/** One whose value changes all the time. */
export const ignored = z.unknown().describe('Ignored.')

const SEND_AS_STORED = 'is set by Waybill: leave it out, or send the stored value'

/** Whether two values are equal as JSON. The order of keys does not count, and 10:00:00+01:00 is 09:00:00Z. */
const isSameJson = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string' && TIMESTAMP.test(part)) return Date.parse(part)
    const isObject = typeof part === 'object' && part !== null && !Array.isArray(part)
    return isObject ? Object.fromEntries(Object.entries(part).sort()) : part
  })

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/

/** The names whose values are sent and differ from those shown. */
export const changedNames = <Name extends string>(
  shown: Readonly<Record<Name, unknown>>,
  sent: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): Name[] => names.filter((name) => sent[name] !== undefined && !isSameJson(sent[name], shown[name]))

/** Whether a document has the `updated_at` of the present state or of an earlier one. */
export function isEarlierResponse(sent: { updated_at?: unknown }, updatedAt: Date): boolean {
  const parsed = timestamp.safeParse(sent.updated_at)
  return parsed.success && parsed.data <= updatedAt
}

export const readOnlyDetail = (path: readonly string[]): ErrorDetail => errorDetail(path, 'read_only', SEND_AS_STORED)
