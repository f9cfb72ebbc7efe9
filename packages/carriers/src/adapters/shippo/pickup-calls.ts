/**
 * Pickups by USPS and DHL Express. Shippo's API only creates them: it has no list, no keys and no cancellation. Sources: the guide to
 * pickups, and pickupbase.d.ts, pickup.d.ts and location.d.ts of its client.
 */
import type { CarrierAdapter, PickupRequest } from '../../carrier-adapter.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { describeFailure } from './client.ts'
import { shippoDescriptor } from './descriptor.ts'
import { wireAddress } from './mapping/requests.ts'
import { readJobs } from './transactions.ts'
import { wirePickup } from './wire.ts'

export const pickupCalls = (client: VendorClient): Required<Pick<CarrierAdapter, 'schedulePickup'>> => ({
  async schedulePickup(request, call) {
    const read = await readJobs(client, request, 'schedule_pickup', call)
    if ('failure' in read) return { ...read, kind: 'not_sent' }
    const outcome = await client.send(call, {
      operation: 'schedule_pickup',
      method: 'POST',
      path: '/pickups',
      timeoutMs: shippoDescriptor.timeoutsMs.book,
      reference: request.reference,
      idempotent: false,
      body: {
        carrier_account: read.carrierAccount,
        location: toLocation(request),
        transactions: read.jobs.flatMap(({ transactionIds }) => transactionIds),
        requested_start_time: request.fromAt.toISOString(),
        requested_end_time: request.toAt.toISOString(),
        metadata: request.reference,
      },
    })
    return client.written(outcome, wirePickup, ({ object_id, status, confirmation_code, messages }) => {
      const said = messages.map(({ text }) => text).filter(Boolean)
      if (status === 'CONFIRMED') {
        const pickup = { carrierPickupId: object_id, confirmation: confirmation_code, price: null }
        return { kind: 'scheduled' as const, pickup }
      }
      if (status === 'ERROR' || status === 'CANCELLED') {
        const failure = describeFailure('pickup_error', said.join(' ') || 'Shippo gives no reason.', {
          httpStatus: 200,
        })
        return { kind: 'refused' as const, failure }
      }
      const words = [`Shippo has pickup ${object_id} as ${status ?? 'unknown'}, and no way to ask again.`, ...said]
      return {
        kind: 'unknown' as const,
        failure: describeFailure('pickup_unclear', words.join(' '), { httpStatus: 200 }),
      }
    })
  },
})

/** Instructions say where the parcels are: Shippo has them with the type `Other` only. */
const toLocation = ({ address, instructions }: PickupRequest) => ({
  address: wireAddress(address),
  ...(instructions === null
    ? { building_location_type: 'Front Door' }
    : { building_location_type: 'Other', instructions }),
})
