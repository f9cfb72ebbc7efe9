/** The merchant's account: its access key. */
import { randomUUID } from 'node:crypto'
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import { isUnauthorized } from '../../http/outcome.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { within } from './client.ts'
import { doordashDriveDescriptor } from './descriptor.ts'
import { readError } from './mapping/problems.ts'
import { deliveryPath } from './mapping/requests.ts'
import { wireDelivery } from './wire.ts'

export const accountCalls = ({ send, read }: VendorClient): Required<Pick<CarrierAdapter, 'verify'>> => ({
  /** Asks for a delivery that does not exist: the answer is 404 only if the token is valid. DoorDash has no list of deliveries. */
  async verify(_request, given) {
    const call = within(given, doordashDriveDescriptor.timeoutsMs.track)
    const path = deliveryPath(`verify-${randomUUID()}`)
    const outcome = await send(call, { operation: 'verify', method: 'GET', path, reference: null })
    const isUnknown = outcome.kind === 'answered' && outcome.status === 404 && readError(outcome) !== null
    if (isUnknown) return { kind: 'verified' }
    const found = read(outcome, wireDelivery, () => ({ kind: 'verified' as const }))
    if (found.kind === 'verified') return found
    return { kind: isUnauthorized(found.failure) ? 'refused' : 'failed', failure: found.failure }
  },
})
