/** Pickups of one API key at EasyPost: made with their rates, then bought. */
import type { z } from 'zod'
import { newId, seconds } from './bodies.ts'
import { notFound, refuse } from './refusals.ts'
import type { pickupRequest } from './schemas.ts'
import { type AccountBook, getShipment } from './store.ts'

export interface PickupObject {
  id: string
  status: 'unknown' | 'scheduled' | 'canceled'
  confirmation: string | null
  pickup_rates: { carrier: string; service: string; [field: string]: unknown }[]
  [field: string]: unknown
}

export function createPickup(book: AccountBook, { pickup }: z.output<typeof pickupRequest>): PickupObject {
  const shipment = getShipment(book, pickup.shipment.id)
  if (!shipment.postage_label) throw refuse(422, 'PICKUP.SHIPMENT.UNPURCHASED', 'The shipment has no postage.')
  const id = newId('pickup')
  const at = seconds(new Date())
  const common = { created_at: at, updated_at: at, mode: book.mode }
  const rate = (service: string, price: string) => ({
    ...common,
    id: newId('pickuprate'),
    object: 'PickupRate',
    carrier: 'USPS',
    service,
    rate: price,
    currency: 'USD',
    pickup_id: id,
  })
  const made: PickupObject = {
    ...common,
    ...pickup,
    id,
    object: 'Pickup',
    status: 'unknown',
    confirmation: null,
    shipment,
    messages: [],
    carrier_accounts: [],
    pickup_rates: [rate('Sameday', '12.50'), rate('NextDay', '3.25')],
  }
  book.pickups.set(id, made)
  return made
}

export function getPickup({ pickups }: AccountBook, id: string): PickupObject {
  const found = pickups.get(id)
  if (!found) throw notFound()
  return found
}

export function buyPickup(pickup: PickupObject, { carrier, service }: { carrier: string; service: string }) {
  if (pickup.status !== 'unknown') throw refuse(422, 'PICKUP.ALREADY_SCHEDULED', 'The pickup was already scheduled.')
  if (!pickup.pickup_rates.some((rate) => rate.carrier === carrier && rate.service === service))
    throw refuse(422, 'PICKUP.RATE.UNAVAILABLE', 'The pickup has no such rate.')
  return Object.assign(pickup, { status: 'scheduled', confirmation: `WTC${Date.now()}` })
}

export function cancelPickup(pickup: PickupObject): PickupObject {
  if (pickup.status !== 'scheduled') throw refuse(422, 'PICKUP.NOT_CANCELABLE', 'The pickup is not scheduled.')
  return Object.assign(pickup, { status: 'canceled' as const })
}
