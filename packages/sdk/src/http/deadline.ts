/** A signal that aborts after a time or with another signal. */
export interface Deadline {
  signal: AbortSignal
  /** Whether it is the time that aborted it. */
  hasPassed(): boolean
  /** Stops the time until the next `extend`. */
  pause(): void
  /** Starts the time again. */
  extend(): void
  /** Frees the timer. Call it when the work has ended. */
  clear(): void
}

export function startDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  let passed = false
  const start = () =>
    setTimeout(() => {
      passed = true
      controller.abort()
    }, timeoutMs)
  let timer = start()
  const follow = () => controller.abort(outer?.reason)
  if (outer?.aborted) follow()
  outer?.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    hasPassed: () => passed,
    pause: () => clearTimeout(timer),
    extend() {
      clearTimeout(timer)
      timer = start()
    },
    clear() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', follow)
    },
  }
}
