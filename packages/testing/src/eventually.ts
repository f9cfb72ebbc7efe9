import { setTimeout as sleep } from 'node:timers/promises'

export interface EventuallyOptions {
  timeoutMs?: number
  intervalMs?: number
}

/**
 * The result of the function once it no longer throws: tries again every `intervalMs`, and after `timeoutMs` throws
 * what it threw last. For conditions that something else brings about; it takes the place of every sleep in a test.
 */
export async function eventually<T>(attempt: () => T | Promise<T>, options: EventuallyOptions = {}): Promise<T> {
  const { timeoutMs = 10_000, intervalMs = 25 } = options
  const until = performance.now() + timeoutMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() + intervalMs > until) throw error
    }
    await sleep(intervalMs)
  }
}
