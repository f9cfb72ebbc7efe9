/** The thread of `probeDuring`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Pool } from 'undici'

const EVERY_MS = 20

const pool = new Pool(workerData.baseUrl, { connections: 64 })
const durationsMs: number[] = []
const probes: Promise<void>[] = []
let isDone = false

async function probe(): Promise<void> {
  const begunAt = performance.now()
  const { statusCode, body } = await pool.request({ method: 'GET', path: '/livez' })
  await body.dump()
  if (statusCode !== 200) throw new Error(`/livez got status ${statusCode}`)
  durationsMs.push(performance.now() - begunAt)
}

parentPort?.once('message', () => {
  isDone = true
})
await probe()
durationsMs.length = 0
parentPort?.postMessage('begun')
for (; !isDone; await sleep(EVERY_MS)) probes.push(probe())
await Promise.all(probes)
parentPort?.postMessage(durationsMs)
await pool.close()
