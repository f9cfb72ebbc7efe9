/** Information of the operating system about processes. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Program and arguments of a process; empty if there is no such process or the system does not provide them. */
export function commandLine(pid: number): string {
  if (process.platform === 'linux') return readProc(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
  return ps(pid, 'command=')
}

/** Identifies a process, also after its pid was reused, as after a reboot. */
export interface KnownProcess {
  pid: number
  /** Start time, in a system-specific format. */
  started: string
}

export function knownProcess(pid: number): KnownProcess {
  return { pid, started: inspect(pid).started }
}

/** Whether exactly this process still runs. A zombie does not. */
export function isRunning({ pid, started }: KnownProcess): boolean {
  const now = inspect(pid)
  return now.started === started && now.state !== '' && !'ZX'.includes(now.state)
}

/** Start time and state (R, S, Z …) of a process; empty if there is none. */
function inspect(pid: number): { started: string; state: string } {
  if (process.platform === 'win32') return { started: '', state: exists(pid) ? 'R' : '' } // Windows provides no more
  if (process.platform !== 'linux') return { started: ps(pid, 'lstart='), state: ps(pid, 'stat=').charAt(0) }
  // The fields after the program name, which is in parentheses and may contain spaces: the state, and 19 fields later
  // the start time in ticks since boot.
  const fields = readProc(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  const [state = '', ticks] = [fields[0], fields[19]]
  return { started: ticks ? `${ticks} since boot ${readProc('/proc/sys/kernel/random/boot_id').trim()}` : '', state }
}

function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function ps(pid: number, field: string): string {
  if (process.platform === 'win32') return ''
  try {
    return execFileSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
