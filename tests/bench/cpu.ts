/**
 * CPU time by process, from /proc. On a shared machine the cost of a request says more than requests per second.
 * Linux only; on other systems the table is empty.
 */
import { readdirSync, readFileSync } from 'node:fs'

/** Length of a kernel clock tick: a hundredth of a second on every Linux that Node supports. */
const US_PER_TICK = 10_000

/** By pid, with the name it is counted under. */
type Snapshot = Map<number, { name: string; value: number }>

/** CPU µs per request by process: `gateway`, `shipment`, `postgres: shipment`, `rabbitmq` … */
export async function cpuPerRequest(
  namespace: string,
  work: () => Promise<{ requests: number }>,
): Promise<Record<string, number>> {
  const before = snapshot(namespace, readCpuUs)
  const { requests } = await work()
  const costs = new Map<string, number>()
  for (const [pid, { name, value }] of snapshot(namespace, readCpuUs)) {
    costs.set(name, (costs.get(name) ?? 0) + value - (before.get(pid)?.value ?? 0))
  }
  const perRequest = [...costs].map(([name, us]) => [name, Math.round(us / requests)] as const)
  return Object.fromEntries(perRequest.filter(([, us]) => us > 0).sort(([, one], [, other]) => other - one))
}

/** Bytes of memory by process; what several processes share is split between them. */
export function memoryByProcess(namespace: string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { name, value } of snapshot(namespace, readPssBytes).values())
    sums.set(name, (sums.get(name) ?? 0) + value)
  return sums
}

function snapshot(namespace: string, read: (pid: number) => number): Snapshot {
  const found: Snapshot = new Map()
  if (process.platform !== 'linux') return found
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) continue
    try {
      const name = getName(pid, readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '), namespace)
      if (name !== null) found.set(pid, { name, value: read(pid) })
    } catch {
      // The process ended after it was listed.
    }
  }
  return found
}

/** The name a process is counted under; null for processes outside the measurement. */
function getName(pid: number, command: string, namespace: string): string | null {
  if (pid === process.pid) return 'load generator'
  const bare = /tests\/bench\/bare\/(\w+)\.ts/.exec(command)
  if (bare) return `bare ${bare[1]}`
  // Postgres shows role and database of each connection in the process title.
  const backend = new RegExp(`^postgres: .*?(\\w+) ${namespace} `).exec(command)
  if (backend) return `postgres: ${(backend[1] ?? '').replace(`${namespace}_`, '')}`
  if (/^postgres: .*(walwriter|checkpointer|background writer)/.test(command)) return 'postgres: writers'
  if (/\/beam\.smp /.test(command)) return 'rabbitmq'
  if (/redis-server/.test(command)) return 'redis'
  const service = /apps\/(\w+)\/src\/main\.ts/.exec(command)
  return service && isOfNamespace(pid, namespace) ? String(service[1]) : null
}

/** Whether the process belongs to the measured stack rather than to another one on this machine. */
const isOfNamespace = (pid: number, namespace: string): boolean =>
  readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`WAYBILL_NAMESPACE=${namespace}`)

function readCpuUs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is a name in parentheses that can contain spaces; utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * US_PER_TICK
}

const readPssBytes = (pid: number): number =>
  1_024 * Number(/^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
