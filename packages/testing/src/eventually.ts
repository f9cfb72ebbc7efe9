import { setTimeout as sleep } from 'node:timers/promises'

export interface EventuallyOptions {
  timeoutMs?: number
  intervalMs?: number
}

/**
 * Calls the function every `intervalMs` (25 by default) until it does not throw, and returns its result. After
 * `timeoutMs` (60 s by default, which a busy machine may need) throws its last error. Replaces every sleep in a test.
 */
export async function eventually<T>(attempt: () => T | Promise<T>, options: EventuallyOptions = {}): Promise<T> {
  const { timeoutMs = 60_000, intervalMs = 25 } = options
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
