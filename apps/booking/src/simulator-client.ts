/** Calls of the simulator that no real carrier has, and that are therefore not part of the adapters. */
import { AppError } from '@waybill/contracts/app-error'
import type { AdvanceShipment } from '@waybill/contracts/simulator'

const TIMEOUT_MS = 5_000

export type AdvanceJob = (carrierJobId: string, advance: AdvanceShipment) => Promise<{ moved: boolean }>

/** Moves a simulated courier. `moved` is false if the job cannot get there. Throws `carrier_unavailable`. */
export function createAdvanceJob(options: { simulatorUrl: string | null; simulatorKey: string }): AdvanceJob {
  const { simulatorUrl, simulatorKey } = options
  return async (carrierJobId, advance) => {
    const response = await fetch(`${simulatorUrl}/simulator/jobs/${encodeURIComponent(carrierJobId)}/advance`, {
      method: 'POST',
      redirect: 'manual',
      headers: { authorization: `Bearer ${simulatorKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(advance),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw unavailable(cause)
    })
    await response.body?.cancel()
    if (response.ok || response.status === 422) return { moved: response.ok }
    throw unavailable(new Error(`the simulator answered ${response.status}`))
  }
}

export type EraseJob = (carrierJobId: string) => Promise<void>

/** Erases the personal data of a simulated job. Real carriers are asked by contract, outside Waybill. */
export function createEraseJob(options: { simulatorUrl: string | null; simulatorKey: string }): EraseJob {
  const { simulatorUrl, simulatorKey } = options
  return async (carrierJobId) => {
    if (simulatorUrl === null) return
    const response = await fetch(`${simulatorUrl}/simulator/jobs/${encodeURIComponent(carrierJobId)}/erase`, {
      method: 'POST',
      redirect: 'manual',
      headers: { authorization: `Bearer ${simulatorKey}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the simulator answered ${response.status}`)
  }
}

const unavailable = (cause: unknown): AppError =>
  new AppError('carrier_unavailable', 'The simulator cannot be reached. Retry shortly.', {
    cause,
    retryAfterSeconds: 1,
  })
