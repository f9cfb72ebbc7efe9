/** Pickups of one API key at ShipEngine. A label is in one at most. */
import { newId } from './bodies.ts'
import type { PickupRequest } from './schemas.ts'
import { type AccountBook, getLabel, refusal } from './store.ts'

export interface PickupObject {
  pickup_id: string
  label_ids: string[]
  created_at: string
  cancelled_at: string | null
  [field: string]: unknown
}

const listLive = ({ pickups }: AccountBook): PickupObject[] =>
  pickups.filter(({ cancelled_at }) => cancelled_at === null)

export const countPickups = (book: AccountBook): number => listLive(book).length

export function schedulePickup(book: AccountBook, given: PickupRequest): PickupObject {
  const labels = given.label_ids.map((id) => getLabel(book, id).label)
  if (new Set(labels.map(({ carrier_id }) => carrier_id)).size > 1)
    throw refusal(400, 'business_rules', 'All labels must be from the same carrier.')
  if (listLive(book).some(({ label_ids }) => given.label_ids.some((id) => label_ids.includes(id))))
    throw refusal(400, 'invalid_status', 'A pickup request was already created for this label.')
  const { pickup_window, ...shown } = given
  const made: PickupObject = {
    ...shown,
    pickup_id: `pik_${newId().slice(3)}`,
    created_at: new Date().toISOString(),
    cancelled_at: null,
    carrier_id: labels[0]?.carrier_id,
    confirmation_number: `292513CL${book.pickups.length}`,
    warehouse_id: newId(),
    pickup_windows: [pickup_window],
    request_id: newId(),
    errors: [],
  }
  book.pickups.push(made)
  return made
}

/** The newest first. */
export function listPickups({ pickups }: AccountBook, since: string | null): object {
  const found = pickups.filter(({ created_at }) => since === null || created_at >= since).toReversed()
  return { pickups: found, total: found.length, page: 1, pages: 1, links: {} }
}

export function getPickup({ pickups }: AccountBook, id: string): PickupObject {
  const found = pickups.find(({ pickup_id }) => pickup_id === id)
  if (!found) throw refusal(404, 'not_found', `${id} not found.`)
  return found
}

export function deletePickup(book: AccountBook, id: string): object {
  const found = getPickup(book, id)
  if (found.cancelled_at !== null) throw refusal(400, 'invalid_status', 'The pickup is cancelled already.')
  found.cancelled_at = new Date().toISOString()
  return { pickup_id: id }
}
