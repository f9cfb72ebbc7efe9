/**
 * Pickups on call. UPS keeps one for an address and day: a repeat is answered with the same number (PRN). Source: Pickup.yaml.
 */
import type { CancelPickupOutcome, CarrierAdapter, CarrierCall, PickupOutcome } from '../../carrier-adapter.ts'
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
): Required<Pick<CarrierAdapter, 'schedulePickup' | 'readPickup' | 'cancelPickup'>> => ({
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

  async readPickup({ reference, carrierPickupId }, call) {
    const pending = await listPending(client, call, { operation: 'read_pickup', reference })
    if (pending.kind === 'failed') return pending
    const status = pending.pickups.find(({ number }) => number === carrierPickupId)?.status ?? null
    const code = status?.match(/^\d{3}/)?.[0] ?? ''
    return { kind: 'pickup', report: REPORTS.get(code) ?? null, said: status }
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
    const pending = await listPending(client, call, target)
    if (pending.kind === 'failed') return pending.failure.retryable ? { ...pending, kind: 'unknown' } : answer
    return pending.pickups.some(({ number }) => number === carrierPickupId) ? answer : { kind: 'cancelled' }
  },
})

/** PickupStatusMessage: 004 unsuccessfully completed, 005 missed commit with a new estimate, 007 cancelled. */
const REPORTS = new Map([
  ['004', 'missed'],
  ['005', 'changed'],
  ['007', 'cancelled'],
] as const satisfies [string, string][]) as ReadonlyMap<string, 'missed' | 'changed' | 'cancelled'>

/** The pickups of the account that UPS still lists. */
async function listPending(client: VendorClient, call: CarrierCall, target: { operation: string; reference: string }) {
  const outcome = await client.send(call, {
    ...target,
    method: 'GET',
    path: PENDING,
    timeoutMs: timeoutsMs.track,
    headers: { accountnumber: getAccountNumber(call.account) },
  })
  return client.read(outcome, wirePendingPickups, (pickups) => ({ kind: 'pending' as const, pickups }))
}
