/** What the operating system tells of a process. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whether the process exists, ours or another user's. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The program and arguments of a process; empty when there is no such process or the system does not tell. */
export function commandLine(pid: number): string {
  if (process.platform === 'linux') return readProc(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
  return ps(pid, 'command=')
}

/** When a process began, in whatever form the system has: tells it from a later one that was given the same pid. */
export function startMark(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'lstart=')
  // After the program's name, which may hold spaces and is in parentheses, the 20th field is the start in ticks.
  const ticks = readProc(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[19]
  return ticks === undefined ? '' : `${ticks} since boot ${readProc('/proc/sys/kernel/random/boot_id').trim()}`
}

function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
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
