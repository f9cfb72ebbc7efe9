/** Builds the console beside a running product: its first build takes longer than a start may. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { writeBuildStatus } from '@waybill/gateway/console/build-status'
import { BUILT_CONSOLE } from '@waybill/gateway/console/console'
import type { consoleOptions } from '@waybill/gateway/console/variables'

const WORKSPACE = join(BUILT_CONSOLE, '..')
const PROGRAM = join(WORKSPACE, 'build.ts')
/** The reason is at the end. */
const SHOWN_OUTPUT = 4_000

/**
 * Starts the build, which does nothing if the console was built from the same sources. Its output appears only if it
 * fails: on stderr and at /console. Builds nothing if the console is served from elsewhere, or without its sources. `stop`
 * ends the build.
 */
export async function startConsoleBuild({
  directory,
  devServer,
}: Pick<ReturnType<typeof consoleOptions>, 'directory' | 'devServer'>): Promise<{ stop(): Promise<void> }> {
  if (directory || devServer || !existsSync(PROGRAM)) return { stop: async () => {} }
  const isMissing = !existsSync(join(BUILT_CONSOLE, 'index.html'))
  await writeBuildStatus(BUILT_CONSOLE, isMissing ? { state: 'building' } : null)
  const child = spawn(process.execPath, [PROGRAM], {
    cwd: WORKSPACE,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // Ctrl-C reaches only this process, which ends the build
  })
  lowerPriority(child)
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  let isStopping = false
  const ended = untilEnd(child).then(async (failure) => {
    process.off('exit', killAtExit)
    if (failure === null || isStopping) return writeBuildStatus(BUILT_CONSOLE, null)
    await writeBuildStatus(BUILT_CONSOLE, { state: 'failed', output: failure })
    process.stderr.write(`\nThe console could not be built. The API is not affected.\n${failure}\n`)
  })
  return {
    async stop() {
      isStopping = true
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Its threads get the same priority. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
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
