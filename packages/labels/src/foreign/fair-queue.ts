/** Jobs that wait for one worker. Environments take turns, so one with many slow files delays another by one file at a time. */
import { AppError } from '@waybill/contracts/app-error'

interface FairQueue {
  /** Runs a job when it is its turn. Throws `service_unavailable` if the environment has too many jobs. */
  add<T>(environmentId: string, job: () => Promise<T>): Promise<T>
  /** Jobs that wait or run. */
  size(): number
}

/**
 * `most`: of all environments. One alone may have half of them: each has at most as many as there is room left, so that there
 * is room for the next one (Choudhury and Hahne, Dynamic queue length thresholds, 1998).
 */
export function createFairQueue(most: number): FairQueue {
  /** Those that wait, by environment; the environment whose turn is next is first. */
  const waiting = new Map<string, (() => Promise<void>)[]>()
  const counts = new Map<string, number>()
  let size = 0
  let isRunning = false

  function count(environmentId: string, change: 1 | -1): void {
    size += change
    const now = (counts.get(environmentId) ?? 0) + change
    if (now > 0) counts.set(environmentId, now)
    else counts.delete(environmentId)
  }

  async function runAll(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const [environmentId, [job, ...others]] = next
      waiting.delete(environmentId)
      if (others.length > 0) waiting.set(environmentId, others)
      await job?.()
    }
    isRunning = false
  }

  return {
    size: () => size,
    async add(environmentId, job) {
      if ((counts.get(environmentId) ?? 0) >= most - size)
        throw new AppError('service_unavailable', 'Too many labels are being read at the moment. Retry in 2 s.', {
          retryAfterSeconds: 2,
        })
      count(environmentId, 1)
      try {
        return await new Promise((resolve, reject) => {
          const run = () => job().then(resolve, reject)
          waiting.set(environmentId, [...(waiting.get(environmentId) ?? []), run])
          void runAll()
        })
      } finally {
        count(environmentId, -1)
      }
    },
  }
}
