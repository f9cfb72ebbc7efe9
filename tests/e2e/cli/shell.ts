/** Runs shell commands in a new folder, with the built program `waybill` on the PATH and a home without profiles. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { builtPackage } from '@waybill/cli/testing/built-package'
import { programEnvironment } from '@waybill/testing/program-environment'
import { onTestFinished } from 'vitest'
import { sandbox } from '../api.ts'

export const baseUrl = sandbox.base_url.replace(/\/+$/, '')

/** Examples that run until they are stopped. */
export const [tail, listen] = [
  "waybill events tail --event 'shipment.*'",
  'waybill webhooks listen --forward-to http://localhost:3000/hook',
]
export const followers = [tail, listen]

/** Standard error that a command which asks for offers may print: which carriers made none, as when they were late. */
export const refusalsOnly = /^(\w+: .*\n)*$/

export interface Shell {
  directory: string
  /**
   * Runs the commands with bash and resolves when all have ended. The first that fails ends them, and so does the end of
   * the test.
   */
  run(commands: string, env?: Record<string, string>): Promise<{ exitCode: number | null; out: string; err: string }>
  read(file: string): Buffer
  remove(): void
}

export function openShell(): Shell {
  const directory = mkdtempSync(join(tmpdir(), 'waybill-shell-'))
  const program = join(builtPackage(join(directory, 'dist')), 'waybill.js')
  const waybill = join(directory, 'waybill')
  writeFileSync(waybill, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  chmodSync(waybill, 0o755)
  const inherited = programEnvironment()
  return {
    directory,
    async run(commands, env = {}) {
      const child = spawn('bash', ['-eu', '-o', 'pipefail', '-c', commands], {
        cwd: directory,
        stdio: ['ignore', 'pipe', 'pipe'],
        // A separate process group, so that all programs started by bash can be ended with it.
        detached: true,
        env: {
          ...inherited,
          PATH: `${directory}${delimiter}${inherited.PATH}`,
          HOME: directory,
          XDG_CONFIG_HOME: join(directory, '.config'),
          ...env,
        },
      })
      const ended = new Promise<number | null>((resolve, reject) => child.once('exit', resolve).once('error', reject))
      let isRunning = true
      onTestFinished(() => {
        if (isRunning && child.pid) process.kill(-child.pid, 'SIGKILL')
      })
      const [out, err, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended])
      isRunning = false
      return { exitCode, out, err }
    },
    read: (file) => readFileSync(join(directory, file)),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}
