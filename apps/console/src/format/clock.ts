/** One clock for all relative times of the page: times that are shown together count from the same moment. */

const TICK_MS = 1_000

let nowMs = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

export function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  nowMs = Date.now()
  for (const listener of listeners) listener()
}

/** The time now, to the second: at most a tick old, or of this moment if nothing follows the clock. */
export function readClock(): number {
  if (timer === undefined) nowMs = Date.now()
  return nowMs
}
