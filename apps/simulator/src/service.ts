import type { AddressInfo } from 'node:net'
import { type Loop, startLoop } from '@waybill/chassis/loops/loops'
import { transact } from '@waybill/chassis/postgres/database'
import { type FoundationOptions, openFoundation } from '@waybill/chassis/process/foundation'
import type { FastifyInstance } from 'fastify'
import { startReporter } from './callbacks/reporter.ts'
import { getClock, type SimulatorContext } from './context.ts'
import type { SimulatorDatabase } from './db.ts'
import { createServer } from './http/server.ts'
import { stepDueJobs } from './jobs/commands.ts'
import { findNextStep, pruneJobs } from './jobs/repository.ts'
import { migrations } from './migrations.ts'
import { JOB_DAYS } from './table-rules.ts'

/** Calls that a fault slows down even more are cut on stop. */
const LONGEST_ANSWER_MS = 15_000
/** Interval between two searches for due jobs, the shortest possible step. */
/** Longest wait of a job that was just made. */
const MOVE_POLL_MS = 500
/** Once nothing moved for 20 s. A new job nudges the loop. */
const MOVE_REST_MS = 2_000
const PRUNE_EVERY_MS = 3_600_000

export interface SimulatorOptions extends FoundationOptions {
  /** 0: a free port. */
  port: number
  /** Secrets of carrier accounts are derived from it; it is also the bearer token of the operator's API. */
  simulatorKey: string
  /** Time between two steps of a courier; 0: jobs move only when an operator advances them. */
  stepMs: number
}

export interface RunningSimulator {
  url: string
  stop(): Promise<void>
}

/** Composition root: three carriers on one port. Jobs are stored in Postgres and go on after a restart. */
export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const { host, log, metrics, simulatorKey, stepMs } = options
  const { db, ops, undo } = await openFoundation<SimulatorDatabase>('simulator', options, migrations)
  const reporter = startReporter({ db, simulatorKey, log, metrics })
  const stopping = new AbortController()
  const context: SimulatorContext = {
    db,
    simulatorKey,
    stepMs,
    log,
    reportSoon() {
      reporter.nudge()
      mover.nudge()
    },
    stopping: stopping.signal,
  }
  const mover: Loop = startMover(context)
  const pruning = startPruning(context)
  const app = createServer(context)
  const stop = async () => {
    stopping.abort()
    await closeWithin(app, LONGEST_ANSWER_MS)
    await Promise.all([mover.stop(), pruning.stop(), reporter.stop()])
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
      stopping.abort()
      await ops.drain()
      await stop()
    },
  }
}

/** Answers the calls in progress, then closes the connections that are left. */
async function closeWithin(app: FastifyInstance, withinMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), withinMs)
  await app.close()
  clearTimeout(cut)
}

/** Moves due jobs one step, again and again. */
function startMover(context: SimulatorContext): Loop {
  return startLoop({
    name: 'simulator.move',
    intervalMs: MOVE_POLL_MS,
    restMs: MOVE_REST_MS,
    log: context.log,
    work: async () => {
      const clock = getClock(context)
      const nextAt = await findNextStep(context.db)
      if (nextAt === null) return 'rest'
      if (nextAt > clock.at) return nextAt.getTime() - clock.at.getTime()
      const moved = await transact(context.db, (trx) => stepDueJobs(trx, clock))
      if (moved > 0) context.reportSoon()
      return moved > 0 ? 'again' : 'idle'
    },
  })
}

const startPruning = ({ db, log }: SimulatorContext): Loop =>
  startLoop({
    name: 'simulator.pruning',
    intervalMs: PRUNE_EVERY_MS,
    log,
    work: async () => ((await pruneJobs(db, JOB_DAYS)) > 0 ? 'again' : 'idle'),
  })
