/** Gives memory back that the start or a busy time needed: V8 keeps it, since its own collections wait for allocations. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const SPAN_MS = 5_000
const QUIET_SPANS = 2
/** Shares of a span in which the event loop works. A process at rest has 1 to 4 %. */
const QUIET = 0.1
const BUSY = 0.5

/** Looks every five seconds, as long as the process runs. */
export function compactHeapWhenQuiet(): void {
  const isDue = quietAfterWork()
  let before = performance.eventLoopUtilization()
  const look = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (isDue(utilization)) compactHeap()
  }
  setInterval(look, SPAN_MS).unref()
}

/** Pure: a function of the busy share of each span that says whether to compact now. Once after the start and each busy time. */
export function quietAfterWork(): (busyShare: number) => boolean {
  let wasBusy = true
  let quietSpans = 0
  return (busyShare) => {
    quietSpans = busyShare < QUIET ? quietSpans + 1 : 0
    if (busyShare > BUSY) wasBusy = true
    if (!wasBusy || quietSpans < QUIET_SPANS) return false
    wasBusy = false
    return true
  }
}

/** Takes 0.1 to 0.2 s, in which the process does nothing else. */
export function compactHeap(): void {
  // Only a context that is made while the flag is set has the function.
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: string; execution: string; flavor: string }) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
