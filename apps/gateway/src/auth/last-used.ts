import type { Database } from '@waybill/chassis/postgres/database'
import { startWriteBehind } from '@waybill/chassis/postgres/write-behind'
import type { Stoppable } from '@waybill/chassis/process/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { LRUCache } from 'lru-cache'
import type { GatewayDatabase } from '../db.ts'
import { type KeyUse, recordKeyUses } from '../merchants/access-repository.ts'

/** A key's uses within this time count as one. */
const PRECISION_MS = 60_000
const REMEMBERED_KEYS = 20_000
const USE_BYTES = 256
const MAX_WAITING_BYTES = 20_000 * USE_BYTES

export interface LastUsed extends Stoppable {
  /** Returns at once, never throws. */
  note(key: Omit<KeyUse, 'usedAt'>): void
}

/** Writes when keys were last used: behind the requests, in batches, at most once a minute for each key and replica. */
export function startLastUsed(options: { db: Database<GatewayDatabase>; log: Logger; metrics: Metrics }): LastUsed {
  const { db, log, metrics } = options
  const noted = new LRUCache<string, true>({ max: REMEMBERED_KEYS, ttl: PRECISION_MS })
  const writing = startWriteBehind<KeyUse>({
    name: 'key_use',
    maxBytes: MAX_WAITING_BYTES,
    sizeOf: () => USE_BYTES,
    write: (uses) => recordKeyUses(db, uses),
    log,
    metrics,
  })
  return {
    note({ environmentId, keyId }) {
      if (noted.has(keyId)) return
      noted.set(keyId, true)
      writing.add({ environmentId, keyId, usedAt: new Date() })
    },
    stop: () => writing.stop(),
  }
}
