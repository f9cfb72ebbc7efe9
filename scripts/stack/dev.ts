/** The stack as `npm run dev` runs it: through turbo, each service restarted when a file that it imports changes. */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@waybill/chassis/process/free-port'
import type { ProcessParts } from '@waybill/chassis/process/run-service'
import { eventually } from '@waybill/testing/eventually'
import type { StackConfig } from './config.ts'
import type { ProcessSetting } from './environments.ts'
import { prepareStack } from './prepare.ts'
import { answersOk } from './supervisor.ts'

const root = join(import.meta.dirname, '../..')
/** Where the `dev` script of each service finds its environment. */
const environments = join(root, '.waybill/dev')
const READY_WITHIN_MS = 150_000

/** Throws StartError with a sentence for the person at the terminal. */
export async function startDev(config: StackConfig, { log }: ProcessParts): Promise<{ stop(): Promise<void> }> {
  const { processes, openSandbox, release } = await prepareStack(config, log)
  const consolePort = await freePort()
  for (const { name, env } of processes)
    if (name === 'gateway') env.CONSOLE_DEV_SERVER = `http://localhost:${consolePort}`
  mkdirSync(environments, { recursive: true, mode: 0o700 })
  for (const setting of processes) writeEnvironment(setting, config.LOG_LEVEL)
  const turbo = spawn(
    process.execPath,
    ['node_modules/turbo/bin/turbo', 'run', 'dev', '--ui=stream', '--env-mode=loose', '--concurrency=20'],
    {
      cwd: root,
      env: { ...withoutSettings(processes), ...consoleSettings(config, consolePort) },
      stdio: 'inherit',
      detached: true,
    }, // detached: Ctrl-C reaches only us
  )
  const ended = new Promise<void>((resolve) => turbo.on('exit', () => resolve()))
  const stop = async () => {
    if (turbo.exitCode === null && turbo.pid) process.kill(-turbo.pid, 'SIGINT')
    await ended
    rmSync(environments, { recursive: true, force: true })
    release()
  }
  process.once('SIGHUP', () => process.kill(process.pid, 'SIGTERM')) // the terminal was closed
  try {
    await Promise.all(processes.map(untilReady))
    await openSandbox()
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function writeEnvironment({ name, env }: ProcessSetting, logLevel: string): void {
  const all = { LOG_LEVEL: logLevel, DRAIN_DELAY_MS: '0', ...env }
  const lines = Object.entries(all).map(([variable, value]) => `${variable}='${value}'\n`)
  writeFileSync(join(environments, `${name}.env`), lines.join(''), { mode: 0o600 })
}

/** Address of the console's Vite, to which the gateway sends browsers, and which passes calls of the API back to it. */
const consoleSettings = ({ PORT }: StackConfig, port: number) => ({
  CONSOLE_DEV_PORT: String(port),
  WAYBILL_GATEWAY_URL: `http://127.0.0.1:${PORT}`,
})

/** An --env-file sets only what the environment does not. */
function withoutSettings(processes: ProcessSetting[]): NodeJS.ProcessEnv {
  const set = new Set(processes.flatMap(({ env }) => Object.keys(env)))
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !set.has(name)))
}

const untilReady = ({ name, opsPort }: ProcessSetting) =>
  eventually(
    async () => {
      if (!(await answersOk(`http://127.0.0.1:${opsPort}/readyz`)))
        throw new Error(`${name} is not ready: see its output`)
    },
    { timeoutMs: READY_WITHIN_MS, intervalMs: 100 },
  )
