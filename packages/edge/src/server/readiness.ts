const VALID_MS = 1_000

/**
 * The check, run at most once a second however often it is called: anyone may call `/readyz`. The callers in between get the
 * last result, also while it is awaited.
 */
export function onceASecond(check: () => Promise<boolean>, nowMs = () => performance.now()): () => Promise<boolean> {
  let last: { result: Promise<boolean>; atMs: number } | undefined
  return () => {
    if (last === undefined || nowMs() - last.atMs >= VALID_MS) last = { result: check(), atMs: nowMs() }
    return last.result
  }
}
