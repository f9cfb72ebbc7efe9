/** What the operating system tells of a process. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The program and arguments of a process; empty when there is no such process or the system does not tell. */
export function commandLine(pid: number): string {
  if (process.platform === 'linux') return readProc(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
  return ps(pid, 'command=')
}

/** A process that can be told from a later one with the same pid, as there is after a reboot. */
export interface KnownProcess {
  pid: number
  /** When it began, in whatever form the system has. */
  started: string
}

export function knownProcess(pid: number): KnownProcess {
  return { pid, started: look(pid).started }
}

/** Whether that very process still runs; one that has ended and only waits to be reaped does not. */
export function isRunning({ pid, started }: KnownProcess): boolean {
  const now = look(pid)
  return now.started === started && now.state !== '' && !'ZX'.includes(now.state)
}

/** Start and state (R, S, Z …) of a process; empty for none. */
function look(pid: number): { started: string; state: string } {
  if (process.platform === 'win32') return { started: '', state: exists(pid) ? 'R' : '' } // it does not tell more
  if (process.platform !== 'linux') return { started: ps(pid, 'lstart='), state: ps(pid, 'stat=').charAt(0) }
  // Behind the program's name, which is in parentheses and may hold spaces: state, and 19 fields on the start in ticks.
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
