import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Kysely } from 'kysely'
import type { SimulatorDatabase } from './db.ts'
import type { Clock } from './jobs/job.ts'

/** What every part of a running simulator shares. */
export interface SimulatorContext {
  db: Kysely<SimulatorDatabase>
  simulatorKey: string
  /** Between two steps of a job; 0: jobs move only when told to. */
  stepMs: number
  log: Logger
  /** Facts were written: report them now. */
  reportSoon: () => void
}

export const clockOf = ({ stepMs }: SimulatorContext): Clock => ({ at: new Date(), stepMs })
