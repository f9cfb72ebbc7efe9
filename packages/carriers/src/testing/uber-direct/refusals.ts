/** Uber's errors, with the texts of its reference. */
import type { z } from 'zod'
import type { FaultOrder } from '../../conformance/suite.ts'
import { parseOrRefuse, type VendorAnswer, VendorRefusal } from '../vendor-server.ts'

const MINUTE_MS = 60_000

const answer = (status: number, code: string, message: string, metadata?: object): VendorAnswer => ({
  status,
  body: { code, message, kind: 'error', ...(metadata && { metadata }) },
})

export const refuse = (...refused: Parameters<typeof answer>): VendorRefusal => new VendorRefusal(answer(...refused))

/** An error of the login service. */
export const refuseLogin = (status: number, error: string, error_description: string): VendorRefusal =>
  new VendorRefusal({ status, body: { error, error_description } })

const INVALID_PARAMS = [400, 'invalid_params', 'The parameters of your request were invalid.'] as const
export const invalidParams = (metadata: object): VendorRefusal => refuse(...INVALID_PARAMS, metadata)

/** The value, or `invalid_params` that names each field that is wrong. */
export const parse = <Value>(schema: z.ZodType<Value>, value: unknown): Value =>
  parseOrRefuse(schema, value, (problems) =>
    answer(...INVALID_PARAMS, Object.fromEntries(problems.map(({ field, message }) => [field || 'body', message]))),
  )

export function answerFault({ mode, operation }: FaultOrder): VendorAnswer {
  if (mode === '401') return answer(401, 'unauthorized', 'The request was not authorized.')
  if (mode === '403') return answer(403, 'customer_suspended', 'Your account is suspended.')
  if (mode === '500') return answer(500, 'internal_server_error', 'We have experienced a problem.')
  if (mode === 'no_courier') return answer(503, 'couriers_busy', 'All of our couriers are currently busy.')
  if (mode === '429') return answer(429, 'customer_limited', 'Your account’s limits have been exceeded.')
  return operation === 'quote'
    ? answer(400, 'address_undeliverable', 'The specified location is not in a deliverable area.')
    : answer(400, 'missing_payment', 'organization has no billing policy')
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
