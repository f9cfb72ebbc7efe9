/** Keeps a process running until it is stopped. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { ProcessSetting } from './environments.ts'

const root = join(import.meta.dirname, '../..')
const RESTART_DELAY_MS = { first: 100, longest: 10_000 }
/** A process that ran this long was healthy: the next restart begins again with the first delay. */
const WELL_AFTER_MS = 10_000

export interface Supervised {
  name: string
  /** Resolves when /readyz answers 200; rejects when it does not within the time. */
  ready(withinMs: number): Promise<void>
  /** Sends SIGTERM, then SIGKILL if the process has not ended within the time. */
  stop(withinMs: number): Promise<void>
}

export interface SupervisorOptions {
  setting: ProcessSetting
  logFile: string
  log: Logger
  /** Called for every process that is started. */
  onStart: (name: string, pid: number) => void
}

/**
 * Starts `node apps/<name>/src/main.ts` and restarts it when it dies: after 0.1 s, then twice as long each time, up to
 * 10 s. Its separate process group keeps Ctrl-C from reaching it, so that the stack decides the order of stopping.
 */
export function supervise({ setting, logFile, log, onStart }: SupervisorOptions): Supervised {
  const { name } = setting
  let child: ChildProcess = start()
  let stopping = false
  let restart: NodeJS.Timeout | undefined
  let delayMs = RESTART_DELAY_MS.first

  function start(): ChildProcess {
    const output = openSync(logFile, 'a', 0o600)
    const startedAt = performance.now()
    const started = spawn(process.execPath, [`apps/${name}/src/main.ts`], {
      cwd: root,
      env: { ...process.env, ...setting.env },
      stdio: ['ignore', output, output],
      detached: true,
    })
    closeSync(output)
    if (started.pid) onStart(name, started.pid)
    started.on('exit', (code, signal) => {
      if (stopping) return
      if (performance.now() - startedAt >= WELL_AFTER_MS) delayMs = RESTART_DELAY_MS.first
      log.warn({ process: name, code, signal, restartInMs: delayMs, logFile }, 'process.ended')
      restart = setTimeout(() => {
        child = start()
      }, delayMs)
      delayMs = Math.min(delayMs * 2, RESTART_DELAY_MS.longest)
    })
    return started
  }

  const killAtExit = () => child.kill('SIGKILL')
  process.on('exit', killAtExit)

  return {
    name,
    async ready(withinMs) {
      const url = `http://127.0.0.1:${setting.opsPort}/readyz`
      for (const until = Date.now() + withinMs; Date.now() < until; await pause(50))
        if (!stopping && (await answersOk(url))) return
      throw new Error(`${name} is not ready: see ${logFile}`)
    },
    async stop(withinMs) {
      stopping = true
      clearTimeout(restart)
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
        child.kill('SIGTERM')
        const impatience = setTimeout(() => {
          log.error({ process: name, withinMs }, 'process.stop_timed_out')
          child.kill('SIGKILL')
        }, withinMs)
        await ended
        clearTimeout(impatience)
      }
      process.off('exit', killAtExit)
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether the URL answers with 2xx within 2 s. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
