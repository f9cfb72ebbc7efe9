import { readdirSync, readFileSync } from 'node:fs'
import { eventually } from '@waybill/testing/eventually'

/** Pid of a service's process, found by command line among the stack's children; null while it is not running. */
export function findService(stackPid: number, service: string): number | null {
  const program = `apps/${service}/src/main.ts`
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(program)) continue
      // After the name in parentheses come the state and the parent's pid.
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(parent) === stackPid && state !== 'Z') return Number(entry)
    } catch {
      // The process ended in the meantime.
    }
  }
  return null
}

/** The environment of a service's process. */
export function readEnvironment(stackPid: number, service: string): Record<string, string> {
  const environ = readFileSync(`/proc/${findService(stackPid, service)}/environ`, 'utf8')
  return Object.fromEntries(environ.split('\0').map((line) => line.split(/=(.*)/s, 2)))
}

/** Sends SIGKILL and waits for the replacement process. */
export async function killService(stackPid: number, service: string): Promise<void> {
  const pid = await eventually(() => {
    const found = findService(stackPid, service)
    if (found === null) throw new Error(`${service} is not running`)
    return found
  })
  process.kill(pid, 'SIGKILL')
  await eventually(() => {
    const successor = findService(stackPid, service)
    if (successor === null || successor === pid) throw new Error(`${service} was not restarted`)
  })
}
