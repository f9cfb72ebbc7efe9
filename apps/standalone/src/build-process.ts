/** A build beside a running product, of low priority. What it prints appears only if it fails. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { dirname } from 'node:path'

/** The reason is at the end. */
const SHOWN_OUTPUT = 4_000

export interface BuildProcess {
  /** Null if it succeeded or was stopped, else the end of its output. */
  ended: Promise<string | null>
  stop(): Promise<void>
}

export function startBuild([program = '', ...args]: readonly string[], niceness: number): BuildProcess {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: dirname(program),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // Ctrl-C reaches only this process, which ends the build
  })
  lowerPriority(child, niceness)
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  let isStopping = false
  const ended = untilEnd(child).then((failure) => {
    process.off('exit', killAtExit)
    return isStopping ? null : failure
  })
  return {
    ended,
    async stop() {
      isStopping = true
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Its threads get the same priority. */
function lowerPriority({ pid }: ChildProcess, niceness: number): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // It has ended, or the system does not allow it: then it builds with the usual priority.
  }
}

/** Null if it succeeded, else the end of its output. */
function untilEnd(child: ChildProcess): Promise<string | null> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output = (output + chunk).slice(-SHOWN_OUTPUT)
    })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => resolve(code === 0 ? null : `${output.trim()}\n(${signal ?? `exit ${code}`})`))
  })
}
