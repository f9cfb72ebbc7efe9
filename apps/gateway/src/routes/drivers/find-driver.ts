import { contextMessage, systemContext } from '@waybill/chassis/rpc/client'
import type { Services } from '../services.ts'

const TIMEOUT_MS = 5_000

/** Asks the booking service for the active driver of a token with this hash; null: there is none. */
export async function findDriverByHash(bookings: Services['bookings'], tokenHash: Buffer) {
  const nobody = systemContext({ environmentId: '', merchantId: '', livemode: false, timeoutMs: TIMEOUT_MS })
  const found = await bookings.FindDriverByToken({ context: contextMessage(nobody), token_hash: tokenHash })
  return found.driver_id === '' ? null : { driverId: found.driver_id, environmentId: found.environment_id }
}
