import type { AddressInfo } from 'node:net'
import { openDatabase, transact } from '@waybill/chassis/database'
import type { Logger } from '@waybill/chassis/log'
import { type Loop, startLoop } from '@waybill/chassis/loops'
import type { Metrics } from '@waybill/chassis/metrics'
import { migrate } from '@waybill/chassis/migrate'
import * as jobs from '../migrations/0001-jobs.ts'
import * as overtaking from '../migrations/0002-overtaking.ts'
import { stepDueJobs } from './commands.ts'
import { clockOf, type SimulatorContext } from './context.ts'
import type { SimulatorDatabase } from './db.ts'
import { startReporter } from './reporter.ts'
import { createServer } from './server.ts'

/** How often the clock looks for jobs to move; a step is never shorter. */
const MOVE_POLL_MS = 250

export interface SimulatorOptions {
  host: string
  /** 0: any free one. */
  port: number
  databaseUrl: string
  databaseSchema: string
  /** The root of every carrier account's secret, and the token of the routes under /simulator. */
  simulatorKey: string
  /** Between two steps of a job, ms; 0: jobs move only when told to. */
  stepMs: number
  log: Logger
  metrics: Metrics
}

export interface RunningSimulator {
  url: string
  /** Whether it can do its work, for a readiness probe. */
  isReady(): Promise<boolean>
  stop(): Promise<void>
}

/** Three carriers on one port. Jobs live in Postgres: a restart goes on where it was. */
export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const { host, log, metrics, simulatorKey, stepMs } = options
  const schema = options.databaseSchema
  const db = openDatabase<SimulatorDatabase>({
    url: options.databaseUrl,
    schema,
    applicationName: 'simulator',
    poolSize: 5,
  })
  try {
    await migrate(db, { schema, migrations: { '0001-jobs': jobs, '0002-overtaking': overtaking }, log })
  } catch (error) {
    await db.destroy()
    throw error
  }
  const reporter = startReporter({ db, simulatorKey, log, metrics })
  const context: SimulatorContext = { db, simulatorKey, stepMs, log, reportSoon: reporter.nudge }
  const mover = startMover(context)
  const app = createServer(context)
  const stop = async () => {
    await app.close()
    await Promise.all([mover.stop(), reporter.stop()])
    await db.destroy()
  }
  try {
    await app.listen({ host, port: options.port })
  } catch (error) {
    await stop()
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  const isReady = async () => {
    await db.selectFrom('job').select('job_id').limit(1).execute()
    return true
  }
  return { url: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`, isReady, stop }
}

/** The clock by which couriers move. */
function startMover(context: SimulatorContext): Loop {
  return startLoop({
    name: 'simulator.move',
    intervalMs: MOVE_POLL_MS,
    log: context.log,
    work: async () => {
      const moved = await transact(context.db, (trx) => stepDueJobs(trx, clockOf(context)))
      if (moved > 0) context.reportSoon()
      return moved > 0 ? 'again' : 'idle'
    },
  })
}
