/** Calls of the simulator that no real carrier has, and that are therefore not part of the adapters. */
import { AppError } from '@waybill/contracts/app-error'
import type { AdvanceShipment } from '@waybill/contracts/simulator'

const TIMEOUT_MS = 5_000
const NOT_FOUND = 404
const CONFLICT = 409
const NO_MEANING = 0

export type AdvanceJob = (carrierJobId: string, advance: AdvanceShipment) => Promise<{ moved: boolean }>

/** Moves a simulated courier. `moved` is false if the job cannot get there. Throws `carrier_unavailable`. */
function createAdvanceJob(options: { simulatorUrl: string | null; simulatorKey: string }): AdvanceJob {
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

/** A fault as the simulator knows it. */
export interface FaultRecord {
  fault_id: string
  carrier_code: string
  operation: string
  mode: string
  times: number
  times_left: number
  created_at: string
  expires_at: string
}

/** Calls about the faults of one environment, which its accounts with the carriers name. Each throws `carrier_unavailable`. */
export interface FaultCalls {
  /** Idempotent by id. Null if the environment has too many. */
  plan(
    faultId: string,
    fault: Pick<FaultRecord, 'carrier_code' | 'operation' | 'mode' | 'times'> & {
      carrier_account_id: string
      expires_in_seconds: number
      accounts: readonly string[]
    },
  ): Promise<FaultRecord | null>
  list(accounts: readonly string[]): Promise<FaultRecord[]>
  /** False if there is none such. */
  remove(faultId: string, accounts: readonly string[]): Promise<boolean>
}

/** Request data for calls about the simulator. */
export const createSimulatorCalls = (options: { simulatorUrl: string | null; simulatorKey: string }) => ({
  advanceJob: createAdvanceJob(options),
  faults: createFaultCalls(options),
})

function createFaultCalls(options: { simulatorUrl: string | null; simulatorKey: string }): FaultCalls {
  const { simulatorUrl, simulatorKey } = options

  /** The body of the answer; null for the status that has a meaning. */
  async function call<T>(method: string, path: string, meaning: number, body?: object): Promise<T | null> {
    try {
      const response = await fetch(`${simulatorUrl}/simulator/faults${path}`, {
        method,
        redirect: 'manual',
        headers: { authorization: `Bearer ${simulatorKey}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await response.text()
      if (response.ok) return (text === '' ? {} : JSON.parse(text)) as T
      if (response.status === meaning) return null
      throw new Error(`the simulator answered ${response.status}`)
    } catch (cause) {
      throw unavailable(cause)
    }
  }

  const getQuery = (accounts: readonly string[]) => `?${new URLSearchParams({ accounts: accounts.join(',') })}`
  return {
    async plan(faultId, fault) {
      const answer = await call<{ fault: FaultRecord }>('PUT', `/${faultId}`, CONFLICT, fault)
      return answer?.fault ?? null
    },
    async list(accounts) {
      const answer = await call<{ faults: FaultRecord[] }>('GET', getQuery(accounts), NO_MEANING)
      return answer?.faults ?? []
    },
    async remove(faultId, accounts) {
      return (await call('DELETE', `/${faultId}${getQuery(accounts)}`, NOT_FOUND)) !== null
    },
  }
}

const unavailable = (cause: unknown): AppError =>
  new AppError('carrier_unavailable', 'The simulator cannot be reached. Retry shortly.', {
    cause,
    retryAfterSeconds: 1,
  })
