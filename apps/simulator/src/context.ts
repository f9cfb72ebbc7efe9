import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Kysely } from 'kysely'
import type { SimulatorDatabase } from './db.ts'
import type { Clock } from './jobs/job.ts'

/** Shared by all parts of a running simulator. */
export interface SimulatorContext {
  db: Kysely<SimulatorDatabase>
  simulatorKey: string
  /** Time between two steps of a courier; 0: jobs move only when an operator advances them. */
  stepMs: number
  log: Logger
  /** Call after writing facts: they are reported without waiting for the next poll. */
  reportSoon: () => void
  /** Aborted when the simulator begins to stop; it serves on while it drains. */
  stopping: AbortSignal
}

export const getClock = ({ stepMs }: SimulatorContext): Clock => ({ at: new Date(), stepMs })
