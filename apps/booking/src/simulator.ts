/** Moves simulated couriers, on a merchant's request. No carrier has such a thing: it is not part of the adapters. */
import { AppError } from '@waybill/contracts/app-error'
import type { AdvanceShipment } from '@waybill/contracts/simulator'

const TIMEOUT_MS = 5_000

export type AdvanceJob = (carrierJobId: string, advance: AdvanceShipment) => Promise<void>

/** Throws `validation_error` where no way leads there, `carrier_unavailable` if the simulator does not answer. */
export function createAdvanceJob(options: { simulatorUrl: string | null; simulatorKey: string }): AdvanceJob {
  const { simulatorUrl, simulatorKey } = options
  return async (carrierJobId, advance) => {
    const response = await fetch(`${simulatorUrl}/simulator/jobs/${encodeURIComponent(carrierJobId)}/advance`, {
      method: 'POST',
      headers: { authorization: `Bearer ${simulatorKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(advance),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw unavailable(cause)
    })
    if (response.ok) return void (await response.body?.cancel())
    if (response.status !== 422) throw unavailable(new Error(`the simulator answered ${response.status}`))
    const { error } = (await response.json()) as { error?: { message?: string } }
    throw new AppError('validation_error', error?.message ?? 'The simulated courier cannot do that now.')
  }
}

export type EraseJob = (carrierJobId: string) => Promise<void>

/** Has the simulated carriers forget the persons of a job; other carriers have ways of their own, by contract. */
export function createEraseJob(options: { simulatorUrl: string | null; simulatorKey: string }): EraseJob {
  const { simulatorUrl, simulatorKey } = options
  return async (carrierJobId) => {
    if (simulatorUrl === null) return
    const response = await fetch(`${simulatorUrl}/simulator/jobs/${encodeURIComponent(carrierJobId)}/erase`, {
      method: 'POST',
      headers: { authorization: `Bearer ${simulatorKey}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the simulator answered ${response.status}`)
  }
}

const unavailable = (cause: unknown): AppError =>
  new AppError('carrier_unavailable', 'The simulator cannot be reached at present.', { cause, retryAfterSeconds: 1 })
