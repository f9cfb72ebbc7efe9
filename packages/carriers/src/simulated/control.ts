import { request } from 'undici'
import { wireProblem } from './wire.ts'

export interface SimulatorControlOptions {
  simulatorUrl: string
  simulatorKey: string
}

/** At most one of these; an empty object is the next step. Names of statuses and incidents are those of bookings. */
export interface Advance {
  status?: string
  incident?: string
}

/** `refused`: impossible in the job's state, or no such job. `failed`: the simulator did not answer. */
export type AdvanceOutcome =
  | { kind: 'advanced' }
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'failed'; message: string }

/** Moves a simulated courier. The facts arrive as callbacks, like all others. */
export async function advanceSimulatedJob(
  { simulatorUrl, simulatorKey }: SimulatorControlOptions,
  carrierJobId: string,
  { advance, timeoutMs }: { advance: Advance; timeoutMs: number },
): Promise<AdvanceOutcome> {
  try {
    const response = await request(`${simulatorUrl}/simulator/jobs/${encodeURIComponent(carrierJobId)}/advance`, {
      method: 'POST',
      headers: { authorization: `Bearer ${simulatorKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(advance),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer: unknown = await response.body.json()
    if (response.statusCode === 200) return { kind: 'advanced' }
    const problem = wireProblem.safeParse(answer)
    if (response.statusCode < 500 && problem.success) return { kind: 'refused', ...problem.data }
    return { kind: 'failed', message: `the simulator answered with HTTP status ${response.statusCode}` }
  } catch {
    return { kind: 'failed', message: 'the simulator cannot be reached' }
  }
}
