import type { AddressInfo } from 'node:net'
import { transact } from '@waybill/chassis/postgres/database'
import { type FoundationOptions, openFoundation } from '@waybill/chassis/process/foundation'
import { type Loop, startLoop } from '@waybill/chassis/process/loops'
import { startReporter } from './callbacks/reporter.ts'
import { clockOf, type SimulatorContext } from './context.ts'
import type { SimulatorDatabase } from './db.ts'
import { createServer } from './http/server.ts'
import { stepDueJobs } from './jobs/commands.ts'
import { migrations } from './migrations.ts'

/** How often the clock looks for jobs to move; a step is never shorter. */
const MOVE_POLL_MS = 250

export interface SimulatorOptions extends FoundationOptions {
  /** 0: any free one. */
  port: number
  /** The root of every carrier account's secret, and the token of the routes under /simulator. */
  simulatorKey: string
  /** Between two steps of a job, ms; 0: jobs move only when told to. */
  stepMs: number
}

export interface RunningSimulator {
  url: string
  stop(): Promise<void>
}

/** Three carriers on one port. Jobs live in Postgres: a restart goes on where it was. */
export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const { host, log, metrics, simulatorKey, stepMs } = options
  const { db, ops, undo } = await openFoundation<SimulatorDatabase>('simulator', options, migrations)
  const reporter = startReporter({ db, simulatorKey, log, metrics })
  const context: SimulatorContext = { db, simulatorKey, stepMs, log, reportSoon: reporter.nudge }
  const mover = startMover(context)
  const app = createServer(context)
  const stop = async () => {
    await app.close()
    await Promise.all([mover.stop(), reporter.stop()])
    await undo()
  }
  try {
    await app.listen({ host, port: options.port })
  } catch (error) {
    await stop()
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  ops.setServing()
  return {
    url: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`,
    async stop() {
      await ops.drain()
      await stop()
    },
  }
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
