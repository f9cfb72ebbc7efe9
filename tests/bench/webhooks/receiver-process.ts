import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '@waybill/chassis/process/free-port'
import { eventually } from '@waybill/testing/eventually'

export const COUNT_PATH = '/count'
export const ARRIVALS_PATH = '/arrivals'
/** Below these: no answer; the connection is dropped; a redirect; 429 with Retry-After; 200 after 14 s. */
export const HOSTILE_PATHS = ['/hanging', '/dropped', '/redirected', '/limited', '/slow'] as const

/** The subject's ID and when its webhook arrived, in ms since 1970. */
export type Arrival = [subjectId: string, atMs: number]

export interface ReceiverProcess {
  pid: number
  url: string
  /** All arrivals in order. */
  arrivals(): Promise<Arrival[]>
  count(): Promise<number>
  /** Resolves after this many arrivals. */
  received(count: number, timeoutMs: number): Promise<void>
  stop(): Promise<void>
}

/** Starts a receiver in another process, so that it does not slow the load generator down. */
export async function startReceiverProcess(): Promise<ReceiverProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'receiver.ts'), String(port)], { stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  const arrivals = async () => (await (await fetch(url + ARRIVALS_PATH)).json()) as Arrival[]
  const count = async () => Number(await (await fetch(url + COUNT_PATH)).text())
  await eventually(count)
  return {
    pid: child.pid ?? 0,
    url,
    arrivals,
    count,
    async received(wanted, timeoutMs) {
      await eventually(
        async () => {
          const came = await count()
          if (came < wanted) throw new Error(`${came} of ${wanted} webhooks arrived`)
        },
        { timeoutMs, intervalMs: 200 },
      )
    },
    async stop() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
