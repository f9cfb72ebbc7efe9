/** Pure: reads the body of a call-back whose origin is proven. */
import type { z } from 'zod'
import type { CallbackOutcome } from '../carrier-adapter.ts'

type Malformed = Extract<CallbackOutcome, { kind: 'malformed' }>

/** The event, or why it cannot be read. `mismatch`: the reason for JSON of another form, such as `the body is not an event`. */
export function readCallback<Event>(
  rawBody: Buffer,
  schema: z.ZodType<Event>,
  mismatch: string,
): { kind: 'event'; event: Event } | Malformed {
  let json: unknown
  try {
    json = JSON.parse(rawBody.toString('utf8'))
  } catch {
    return { kind: 'malformed', reason: 'the body is not JSON' }
  }
  const parsed = schema.safeParse(json)
  return parsed.success ? { kind: 'event', event: parsed.data } : { kind: 'malformed', reason: mismatch }
}
