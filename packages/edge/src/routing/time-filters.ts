/** Filters of lists by time: a timestamp, or a date in UTC. */
import { refuse } from '@waybill/contracts/requests/validation'
import { timestamp, timestampRefusal } from '@waybill/contracts/values/text'
import { z } from 'zod'

const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/
const TIME_ERROR = 'must be a timestamp such as 2026-12-01T09:00:00Z or a date such as 2026-12-01'

type Context = Parameters<typeof refuse>[0]

/** The time that a text names: of a date, its start in UTC. Refuses any other text. */
export function parseTime(text: string, context: Context): Date | undefined {
  const parsed = timestamp.safeParse(DATE.test(text) ? `${text}T00:00:00Z` : text)
  if (parsed.success) return parsed.data
  refuse(context, [], ...timestampRefusal(text, TIME_ERROR))
  return undefined
}

/** At this time or later. ISO 8601 in UTC. */
export const timeFrom = z.string().transform((text, context) => parseTime(text, context)?.toISOString() ?? z.NEVER)

/** Before this time; of a date, before its end. ISO 8601 in UTC. */
export const timeTo = z.string().transform((text, context) => {
  const at = parseTime(text, context)
  if (at === undefined) return z.NEVER
  return new Date(at.getTime() + (DATE.test(text) ? DAY_MS : 0)).toISOString()
})
