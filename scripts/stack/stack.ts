/** The stack as `npm run stack` runs it: six supervised processes, demo merchant, sandbox file. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { STOP_LIMIT_MS } from '@waybill/chassis/config/stop-limits'
import type { ProcessParts } from '@waybill/chassis/process/run-service'
import { consoleOptions } from '@waybill/gateway/console/variables'
import { announceConsoleBuild, startConsoleBuild } from '@waybill/standalone/console-build'
import type { StackConfig } from './config.ts'
import { prepareStack } from './prepare.ts'
import { type Supervised, supervise } from './supervisor.ts'

const READY_WITHIN_MS = 150_000
/** A second more than a process takes at most. The gateway stops first, after its last answers, then all others. */
const STOPS_WITHIN_MS = STOP_LIMIT_MS + 1_000
export const STACK_STOPS_WITHIN_MS = 2 * STOPS_WITHIN_MS + 3_000

/** Starts the stack and prints how to reach it. Throws StartError with a sentence for the person at the terminal. */
export async function startStack(config: StackConfig, { log }: ProcessParts): Promise<{ stop(): Promise<void> }> {
  const { directory, processes, memory, openSandbox, release } = await prepareStack(config, log)
  mkdirSync(directory.file('logs'), { recursive: true, mode: 0o700 })
  await announceConsoleBuild(consoleOptions(config))
  const supervised = processes.map((setting) =>
    supervise({
      setting,
      logFile: join(directory.file('logs'), `${setting.name}.log`),
      log,
      onStart: memory.remember,
    }),
  )
  let build: ReturnType<typeof startConsoleBuild> | undefined
  const stop = async () => {
    await build?.stop()
    await stopAll(supervised)
    release()
  }
  try {
    await Promise.all(supervised.map((one) => one.ready(READY_WITHIN_MS)))
    await openSandbox()
    build = startConsoleBuild(consoleOptions(config))
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function stopAll(supervised: Supervised[]): Promise<void> {
  const gateway = supervised.filter(({ name }) => name === 'gateway')
  const others = supervised.filter(({ name }) => name !== 'gateway')
  await Promise.all(gateway.map((one) => one.stop(STOPS_WITHIN_MS)))
  await Promise.all(others.map((one) => one.stop(STOPS_WITHIN_MS)))
}
