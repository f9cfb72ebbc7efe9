/**
 * Pickups at the place of their labels. ShipEngine has no keys: one is found by its labels among those that were made since it was
 * asked for. Sources: schedule_pickup, list_scheduled_pickups and delete_scheduled_pickup in ShipEngine's reference.
 */
import type {
  CancelPickupOutcome,
  CarrierAdapter,
  CarrierCall,
  CarrierPickup,
  FindPickupOutcome,
  PickupOutcome,
  PickupRequest,
} from '../../carrier-adapter.ts'
import { wirePhone } from '../../mapping/phones.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { describeFailure } from './client.ts'
import { shipengineDescriptor } from './descriptor.ts'
import { type WirePickup, wirePickup, wirePickupDeletion, wirePickups } from './wire.ts'

const { timeoutsMs } = shipengineDescriptor

const PICKUPS = '/v1/pickups'
const pickupPath = (id: string): string => `${PICKUPS}/${encodeURIComponent(id)}`
const PAGE_SIZE = 100
/** So many were not made since one was asked for. */
const MOST_PAGES = 10
/** By which the clocks of Waybill and ShipEngine may differ. */
const CLOCKS_MS = 300_000

type PickupCalls = 'schedulePickup' | 'findPickup' | 'readPickup' | 'cancelPickup'

export const pickupCalls = (client: VendorClient): Required<Pick<CarrierAdapter, PickupCalls>> => ({
  async schedulePickup(request, call): Promise<PickupOutcome> {
    const contact = readContact(request)
    if ('missing' in contact) {
      const message = `/address/${contact.missing} is missing: ShipEngine asks for a name, an e-mail address and a phone number.`
      return { kind: 'refused', failure: describeFailure('missing_field', message) }
    }
    const outcome = await client.send(call, {
      operation: 'schedule_pickup',
      method: 'POST',
      path: PICKUPS,
      timeoutMs: timeoutsMs.book,
      reference: request.reference,
      idempotent: false,
      body: {
        label_ids: request.jobs.map(({ carrierJobId }) => carrierJobId),
        contact_details: contact,
        pickup_window: { start_at: request.fromAt.toISOString(), end_at: request.toAt.toISOString() },
        ...(request.instructions !== null && { pickup_notes: request.instructions }),
      },
    })
    const answer = client.written(outcome, wirePickup, (made) => ({
      kind: 'scheduled' as const,
      pickup: toPickup(made),
    }))
    if (answer.kind !== 'refused') return answer
    // A label that has a pickup is refused, too.
    const found = await findPickup(client, request, call)
    if (found.kind === 'found') return { kind: 'scheduled', pickup: found.pickup }
    return found.kind === 'failed' && found.failure.retryable ? { ...found, kind: 'unknown' } : answer
  },

  findPickup: async (request, call) => await findPickup(client, request, call),

  async readPickup({ reference, carrierPickupId }, call) {
    const target = { operation: 'read_pickup', path: pickupPath(carrierPickupId), reference }
    return client.read(await client.get(call, target), wirePickup, ({ cancelled_at }) => ({
      kind: 'pickup' as const,
      report: cancelled_at === null ? null : ('cancelled' as const),
      said: null,
    }))
  },

  async cancelPickup({ reference, carrierPickupId }, call): Promise<CancelPickupOutcome> {
    const target = {
      operation: 'cancel_pickup',
      path: pickupPath(carrierPickupId),
      reference,
    } as const
    const outcome = await client.send(call, { ...target, method: 'DELETE', timeoutMs: timeoutsMs.cancel })
    const answer = client.written(outcome, wirePickupDeletion, () => ({ kind: 'cancelled' as const }))
    if (answer.kind !== 'refused') return answer
    // One that was cancelled before is refused, too.
    const read = client.read(await client.get(call, target), wirePickup, ({ cancelled_at }) => ({
      kind: 'read' as const,
      isCancelled: cancelled_at !== null,
    }))
    if (read.kind === 'failed') return read.failure.retryable ? { ...read, kind: 'unknown' } : answer
    return read.isCancelled ? { kind: 'cancelled' } : answer
  },
})

function readContact({ address }: PickupRequest) {
  const { email } = address
  const [name, phone] = [address.name ?? address.company, wirePhone(address)]
  if (name === null) return { missing: 'name' }
  if (email === null) return { missing: 'email' }
  return phone === null ? { missing: 'phone' } : { name, email, phone }
}

async function findPickup(client: VendorClient, request: PickupRequest, call: CarrierCall): Promise<FindPickupOutcome> {
  const since = new Date(request.requestedAt.getTime() - CLOCKS_MS).toISOString()
  for (let page = 1; page <= MOST_PAGES; page++) {
    const query = new URLSearchParams({ created_at_start: since, page: `${page}`, page_size: `${PAGE_SIZE}` })
    const path = `${PICKUPS}?${query}`
    const outcome = await client.get(call, { operation: 'find_pickup', path, reference: request.reference })
    const read = client.read(outcome, wirePickups, (list) => ({ kind: 'read' as const, list }))
    if (read.kind === 'failed') return read
    const { pickups, pages } = read.list
    const found = pickups.find((one) => one.cancelled_at === null && hasAll(one, request))
    if (found) return { kind: 'found', pickup: toPickup(found) }
    if (page >= (pages ?? 1)) return { kind: 'not_found' }
  }
  return { kind: 'failed', failure: tooMany }
}

const tooMany = describeFailure('list_too_long', 'ShipEngine lists too many pickups to find this one.', {
  retryable: true,
})

const hasAll = ({ label_ids: ids }: WirePickup, { jobs }: PickupRequest): boolean =>
  jobs.every(({ carrierJobId }) => ids.includes(carrierJobId))

const toPickup = ({ pickup_id: carrierPickupId, confirmation_number: confirmation }: WirePickup): CarrierPickup => ({
  carrierPickupId,
  confirmation,
  price: null,
})
