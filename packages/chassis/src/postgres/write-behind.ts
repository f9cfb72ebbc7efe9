import { type Loop, startLoop } from '../loops/loops.ts'
import type { Logger } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { postgresCode } from './database.ts'

const FLUSH_EVERY_MS = 500
const BATCH = 100

/** SQLSTATE class 22: data exception. */
const isBadData = (error: unknown): boolean => postgresCode(error)?.startsWith('22') ?? false

interface WriteBehind<Item> {
  /** Returns at once, never throws. An item beyond the bound is dropped, counted and logged. */
  add(item: Item): void
  /** Writes the remaining items, with one try per batch, and stops. */
  stop(): Promise<void>
}

/**
 * Writes items in order, in batches, shortly after they are added: for records that must not slow down or fail the work
 * that they describe. A failed batch is retried, also when it has committed and the answer was lost: `write` must be
 * idempotent. Holds at most `maxBytes`, measured by `measureSize`.
 */
export function startWriteBehind<Item>(options: {
  name: string
  maxBytes: number
  measureSize: (item: Item) => number
  write: (items: Item[]) => Promise<void>
  log: Logger
  metrics: Metrics
}): WriteBehind<Item> {
  const { name, maxBytes, measureSize, write, log } = options
  const waiting: Item[] = []
  let waitingBytes = 0
  const { drop, warnOfDrops } = countDrops(options)

  async function flush(): Promise<void> {
    const batch = waiting.slice(0, BATCH)
    if (batch.length === 0) return
    try {
      await write(batch)
      settle(batch.length)
    } catch (error) {
      if (!isBadData(error)) throw error
      for (const item of batch) await writeSingly(item)
    }
  }

  /** Drops an item that the database rejects as bad data: retrying it would block all later items. */
  async function writeSingly(item: Item): Promise<void> {
    try {
      await write([item])
    } catch (error) {
      if (!isBadData(error)) throw error
      log.error({ err: error, name }, 'write_behind.refused')
      drop(1)
    }
    settle(1)
  }

  function settle(count: number): void {
    for (const item of waiting.splice(0, count)) waitingBytes -= measureSize(item)
  }

  const loop: Loop = startLoop({
    name: `write_behind.${name}`,
    intervalMs: FLUSH_EVERY_MS,
    log,
    async work() {
      warnOfDrops()
      await flush()
      return waiting.length >= BATCH ? 'again' : 'idle'
    },
  })

  return {
    add(item) {
      const size = measureSize(item)
      if (waitingBytes + size > maxBytes) return drop(1)
      waiting.push(item)
      waitingBytes += size
    },
    async stop() {
      await loop.stop()
      try {
        while (waiting.length > 0) await flush()
      } catch (error) {
        log.error({ err: error, name }, 'write_behind.flush_failed')
        drop(waiting.length)
      }
      warnOfDrops()
    },
  }
}

/** Counts dropped items. `warnOfDrops` logs those that no line has reported yet. */
function countDrops({ name, log, metrics }: { name: string; log: Logger; metrics: Metrics }) {
  let droppedSinceWarning = 0
  const dropped = metrics.counter<'name'>({
    name: 'write_behind_dropped_total',
    help: 'Records that were dropped because too many waited to be written.',
    labels: ['name'],
  })
  dropped.inc({ name }, 0)

  function drop(count: number): void {
    dropped.inc({ name }, count)
    droppedSinceWarning += count
  }

  function warnOfDrops(): void {
    if (droppedSinceWarning === 0) return
    log.warn({ name, dropped: droppedSinceWarning }, 'write_behind.dropped')
    droppedSinceWarning = 0
  }

  return { drop, warnOfDrops }
}
