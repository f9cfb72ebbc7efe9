import type { Stoppable } from '@waybill/chassis/loops/loops'
import { startWriteBehind } from '@waybill/chassis/postgres/write-behind'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { LRUCache } from 'lru-cache'

/** A key's uses within this time count as one. */
const PRECISION_MS = 60_000
const REMEMBERED_KEYS = 20_000
const USE_BYTES = 256
const MAX_WAITING_BYTES = 20_000 * USE_BYTES

interface LastUsed<Use> extends Stoppable {
  /** Returns at once, never throws. */
  note(use: Omit<Use, 'usedAt'>): void
}

/** Writes when keys or sessions were last used: behind the requests, in batches, at most once a minute for each and replica. */
export function startLastUsed<Use extends { usedAt: Date }>(options: {
  name: string
  getId(use: Omit<Use, 'usedAt'>): string
  /** Writes the fields of a use that it knows. */
  write(uses: readonly Use[]): Promise<void>
  log: Logger
  metrics: Metrics
}): LastUsed<Use> {
  const { name, getId, write, log, metrics } = options
  const noted = new LRUCache<string, true>({ max: REMEMBERED_KEYS, ttl: PRECISION_MS })
  const writing = startWriteBehind<Use>({
    name,
    maxBytes: MAX_WAITING_BYTES,
    measureSize: () => USE_BYTES,
    write,
    log,
    metrics,
  })
  return {
    note(use) {
      const id = getId(use)
      if (noted.has(id)) return
      noted.set(id, true)
      writing.add({ ...use, usedAt: new Date() } as Use)
    },
    stop: () => writing.stop(),
  }
}
