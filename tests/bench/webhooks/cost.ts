/**
 * CPU time of a delivery by process, from /proc. On a shared machine this says more than deliveries per second.
 * Linux only; on other systems the columns are empty.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import type { ResultRow } from '../result-row.ts'

/** Length of a kernel clock tick: a hundredth of a second on every Linux that Node supports. */
const US_PER_TICK = 10_000

/** A row with the CPU cost per delivery and the machine's load at the start. */
export interface Costed extends ResultRow {
  'load before'?: number
  'of bare'?: number
  'CPU µs each: service'?: number
  postgres?: number
  broker?: number
  receiver?: number
}

export interface Processes {
  servicePid: number
  receiverPid: number
  /** Name of the database whose connections are counted. */
  database: string
}

/** Sampling interval: CPU time of a connection that closes is known up to this long before its end. */
const SAMPLE_MS = 500

/** Runs the work and adds the cost per delivery to its row. */
export async function costed(
  processes: Processes,
  work: () => Promise<{ row: ResultRow; deliveries: number }>,
): Promise<Costed> {
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10
  if (process.platform !== 'linux') return (await work()).row
  const [first, last]: [Used, Used] = [new Map(), new Map()]
  const look = (isFirst: boolean) => {
    for (const [pid, used] of usedBy(processes)) {
      if (isFirst) first.set(pid, used)
      last.set(pid, used)
    }
  }
  look(true)
  const sampling = setInterval(look, SAMPLE_MS, false)
  const { row, deliveries } = await work().finally(() => clearInterval(sampling))
  look(false)
  const each = (share: Share) => {
    const ofShare = [...last].filter(([, used]) => used.share === share)
    const us = ofShare.reduce((sum, [pid, used]) => sum + used.us - (first.get(pid)?.us ?? 0), 0)
    return Math.round(us / deliveries)
  }
  return {
    ...row,
    'load before': load,
    'CPU µs each: service': each('service'),
    postgres: each('postgres'),
    broker: each('broker'),
    receiver: each('receiver'),
  }
}

type Share = 'service' | 'receiver' | 'postgres' | 'broker'

/** µs of CPU by pid. */
type Used = Map<number, { share: Share; us: number }>

function usedBy(processes: Processes): Used {
  const used: Used = new Map()
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const pid = Number(entry)
      const share = readShare(pid, readFileSync(`/proc/${pid}/cmdline`, 'utf8'), processes)
      if (share !== null) used.set(pid, { share, us: cpuUs(pid) })
    } catch {
      // The process ended after it was listed.
    }
  }
  return used
}

function readShare(pid: number, command: string, { servicePid, receiverPid, database }: Processes): Share | null {
  if (pid === servicePid) return 'service'
  if (pid === receiverPid) return 'receiver'
  // Postgres shows role and database of each connection in the process title.
  if (command.startsWith('postgres: ')) return command.includes(` ${database} `) ? 'postgres' : null
  return command.includes('beam.smp') ? 'broker' : null
}

function cpuUs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is a name in parentheses that can contain spaces; utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * US_PER_TICK
}
