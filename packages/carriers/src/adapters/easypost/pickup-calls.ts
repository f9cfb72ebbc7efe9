/**
 * Pickups. EasyPost makes one with its rates, and sells it: what became of it is read by its id. Source: docs.easypost.com/docs/pickups,
 * and Pickup.d.ts of its client.
 */
import type {
  CancelPickupOutcome,
  CarrierAdapter,
  CarrierCall,
  CarrierPickup,
  Failed,
  PickupDraftOutcome,
  PickupOutcome,
  PickupRequest,
} from '../../carrier-adapter.ts'
import { parsePrice } from '../../mapping/decimal-price.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { describeFailure, shipmentPath } from './client.ts'
import { easypostDescriptor } from './descriptor.ts'
import { isOrderId } from './mapping/offers.ts'
import { wireAddress } from './mapping/requests.ts'
import { type WirePickup, wirePickup, wireShipment } from './wire.ts'

const { timeoutsMs } = easypostDescriptor

const pickupPath = (id: string): string => `/pickups/${encodeURIComponent(id)}`

type PickupCalls = 'preparePickup' | 'schedulePickup' | 'findPickup' | 'readPickup' | 'cancelPickup'

export const pickupCalls = (client: VendorClient): Required<Pick<CarrierAdapter, PickupCalls>> => ({
  async preparePickup(request, call): Promise<PickupDraftOutcome> {
    const [job, ...others] = request.jobs
    if (job === undefined || others.length > 0 || isOrderId(job.carrierJobId))
      return refused('not_offered', 'EasyPost collects the parcel of one shipment at a time, and no orders of several.')
    const carrier = await readCarrier(client, job.carrierJobId, request.reference, call)
    if (typeof carrier !== 'string') return { ...carrier, kind: carrier.failure.retryable ? 'not_sent' : 'refused' }
    const outcome = await client.send(call, {
      operation: 'prepare_pickup',
      method: 'POST',
      path: '/pickups',
      timeoutMs: timeoutsMs.book,
      reference: request.reference,
      body: {
        pickup: {
          reference: request.reference,
          shipment: { id: job.carrierJobId },
          address: wireAddress(request.address),
          is_account_address: false,
          min_datetime: request.fromAt.toISOString(),
          max_datetime: request.toAt.toISOString(),
          ...(request.instructions !== null && { instructions: request.instructions }),
        },
      },
    })
    return client.written(outcome, wirePickup, (pickup) => {
      const rate = findRate(pickup, carrier)
      if (rate !== undefined) return { kind: 'drafted' as const, draftId: toDraftId(pickup, rate), price: rate.price }
      const said = pickup.messages.map(({ message }) => message).filter(Boolean)
      return refused('no_pickup', said.join(' ') || `${carrier} has no pickup at this place in this window.`)
    })
  },

  async schedulePickup(request, call): Promise<PickupOutcome> {
    const { id, carrier, service } = readDraft(request)
    const outcome = await client.send(call, {
      operation: 'schedule_pickup',
      method: 'POST',
      path: `${pickupPath(id)}/buy`,
      timeoutMs: timeoutsMs.book,
      reference: request.reference,
      idempotent: false,
      body: { carrier, service },
    })
    const answer = client.written(outcome, wirePickup, (bought) =>
      bought.status === 'scheduled'
        ? { kind: 'scheduled' as const, pickup: toPickup(bought) }
        : { kind: 'unknown' as const, failure: unclear },
    )
    if (answer.kind !== 'refused') return answer
    // One that was bought before is refused, too.
    const read = await readPickup(client, request, call)
    if (read.kind === 'failed') return read.failure.retryable ? { ...read, kind: 'unknown' } : answer
    return read.pickup.status === 'scheduled' ? { kind: 'scheduled', pickup: toPickup(read.pickup) } : answer
  },

  async findPickup(request, call) {
    const found = await readPickup(client, request, call)
    if (found.kind === 'failed') return found
    const { pickup } = found
    return pickup.status === 'scheduled' ? { kind: 'found', pickup: toPickup(pickup) } : { kind: 'not_found' }
  },

  async readPickup({ reference, carrierPickupId }, call) {
    const target = { operation: 'read_pickup', path: pickupPath(carrierPickupId), reference }
    return client.read(await client.get(call, target), wirePickup, ({ status }) => ({
      kind: 'pickup' as const,
      report: status === 'canceled' ? ('cancelled' as const) : null,
      said: status,
    }))
  },

  async cancelPickup({ reference, carrierPickupId }, call): Promise<CancelPickupOutcome> {
    const target = { operation: 'cancel_pickup', reference } as const
    const path = pickupPath(carrierPickupId)
    const outcome = await client.send(call, {
      ...target,
      method: 'POST',
      path: `${path}/cancel`,
      timeoutMs: timeoutsMs.cancel,
    })
    const answer = client.written(outcome, wirePickup, ({ status }) =>
      status === 'canceled' ? { kind: 'cancelled' as const } : { kind: 'unknown' as const, failure: unclear },
    )
    if (answer.kind !== 'refused') return answer
    // One that was cancelled before is refused, too.
    const read = client.read(await client.get(call, { ...target, path }), wirePickup, ({ status }) => ({
      kind: 'read' as const,
      status,
    }))
    if (read.kind === 'failed') return read.failure.retryable ? { ...read, kind: 'unknown' } : answer
    return read.status === 'canceled' ? { kind: 'cancelled' } : answer
  },
})

