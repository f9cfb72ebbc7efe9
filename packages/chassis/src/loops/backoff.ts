interface BackoffOptions {
  firstMs: number
  maxMs: number
  /** Share of the delay that is random, 0 to 1; a fifth unless given. */
  jitter?: number
}

/**
 * The longest pause of a loop that has found nothing for `idleMs`: a tenth of that time, at least `intervalMs` and at most
 * `restMs`.
 */
export const restingPauseMs = (
  idleMs: number,
  { intervalMs, restMs }: { intervalMs: number; restMs: number },
): number => Math.max(intervalMs, Math.min(restMs, idleMs / 10))

/** The delay before the next try after `failures` failures (1 or more), in ms: doubles up to `maxMs`, jittered downwards. */
export function backoffMs(failures: number, { firstMs, maxMs, jitter = 0.2 }: BackoffOptions): number {
  // 2^30 × 1 ms is twelve days: beyond any cap used here, and far from overflow.
  const fullMs = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30))
  return Math.round(fullMs * (1 - Math.random() * jitter))
}
