import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { programEnvironment } from '@waybill/testing/program-environment'
import { onTestFinished } from 'vitest'

/** One JSON line that a program wrote on stdout. */
export type Line = Record<string, unknown>

/**
 * Starts a program of this folder as `node <name>.ts`, the way services are started, and kills it when the test ends.
 * `line` waits for the first line, past or future, that matches; it rejects if the program exits first.
 */
export function startProgram(name: string, environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    env: { ...programEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: Line[] = []
  const waiting = new Set<() => void>()
  const notify = () => {
    for (const check of [...waiting]) check()
  }
  createInterface({ input: child.stdout }).on('line', (text) => {
    lines.push(JSON.parse(text))
    notify()
  })
  const exited = once(child, 'close').then(([code, signal]) => {
    notify()
    return { code: code as number | null, signal: signal as NodeJS.Signals | null }
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })

  function line(fits: (line: Line) => boolean): Promise<Line> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = lines.find(fits)
        if (!found && child.exitCode === null && child.signalCode === null) return
        waiting.delete(check)
        if (found) resolve(found)
        else reject(new Error(`${name} exited without the expected line; its output was ${JSON.stringify(lines)}`))
      }
      waiting.add(check)
      check()
    })
  }
  return { child, lines, line, exited }
}
