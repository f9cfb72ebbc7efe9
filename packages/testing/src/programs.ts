/** Starts a missing service: in a container, or as a child process from the machine's packages. */
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

/** Runs a program to its end; rejects when it fails. */
export const runProgram = promisify(execFile)

export interface Container {
  /** The port on this machine. */
  port: number
  /** Runs a program in the container and resolves to its output; rejects when it fails. */
  run(...command: string[]): Promise<string>
  stop(): Promise<void>
}

/** A container whose port is published on a free loopback port; null when no engine answers or the image is missing. */
export async function runContainer(options: { image: string; port: number }): Promise<Container | null> {
  try {
    await runProgram('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 10_000 })
  } catch {
    return null
  }
  try {
    const publish = ['--publish', `127.0.0.1::${options.port}`]
    const { stdout } = await runProgram('docker', ['run', '--detach', '--rm', ...publish, options.image])
    const container = stdout.trim()
    const published = await runProgram('docker', ['port', container, `${options.port}/tcp`])
    return {
      port: Number(published.stdout.trim().split(':').at(-1)),
      run: async (...command) => (await runProgram('docker', ['exec', container, ...command])).stdout,
      stop: async () => void (await runProgram('docker', ['rm', '--force', '--volumes', container])),
    }
  } catch (error) {
    console.log(`Docker could not run ${options.image}: ${(error as Error).message.trim()}`)
    return null
  }
}

/** Path of a program, installed from its Debian package when WAYBILL_TEST_INSTALL=1; null when it is unavailable. */
export async function installedProgram(path: string, debianPackage: string): Promise<string | null> {
  if (existsSync(path)) return path
  if (process.env.WAYBILL_TEST_INSTALL !== '1') return null
  console.log(`installing ${debianPackage} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  await runProgram('dpkg', ['--configure', '-a'], { env }) // an interrupted installation blocks every later one
  await runProgram('apt-get', ['update', '-q'], { env })
  await runProgram('apt-get', ['install', '-q', '-y', '--no-install-recommends', debianPackage], { env })
  return existsSync(path) ? path : null
}

/** Starts a service in a process group that the terminal's Ctrl-C does not reach. `failed` rejects when it ends unasked. */
export function startChild(program: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = `${output}${chunk}`.slice(-4_000)))
  let stopping = false
  const exited = new Promise<void>((resolve) => child.on('close', () => resolve()).on('error', () => resolve()))
  const failed: Promise<never> = exited.then(() => {
    if (stopping) return new Promise<never>(() => {})
    throw new Error(`${program} ended unexpectedly:\n${output}`)
  })
  failed.catch(() => {}) // awaited during the start; after it, the tests fail
  const killGroup = (signal: NodeJS.Signals) => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal)
  }
  const atExit = () => killGroup('SIGKILL')
  process.on('exit', atExit)
  return {
    failed,
    async stop() {
      stopping = true
      killGroup('SIGTERM')
      await exited
      process.off('exit', atExit)
    },
  }
}
