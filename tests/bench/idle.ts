/** The cost of a stack at rest: statements, CPU and memory, by process. */
import { setTimeout as sleep } from 'node:timers/promises'
import { testPostgresUrl } from '@waybill/testing/services'
import { makeOwnProcesses } from '../faults/own-processes.ts'
import { cpuPerRequest, memoryByProcess } from './cpu.ts'
import { startStatementCounter } from './journeys/statement-counter.ts'
import type { ResultRow } from './result-row.ts'
import type { Bench } from './scenarios.ts'

/** For what a start leaves to do, connections that close after ten idle seconds, and loops whose pauses grow for 50 s. */
const SETTLED_MS = 60_000

/** Prints a row for each process, and one for all of them. */
export async function idle({ seconds, note }: Pick<Bench, 'seconds' | 'note'>): Promise<ResultRow[]> {
  const { hostname, port } = new URL(testPostgresUrl())
  const counter = await startStatementCounter({ targetHost: hostname, targetPort: Number(port || 5432) })
  const own = await makeOwnProcesses({
    urls: { postgres: counter.proxy.through(testPostgresUrl()) },
    env: { LOG_LEVEL: 'warn' },
  })
  try {
    for (const one of own.processes) one.start()
    await Promise.all(own.processes.map((one) => one.ready()))
    await own.sandbox()
    await sleep(SETTLED_MS)
    const before = counter.counts()
    const cpuUs = await cpuPerRequest(own.namespace, async () => {
      await sleep(seconds * 1_000)
      return { requests: seconds }
    })
    const after = counter.counts()
    const rows: Record<string, { 'statements/s'?: number; 'CPU %'?: number; 'PSS MB'?: number }> = {}
    const row = (name: string) => (rows[name] ??= {})
    for (const [role, { statements }] of after) {
      const name = `postgres: ${role.replace(`${own.namespace}_`, '')}`
      row(name)['statements/s'] = round((statements - (before.get(role)?.statements ?? 0)) / seconds)
    }
    for (const [name, us] of Object.entries(cpuUs)) row(name)['CPU %'] = round(us / 10_000)
    for (const [name, bytes] of memoryByProcess(own.namespace)) row(name)['PSS MB'] = Math.round(bytes / 1e6)
    for (const name of Object.keys(rows)) if (/^(load generator|bare )/.test(name)) delete rows[name]
    const total = (column: 'statements/s' | 'CPU %' | 'PSS MB') =>
      round(Object.values(rows).reduce((sum, one) => sum + (one[column] ?? 0), 0))
    note('idle: statements', total('statements/s'))
    note('idle: CPU', total('CPU %'))
    note('idle: memory', total('PSS MB'))
    rows.all = { 'statements/s': total('statements/s'), 'CPU %': total('CPU %'), 'PSS MB': total('PSS MB') }
    console.table(rows)
    return []
  } finally {
    await own.remove()
    await counter.proxy.stop()
  }
}

const round = (value: number): number => Math.round(value * 10) / 10
