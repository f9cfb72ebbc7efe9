/** DoorDash's state: quotes and the deliveries that they become, which move by its rules. */
import { randomInt } from 'node:crypto'
import { VendorRefusal } from '../vendor-server.ts'
import type { Delivery } from './bodies.ts'
import { invalidDelivery, refuse, unknownDelivery } from './refusals.ts'
import type { QuoteRequest, UpdateRequest } from './schemas.ts'

const QUOTE_LIFETIME_MS = 5 * 60_000
/** DoorDash serves no address with this post code. */
export const UNSERVED_ZIP = '00000'

const SEQUENCE = [
  ...['created', 'confirmed', 'enroute_to_pickup', 'arrived_at_pickup'],
  ...['picked_up', 'enroute_to_dropoff', 'arrived_at_dropoff', 'delivered'],
]
export const targets = {
  picked_up: 'picked_up',
  en_route_to_dropoff: 'enroute_to_dropoff',
  delivered: 'delivered',
} as const

/** `onChange`: called after each change of a delivery that DoorDash reports. */
export function createStore(onChange: (delivery: Delivery) => void) {
  const deliveries = new Map<string, Delivery>()

  const getDelivery = (id: string): Delivery => {
    const found = deliveries.get(id)
    if (!found) throw new Error(`there is no delivery ${id}`)
    return found
  }

  const owned = (id: string, developerId: string): Delivery => {
    const found = deliveries.get(id)
    if (found?.developerId !== developerId) throw unknownDelivery()
    return found
  }

  /** Later than every change of the delivery before. */
  const nextInstant = ({ updatedAt }: Delivery): string =>
    new Date(Math.max(Date.now(), Date.parse(updatedAt) + 1)).toISOString()

  function move(delivery: Delivery, status: string): void {
    const at = nextInstant(delivery)
    delivery.status = status
    delivery.updatedAt = at
    if (status === 'confirmed') delivery.dasher = { id: randomInt(1e7, 1e8), name: 'John D.', phone: '+16504379788' }
    if (status === 'picked_up') delivery.pickedUpAt = at
    if (status === 'delivered') delivery.droppedOffAt = at
    if (status === 'returned') delivery.returnedAt = at
    onChange(delivery)
  }

  function advance(delivery: Delivery, status: string): void {
    const [from, to] = [SEQUENCE.indexOf(delivery.status), SEQUENCE.indexOf(status)]
    for (const next of SEQUENCE.slice(from + 1, to + 1)) move(delivery, next)
  }

  function cancelFor(delivery: Delivery, reason: string): void {
    delivery.cancellationReason = reason
    move(delivery, 'cancelled')
  }

  return {
    deliveries,
    getDelivery,
    owned,
    move,
    advance,
    cancelFor,

    quote(request: QuoteRequest, developerId: string): Delivery {
      const { external_delivery_id: externalDeliveryId } = request
      if (deliveries.has(externalDeliveryId)) {
        throw refuse(409, 'duplicate_delivery_id', 'A delivery with this external delivery id exists already.')
      }
      if (request.pickup_address.includes(UNSERVED_ZIP) || request.dropoff_address.includes(UNSERVED_ZIP)) {
        throw new VendorRefusal(
          invalidDelivery('delivery_address_not_in_coverage', 'The drop-off address is not in our coverage area.'),
        )
      }
      const now = new Date().toISOString()
      const quote: Delivery = {
        externalDeliveryId,
        developerId,
        request,
        status: 'quote',
        quotedAt: now,
        updatedAt: now,
        feeCents: 975,
        tip: request.tip ?? 0,
        dasher: null,
        location: null,
        pickedUpAt: null,
        droppedOffAt: null,
        returnedAt: null,
        cancellationReason: null,
      }
      deliveries.set(externalDeliveryId, quote)
      return quote
    },

    accept(delivery: Delivery, { tip = delivery.tip }: { tip?: number | undefined }): Delivery {
      if (delivery.status !== 'quote') {
        throw refuse(409, 'duplicate_delivery_id', 'A delivery with this external delivery id exists already.')
      }
      if (Date.parse(delivery.quotedAt) + QUOTE_LIFETIME_MS < Date.now()) {
        throw refuse(400, 'validation_error', 'The quote has expired.')
      }
      delivery.tip = tip
      delivery.status = 'created'
      delivery.updatedAt = nextInstant(delivery)
      return delivery
    },

    cancel(delivery: Delivery): Delivery {
      if (delivery.status === 'quote') throw unknownDelivery()
      const isCancellable = SEQUENCE.indexOf(delivery.status) < SEQUENCE.indexOf('picked_up')
      if (delivery.status === 'cancelled' || !isCancellable) {
        const reason = delivery.status === 'cancelled' ? 'delivery_cancelled' : 'delivery_picked_up'
        throw refuse(409, 'cancel_not_allowed', 'The delivery cannot be cancelled any more.', { reason })
      }
      cancelFor(delivery, 'cancelled_by_creator')
      return delivery
    },

    update(delivery: Delivery, changes: UpdateRequest): Delivery {
      if (SEQUENCE.indexOf(delivery.status) >= SEQUENCE.indexOf('picked_up')) {
        const reason = 'delivery_picked_up'
        throw refuse(409, 'update_not_allowed', 'The delivery cannot be updated any more.', { reason })
      }
      delivery.request = { ...delivery.request, ...changes } as Delivery['request']
      return delivery
    },

    /** The courier finds nobody and brings the goods back. */
    bringBack(delivery: Delivery): void {
      advance(delivery, 'arrived_at_dropoff')
      for (const status of ['enroute_to_return', 'arrived_at_return', 'returned']) move(delivery, status)
    },

    /** The courier gives the delivery back before the pickup: DoorDash looks for another one, and reports nothing. */
    unassign(delivery: Delivery): void {
      delivery.status = 'created'
      delivery.updatedAt = nextInstant(delivery)
      delivery.dasher = null
    },
  }
}
