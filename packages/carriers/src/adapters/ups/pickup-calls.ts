/**
 * Pickups on call. UPS keeps one for an address and day: a repeat is answered with the same number (PRN). Source: Pickup.yaml.
 */
import type { CancelPickupOutcome, CarrierAdapter, PickupOutcome } from '../../carrier-adapter.ts'
import { parsePrice } from '../../mapping/decimal-price.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { describeFailure, getAccountNumber } from './client.ts'
import { upsDescriptor } from './descriptor.ts'
import { pickupProblem, toPickupRequest } from './mapping/pickups.ts'
import { wirePendingPickups, wirePickup, wirePickupCancel } from './wire.ts'

const { timeoutsMs } = upsDescriptor
/** General failure of UPS, transient: it decides nothing. */
const GENERAL_FAILURE = '20001'
/** 02: by its number. */
const CANCEL = '/shipments/v2409/pickup/02'
const PENDING = '/shipments/v2409/pickup/oncall'

export const pickupCalls = (
  client: VendorClient,
): Required<Pick<CarrierAdapter, 'schedulePickup' | 'cancelPickup'>> => ({
  async schedulePickup(request, call): Promise<PickupOutcome> {
    const problem = pickupProblem(request)
    if (problem !== null) return { kind: 'refused', failure: describeFailure(problem.code, problem.message) }
    const outcome = await client.send(call, {
      operation: 'schedule_pickup',
      method: 'POST',
      path: '/pickupcreation/v2409/pickup',
      timeoutMs: timeoutsMs.book,
      reference: request.reference,
      body: toPickupRequest(request, getAccountNumber(call.account)),
    })
    const answer = client.written(outcome, wirePickup, ({ PickupCreationResponse: { PRN, RateResult: rate } }) => ({
      kind: 'scheduled' as const,
      pickup: {
        carrierPickupId: PRN,
        confirmation: PRN,
        price: parsePrice(rate?.GrandTotalOfAllCharge ?? '', rate?.CurrencyCode ?? ''),
      },
    }))
    const isOpen = answer.kind === 'refused' && answer.failure.code === GENERAL_FAILURE
    return isOpen ? { kind: 'unknown', failure: { ...answer.failure, retryable: true } } : answer
  },

  async cancelPickup({ reference, carrierPickupId, fromAt }, call): Promise<CancelPickupOutcome> {
    const target = { operation: 'cancel_pickup', reference } as const
    const outcome = await client.send(call, {
      ...target,
      method: 'DELETE',
      path: CANCEL,
      timeoutMs: timeoutsMs.cancel,
      headers: { prn: carrierPickupId },
    })
    const answer = client.written(outcome, wirePickupCancel, () => ({ kind: 'cancelled' as const }))
    // One that was cancelled before is refused, too. After its time it may be over instead.
    if (answer.kind !== 'refused' || new Date() >= fromAt) return answer
    const read = await client.send(call, {
      ...target,
      method: 'GET',
      path: PENDING,
      timeoutMs: timeoutsMs.track,
      headers: { accountnumber: getAccountNumber(call.account) },
    })
    const pending = client.read(read, wirePendingPickups, (numbers) => ({ kind: 'pending' as const, numbers }))
    if (pending.kind === 'failed') return pending.failure.retryable ? { ...pending, kind: 'unknown' } : answer
    return pending.numbers.includes(carrierPickupId) ? answer : { kind: 'cancelled' }
  },
})
