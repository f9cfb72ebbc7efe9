/** Uber's errors, with the texts of its reference. */
import type { z } from 'zod'

const MINUTE_MS = 60_000

/** An answer other than 2xx. */
export class Refusal extends Error {
  readonly status: number
  readonly body: object
  readonly headers: Record<string, string>
  constructor(status: number, body: object, headers: Record<string, string> = {}) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export const refuse = (status: number, code: string, message: string, metadata?: object): Refusal =>
  new Refusal(status, { code, message, kind: 'error', ...(metadata && { metadata }) })

export const invalidParams = (metadata: object): Refusal =>
  refuse(400, 'invalid_params', 'The parameters of your request were invalid.', metadata)

/** The value, or `invalid_params` that names the field. */
export function parseOrRefuse<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const metadata = Object.fromEntries(
    parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [[...issue.path, key].join('.'), 'This field is not known.'])
        : [[issue.path.join('.') || 'body', issue.message]],
    ),
  )
  throw invalidParams(metadata)
}

interface Windows {
  pickup_ready_dt?: string | undefined
  pickup_deadline_dt?: string | undefined
  dropoff_ready_dt?: string | undefined
  dropoff_deadline_dt?: string | undefined
}

/** Refuses windows that break a rule of the reference. */
export function checkWindows(windows: Windows, nowMs: number): void {
  const at = (text: string | undefined): number => (text === undefined ? Number.NaN : Date.parse(text))
  const [ready, deadline] = [at(windows.pickup_ready_dt), at(windows.pickup_deadline_dt)]
  const [dropoffReady, dropoffDeadline] = [at(windows.dropoff_ready_dt), at(windows.dropoff_deadline_dt)]
  // A missing time compares as false with everything.
  const rules: [boolean, string, string][] = [
    [ready < nowMs - MINUTE_MS, 'pickup_ready_too_early', 'The pickup ready time cannot be in the past.'],
    [
      ready > nowMs + 30 * 24 * 60 * MINUTE_MS,
      'pickup_ready_too_late',
      'The pickup ready time needs to be within the next 30 days.',
    ],
    [
      deadline < ready + 10 * MINUTE_MS,
      'pickup_window_too_small',
      'The pickup window needs to be at least 10 minutes long.',
    ],
    [
      deadline < nowMs + 20 * MINUTE_MS,
      'pickup_deadline_too_early',
      'The pickup deadline time needs to be at least 20 minutes from now.',
    ],
    [
      dropoffReady > deadline,
      'dropoff_ready_after_pickup_deadline',
      'The dropoff ready time needs to be at or before the pickup deadline.',
    ],
    [
      dropoffDeadline < dropoffReady + 20 * MINUTE_MS,
      'dropoff_deadline_too_early',
      'The dropoff deadline needs to be at least 20 minutes after the dropoff ready time.',
    ],
    [
      dropoffDeadline < deadline,
      'dropoff_deadline_before_pickup_deadline',
      'The dropoff deadline needs to be after the pickup deadline.',
    ],
  ]
  for (const [isBroken, code, message] of rules) if (isBroken) throw refuse(400, code, message)
  if (dropoffReady < nowMs + 29 * MINUTE_MS) {
    throw invalidParams({ param_details: 'The dropoff ready time needs to be at least 29 minutes from now.' })
  }
}
