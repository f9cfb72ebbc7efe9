/** The carriers that a ShipEngine account is connected to: rates are asked of each by its id. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { CarrierCall, Failed } from '../../carrier-adapter.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { type WireCarrier, wireCarriers } from './wire.ts'

const MAX_ACCOUNTS = 10_000
/** A carrier that is connected or disconnected at ShipEngine is noticed after this time. */
const LIFETIME_MS = 5 * 60_000

/** The carriers, without those that the merchant's plan excludes. They are kept for 5 minutes, if there are any. */
type ConnectedCarriers = (call: CarrierCall) => Promise<{ kind: 'carriers'; carriers: WireCarrier[] } | Failed>

export function createConnectedCarriers({ get, read }: VendorClient): ConnectedCarriers {
  const known = new LRUCache<string, WireCarrier[]>({ max: MAX_ACCOUNTS, ttl: LIFETIME_MS })
  return async (call) => {
    const key = hashKey(call)
    const cached = known.get(key)
    if (cached) return { kind: 'carriers', carriers: cached }
    const outcome = await get(call, { operation: 'carriers', path: '/v1/carriers' })
    return read(outcome, wireCarriers, ({ carriers: all }) => {
      const carriers = all.filter(({ disabled_by_billing_plan }) => !disabled_by_billing_plan)
      if (carriers.length > 0) known.set(key, carriers)
      return { kind: 'carriers' as const, carriers }
    })
  }
}

/** The key holds no secret in plain text, as it may appear in a heap dump. */
function hashKey({ account: { carrierAccountId, endpoint, credentials } }: CarrierCall): string {
  const parts = [carrierAccountId, endpoint, credentials.api_key]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}