const refused = (code: string, message: string) =>
  ({ kind: 'refused', failure: describeFailure(code, message) }) as const

const unclear = describeFailure('pickup_unclear', 'EasyPost does not say whether the pickup is scheduled.', {
  httpStatus: 200,
  retryable: true,
})

/** The carrier that has the shipment: another one does not collect its parcel. */
async function readCarrier(
  client: VendorClient,
  shipmentId: string,
  reference: string,
  call: CarrierCall,
): Promise<string | Failed> {
  const outcome = await client.get(call, { operation: 'prepare_pickup', path: shipmentPath(shipmentId), reference })
  const found = client.read(outcome, wireShipment, ({ selected_rate }) => ({
    kind: 'read' as const,
    carrier: selected_rate?.carrier ?? '',
  }))
  return found.kind === 'failed' ? found : found.carrier
}

/** The pickup with the rate by which it is bought: EasyPost takes carrier and service instead of the id of a rate. */
const toDraftId = ({ id }: WirePickup, { carrier, service }: Rate): string => [id, carrier, service].join('/')

function readDraft({ draftId }: PickupRequest): { id: string; carrier: string; service: string } {
  const [id = '', carrier = '', ...service] = draftId?.split('/') ?? []
  if (service.length === 0) throw new TypeError('a pickup needs a draftId: EasyPost sells pickups that exist')
  return { id, carrier, service: service.join('/') }
}

/** The pickup that is to be bought, as EasyPost has it now. */
async function readPickup(client: VendorClient, request: PickupRequest, call: CarrierCall) {
  const path = pickupPath(readDraft(request).id)
  const outcome = await client.get(call, { operation: 'find_pickup', path, reference: request.reference })
  return client.read(outcome, wirePickup, (pickup) => ({ kind: 'read' as const, pickup }))
}

type Rate = WirePickup['pickup_rates'][number]
const byPrice = (one: Rate, other: Rate): number => Number(one.rate ?? 0) - Number(other.rate ?? 0)

/** The cheapest rate of the carrier. Free ones have no price. */
function findRate({ pickup_rates: rates }: WirePickup, carrier: string) {
  const [rate] = rates.filter((one) => one.carrier === carrier).toSorted(byPrice)
  return rate && { ...rate, price: parsePrice(rate.rate ?? '', rate.currency ?? '') }
}

function toPickup({ id, confirmation }: WirePickup): CarrierPickup {
  return { carrierPickupId: id, confirmation, price: null }
}
