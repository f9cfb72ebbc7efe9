import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Calls `GET /livez` 50 times per second until `work` ends, whether or not earlier calls were answered. Returns the durations
 * in ms. Probes run in a separate thread, so that the work of the load generator does not count.
 */
export async function probeDuring(baseUrl: string, work: () => Promise<unknown>): Promise<number[]> {
  const worker = new Worker(new URL('./probe-worker.ts', import.meta.url), { workerData: { baseUrl } })
  try {
    await once(worker, 'message') // It has begun.
    await work()
    worker.postMessage('stop')
    const [durationsMs] = await once(worker, 'message')
    return durationsMs
  } finally {
    await worker.terminate()
  }
}
